import { implement } from '@orpc/server';
import { postTags, projectTags } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { paths } from '#shared/paths.ts';
import { searchContract, type SearchHit, type SearchKind, type SearchQuery } from './contract.ts';
import {
  findSpellingCorrection,
  type HitRow,
  listPostHits,
  listProjectHits,
  listPostMarkdown,
  listProjectMarkdown,
  listRankedPosts,
  listRankedProjects,
  listStems,
  MAX_RANKED,
  type RankedRow,
} from './queries.ts';
import {
  hasMatch,
  createSnippet,
  highlightText,
  highlightTitle,
  filterMatchingTags,
  type SearchTerms,
  parseSearchWords,
} from './rules.ts';

const search = implement(searchContract).$context<ApiContext>();

const TAGS = ['blog', postTags.list, 'projects', projectTags.list];

/** A post's id or a project's name. */
type RankedRef = { readonly kind: 'posts'; readonly id: number } | { readonly kind: 'projects'; readonly id: string };

/** Ranked hits, from which all result pages are cut. */
interface SearchRanking {
  readonly found: readonly RankedRef[];
  /** Kinds with more hits than were ranked. */
  readonly more: readonly SearchKind[];
  readonly terms: SearchTerms;
  readonly corrected: string | null;
}

async function rankWithCorrection(context: ApiContext, asked: string): Promise<SearchRanking> {
  const asSpelled = await rankQuery(context, asked);
  if (asSpelled.found.length > 0) return asSpelled;
  const meant = await findSpellingCorrection(context.db, asked);
  if (!meant) return asSpelled;
  const corrected = await rankQuery(context, meant);
  return corrected.found.length > 0 ? { ...corrected, corrected: meant } : asSpelled;
}

async function rankQuery({ db }: ApiContext, asked: string): Promise<SearchRanking> {
  const words = parseSearchWords(asked);
  const [posts, projects, stems] = await Promise.all([
    listRankedPosts(db, asked),
    listRankedProjects(db, asked),
    listStems(db, words.join(' ')),
  ]);
  const all: (RankedRef & RankedRow<number | string>)[] = [
    ...posts.slice(0, MAX_RANKED).map(row => ({ ...row, kind: 'posts' as const })),
    ...projects.slice(0, MAX_RANKED).map(row => ({ ...row, kind: 'projects' as const })),
  ];
  const ranked = all.toSorted(
    (one, two) => Number(two.exact) - Number(one.exact) || two.rank - one.rank || (two.date < one.date ? -1 : 1),
  );
  return {
    found: ranked.map(({ kind, id }) => ({ kind, id }) as RankedRef),
    more: [
      ...(posts.length > MAX_RANKED ? (['posts'] as const) : []),
      ...(projects.length > MAX_RANKED ? (['projects'] as const) : []),
    ],
    terms: { words, stems },
    corrected: null,
  };
}

/** Loads a page's hits in order; leaves out those unpublished in between. */
async function loadSearchHits(
  { db }: ApiContext,
  found: readonly RankedRef[],
  terms: SearchTerms,
): Promise<SearchHit[]> {
  const postIds = found.flatMap(one => (one.kind === 'posts' ? [one.id] : []));
  const projectIds = found.flatMap(one => (one.kind === 'projects' ? [one.id] : []));
  const [posts, projects] = await Promise.all([
    postIds.length > 0 ? listPostHits(db, postIds) : [],
    projectIds.length > 0 ? listProjectHits(db, projectIds) : [],
  ]);
  const [postSnippets, projectSnippets] = await Promise.all([
    loadSnippets(posts, terms, ids => listPostMarkdown(db, ids)),
    loadSnippets(projects, terms, ids => listProjectMarkdown(db, ids)),
  ]);
  const shown = new Map<number | string, SearchHit>([
    ...posts.map(row => [row.key, toSearchHit('posts', paths.post(row.slug), row, terms, postSnippets)] as const),
    ...projects.map(
      row => [row.key, toSearchHit('projects', paths.project(row.slug), row, terms, projectSnippets)] as const,
    ),
  ]);
  return found.flatMap(({ id }) => shown.get(id) ?? []);
}

/** Loads text snippets for hits whose title, tags and excerpt don't show the match. */
async function loadSnippets<Key>(
  rows: readonly HitRow<Key>[],
  terms: SearchTerms,
  readTexts: (ids: Key[]) => Promise<{ key: Key; markdown: string }[]>,
) {
  const unclear = rows.filter(
    ({ title, excerpt, tags }) =>
      !hasMatch(highlightTitle(title, terms)) &&
      !hasMatch(highlightText(excerpt, terms)) &&
      filterMatchingTags(tags, terms).length === 0,
  );
  const texts = unclear.length > 0 ? await readTexts(unclear.map(({ key }) => key)) : [];
  return new Map(texts.map(({ key, markdown }) => [key, createSnippet(markdown, terms)]));
}

function toSearchHit<Key>(
  kind: SearchKind,
  path: string,
  row: HitRow<Key>,
  terms: SearchTerms,
  snippets: ReadonlyMap<Key, SearchHit['highlights']['text']>,
): SearchHit {
  const { title, excerpt, category, tags, date, picture, key } = row;
  const snippet = snippets.get(key) ?? [];
  return {
    kind,
    path,
    title,
    excerpt,
    category,
    publishedAt: date,
    picture,
    highlights: {
      title: highlightTitle(title, terms),
      text: snippet.length > 0 ? snippet : highlightText(excerpt, terms),
      tags: filterMatchingTags(tags, terms),
    },
  };
}

/** Caches a value until content changes. The ranking serves all result pages. */
async function getCached<Value>({ searches }: ApiContext, key: string, make: () => Promise<Value>): Promise<Value> {
  const kept = await searches.getOrMake(key, async () => ({ value: await make(), tags: TAGS }));
  return kept as Value;
}

async function searchPage(context: ApiContext, { q, kind, page, pageSize }: SearchQuery) {
  const ranking = await getCached(context, `search ${q}`, () => rankWithCorrection(context, q));
  const { found, more, terms, corrected } = ranking;
  const wanted = kind ? found.filter(one => one.kind === kind) : found;
  const postCount = found.filter(one => one.kind === 'posts').length;
  return {
    items: await loadSearchHits(context, wanted.slice((page - 1) * pageSize, page * pageSize), terms),
    total: wanted.length,
    page,
    pageSize,
    counts: { posts: postCount, projects: found.length - postCount },
    hasMore: kind ? more.includes(kind) : more.length > 0,
    isCorrected: corrected !== null,
    correctedQuery: corrected,
  };
}

export const searchHandlers = search.router({
  query: search.query.handler(({ context, input }) => {
    for (const tag of TAGS) context.cacheTags.add(tag);
    return getCached(context, `search page ${JSON.stringify(input)}`, () => searchPage(context, input));
  }),
});
