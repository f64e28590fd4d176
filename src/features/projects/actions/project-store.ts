import type { EntryStore } from '#features/publishing/index.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import type { ProjectContent } from '../contract/drafts.ts';
import {
  findEditableProject,
  getProjectRow,
  type StoredProject,
  updateProjectRow,
  revisions,
} from '../queries/drafts.ts';
import { isOwnProject } from '../rules/authors.ts';
import { findPublishErrors, toLatestContent } from '../rules/content.ts';
import { publishProjectsQueue } from '../rules/queues.ts';
import { projectSource } from '../tables.ts';
import { publishProject } from './publish.ts';

/** How projects are stored and published. */
export const projectStore: EntryStore<StoredProject, ProjectContent> = {
  ...projectSource,
  queue: publishProjectsQueue,
  revisions,
  findEditable: findEditableProject,
  getRow: getProjectRow,
  update: updateProjectRow,
  publish: publishProject,
  isOwn: isOwnProject,
  toContent: ({ entry, gallery }) => toLatestContent(entry, gallery),
  findPublishErrors,
  toLogColumns: projectId => ({ projectId }),
  editPath: dashboardPaths.updateProject,
  previewPath: paths.projectPreview,
};
