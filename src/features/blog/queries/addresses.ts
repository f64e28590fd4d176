import { and, asc, inArray } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { posts } from '../tables.ts';

/** Lists the slugs and last changes of a range of public posts, by ID. */
export function listPostAddresses(db: Db, { offset, limit }: { readonly offset: number; readonly limit: number }) {
  const found = db
    .select({ id: posts.id })
    .from(posts)
    .where(and(posts.isPublic))
    .orderBy(asc(posts.id))
    .offset(offset)
    .limit(limit);
  return db
    .select({ slug: posts.slug, updatedAt: posts.updatedAt })
    .from(posts)
    .where(inArray(posts.id, found))
    .orderBy(asc(posts.id));
}
