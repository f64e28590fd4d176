// What other parts of the product may import in the browser.
export { PostCoverCard, PostListItem } from './components/PostListItem.tsx';
