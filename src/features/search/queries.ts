import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { postSearchIndex, posts } from '#features/blog/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import { projectSearchIndex, projects } from '#features/projects/index.ts';
import type { Db } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-query.ts';
import { searchQuery, matchesSubstring, type SearchIndex, toSearchParams } from '#platform/database/search.ts';
import { findSearchCorrection } from '#platform/database/spelling-correction.ts';

/** Publication date as in the API: an instant for posts, a date for projects. */
const postDate = sql<string>`to_char(${posts.publishedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const projectDate = sql<string>`${projects.publishedOn}::text`;

/** Maximum number of ranked hits per kind. */
export const MAX_RANKED = 200;

/** Number of the newest matches, in the text and in title or tags, that are ranked. */
const CANDIDATE_LIMITS = { saying: 300, containing: 100 };

/** Weights of text, excerpt, tags and title: a title match outranks a text with forty matches. */
const weights = sql.raw(`'{0.01, 0.1, 0.4, 1}'::real[]`);

/** Rank bonus for containing the query as typed. */
const contained = sql.raw('0.5');

export interface RankedRow<Id> {
  readonly id: Id;
  /** Whether it matches all words, not just a prefix of the last one. */
  readonly exact: boolean;
  readonly rank: number;
  readonly date: string;
}

/** Returns a corrected query for posts and projects if a word is misspelled. */
export function findSpellingCorrection(db: Db, search: string): Promise<string | undefined> {
  return findSearchCorrection(db, 'both', [postSearchIndex, projectSearchIndex], search);
}

/** Ranks the matching posts, best first. One more than `MAX_RANKED` means that there are more. */
export function listRankedPosts(db: Db, search: string): Promise<RankedRow<number>[]> {
  return listRanked(db, 'posts', postSearchIndex, { id: posts.id, newest: posts.publishedAt, date: postDate }, search);
}

/** Ranks the matching projects in the same way. */
export function listRankedProjects(db: Db, search: string): Promise<RankedRow<string>[]> {
  return listRanked(
    db,
    'projects',
    projectSearchIndex,
    { id: projects.id, newest: projects.publishedOn, date: projectDate },
    search,
  );
}

async function listRanked<Id>(
  db: Db,
  name: string,
  { table, shown, vector, foldedTitle, saying }: SearchIndex,
  columns: { id: AnyPgColumn; newest: AnyPgColumn; date: SQL<string> },
  search: string,
): Promise<RankedRow<Id>[]> {
  const rows = await executePrepared(db, `${name} ranked`, toSearchParams(search), () => {
    const newest = sql`${columns.newest} desc, ${columns.id} desc`;
    const weighed = sql`array(
      select id from ${sql.identifier(saying)}(${searchQuery}, ${sql.raw(String(CANDIDATE_LIMITS.saying))})
      union (select ${columns.id} from ${table} where ${and(sql`${shown}`, matchesSubstring(foldedTitle))}
        order by ${newest} limit ${sql.raw(String(CANDIDATE_LIMITS.containing))}))`;
    // Concatenated with an empty vector, the words are detoasted once instead of at each use.
    const candidates = sql`(select ${columns.id} as id, ${columns.newest} as newest, ${columns.date} as date,
      ${matchesSubstring(foldedTitle)} as contains, ${vector} || ''::tsvector as words
      from ${table} where ${columns.id} = any(${weighed}) offset 0) as weighed`;
    const asked = sql.placeholder('search');
    return db
      .select({
        id: sql<Id>`id`,
        exact: sql<boolean>`words @@ websearch_to_tsquery('site_text', ${asked}) as exact`,
        // Ranks proximity of all words, each single word, and the query as typed.
        rank: sql<number>`ts_rank_cd(${weights}, words, ${searchQuery}) + ts_rank(${weights}, words, any_word_query(${asked}))
          + case when contains then ${contained} else 0 end as rank`,
        date: sql<string>`date`,
      })
      .from(candidates)
      .orderBy(sql`exact desc, rank desc, newest desc, id desc`)
      .limit(MAX_RANKED + 1);
  });
  return rows;
}

/** Returns the words of a query without English endings, as in the full-text index. */
export async function listStems(db: Db, search: string): Promise<string[]> {
  const [row] = await executePrepared(db, 'search stems', { search }, () =>
    db
      .select({ stems: sql<string[]>`tsvector_to_array(to_tsvector('site_text', ${sql.placeholder('search')}))` })
      .from(sql`(select 1) as once`),
  );
  return row?.stems ?? [];
}

/** The displayed parts of a hit. */
export interface HitRow<Key> {
  readonly key: Key;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: string;
  readonly tags: string[];
  readonly date: string;
  readonly picture: { id: string; width: number; height: number; placeholderColors: string } | null;
}

export function listPostHits(db: Db, ids: readonly number[]): Promise<HitRow<number>[]> {
  return executePrepared(db, 'search posts', { ids }, () =>
    db
      .select({
        key: posts.id,
        slug: posts.slug,
        title: posts.title,
        excerpt: posts.description,
        category: posts.category,
        tags: posts.tags,
        date: postDate,
        picture: pictureColumns,
      })
      .from(posts)
      .leftJoin(pictures, eq(pictures.id, posts.coverImageId))
      .where(and(posts.isPublic, eq(posts.id, sql`any(${sql.placeholder('ids')})`))),
  );
}

export function listProjectHits(db: Db, ids: readonly string[]): Promise<HitRow<string>[]> {
  return executePrepared(db, 'search projects', { ids }, () =>
    db
      .select({
        key: projects.id,
        slug: projects.id,
        title: projects.title,
        excerpt: projects.summary,
        category: projects.category,
        tags: projects.tags,
        date: projectDate,
        picture: pictureColumns,
      })
      .from(projects)
      .leftJoin(pictures, eq(pictures.id, projects.coverImageId))
      .where(and(projects.isPublic, eq(projects.id, sql`any(${sql.placeholder('ids')})`))),
  );
}

/** The part of a text that is searched (migration `bounded_search_text`). */
const searchedText = (markdown: AnyPgColumn) => sql<string>`left(${markdown}, 100000)`;

export function listPostMarkdown(db: Db, ids: readonly number[]) {
  return db
    .select({ key: posts.id, markdown: searchedText(posts.markdown) })
    .from(posts)
    .where(inArray(posts.id, [...ids]));
}

export function listProjectMarkdown(db: Db, ids: readonly string[]) {
  return db
    .select({ key: projects.id, markdown: searchedText(projects.markdown) })
    .from(projects)
    .where(inArray(projects.id, [...ids]));
}
