import { getUser } from '#features/auth/index.ts';
import { deletePicturesIfUnused } from '#features/media/index.ts';
import { hasSections } from '#features/site/index.ts';
import type { CoreServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { lockSampleContent } from './queries.ts';
import { listSamples, type SampleCount } from '#platform/api/sample-content.ts';

type Services = Pick<CoreServices, 'features' | 'files' | 'content'>;

export interface SampleContent {
  /** Returns the number of items of each kind, including kinds without any. */
  readonly list: (db: Db) => Promise<SampleCount[]>;
  /**
   * Deletes it; site sections then have the owner's name and address only. Returns the names of files that are unused,
   * to remove after the transaction.
   */
  readonly remove: (tx: Transaction, ownerId: string, now: Temporal.Instant) => Promise<string[]>;
  /** Adds missing items; the owner's items with the same names stay. */
  readonly load: (tx: Transaction) => Promise<void>;
}

export function createSampleContent(services: Services): SampleContent {
  return {
    async list(db) {
      const counts: SampleCount[] = [];
      // Sequential, because a transaction's connection runs one query at a time.
      for (const { count } of listSamples(services)) counts.push(...((await count?.(db)) ?? []));
      return counts;
    },
    async remove(tx, ownerId, now) {
      await lockSampleContent(tx);
      const removal = { owner: await getUser(tx, ownerId), now };
      const pictures: string[] = [];
      const files: string[] = [];
      for (const { remove } of listSamples(services).toReversed()) {
        const unused = await remove?.(tx, removal);
        pictures.push(...(unused?.pictures ?? []));
        files.push(...(unused?.files ?? []));
      }
      return [...files, ...(await deletePicturesIfUnused(tx, services, pictures))];
    },
    load: tx => loadMissing(tx, services),
  };
}

async function loadMissing(tx: Transaction, services: Services): Promise<void> {
  await lockSampleContent(tx);
  const source = { folder: services.content, files: services.files };
  for (const { load } of listSamples(services)) await load(tx, source);
}

/**
 * Fills an empty site with the sample content, all or nothing. A site that has any content is left alone, so a restart
 * never brings back content that the owner removed. Returns whether anything was written.
 */
export async function loadSampleContentIfEmpty(tx: Transaction, services: Services): Promise<boolean> {
  await lockSampleContent(tx);
  if (await hasSections(tx)) return false;
  await loadMissing(tx, services);
  return true;
}
