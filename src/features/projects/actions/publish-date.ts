import { toDate, lockEntry, newPublishDate } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { updateProjectRow } from '../queries/drafts.ts';
import { projectStore } from './project-store.ts';

/** Changes the day that a project is listed under. Throws NOT_FOUND, and what `newPublishDate` throws. */
export async function setPublishDate(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'now'>,
  { id, publishAt }: { id: string; publishAt: string },
): Promise<void> {
  const row = await lockEntry(tx, context, projectStore, id);
  const { entry: project } = row;
  const hasBeenPublished = project.publishedOn !== null;
  const date = toDate(await newPublishDate(tx, context, projectStore, row, { publishAt, hasBeenPublished }));
  const updatedAt = project.updatedAt < date ? date : project.updatedAt;
  await updateProjectRow(tx, project, { publishedOn: publishAt, updatedAt, isSample: false });
}
