// What other parts of the product may import in the browser.
export { LikeButton, type LikeTarget } from './components/LikeButton.tsx';
