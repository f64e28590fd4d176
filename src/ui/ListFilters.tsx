import Search from 'lucide-react/icons/search';
import { Link, useNavigate } from 'react-router';
import { type PageCursor, totalText } from '#shared/lists.ts';
import { withQuery } from '#shared/paths.ts';
import { TabLinks } from './TabLinks.tsx';
import { useUrlFields } from './use-url-fields.ts';

/** Filters and sort order of a list; stored only in the URL. */
export interface ListFilterState {
  category?: string | undefined;
  tag?: string | undefined;
  search?: string | undefined;
  sort: string;
}

interface ListFiltersProps {
  path: string;
  query: ListFilterState;
  categories: readonly { name: string; count: number }[];
  total: number;
  sorts: readonly { value: string; label: string }[];
  searchLabel: string;
}

/** Returns the URL of a list; omits the default sort order. */
export function toListUrl(
  path: string,
  query: ListFilterState,
  defaultSort: string,
  page = 1,
  cursor?: PageCursor,
): string {
  const sort = query.sort === defaultSort ? undefined : query.sort;
  return withQuery(path, { category: query.category, tag: query.tag, search: query.search, sort, page, ...cursor });
}

/** Category links, search and sort order of a list. Uses plain links and a GET form, so it works without JavaScript. */
export function ListFilters({ path, query, categories, total, sorts, searchLabel }: ListFiltersProps) {
  const defaultSort = sorts[0]?.value ?? '';
  const navigate = useNavigate();
  const { form, readQuery } = useUrlFields({ ...query });
  const apply = () => {
    const { search, sort = defaultSort } = readQuery();
    const next = { ...query, search, sort };
    void navigate(toListUrl(path, next, defaultSort), { preventScrollReset: true });
  };
  return (
    <div className="no-print mt-10">
      <TabLinks
        label="Categories"
        className=""
        tabs={[{ name: undefined, count: total }, ...categories].map(({ name, count }) => ({
          label: name ?? 'All',
          to: toListUrl(path, { ...query, category: name, tag: undefined }, defaultSort),
          count,
          isCurrent: query.category === name,
        }))}
      />
      <search>
        <form
          ref={form}
          method="get"
          action={path}
          onSubmit={event => {
            event.preventDefault();
            apply();
          }}
          className="mt-5 flex flex-wrap items-end gap-3"
        >
          {query.category && <input type="hidden" name="category" value={query.category} />}
          {query.tag && <input type="hidden" name="tag" value={query.tag} />}
          <label className="grow basis-56 sm:max-w-sm">
            <span className="hint mb-1 block">{searchLabel}</span>
            <input
              className="field"
              type="search"
              name="search"
              defaultValue={query.search}
              maxLength={120}
              enterKeyHint="search"
              autoComplete="off"
            />
          </label>
          <label className="basis-40">
            <span className="hint mb-1 block">Sort by</span>
            <select className="field" name="sort" defaultValue={query.sort} onChange={apply}>
              {sorts.map(sort => (
                <option key={sort.value} value={sort.value}>
                  {sort.label}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="button">
            <Search className="size-4" aria-hidden="true" /> Search
          </button>
        </form>
      </search>
    </div>
  );
}

interface ListResultSummaryProps {
  path: string;
  query: ListFilterState;
  defaultSort: string;
  total: number;
  /** Singular and plural of the listed items. */
  noun: readonly [one: string, several: string];
  corrected: string | null;
}

/** Shows the number of results and the active filters, each with a link to remove it. */
export function ListResultSummary({ path, query, defaultSort, total, noun, corrected }: ListResultSummaryProps) {
  const filters = [
    query.tag && { label: `tagged ${query.tag}`, clearLabel: 'Clear tag', without: { ...query, tag: undefined } },
    query.search && {
      label: `matching “${query.search}”`,
      clearLabel: 'Clear search',
      without: { ...query, search: undefined },
    },
    query.category && {
      label: `in ${query.category}`,
      clearLabel: 'Clear category',
      without: { ...query, category: undefined },
    },
  ].filter(filter => typeof filter === 'object');
  return (
    <div className="mt-8 mb-8 flex min-h-11 flex-wrap items-center gap-x-4">
      <output className="meta">
        {totalText(total, noun)}
        {filters.length > 0 && ` ${filters.map(filter => filter.label).join(', ')}`}
        {corrected && `. Showing results for “${corrected}”`}
      </output>
      {filters.map(filter => (
        <Link
          key={filter.label}
          to={toListUrl(path, filter.without, defaultSort)}
          preventScrollReset
          className="meta inline-flex min-h-11 items-center text-ink-soft underline hover:text-accent"
        >
          {filter.clearLabel} <span aria-hidden="true">&nbsp;×</span>
        </Link>
      ))}
    </div>
  );
}
