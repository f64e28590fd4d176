// The public API of this feature in the browser.
export { LikeButton, type LikeTarget, requestLike } from './components/LikeButton.tsx';
