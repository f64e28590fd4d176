import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { loadBlogSamples } from '#features/blog/samples.ts';
import { loadCatalogSamples } from '#features/catalog/samples.ts';
import { loadSamplePictures } from '#features/media/samples.ts';
import { loadProjectSamples } from '#features/projects/samples.ts';
import { loadSiteSamples, readSamplePeople } from '#features/site/samples.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';

/**
 * Fills an empty site with the sample content, all or nothing. A site that has any content is left alone, so that a
 * restart never brings back what the owner took away. Answers whether anything was written.
 */
export async function loadSampleContent(db: Database, files: FileStore, folder: string): Promise<boolean> {
  return db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(7238462)`);
    const { rows } = await tx.execute(sql`select exists (select 1 from site_content) as filled`);
    if (rows[0]?.filled === true) return false;
    const people = await readSamplePeople(folder);
    const pictures = await loadSamplePictures(tx, files, join(folder, 'pictures'));
    await loadSiteSamples(tx, folder, pictures);
    await loadCatalogSamples(tx, folder);
    await loadBlogSamples(tx, folder, pictures, people);
    await loadProjectSamples(tx, folder, pictures);
    return true;
  });
}
