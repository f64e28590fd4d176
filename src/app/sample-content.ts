import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { loadBlogSamples } from '#features/blog/samples.ts';
import { seedPricing } from '#features/pricing/samples.ts';
import { insertSampleComments } from '#features/comments/samples.ts';
import { loadSamplePictures } from '#features/media/samples.ts';
import { loadProjectSamples } from '#features/projects/samples.ts';
import { loadSiteSamples, readSamplePeople } from '#features/site/samples.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { lockSampleContent } from './sample-removal.ts';

/**
 * Fills an empty site with the sample content, all or nothing. A site that has any content is left alone, so that a
 * restart never brings back what the owner took away. Answers whether anything was written.
 */
export async function loadSampleContent(db: Database, files: FileStore, folder: string): Promise<boolean> {
  return db.transaction(async tx => {
    await lockSampleContent(tx);
    const { rows } = await tx.execute(sql`select exists (select 1 from site_content) as filled`);
    if (rows[0]?.filled === true) return false;
    await loadMissingSamples(tx, files, folder);
    return true;
  });
}

/** Adds the sample content that is missing: documents that nobody wrote; posts, projects and offers whose addresses are free. */
export async function loadMissingSamples(tx: Transaction, files: FileStore, folder: string): Promise<void> {
  const people = await readSamplePeople(folder);
  const pictures = await loadSamplePictures(tx, files, join(folder, 'pictures'));
  await loadSiteSamples(tx, folder, pictures);
  await seedPricing(tx, folder);
  await loadBlogSamples(tx, folder, pictures, people);
  await loadProjectSamples(tx, folder, pictures, files);
  await insertSampleComments(tx, folder, pictures);
  await backfillCoverAltText(tx);
}

/** The library shows covers by the words that their posts and projects have for them, where the owner wrote none. */
async function backfillCoverAltText(tx: Transaction): Promise<void> {
  for (const table of [sql`posts`, sql`projects`]) {
    await tx.execute(sql`
      update pictures set alt = covered.cover_alt from ${table} as covered
      where covered.cover_id = pictures.id and covered.sample and pictures.alt = ''
    `);
  }
}
