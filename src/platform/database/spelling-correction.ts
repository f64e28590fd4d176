import { and, sql } from 'drizzle-orm';
import { foldText, toFoldedWords, editDistance, splitWords } from '#shared/search-words.ts';
import type { Db } from './database.ts';
import { executePrepared } from './prepared-query.ts';
import { type SearchIndex, toSearchParams } from './search.ts';

/** Words of a search that are checked. */
const MOST_WORDS = 6;

/** Shorter words resemble too many others. */
const SHORTEST_WORD = 4;

/** Titles that are searched for the closest word, so the cost does not grow with the table. */
const TITLES_READ = 300;

/** Returns how many letters of a word may be wrong. */
function mostWrong(word: string): number {
  return word.length < 6 ? 1 : 2;
}

/**
 * Returns a search with each word that occurs nowhere in `sources` replaced by the closest word in titles and tags, or
 * undefined if nothing is replaced or one has no close word. `name` identifies the sources in statement names.
 */
export async function findSearchCorrection(
  db: Db,
  name: string,
  sources: readonly SearchIndex[],
  search: string,
): Promise<string | undefined> {
  const words = [...new Set(toFoldedWords(search))].filter(word => word.length >= SHORTEST_WORD).slice(0, MOST_WORDS);
  const nearest = new Map<string, string>();
  const beginning = toSearchParams(search).last;
  for (const word of words) {
    const last = beginning && foldText(beginning) === word ? word : null;
    if (await hasWord(db, name, sources, { word, last })) continue;
    const near = findClosestWord(word, await listTitlesLike(db, name, sources, word));
    if (!near) return undefined;
    nearest.set(word, near);
  }
  if (nearest.size === 0) return undefined;
  return splitWords(search)
    .map(piece => (piece.word && nearest.get(foldText(piece.text))) || piece.text)
    .join('');
}

/**
 * Returns whether any row has a word in any form, or as a prefix if it is the last one. Returns true for stop words,
 * such as "about".
 */
async function hasWord(
  db: Db,
  name: string,
  sources: readonly SearchIndex[],
  word: { word: string; last: string | null },
): Promise<boolean> {
  const asked = sql`search_query(${sql.placeholder('word')}, '', ${sql.placeholder('last')})`;
  const [row] = await executePrepared(db, `${name} has word`, word, () => {
    const found = sources.map(({ saying }) => sql` or exists (select 1 from ${sql.identifier(saying)}(${asked}, 1))`);
    const passedOver = sql`numnode(plainto_tsquery('site_text', ${sql.placeholder('word')})) = 0`;
    return db.select({ has: sql<boolean>`${passedOver}${sql.join(found)}` }).from(sql`(select 1) as once`);
  });
  return row?.has ?? false;
}

async function listTitlesLike(db: Db, name: string, sources: readonly SearchIndex[], word: string): Promise<string[]> {
  const titles: string[] = [];
  for (const [index, { table, shown, foldedTitle }] of sources.entries()) {
    const rows = await executePrepared(db, `${name} titles like ${index}`, { word }, () =>
      db
        .select({ title: sql<string>`${foldedTitle}` })
        .from(table)
        .where(and(sql`${shown}`, sql`${foldedTitle} %> ${sql.placeholder('word')}`))
        .limit(TITLES_READ),
    );
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
  const near = [...counts].flatMap(([other, count]) => {
    const distance = editDistance(word, other, mostWrong(word));
    return distance <= mostWrong(word) ? [{ other, count, distance }] : [];
  });
  return near.toSorted((one, two) => one.distance - two.distance || two.count - one.count)[0]?.other;
}
