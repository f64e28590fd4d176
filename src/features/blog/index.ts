// The public API of this feature on the server.
export { ensureAuthorId } from './queries/authors.ts';
export {
  countDrafts,
  incrementCommentCount,
  insertPosts,
  revisions,
  takePostsForNewsletter,
} from './queries/drafts.ts';
export {
  type FeedPost,
  findPublicPostCard,
  getPost,
  listFeedPosts,
  listNewestPosts,
  listPostSitemapEntries,
  listPosts,
  postSearchIndex,
} from './queries/posts.ts';
export { toPostContent } from './rules/content.ts';
export { publishPostsQueue } from './rules/queues.ts';
export { blogAuthors, posts, postSlugs } from './tables.ts';
