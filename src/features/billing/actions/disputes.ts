import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    /** Returns which of these refunds are disputes. */
    readonly listDisputes?: (db: Db, refundIds: readonly number[]) => Promise<number[]>;
  }
}

/** Adds to ledger entries whether they belong to a dispute, as the feature that stores refunds knows. */
export async function withDisputes<Entry extends { readonly refundId: number | null }>(
  db: Db,
  { features }: Pick<ApiServices, 'features'>,
  entries: readonly Entry[],
): Promise<(Omit<Entry, 'refundId'> & { readonly isDispute: boolean })[]> {
  const refundIds = entries.flatMap(({ refundId }) => refundId ?? []);
  const lists = refundIds.length === 0 ? [] : features.flatMap(({ listDisputes: list }) => list?.(db, refundIds) ?? []);
  const disputes = new Set<number | null>((await Promise.all(lists)).flat());
  return entries.map(({ refundId, ...entry }) => ({ ...entry, isDispute: disputes.has(refundId) }));
}
