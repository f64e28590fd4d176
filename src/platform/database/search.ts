import { type AnyColumn, type Column, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import { UNSPACED_TEXT } from '#shared/search-words.ts';

/**
 * The word similarity (pg_trgm, 0 to 1) from which a title is considered for spelling correction. A wrong or swapped
 * letter in a word of six leaves 0.43. Every connection sets it (`database.ts`).
 */
export const MIN_WORD_SIMILARITY = 0.4;

/** A searchable table. The database generates both columns (migration `search`). */
export interface SearchIndex {
  readonly table: AnyPgTable;
  /** The condition for rows that may be found. */
  readonly shown: SQL | AnyColumn;
  /** All text, weighted by position. */
  readonly vector: Column;
  /** Title and tags without accents, in lower case. */
  readonly foldedTitle: Column;
  /** The SQL function that finds the newest rows by their words. */
  readonly finder: string;
}

/** Matches rows whose title or tags contain the search as a substring. */
export function matchesSubstring(foldedTitle: AnyColumn, search: string): SQL {
  return sql`${foldedTitle} like contains_pattern(${search})`;
}

/**
 * Matches rows whose text matches a search, or whose title or tags contain it, so parts of words match too. Ignores
 * accents and case.
 */
export function matchesSearch(
  { vector, foldedTitle }: Pick<SearchIndex, 'vector' | 'foldedTitle'>,
  search: string,
): SQL {
  return or(sql`${vector} @@ ${toSearchQuery(search)}`, matchesSubstring(foldedTitle, search)) as SQL;
}

/** Shorter prefixes match too many words. */
const MIN_PREFIX_LENGTH = 3;

/** Matches the last word if it may be a prefix: not if it is excluded or in a closed phrase. */
const LAST_WORD = new RegExp(
  `^(?<before>.*?(?<![-\\p{L}\\p{N}\\p{M}]))(?<last>[\\p{L}\\p{N}\\p{M}]{${MIN_PREFIX_LENGTH},})$`,
  'u',
);

/** Returns the last word of a search if it may be a prefix, and the text before it. */
export function splitPrefix(search: string): { before: string; last: string | null } {
  const { before = '', last = null } = LAST_WORD.exec(search)?.groups ?? {};
  return { before, last };
}

/** Returns the full-text query: words, "a phrase", -excluded; the last word may be a prefix. */
export function toSearchQuery(search: string): SQL {
  const text = toWebSearch(search);
  const { before, last } = splitPrefix(text);
  return sql`search_query(${text}, ${before}, ${last})`;
}

/**
 * Returns a search as `websearch_to_tsquery` reads it: text in scripts without spaces between words becomes a phrase of its
 * characters, as they are in the index.
 */
export function toWebSearch(search: string): string {
  const parts = search.normalize('NFKC').split('"');
  return parts
    .map((part, index) =>
      part.replace(UNSPACED_TEXT, (text, at: number) => {
        const characters = Array.from(text).join(' ');
        // Quotes are around every other part. A minus excludes the phrase only if it is directly before it.
        return index % 2 === 1 ? ` ${characters} ` : `${part[at - 1] === '-' ? '' : ' '}"${characters}" `;
      }),
    )
    .join('"');
}

/** Returns a LIKE pattern for values that contain a text, with wildcards escaped. */
export function toLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, character => `\\${character}`)}%`;
}
