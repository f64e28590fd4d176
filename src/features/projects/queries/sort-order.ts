import { and, asc, eq, inArray, isNotNull, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { pictureColumns, pictures } from '#features/media/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { MAX_SORTED_PROJECTS, type SortedProject } from '../contract/drafts.ts';
import { projects } from '../tables.ts';
import { featuredOrderBy } from './projects.ts';

/** A purchased project and its files are kept as long as its orders. */
const isNotBought = sql`not exists (select from orders where orders.bought_project_id = ${projects.id}
  and orders.status not in ('declined', 'expired', 'canceled', 'refunded'))`;

async function listIds(db: Db, which: SQL | undefined): Promise<string[]> {
  const rows = await db.select({ id: projects.id }).from(projects).where(which);
  return rows.map(({ id }) => id);
}

/** Lists the projects that were deleted before an instant and never bought. */
export function listDeletedBefore(db: Db, before: Date): Promise<string[]> {
  return listIds(db, and(lt(projects.deletedAt, before), isNotBought));
}

/** Returns which of these projects were never bought. */
export function listNotBought(db: Db, ids: readonly string[]): Promise<string[]> {
  return listIds(db, and(inArray(projects.id, [...ids]), isNotBought));
}

/** Lists a user's projects with all columns. */
export function listProjectsByUser(db: Db, userId: string) {
  return db.select().from(projects).where(eq(projects.authorId, userId)).orderBy(asc(projects.createdAt));
}

/** Permanently deletes projects. */
export async function deleteProjects(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(projects).where(inArray(projects.id, [...ids]));
}

/**
 * Sets the owner name of a user's projects and discards pending changes and preview links, for when the account is
 * deleted.
 */
export async function updateOwnerName(tx: Transaction, userId: string, name: string): Promise<void> {
  await tx
    .update(projects)
    .set({ owner: name, unpublishedChanges: null, previewToken: null })
    .where(eq(projects.authorId, userId));
}

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
export async function listPublicProjectIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set(await listIds(db, and(inArray(projects.id, [...ids]), projects.isPublic)));
}

/** Sets the positions of these projects in order and clears all others. */
export async function updateProjectPositions(tx: Transaction, ids: readonly string[]): Promise<void> {
  const left = ids.length > 0 ? notInArray(projects.id, [...ids]) : undefined;
  await tx
    .update(projects)
    .set({ position: null })
    .where(and(isNotNull(projects.position), left));
  if (ids.length === 0) return;
  await tx
    .update(projects)
    .set({ position: sql`array_position(${sql.param([...ids])}::text[], ${projects.id})` })
    .where(inArray(projects.id, [...ids]));
}
