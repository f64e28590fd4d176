import { projectTags } from '#features/publishing/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { listPublicProjectIds, updateProjectPositions } from '../queries/sort-order.ts';

/**
 * Sets the sort order of the showcase. Omitted projects lose their position and come first, newest first. Throws
 * BAD_REQUEST if a listed project is not public.
 */
export async function updateProjectSortOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  const there = await listPublicProjectIds(tx, ids);
  const strange = ids.find(id => !there.includes(id));
  if (strange !== undefined) {
    const sentence = `There is no public project “${strange}”. It may have been renamed or taken down; load the page again.`;
    throw new AppError('BAD_REQUEST', sentence, { ids: sentence });
  }
  await updateProjectPositions(tx, ids);
  await invalidateTag(tx, projectTags.list);
}
