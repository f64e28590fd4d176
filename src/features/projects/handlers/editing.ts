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
import { deleteProject, restoreProject } from '../actions/deletion.ts';
import { getDraft, getEditableProject } from '../actions/list-drafts.ts';
import { transitionProject } from '../actions/transitions.ts';
import { updateProjectSortOrder } from '../actions/sort-order.ts';
import { revokePreviewLink, getDraftPreview, getSharedPreview, createPreviewLink } from '../actions/previews.ts';
import { setPublishDate } from '../actions/publish-date.ts';
import { createProject, restoreRevision, updateProject } from '../actions/drafts.ts';
import { projectsContract } from '../contract/index.ts';
import type { DraftSummary } from '../contract/drafts.ts';
import { countDrafts, findDraftSummary, listDrafts } from '../queries/draft-list.ts';
import { revisions } from '../queries/revisions.ts';
import { listProjectsBySortOrder } from '../queries/cleanup.ts';

const projects = implement(projectsContract).$context<ApiContext>();

/** Limits new texts per user (security page, "Limits"). */
const CONTENT_CREATION_LIMIT: RateLimit = { name: 'writings', maxAttempts: 10, windowSeconds: 3600 };

async function lineOf(context: ApiContext, id: string): Promise<DraftSummary> {
  const line = await findDraftSummary(context.db, requireUser(context), id);
  if (!line) throw new AppError('NOT_FOUND', 'There is no such project.');
  return line;
}

export const projectsEditingHandlers = {
  listDrafts: projects.listDrafts.handler(async ({ context, input }) => {
    const viewer = requireUser(context);
    return searchablePage(input, {
      list: sorted => listDrafts(context.db, viewer, input, { sorted }),
      count: () => countDrafts(context.db, viewer, input),
    });
  }),
  getDraft: projects.getDraft.handler(({ context, input }) => getDraft(context.db, context, input.id)),
  create: projects.create.handler(async ({ context, input }) => {
    const { role, userId } = requireUser(context);
    await countSave(context);
    if (role === 'member') await consumeRateLimit(context.db, CONTENT_CREATION_LIMIT, userId, context.now());
    const id = await context.db.transaction(tx => createProject(tx, context, input));
    return getDraft(context.db, context, id);
  }),
  update: projects.update.handler(async ({ context, input }) => {
    await countSave(context);
    const id = await context.db.transaction(tx => updateProject(tx, context, input));
    return getDraft(context.db, context, id);
  }),
  transition: projects.transition.handler(async ({ context, input }) => {
    const id = await publishInTransaction(context, (tx, renderingOf) =>
      transitionProject(tx, context, renderingOf, input),
    );
    return getDraft(context.db, context, id);
  }),
  delete: projects.delete.handler(async ({ context, input }) => {
    const id = await context.db.transaction(tx => deleteProject(tx, context, input.id));
    return lineOf(context, id);
  }),
  restore: projects.restore.handler(async ({ context, input }) => {
    const id = await context.db.transaction(tx => restoreProject(tx, context, input.id));
    return lineOf(context, id);
  }),
  getSortOrder: projects.getSortOrder.handler(async ({ context }) => ({
    items: await listProjectsBySortOrder(context.db),
  })),
  updateSortOrder: projects.updateSortOrder.handler(async ({ context, input }) => {
    await context.db.transaction(tx => updateProjectSortOrder(tx, input.ids));
    return { items: await listProjectsBySortOrder(context.db) };
  }),
  listRevisions: projects.listRevisions.handler(async ({ context, input }) => {
    const { project } = await getEditableProject(context.db, context, input.id);
    return { items: await listRevisions(context.db, revisions, project.id) };
  }),
  getRevision: projects.getRevision.handler(async ({ context, input }) => {
    const { project } = await getEditableProject(context.db, context, input.id);
    return getRevision(context.db, revisions, project.id, input.revision);
  }),
  restoreRevision: projects.restoreRevision.handler(async ({ context, input }) => {
    await countSave(context);
    const { project } = await getEditableProject(context.db, context, input.id);
    const { content } = await getRevision(context.db, revisions, project.id, input.revision);
    const { version } = input;
    const id = await context.db.transaction(tx => restoreRevision(tx, context, { id: project.id, version, content }));
    return getDraft(context.db, context, id);
  }),
  createPreviewLink: projects.createPreviewLink.handler(async ({ context, input }) => ({
    path: await context.db.transaction(tx => createPreviewLink(tx, context, input.id)),
  })),
  revokePreviewLink: projects.revokePreviewLink.handler(async ({ context, input }) => {
    await context.db.transaction(tx => revokePreviewLink(tx, context, input.id));
    return { revoked: true as const };
  }),
  updateCommentsEnabled: projects.updateCommentsEnabled.handler(async ({ context, input }) => {
    await context.db.transaction(tx => updateCommentsEnabled(tx, context, input));
    return { enabled: input.enabled };
  }),
  setPublishDate: projects.setPublishDate.handler(async ({ context, input }) => {
    await context.db.transaction(tx => setPublishDate(tx, context, input));
    return getDraft(context.db, context, input.id);
  }),
  getDraftPreview: projects.getDraftPreview.handler(async ({ context, input }) => {
    await countPreview(context);
    return getDraftPreview(context.db, context, input.id);
  }),
  getSharedPreview: projects.getSharedPreview.handler(async ({ context, input }) => {
    await countPreview(context);
    return getSharedPreview(context.db, context, input.token);
  }),
};
