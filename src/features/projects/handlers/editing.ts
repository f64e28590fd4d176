import { implement } from '@orpc/server';
import { createEditingHandlers } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { createProject, restoreRevision, updateProject } from '../actions/drafts.ts';
import { getDraft } from '../actions/get-draft.ts';
import { getProjectPreview } from '../actions/previews.ts';
import { projectStore } from '../actions/project-store.ts';
import { setPublishDate } from '../actions/publish-date.ts';
import { updateProjectSortOrder } from '../actions/sort-order.ts';
import { projectsContract } from '../contract/index.ts';
import { listProjectsBySortOrder } from '../queries/cleanup.ts';
import { projectDrafts } from '../queries/draft-list.ts';

const projects = implement(projectsContract).$context<ApiContext>();

const editing = createEditingHandlers(projectStore, {
  drafts: projectDrafts,
  getDraft,
  getPreview: getProjectPreview,
  create: createProject,
  update: updateProject,
  restoreRevision,
  setPublishDate,
});

export const projectsEditingHandlers = {
  listDrafts: projects.listDrafts.handler(editing.listDrafts),
  getDraft: projects.getDraft.handler(editing.getDraft),
  create: projects.create.handler(editing.create),
  update: projects.update.handler(editing.update),
  transition: projects.transition.handler(editing.transition),
  delete: projects.delete.handler(editing.delete),
  restore: projects.restore.handler(editing.restore),
  listRevisions: projects.listRevisions.handler(editing.listRevisions),
  getRevision: projects.getRevision.handler(editing.getRevision),
  restoreRevision: projects.restoreRevision.handler(editing.restoreRevision),
  createPreviewLink: projects.createPreviewLink.handler(editing.createPreviewLink),
  revokePreviewLink: projects.revokePreviewLink.handler(editing.revokePreviewLink),
  updateCommentsEnabled: projects.updateCommentsEnabled.handler(editing.updateCommentsEnabled),
  setPublishDate: projects.setPublishDate.handler(editing.setPublishDate),
  getDraftPreview: projects.getDraftPreview.handler(editing.getDraftPreview),
  getSharedPreview: projects.getSharedPreview.handler(editing.getSharedPreview),
  getSortOrder: projects.getSortOrder.handler(async ({ context }) => ({
    items: await listProjectsBySortOrder(context.db),
  })),
  updateSortOrder: projects.updateSortOrder.handler(async ({ context, input }) => {
    await context.db.transaction(tx => updateProjectSortOrder(tx, input.ids));
    return { items: await listProjectsBySortOrder(context.db) };
  }),
};
