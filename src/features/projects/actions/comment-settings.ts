import type { ApiContext } from '#platform/api/context.ts';
import { projectTags } from '#features/publishing/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { updateProjectRow } from '../queries/drafts.ts';
import { lockEditableProject } from './list-drafts.ts';

/** Turns comments on or off for a project, effective immediately. Existing comments stay. Throws NOT_FOUND. */
export async function updateCommentsEnabled(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'>,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<void> {
  const { project } = await lockEditableProject(tx, context, id);
  if (project.commentsEnabled === enabled) return;
  await updateProjectRow(tx, project, { commentsEnabled: enabled, isSample: false });
  if (project.isPublic) await invalidateTag(tx, projectTags.page(project.id));
}
