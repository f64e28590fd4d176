import type { EntryStore } from '#features/publishing/index.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import type { PostContent } from '../contract/editing.ts';
import { findEditablePost, getPostRow, type PostRow, updatePostRow, revisions } from '../queries/drafts.ts';
import { findPublishErrors, toLatestContent } from '../rules/content.ts';
import { publishPostsQueue } from '../rules/queues.ts';
import { postSource } from '../tables.ts';
import { publishPost } from './publish.ts';

/** How posts are stored and published. */
export const postStore: EntryStore<{ readonly entry: PostRow }, PostContent> = {
  ...postSource,
  queue: publishPostsQueue,
  revisions,
  findEditable: findEditablePost,
  getRow: async (db, id) => ({ entry: await getPostRow(db, id) }),
  update: updatePostRow,
  publish: publishPost,
  isOwn: ({ userId }, authorUserId) => authorUserId === userId,
  toContent: ({ entry }) => toLatestContent(entry),
  findPublishErrors,
  toLogColumns: postId => ({ postId }),
  editPath: dashboardPaths.updateBlog,
  previewPath: paths.preview,
};
