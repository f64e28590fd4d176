import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';

/** Deletes the sample posts and their authors without other posts. Returns the IDs of their pictures. */
export async function deleteSamplePosts(tx: Transaction): Promise<string[]> {
  const { rows: portraits } = await tx.execute<{ id: string }>(sql`
    select distinct a.avatar_id as id from blog_authors a join posts p on p.author_id = a.id
    where p.is_sample and a.avatar_id is not null`);
  const { rows } = await tx.execute<{ author_id: string; cover_image_id: string | null }>(
    sql`delete from posts where is_sample returning author_id, cover_image_id`,
  );
  const authors = sql.param([...new Set(rows.map(row => row.author_id))]);
  await tx.execute(
    sql`delete from blog_authors a where a.id = any(${authors}::text[]) and a.user_id is null
      and not exists (select 1 from posts p where p.author_id = a.id)`,
  );
  return [...portraits.map(({ id }) => id), ...rows.flatMap(row => row.cover_image_id ?? [])];
}
