import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';

/** Lists the portraits of commenters on sample posts. */
export async function listSamplePortraits(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct c.avatar_id as id from comments c join posts p on p.id = c.post_id
    where p.is_sample and c.avatar_id is not null`);
  return rows.map(({ id }) => id);
}
