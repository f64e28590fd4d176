import { eq, and } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posts } from '#features/blog/tables.ts';
import { foldText } from '#shared/search-words.ts';
import { insertPost } from '#tests/support/row-factories.ts';
import { createTestDatabase } from '#tests/support/test-site.ts';
import { type Database, createDatabase } from './database.ts';
import { matchesSearch } from './search.ts';

let db: Database;
let drop: () => Promise<void>;
let id: number;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  db = createDatabase(database.connectionString, 'jobs');
  id = await insertPost(db);
});
afterAll(async () => {
  await db.$client.end();
  await drop();
});

const setTitle = (title: string) => db.update(posts).set({ title }).where(eq(posts.id, id));

/** Returns whether the search finds the post. */
async function finds(search: string): Promise<boolean> {
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(eq(posts.id, id), matchesSearch({ vector: posts.searchVector, foldedTitle: posts.searchTitle }, search)),
    );
  return rows.length === 1;
}

/** Text with special characters of LIKE, text search and SQL; no zero byte, which PostgreSQL cannot store. */
const text = fc
  .array(
    fc.oneof(fc.constantFrom(...'%_\\\'"&|!():*<>-;,. /$1'.split('')), fc.string({ unit: 'grapheme', maxLength: 3 })),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map(parts => parts.join('').replaceAll('\u0000', ''))
  .filter(joined => joined.length > 0);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

describe('matchesSearch', () => {
  it('finds a title by every part of it, taken literally', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.nat(10), fc.nat(10), async (title, from, length) => {
        await setTitle(title);
        const letters = Array.from(graphemes.segment(title), ({ segment }) => segment);
        const part = letters
          .slice(Math.min(from, letters.length - 1))
          .slice(0, length + 1)
          .join('');
        // An accent without a letter is no text.
        fc.pre(foldText(part) !== '');
        expect(await finds(part), part).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('never fails, and never treats a character as a pattern', async () => {
    await setTitle('Plain');
    await fc.assert(
      fc.asyncProperty(text, async search => {
        const found = await finds(search);
        // Without a letter of the title there are no matches; an exclusion alone ("-word") matches everything else.
        if (/^[%_\\'"&|!():*<>;,. /$\d]*$/.test(search)) expect(found).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['100%', '100%', true],
    ['100 percent', '1%p', false],
    ['a_b', 'a_b', true],
    ['axb', 'a_b', false],
    ['a\\b', 'a\\b', true],
    ['ab', 'a\\b', false],
    ['a\\%b', '\\%', true],
    ['a%b', '\\%', false],
  ])('in %j the search %j: %s', async (title, search, found) => {
    await setTitle(title);
    expect(await finds(search)).toBe(found);
  });

  it.each([
    ['Über den Wolken', 'Uber', true],
    ['Uber uns', 'Über', true],
    ['A résumé in one page', 'resume', true],
    ['A resume in one page', 'RÉSUMÉ', true],
    ['Cafe\u0301 culture', 'café', true],
    ['Žluťoučký kůň', 'zlutoucky kun', true],
    ['Smørrebrød', 'smorrebrod', true],
    ['東京の夜', '東京', true],
    ['Ｆｕｌｌ width', 'full', true],
    ['Über den Wolken', 'Ober', false],
  ])('ignores accents: in %j the search %j: %s', async (title, search, found) => {
    await setTitle(title);
    expect(await finds(search)).toBe(found);
  });

  it.each([
    ['Typewriters', 'typewr', true],
    ['The old typewriter', 'old typewr', true],
    ['The old typewriter', 'typewr old', false],
    ['The old typewriter', 'writer', true],
    ['The old typewriter', 'old -typewr', true],
    ['The old typewriter', 'old -typewriter', false],
  ])('treats the last word as a prefix: in %j the search %j: %s', async (title, search, found) => {
    await setTitle(title);
    expect(await finds(search)).toBe(found);
  });
});
