import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { Link, useLoaderData, useNavigate } from 'react-router';
import { parseListParams } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { MAX_SEARCH_LENGTH, totalText } from '#shared/lists.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { Drawing } from '#ui/Drawing.tsx';
import { TabLinks } from '#ui/TabLinks.tsx';
import { PageMeta } from '#ui/PageMeta.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { TagLinks } from '#ui/TagLinks.tsx';
import { useUrlFields } from '#ui/use-url-fields.ts';
import { SearchHitItem } from '../components/SearchHitItem.tsx';
import type { SearchKind } from '../contract.ts';

const intro = 'Search posts and projects by title, topic or text.';

/** Maximum number of tags suggested if nothing is found, most used first. */
const SUGGESTED_TAG_LIMIT = 12;

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = parseListParams(searchParams, ['q', 'kind', 'page']);
  const q = query.q?.slice(0, MAX_SEARCH_LENGTH);
  if (q) query.q = q;
  const found = q ? await api.search.query({ ...query, q }) : undefined;
  if (found && found.total > 0) return { query, found, tags: undefined };
  const [posts, projects] = await Promise.all([api.blog.listFacets(), api.projects.listFacets()]);
  const names = ({ tags }: typeof posts) => tags.slice(0, SUGGESTED_TAG_LIMIT).map(tag => tag.name);
  return { query, found, tags: { posts: names(posts), projects: names(projects) } };
});

const kinds: readonly {
  readonly value?: SearchKind;
  readonly label: string;
  readonly countOf: (counts: Record<SearchKind, number>) => number;
}[] = [
  { label: 'All', countOf: ({ posts, projects }) => posts + projects },
  { value: 'posts', label: 'Posts', countOf: ({ posts }) => posts },
  { value: 'projects', label: 'Projects', countOf: ({ projects }) => projects },
];

export function Component() {
  const { query, found, tags } = useLoaderData<typeof loader>();
  const { q, kind } = query;
  const hrefOf = (newKind?: string, page = 1) => withQuery(paths.search, { q, kind: newKind, page });
  const lastPage = found ? Math.ceil(found.total / found.pageSize) : 0;
  return (
    <div className="frame pt-12 sm:pt-20">
      <PageMeta
        title={q ? `Search for “${q}”` : 'Search'}
        description={intro}
        path={paths.search}
        socialImage={paths.socialCard('page', 'home')}
        noIndex
      />
      <h1 className="text-h1">Search</h1>
      <p className="mt-5 max-w-[29em] text-lead text-ink-soft">{intro}</p>
      <SearchForm query={query} />
      {found && (
        <>
          {found.counts.posts + found.counts.projects > 0 && (
            <TabLinks
              label="Result types"
              className="mt-8 lg:max-w-[56rem]"
              tabs={kinds.map(({ value, label, countOf }) => {
                return {
                  label,
                  to: hrefOf(value),
                  count: countOf(found.counts).toLocaleString('en'),
                  isCurrent: kind === value,
                };
              })}
            />
          )}
          <output className="meta mt-8 mb-8 block min-h-5">
            {found.hasMore ? 'More than ' : ''}
            {totalText(found.total, ['result', 'results'])} for “{found.correctedQuery ?? q}”
            {found.correctedQuery && `. No results for “${q}”.`}
            {found.hasMore && '. Add another word to narrow them down.'}
          </output>
        </>
      )}
      {found && found.total > 0 && found.page > lastPage && (
        <Notice title="No results on this page.">
          Go back to{' '}
          <Link className="link" to={hrefOf(kind, lastPage)}>
            page {lastPage}
          </Link>
          .
        </Notice>
      )}
      {found && found.items.length > 0 && (
        <ul aria-label="Results" className="lg:max-w-[56rem]">
          {found.items.map(hit => (
            <SearchHitItem key={hit.path} hit={hit} />
          ))}
        </ul>
      )}
      {found && (
        <Pagination
          page={found.page}
          pageSize={found.pageSize}
          total={found.total}
          hrefOf={number => hrefOf(kind, number)}
        />
      )}
      {found?.total === 0 && <NoResults counts={found.counts} all={hrefOf()} />}
      {tags && (
        <div className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2">
          <TagSuggestions noun="posts" tags={tags.posts} path={paths.blogs} />
          <TagSuggestions noun="projects" tags={tags.projects} path={paths.projects} />
        </div>
      )}
    </div>
  );
}

/** A GET form, so it works without JavaScript. */
function SearchForm({ query }: { query: Record<string, string> }) {
  const navigate = useNavigate();
  const { form, readQuery } = useUrlFields(query);
  return (
    <search className="no-print">
      <form
        ref={form}
        method="get"
        action={paths.search}
        onSubmit={event => {
          event.preventDefault();
          void navigate(withQuery(paths.search, { q: readQuery().q, kind: query.kind }), { preventScrollReset: true });
        }}
        className="mt-10 flex flex-wrap items-end gap-3 lg:max-w-[56rem]"
      >
        {query.kind && <input type="hidden" name="kind" value={query.kind} />}
        <label className="min-w-0 grow basis-40">
          <span className="hint mb-1 block whitespace-nowrap">Search posts and projects</span>
          <input
            className="field"
            type="search"
            name="q"
            defaultValue={query.q}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The page is opened to search, also with the “/” shortcut.
            autoFocus={!query.q}
            data-first-focus={query.q ? undefined : ''}
            maxLength={MAX_SEARCH_LENGTH}
            required
            enterKeyHint="search"
            autoComplete="off"
          />
        </label>
        <button type="submit" className="button">
          <Search className="size-4" aria-hidden="true" /> Search
        </button>
      </form>
    </search>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-t border-rule py-10">
      <Drawing of="notFound" className="mb-8 w-56" />
      <p className="text-lead">{title}</p>
      <p className="mt-2 text-ink-soft">{children}</p>
    </div>
  );
}

function NoResults({ counts, all }: { counts: Record<SearchKind, number>; all: string }) {
  const otherCount = counts.posts + counts.projects;
  return (
    <Notice title="No results.">
      {otherCount > 0 ? (
        <>
          There are results of the other type:{' '}
          <Link className="link" to={all}>
            see all {otherCount}
          </Link>
          .
        </>
      ) : (
        'Try fewer or different words.'
      )}
    </Notice>
  );
}

function TagSuggestions({ noun, tags, path }: { noun: 'posts' | 'projects'; tags: readonly string[]; path: string }) {
  const title = noun === 'posts' ? 'Posts by tag' : 'Projects by tag';
  if (tags.length === 0) return null;
  return (
    <section aria-label={title} className="border-t border-rule pt-5">
      <h2 className="meta uppercase tracking-widest">{title}</h2>
      <div className="mt-2">
        <TagLinks tags={tags} path={path} />
      </div>
      <p className="mt-3">
        <Link className="link" to={path}>
          All {noun}
        </Link>
      </p>
    </section>
  );
}
