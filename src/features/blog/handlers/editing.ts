import { implement } from '@orpc/server';
import {
  publishInTransaction,
  countPreview,
  countSave,
  getRevision,
  listRevisions,
} from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { searchablePage } from '#platform/database/counting.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import { updateCommentsEnabled } from '../actions/comment-settings.ts';
import { deletePost, restorePost } from '../actions/deletion.ts';
import { getDraft, getEditablePost } from '../actions/list-drafts.ts';
import { transitionPost } from '../actions/transitions.ts';
import { revokePreviewLink, getDraftPreview, getSharedPreview, createPreviewLink } from '../actions/previews.ts';
import { setPublishDate } from '../actions/publish-date.ts';
import { createPost, updatePost } from '../actions/drafts.ts';
import { blogContract } from '../contract/index.ts';
import type { DraftSummary } from '../contract/editing.ts';
import { revisions } from '../queries/revisions.ts';
import { countDrafts, findDraftSummary, listDrafts } from '../queries/drafts.ts';

const blog = implement(blogContract).$context<ApiContext>();

/** Limits posts and reviews per member (security page, "Limits"). */
export const CONTENT_CREATION_LIMIT: RateLimit = { name: 'writings', maxAttempts: 10, windowSeconds: 3600 };

async function lineOf(context: ApiContext, id: number): Promise<DraftSummary> {
  const line = await findDraftSummary(context.db, requireUser(context), id);
  if (!line) throw new AppError('NOT_FOUND', 'There is no such post.');
  return line;
}

export const blogEditingHandlers = {
  listDrafts: blog.listDrafts.handler(async ({ context, input }) => {
    const viewer = requireUser(context);
    return searchablePage(input, {
      list: sorted => listDrafts(context.db, viewer, input, { sorted }),
      count: () => countDrafts(context.db, viewer, input),
    });
  }),
  getDraft: blog.getDraft.handler(({ context, input }) => getDraft(context.db, context, input.id)),
  create: blog.create.handler(async ({ context, input }) => {
    const { role, userId } = requireUser(context);
    await countSave(context);
    if (role === 'member') await consumeRateLimit(context.db, CONTENT_CREATION_LIMIT, userId, context.now());
    const id = await context.db.transaction(tx => createPost(tx, context, input));
    return getDraft(context.db, context, id);
  }),
  update: blog.update.handler(async ({ context, input }) => {
    await countSave(context);
    await context.db.transaction(tx => updatePost(tx, context, input));
    return getDraft(context.db, context, input.blogId);
  }),
  transition: blog.transition.handler(async ({ context, input }) => {
    await publishInTransaction(context, (tx, renderingOf) => transitionPost(tx, context, renderingOf, input));
    return getDraft(context.db, context, input.id);
  }),
  delete: blog.delete.handler(async ({ context, input }) => {
    await context.db.transaction(tx => deletePost(tx, context, input.id));
    return lineOf(context, input.id);
  }),
  restore: blog.restore.handler(async ({ context, input }) => {
    await context.db.transaction(tx => restorePost(tx, context, input.id));
    return lineOf(context, input.id);
  }),
  listRevisions: blog.listRevisions.handler(async ({ context, input }) => {
    await getEditablePost(context.db, context, input.id);
    return { items: await listRevisions(context.db, revisions, input.id) };
  }),
  getRevision: blog.getRevision.handler(async ({ context, input }) => {
    await getEditablePost(context.db, context, input.id);
    return getRevision(context.db, revisions, input.id, input.revision);
  }),
  restoreRevision: blog.restoreRevision.handler(async ({ context, input }) => {
    await countSave(context);
    const { id, revision, version } = input;
    await getEditablePost(context.db, context, id);
    const { content } = await getRevision(context.db, revisions, id, revision);
    await context.db.transaction(tx => updatePost(tx, context, { ...content, blogId: id, version }, 'restored'));
    return getDraft(context.db, context, id);
  }),
  createPreviewLink: blog.createPreviewLink.handler(async ({ context, input }) => ({
    path: await context.db.transaction(tx => createPreviewLink(tx, context, input.id)),
  })),
  revokePreviewLink: blog.revokePreviewLink.handler(async ({ context, input }) => {
    await context.db.transaction(tx => revokePreviewLink(tx, context, input.id));
    return { revoked: true as const };
  }),
  updateCommentsEnabled: blog.updateCommentsEnabled.handler(async ({ context, input }) => {
    await context.db.transaction(tx => updateCommentsEnabled(tx, context, input));
    return { enabled: input.enabled };
  }),
  setPublishDate: blog.setPublishDate.handler(async ({ context, input }) => {
    await context.db.transaction(tx => setPublishDate(tx, context, input));
    return getDraft(context.db, context, input.id);
  }),
  getDraftPreview: blog.getDraftPreview.handler(async ({ context, input }) => {
    await countPreview(context);
    return getDraftPreview(context.db, context, input.id);
  }),
  getSharedPreview: blog.getSharedPreview.handler(async ({ context, input }) => {
    await countPreview(context);
    return getSharedPreview(context.db, context, input.token);
  }),
};
