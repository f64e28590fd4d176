import { sql } from 'drizzle-orm';
import { listSampleCovers } from '#features/publishing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { projects } from '../tables.ts';

/**
 * Deletes the sample projects; purchased ones are only marked as deleted and keep their files. Returns the IDs of the
 * other files and of all their pictures.
 */
export async function deleteSampleProjects(
  tx: Transaction,
  at: Date,
): Promise<{ readonly files: string[]; readonly pictures: string[] }> {
  const pictures = (await listSampleCovers(tx, projects)).map(({ id }) => id);
  await tx.execute(sql`update projects set is_sample = false, deleted_at = ${at.toISOString()}
    where is_sample and exists (select from orders where bought_project_id = projects.id
      and status not in ('declined', 'expired', 'canceled', 'refunded'))`);
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from project_files where project_id in (select id from projects where is_sample)`,
  );
  await tx.execute(sql`delete from projects where is_sample`);
  return { files: rows.map(({ id }) => id), pictures };
}
