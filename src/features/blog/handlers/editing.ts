import { implement } from '@orpc/server';
import { createEditingHandlers } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { createPost, updatePost } from '../actions/drafts.ts';
import { getDraft } from '../actions/get-draft.ts';
import { postStore } from '../actions/post-store.ts';
import { getPostPreview } from '../actions/previews.ts';
import { setPublishDate } from '../actions/publish-date.ts';
import { blogContract } from '../contract/index.ts';
import { postDrafts } from '../queries/drafts.ts';

const blog = implement(blogContract).$context<ApiContext>();

const editing = createEditingHandlers(postStore, {
  drafts: postDrafts,
  getDraft,
  getPreview: getPostPreview,
  create: createPost,
  update: updatePost,
  restoreRevision: (tx, context, { id, version, content }) =>
    updatePost(tx, context, { ...content, blogId: id, version }, 'restored'),
  setPublishDate,
});

export const blogEditingHandlers = {
  listDrafts: blog.listDrafts.handler(editing.listDrafts),
  getDraft: blog.getDraft.handler(editing.getDraft),
  create: blog.create.handler(editing.create),
  update: blog.update.handler(editing.update),
  transition: blog.transition.handler(editing.transition),
  delete: blog.delete.handler(editing.delete),
  restore: blog.restore.handler(editing.restore),
  listRevisions: blog.listRevisions.handler(editing.listRevisions),
  getRevision: blog.getRevision.handler(editing.getRevision),
  restoreRevision: blog.restoreRevision.handler(editing.restoreRevision),
  createPreviewLink: blog.createPreviewLink.handler(editing.createPreviewLink),
  revokePreviewLink: blog.revokePreviewLink.handler(editing.revokePreviewLink),
  updateCommentsEnabled: blog.updateCommentsEnabled.handler(editing.updateCommentsEnabled),
  setPublishDate: blog.setPublishDate.handler(editing.setPublishDate),
  getDraftPreview: blog.getDraftPreview.handler(editing.getDraftPreview),
  getSharedPreview: blog.getSharedPreview.handler(editing.getSharedPreview),
};
