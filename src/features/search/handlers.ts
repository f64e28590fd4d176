import { implement } from '@orpc/server';
import { postTags, projectTags } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { paths } from '#shared/paths.ts';
import type { Db } from '#platform/database/database.ts';
import { searchContract, type SearchHit, type SearchKind, searchKinds, type SearchQuery } from './contract.ts';
import {
  type ContentId,
  findSpellingCorrection,
  listHits,
  listMarkdown,
  listRanked,
  listStems,
  MAX_RANKED,
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

/** Ranks the hits from which all result pages are cut. */
async function rankWithCorrection(context: ApiContext, query: string) {
  const original = await rankQuery(context, query);
  if (original.found.length > 0) return original;
  const correction = await findSpellingCorrection(context.db, query);
  if (!correction) return original;
  const corrected = await rankQuery(context, correction);
  return corrected.found.length > 0 ? { ...corrected, corrected: correction } : original;
}

async function rankQuery({ db }: ApiContext, query: string) {
  const words = parseSearchWords(query);
  const [stems, ...lists] = await Promise.all([
    listStems(db, words.join(' ')),
    ...searchKinds.map(async kind => ({ kind, rows: await listRanked(db, kind, query) })),
  ]);
  const ranked = lists
    .flatMap(({ kind, rows }) => rows.slice(0, MAX_RANKED).map(row => ({ ...row, kind })))
    .toSorted(
      (one, two) => Number(two.exact) - Number(one.exact) || two.rank - one.rank || (two.date < one.date ? -1 : 1),
    );
  return {
    found: ranked.map(({ kind, id }) => ({ kind, id })),
    /** Kinds with more hits than were ranked. */
    more: lists.flatMap(({ kind, rows }) => (rows.length > MAX_RANKED ? [kind] : [])),
    terms: { words, stems },
    corrected: null as string | null,
  };
}

/** Loads a page's hits in order; leaves out those unpublished in between. */
async function loadSearchHits(
  { db }: ApiContext,
  found: readonly { readonly kind: SearchKind; readonly id: ContentId }[],
  terms: SearchTerms,
) {
  const hits = await Promise.all(
    searchKinds.map(async kind => {
      const ids = found.filter(one => one.kind === kind).map(({ id }) => id);
      return ids.length > 0 ? loadHitsOfKind(db, kind, ids, terms) : [];
    }),
  );
  const shown = new Map(hits.flat());
  return found.flatMap(({ id }) => shown.get(id) ?? []);
}

/** Loads hits by id, with text snippets for those whose title, tags and excerpt don't show the match. */
async function loadHitsOfKind(db: Db, kind: SearchKind, ids: readonly ContentId[], terms: SearchTerms) {
  const rows = (await listHits(db, kind, ids)).map(row => {
    const [title, text] = [highlightTitle(row.title, terms), highlightText(row.excerpt, terms)];
    return { ...row, highlights: { title, text, tags: filterMatchingTags(row.tags, terms) } };
  });
  const unclear = rows.flatMap(({ key, highlights: { title, text, tags } }) =>
    hasMatch(title) || hasMatch(text) || tags.length > 0 ? [] : [key],
  );
  const texts = unclear.length > 0 ? await listMarkdown(db, kind, unclear) : [];
  const snippets = new Map(texts.map(({ key, markdown }) => [key, createSnippet(markdown, terms)]));
  return rows.map(({ key, slug, date, tags: _tags, highlights, ...row }): [ContentId, SearchHit] => {
    const snippet = snippets.get(key) ?? [];
    const path = kind === 'posts' ? paths.post(slug) : paths.project(slug);
    const text = snippet.length > 0 ? snippet : highlights.text;
    return [key, { ...row, kind, path, publishedAt: date, highlights: { ...highlights, text } }];
  });
}

/** Caches a value until content changes. The ranking serves all result pages. */
async function getCached<Value>({ searches }: ApiContext, key: string, make: () => Promise<Value>): Promise<Value> {
  const cached = await searches.getOrMake(key, async () => ({ value: await make(), tags: TAGS }));
  return cached as Value;
}

async function searchPage(context: ApiContext, { q, kind, page, pageSize }: SearchQuery) {
  const ranking = await getCached(context, `search ${q}`, () => rankWithCorrection(context, q));
  const { found, more, terms, corrected } = ranking;
  const matches = kind ? found.filter(one => one.kind === kind) : found;
  const postCount = found.filter(one => one.kind === 'posts').length;
  return {
    items: await loadSearchHits(context, matches.slice((page - 1) * pageSize, page * pageSize), terms),
    total: matches.length,
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
