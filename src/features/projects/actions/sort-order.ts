import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { listPublicProjectIds, updateProjectPositions } from '../queries/cleanup.ts';

/**
 * Puts the showcase into an order. Projects that are not named lose their place and stand in front, the newest first. Throws
 * BAD_REQUEST where one of those named is not public.
 */
export async function updateProjectSortOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  const there = await listPublicProjectIds(tx, ids);
  const strange = ids.find(id => !there.has(id));
  if (strange !== undefined) {
    const sentence = `There is no public project “${strange}”. It may have been renamed or taken down; load the page again.`;
    throw new AppError('BAD_REQUEST', sentence, { ids: sentence });
  }
  await updateProjectPositions(tx, ids);
  await invalidateTag(tx, 'projects');
}
