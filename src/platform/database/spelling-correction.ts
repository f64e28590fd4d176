import { and, sql } from 'drizzle-orm';
import { foldText, toFoldedWords, editDistance, splitWords } from '#shared/search-words.ts';
import type { Db } from './database.ts';
import { type SearchIndex, splitPrefix, toWebSearch } from './search.ts';

/** Maximum number of words of a search that are checked. */
const MAX_WORDS = 6;

/** Shorter words resemble too many others. */
const MIN_LENGTH = 4;

/** Maximum number of titles searched for the closest word, so the cost does not grow with the table. */
const MAX_TITLES = 300;

/** Returns how many letters of a word may be wrong. */
function getMaxDistance(word: string): number {
  return word.length < 6 ? 1 : 2;
}

/**
 * Returns a search with each word that occurs nowhere in `sources` replaced by the closest word in titles and tags, or
 * undefined if nothing is replaced or one has no close word.
 */
export async function findSearchCorrection(
  db: Db,
  sources: readonly SearchIndex[],
  search: string,
): Promise<string | undefined> {
  const words = [...new Set(toFoldedWords(search))].filter(word => word.length >= MIN_LENGTH).slice(0, MAX_WORDS);
  const corrections = new Map<string, string>();
  const prefix = splitPrefix(search).last;
  for (const word of words) {
    const last = prefix && foldText(prefix) === word ? word : null;
    if (await hasWord(db, sources, word, last)) continue;
    const closest = findClosestWord(word, await listTitlesLike(db, sources, word));
    if (!closest) return undefined;
    corrections.set(word, closest);
  }
  if (corrections.size === 0) return undefined;
  return splitWords(search)
    .map(piece => (piece.word && corrections.get(foldText(piece.text))) || piece.text)
    .join('');
}

/**
 * Returns whether any row has a word in any form, or as a prefix if it is the last one. Returns true for stop words,
 * such as "about".
 */
async function hasWord(db: Db, sources: readonly SearchIndex[], word: string, last: string | null): Promise<boolean> {
  const query = sql`search_query(${toWebSearch(word)}, '', ${last})`;
  const matches = sources.map(({ finder }) => sql` or exists (select 1 from ${sql.identifier(finder)}(${query}, 1))`);
  const isStopWord = sql`numnode(plainto_tsquery('site_text', ${word})) = 0`;
  const [row] = await db.select({ has: sql<boolean>`${isStopWord}${sql.join(matches)}` }).from(sql`(select 1) as once`);
  return row?.has ?? false;
}

async function listTitlesLike(db: Db, sources: readonly SearchIndex[], word: string): Promise<string[]> {
  const titles: string[] = [];
  for (const { table, shown, foldedTitle } of sources) {
    const rows = await db
      .select({ title: sql<string>`${foldedTitle}` })
      .from(table)
      .where(and(sql`${shown}`, sql`${foldedTitle} %> ${word}`))
      .limit(MAX_TITLES);
    titles.push(...rows.map(({ title }) => title));
  }
  return titles;
}

/**
 * Returns the word in some titles that a misspelled word most likely means: fewest wrong letters first, then most
 * frequent.
 */
export function findClosestWord(word: string, titles: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const other of titles.flatMap(toFoldedWords)) counts.set(other, (counts.get(other) ?? 0) + 1);
  const candidates = [...counts].flatMap(([other, count]) => {
    const distance = editDistance(word, other, getMaxDistance(word));
    return distance <= getMaxDistance(word) ? [{ other, count, distance }] : [];
  });
  return candidates.toSorted((one, two) => one.distance - two.distance || two.count - one.count)[0]?.other;
}
