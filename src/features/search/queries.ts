import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { postSearchIndex, posts } from '#features/blog/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import { projectSearchIndex, projects } from '#features/projects/index.ts';
import type { Db } from '#platform/database/database.ts';
import { matchesSubstring, type SearchIndex, toSearchQuery, toWebSearch } from '#platform/database/search.ts';
import { findSearchCorrection } from '#platform/database/spelling-correction.ts';
import type { SearchHit, SearchKind } from './contract.ts';

/** The id of a post, or the name of a project. */
export type ContentId = number | string;

interface SearchSource {
  readonly table: PgTable;
  readonly index: SearchIndex;
  readonly columns: Record<
    'id' | 'slug' | 'title' | 'excerpt' | 'category' | 'tags' | 'markdown' | 'isPublic' | 'coverImageId',
    AnyPgColumn
  >;
  readonly newest: AnyPgColumn;
  /** Publication date as in the API: an instant for posts, a date for projects. */
  readonly date: SQL<string>;
}

const sources: Readonly<Record<SearchKind, SearchSource>> = {
  posts: {
    table: posts,
    index: postSearchIndex,
    columns: { ...getTableColumns(posts), excerpt: posts.description },
    newest: posts.publishedAt,
    date: sql<string>`to_char(${posts.publishedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  projects: {
    table: projects,
    index: projectSearchIndex,
    columns: { ...getTableColumns(projects), slug: projects.id, excerpt: projects.summary },
    newest: projects.publishedOn,
    date: sql<string>`${projects.publishedOn}::text`,
  },
};

/** Maximum number of ranked hits per kind. */
export const MAX_RANKED = 200;

/** Number of the newest matches, in the text and in title or tags, that are ranked. */
const CANDIDATE_LIMITS = { saying: 300, containing: 100 };

/** Weights of text, excerpt, tags and title: a title match outranks a text with forty matches. */
const weights = sql.raw(`'{0.01, 0.1, 0.4, 1}'::real[]`);

/** Rank bonus for containing the query as typed. */
const exactBonus = sql.raw('0.5');

/** Returns a corrected query for posts and projects if a word is misspelled. */
export function findSpellingCorrection(db: Db, search: string) {
  return findSearchCorrection(db, [postSearchIndex, projectSearchIndex], search);
}

/** Ranks the matching rows of a kind, best first. One more than `MAX_RANKED` means that there are more. */
export function listRanked(db: Db, kind: SearchKind, search: string) {
  const { index, columns, date, newest: published } = sources[kind];
  const { table, shown, vector, foldedTitle, finder } = index;
  const [searchQuery, words] = [toSearchQuery(search), toWebSearch(search)];
  const newest = sql`${published} desc, ${columns.id} desc`;
  const candidateIds = sql`array(
      select id from ${sql.identifier(finder)}(${searchQuery}, ${sql.raw(String(CANDIDATE_LIMITS.saying))})
      union (select ${columns.id} from ${table} where ${and(sql`${shown}`, matchesSubstring(foldedTitle, search))}
        order by ${newest} limit ${sql.raw(String(CANDIDATE_LIMITS.containing))}))`;
  // Concatenated with an empty vector, the words are detoasted once instead of at each use.
  const candidates = sql`(select ${columns.id} as id, ${published} as newest, ${date} as date,
      ${matchesSubstring(foldedTitle, search)} as contains, ${vector} || ''::tsvector as words
      from ${table} where ${columns.id} = any(${candidateIds}) offset 0) as weighed`;
  return db
    .select({
      id: sql<ContentId>`id`,
      // Whether it matches all words, not just a prefix of the last one.
      exact: sql<boolean>`words @@ websearch_to_tsquery('site_text', ${words}) as exact`,
      // Ranks proximity of all words, each single word, and the query as typed.
      rank: sql<number>`ts_rank_cd(${weights}, words, ${searchQuery}) + ts_rank(${weights}, words, any_word_query(${words}))
          + case when contains then ${exactBonus} else 0 end as rank`,
      date: sql<string>`date`,
    })
    .from(candidates)
    .orderBy(sql`exact desc, rank desc, newest desc, id desc`)
    .limit(MAX_RANKED + 1);
}

/** Returns the words of a query without English endings, as in the full-text index. */
export async function listStems(db: Db, search: string) {
  const [row] = await db
    .select({ stems: sql<string[]>`tsvector_to_array(to_tsvector('site_text', ${search}))` })
    .from(sql`(select 1) as once`);
  return row?.stems ?? [];
}

/** The displayed parts of a hit. */
type HitRow = Pick<SearchHit, 'title' | 'excerpt' | 'category' | 'picture'> & {
  readonly key: ContentId;
  readonly slug: string;
  readonly tags: string[];
  readonly date: string;
};

export function listHits(db: Db, kind: SearchKind, ids: readonly ContentId[]) {
  const { table, columns, date } = sources[kind];
  const { id: key, slug, title, excerpt, category, tags, isPublic, coverImageId } = columns;
  return db
    .select({ key, slug, title, excerpt, category, tags, date, picture: pictureColumns })
    .from(table)
    .leftJoin(pictures, eq(pictures.id, coverImageId))
    .where(and(isPublic, eq(key, sql`any(${sql.param(ids)})`))) as Promise<HitRow[]>;
}

/** Returns the searched part of texts (migration `bounded_search_text`). */
export function listMarkdown(db: Db, kind: SearchKind, ids: readonly ContentId[]) {
  const { table, columns } = sources[kind];
  return db
    .select({ key: sql<ContentId>`${columns.id}`, markdown: sql<string>`left(${columns.markdown}, 100000)` })
    .from(table)
    .where(inArray(columns.id, [...ids]));
}
