import { asc, eq, sql } from 'drizzle-orm';
import { countRows, totalOf } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { ProjectFile } from '../contract/files.ts';
import { projectFiles } from '../tables.ts';

type ProjectFileRow = typeof projectFiles.$inferSelect;

/** Returns the storage key of a project file. */
export const buildProjectFileKey = (id: string) => `project-files/${id}`;

/** Converts a row to the file that the API returns. */
export const toProjectFile = ({ id, name, bytes, addedAt }: ProjectFileRow): ProjectFile => {
  return { id, name, bytes, addedAt: addedAt.toISOString() };
};

/** Returns the files that a project is sold with, in the order they were added. */
export function listProjectFiles(db: Db, projectId: string): Promise<ProjectFileRow[]> {
  return db.select().from(projectFiles).where(eq(projectFiles.projectId, projectId)).orderBy(asc(projectFiles.place));
}

export async function hasProjectFiles(db: Db, projectId: string): Promise<boolean> {
  return (await db.$count(projectFiles, eq(projectFiles.projectId, projectId))) > 0;
}

export async function deleteProjectFile(tx: Transaction, id: string): Promise<void> {
  await tx.delete(projectFiles).where(eq(projectFiles.id, id));
}

/** Returns whether clients have paid for a project and may download its files. */
export async function hasBuyers(db: Db, projectId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from orders where bought_project_id = ${projectId} and status in ('paid', 'delivered', 'closed') limit 1`);
  return rows.length > 0;
}

/**
 * Lists the published projects that have a price but no files, newest first, at most `most`, and how many there are.
 * Sample projects are left out.
 */
export async function listProjectsWithoutFiles(
  db: Db,
  most: number,
): Promise<{ items: { id: string; title: string }[]; total: number }> {
  const withoutFiles = sql`from projects where is_public and price_amount > 0 and not is_sample
    and not exists (select from project_files where project_id = projects.id)`;
  const { rows } = await db.execute<{ id: string; title: string }>(
    sql`select id, title ${withoutFiles} order by published_on desc, id desc limit ${most}`,
  );
  const total = await totalOf({ page: 1, pageSize: most }, rows, () => countRows(db, sql`(select ${withoutFiles})`));
  return { items: rows, total };
}
