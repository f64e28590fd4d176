import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import { pictureColumns, pictures } from '#features/media/index.ts';
import { projectTags } from '#features/publishing/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
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

/**
 * Sets the sort order of the showcase. Omitted projects lose their position and come first, newest first. Throws
 * BAD_REQUEST if a listed project is not public.
 */
export async function updateProjectSortOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  const isListed = inArray(projects.id, [...ids]);
  const found = await tx.select({ id: projects.id }).from(projects).where(and(isListed, projects.isPublic));
  const unknown = ids.find(id => !found.some(project => project.id === id));
  if (unknown !== undefined) {
    const sentence = `Project “${unknown}” isn’t published. It may have been renamed or unpublished. Reload the page.`;
    throw new AppError('BAD_REQUEST', sentence, { ids: sentence });
  }
  await tx
    .update(projects)
    .set({ position: null })
    .where(and(isNotNull(projects.position), notInArray(projects.id, [...ids])));
  await tx
    .update(projects)
    .set({ position: sql`array_position(${sql.param([...ids])}::text[], ${projects.id})` })
    .where(isListed);
  await invalidateTag(tx, projectTags.list);
}
