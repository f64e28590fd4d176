// What other parts of the product may import on the server.
export { ensureAuthorId } from './actions/drafts.ts';
export { listPostAddresses } from './queries/addresses.ts';
export { incrementCommentCount } from './queries/counters.ts';
export { countDrafts } from './queries/drafts.ts';
export { insertPosts } from './queries/importing.ts';
export {
  type FeedPost,
  findPostCard,
  getPost,
  listFeedPosts,
  listNewestPosts,
  listPosts,
  postSearchIndex,
} from './queries/posts.ts';
export { revisions } from './queries/revisions.ts';
export { toPostContent } from './rules/content.ts';
export { publishPostsQueue } from './rules/queues.ts';
export { blogAuthors, posts, postSlugs } from './tables.ts';
