import { implement } from '@orpc/server';
import {
  createEditingHandlers,
  getEntry,
  getPublicFacets,
  getPublicPage,
  listPageTags,
  projectTags,
} from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { implementEndpoints } from '#platform/api/implement-endpoints.ts';
import { completeDraft } from './actions/complete-draft.ts';
import { addProjectFile, removeProjectFile } from './actions/files.ts';
import { getProjectPreview } from './actions/previews.ts';
import { createProject, projectStore, restoreRevision, updateProject } from './actions/project-store.ts';
import { projectsContract } from './contract/index.ts';
import { projectDrafts } from './queries/drafts.ts';
import { listProjectFiles, toProjectFile } from './queries/files.ts';
import { getProject, publicProjects } from './queries/projects.ts';
import { listProjectsBySortOrder, updateProjectSortOrder } from './queries/sort-order.ts';

const projects = implement(projectsContract).$context<ApiContext>();

const editing = createEditingHandlers(projectStore, {
  drafts: projectDrafts,
  completeDraft,
  getPreview: getProjectPreview,
  create: createProject,
  update: updateProject,
  restoreRevision,
});

async function filesOf(context: ApiContext, id: string) {
  const { entry: project } = await getEntry(context.db, context, projectStore, id);
  return { items: (await listProjectFiles(context.db, project.id)).map(toProjectFile) };
}

export const projectsHandlers = {
  list: projects.list.handler(({ context, input }) => getPublicPage(context, publicProjects, input)),
  get: projects.get.handler(async ({ context, input }) => {
    const project = await getProject(context.db, input.id);
    for (const tag of listPageTags(projectTags, project)) context.cacheTags.add(tag);
    return project;
  }),
  listFacets: projects.listFacets.handler(({ context }) => getPublicFacets(context, publicProjects)),
  ...implementEndpoints(projects, editing),
  getSortOrder: projects.getSortOrder.handler(async ({ context }) => ({
    items: await listProjectsBySortOrder(context.db),
  })),
  updateSortOrder: projects.updateSortOrder.handler(async ({ context, input }) => {
    await context.db.transaction(tx => updateProjectSortOrder(tx, input.ids));
    return { items: await listProjectsBySortOrder(context.db) };
  }),
  addFile: projects.addFile.handler(async ({ context, input: { params, query, body } }) => {
    await addProjectFile(context, params.id, new File([body], query.name, { type: body.type }));
    return filesOf(context, params.id);
  }),
  deleteFile: projects.deleteFile.handler(async ({ context, input: { id, file } }) => {
    await context.db.transaction(tx => removeProjectFile(tx, context, { projectId: id, fileId: file }));
    return filesOf(context, id);
  }),
};
