// What other parts of the product may import in the browser.
export { LikeButton, type LikeTarget, requestLike } from './components/LikeButton.tsx';
