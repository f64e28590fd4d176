import type { RevisionStore } from '#features/publishing/index.ts';
import type { ProjectContent } from '../contract/drafts.ts';
import { projectRevisions } from '../tables.ts';

/** Revision store of projects. */
export const revisions: RevisionStore<string, ProjectContent> = {
  table: projectRevisions,
  of: projectRevisions.projectId,
  insert: (tx, rows) => tx.insert(projectRevisions).values(rows.map(({ id, ...row }) => ({ projectId: id, ...row }))),
};
