// The public API of this feature in the browser.
export { PostCoverCard, PostListItem } from './components/PostListItem.tsx';
