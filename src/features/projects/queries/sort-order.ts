import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import { pictureColumns, pictures } from '#features/media/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { MAX_SORTED_PROJECTS, type SortedProject } from '../contract/drafts.ts';
import { projects } from '../tables.ts';
import { featuredOrderBy } from './projects.ts';

/** Lists the public projects in showcase order. */
export async function listProjectsBySortOrder(db: Db): Promise<SortedProject[]> {
  const rows = await db
    .select({
      id: projects.id,
      title: projects.title,
      category: projects.category,
      cover: pictureColumns,
      position: projects.position,
    })
    .from(projects)
    .leftJoin(pictures, eq(pictures.id, projects.coverImageId))
    .where(and(projects.isPublic))
    .orderBy(...featuredOrderBy)
    .limit(MAX_SORTED_PROJECTS);
  return rows.map(({ position, ...row }) => ({ ...row, hasPosition: position !== null }));
}

/** Returns which of these IDs are public projects. */
export async function listPublicProjectIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(inArray(projects.id, [...ids]), projects.isPublic));
  return rows.map(({ id }) => id);
}

/** Sets the positions of these projects in order and clears all others. */
export async function updateProjectPositions(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .update(projects)
    .set({ position: null })
    .where(and(isNotNull(projects.position), notInArray(projects.id, [...ids])));
  await tx
    .update(projects)
    .set({ position: sql`array_position(${sql.param([...ids])}::text[], ${projects.id})` })
    .where(inArray(projects.id, [...ids]));
}
