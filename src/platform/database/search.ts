import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';

/**
 * Matches rows whose text answers a search as people type it (words, "a phrase", -without), or whose title contains it,
 * so that half a word finds something too. Characters that LIKE would read as patterns are taken literally.
 */
export function matchesSearch(vector: AnyColumn, title: AnyColumn, search: string): SQL {
  const contained = `%${search.replace(/[\\%_]/g, character => `\\${character}`)}%`;
  return or(sql`${vector} @@ websearch_to_tsquery('english', ${search})`, sql`${title} ilike ${contained}`) as SQL;
}
