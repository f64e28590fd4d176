import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';

/**
 * Matches rows whose text answers a search as people type it (words, "a phrase", -without), or whose title contains it,
 * so that half a word finds something too. Its values come from `searchValues`.
 */
export function matchesSearch(vector: AnyColumn, title: AnyColumn): SQL {
  const answers = sql`${vector} @@ websearch_to_tsquery('english', ${sql.placeholder('search')})`;
  return or(answers, sql`${title} ilike ${sql.placeholder('contained')}`) as SQL;
}

/** The values of `matchesSearch`. */
export function searchValues(search: string): { search: string; contained: string } {
  return { search, contained: containing(search) };
}

/** A pattern of LIKE for what contains a text; characters that LIKE would read as patterns are taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, character => `\\${character}`)}%`;
}
