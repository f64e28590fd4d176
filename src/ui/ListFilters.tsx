import Search from 'lucide-react/icons/search';
import { Link, useNavigate } from 'react-router';
import { MAX_SEARCH_LENGTH, type PageCursor, totalText } from '#shared/lists.ts';
import { withQuery } from '#shared/paths.ts';
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

/** Search, category and sort order of a list on one line; on phones, one button opens all but the search. */
export function ListFilters({ path, query, categories, total, sorts, searchLabel }: ListFiltersProps) {
  const defaultSort = sorts[0]?.value ?? '';
  const navigate = useNavigate();
  const { form, readQuery } = useUrlFields({ ...query });
  const apply = () => {
    const { search, category, sort = defaultSort } = readQuery();
    // A tag is rarely used in another category.
    const tag = category === query.category ? query.tag : undefined;
    void navigate(toListUrl(path, { search, category, tag, sort }, defaultSort), { preventScrollReset: true });
  };
  const selects = [
    {
      name: 'category',
      label: 'Category',
      options: [
        { value: '', label: `All categories (${total})` },
        ...categories.map(({ name, count }) => ({ value: name, label: `${name} (${count})` })),
      ],
    },
    { name: 'sort', label: 'Sort by', options: sorts },
  ] as const;
  return (
    <search className="no-print grow">
      <form
        ref={form}
        method="get"
        action={path}
        onSubmit={event => {
          event.preventDefault();
          apply();
        }}
        className="flex gap-2 md:gap-3"
      >
        {query.tag && <input type="hidden" name="tag" value={query.tag} />}
        <input
          className="field min-w-0 md:max-w-sm"
          type="search"
          name="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          defaultValue={query.search}
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
          autoComplete="off"
        />
        <button type="submit" className="button shrink-0 px-3" aria-label="Search">
          <Search className="size-4" aria-hidden="true" />
        </button>
        <button type="button" popoverTarget="list-filters" className="button shrink-0 px-3 md:hidden">
          Filter
        </button>
        <div
          id="list-filters"
          popover="auto"
          className="anchored w-72 rounded-control border border-rule-strong bg-ground p-4 text-ink shadow-raised md:contents"
        >
          {selects.map(({ name, label, options }) => (
            <label key={name} className="block max-md:mb-4">
              <span className="hint mb-1 block md:sr-only">{label}</span>
              <select className="field md:w-auto" name={name} defaultValue={query[name] ?? ''} onChange={apply}>
                {options.map(option => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <button type="submit" className="button without-script w-full md:hidden">
            Apply filters
          </button>
        </div>
      </form>
    </search>
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
    <div className="flex min-h-11 flex-wrap items-center gap-x-4">
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
