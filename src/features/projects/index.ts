// The public API of this feature on the server.
export { createProject } from './actions/project-store.ts';
export { insertProject, revisions } from './queries/drafts.ts';
export {
  hasProjectFiles,
  listProjectFiles,
  listProjectsWithoutFiles,
  buildProjectFileKey,
} from './queries/files.ts';
export {
  getProject,
  listNewestProjects,
  listProjects,
  listProjectSitemapEntries,
  projectSearchIndex,
  replaceGallery,
} from './queries/projects.ts';
export { fromProjectRow, toContentColumns } from './rules/content.ts';
export { isPriceShown } from './rules/price.ts';
export { publishProjectsQueue } from './rules/queues.ts';
export { projectPictures, projects, projectSlugs } from './tables.ts';
