import { sql } from 'drizzle-orm';
import { deleteSamplePosts } from '#features/blog/samples.ts';
import { deletePicturesIfUnused } from '#features/media/index.ts';
import { deleteSampleProjects } from '#features/projects/samples.ts';
import type { TestSite } from './test-site.ts';

/** Deletes all sample posts and projects except three of each, because it takes long to export and import pictures. */
export async function keepFewSamples({ db, http }: TestSite): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute(
      sql`update posts set is_sample = id not in (select id from posts order by comment_count desc, id limit 3)`,
    );
    await tx.execute(sql`update projects set is_sample = id not in (select id from projects order by id limit 3)`);
    await deleteSamplePosts(tx);
    await deleteSampleProjects(tx, new Date());
    const pictures = await tx.execute<{ id: string }>(sql`select id from pictures`);
    // The files stay, because all test sites share them.
    await deletePicturesIfUnused(
      tx,
      http.services,
      pictures.rows.map(({ id }) => id),
    );
    await tx.execute(sql`update posts set is_sample = true`);
    await tx.execute(sql`update projects set is_sample = true`);
  });
}
