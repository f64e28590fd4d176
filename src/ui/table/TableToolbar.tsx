import Search from 'lucide-react/icons/search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { MAX_SEARCH_LENGTH, MAX_EXACT_TOTAL, type PageCursor, totalText } from '#shared/lists.ts';
import { withQuery } from '#shared/paths.ts';
import { type UrlQuery, useUrlFields } from '../use-url-fields.ts';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** A filter of a list; `allLabel` is the option without filtering. */
export interface TableFilter {
  readonly name: string;
  readonly label: string;
  readonly allLabel: string;
  readonly options: readonly SelectOption[];
}

/** A filter that comes with a link and can only be removed; `names` are its parameters. */
export interface FixedFilter {
  readonly names: readonly string[];
  readonly label: string;
}

interface TableToolbarProps {
  path: string;
  query: UrlQuery;
  fixedFilters: readonly FixedFilter[];
  /** Label of the search field. If omitted, there is none. */
  searchLabel?: string | undefined;
  filters?: readonly TableFilter[] | undefined;
  /** Sort options; the first is the default. Shown where rows are cards without headings to press. */
  sorts?: readonly SelectOption[] | undefined;
  /** Whether to show the sort options on wide screens too, for lists without column headings. */
  isSortVisible?: boolean | undefined;
  /** Content at the end of the toolbar. */
  children?: ReactNode;
}

/** Returns the URL of a list; omits the default sort order. */
export function toTableUrl(path: string, query: UrlQuery, defaultSort?: string, page = 1, cursor?: PageCursor): string {
  return withQuery(path, { ...query, ...(query.sort === defaultSort ? { sort: undefined } : {}), page, ...cursor });
}

/** Search, filters and sort order of a table, kept in the URL. On phones, one button opens all but the search. */
export function TableToolbar({
  path,
  query,
  fixedFilters,
  searchLabel,
  filters = [],
  sorts = [],
  isSortVisible = false,
  children,
}: TableToolbarProps) {
  const navigate = useNavigate();
  const defaultSort = sorts[0]?.value;
  // The URL omits the default order.
  const { form, readQuery } = useUrlFields({ ...query, sort: query.sort ?? defaultSort });
  const apply = () => void navigate(toTableUrl(path, readQuery(), defaultSort), { preventScrollReset: true });
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const activeFilterCount = filters.filter(({ name }) => query[name]).length;
  const selects = [
    ...filters.map(({ options, allLabel, ...filter }) => ({
      ...filter,
      options: [{ value: '', label: allLabel }, ...options],
    })),
    ...(sorts.length > 0 ? [{ name: 'sort', label: 'Sort by', options: sorts }] : []),
  ];
  return (
    <search className="no-print @container mt-5 block">
      <form
        ref={form}
        method="get"
        action={path}
        onSubmit={event => {
          event.preventDefault();
          apply();
        }}
        className="flex flex-wrap items-end gap-2 @3xl:gap-3"
      >
        {fixedFilters
          .flatMap(({ names }) => names)
          .map(name => query[name] && <input key={name} type="hidden" name={name} defaultValue={query[name]} />)}
        {searchLabel && (
          <label className="min-w-0 grow basis-32 @3xl:max-w-xs @3xl:basis-40">
            <span className="hint mb-1 block whitespace-nowrap">{searchLabel}</span>
            <input
              className="field"
              type="search"
              name="search"
              defaultValue={query.search}
              maxLength={MAX_SEARCH_LENGTH}
              enterKeyHint="search"
              autoComplete="off"
            />
          </label>
        )}
        {searchLabel && (
          <button type="submit" className="button" aria-label="Search">
            <Search className="size-4" aria-hidden="true" /> <span className="hidden @3xl:inline">Search</span>
          </button>
        )}
        {(selects.length > 0 || children) && (
          <button
            type="button"
            className="button @3xl:hidden"
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal className="size-4" aria-hidden="true" />
            <span className={searchLabel ? 'sr-only @xl:not-sr-only' : ''}>Filter</span>
            {activeFilterCount > 0 && ` (${activeFilterCount})`}
          </button>
        )}
        <div id={panelId} className={`${isOpen ? 'flex' : 'hidden'} w-full flex-wrap items-end gap-3 @3xl:contents`}>
          {selects.map(select => (
            <label
              key={select.name}
              className={`grow basis-32 @xl:basis-40 @3xl:grow-0 @3xl:basis-40 ${select.name === 'sort' && !isSortVisible ? '@3xl:hidden' : ''}`}
            >
              <span className="hint mb-1 block">{select.label}</span>
              <select className="field" name={select.name} defaultValue={query[select.name] ?? ''} onChange={apply}>
                {select.options.map(option => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <div className="flex flex-wrap gap-3 @3xl:ml-auto">{children}</div>
        </div>
      </form>
    </search>
  );
}

interface TableSummaryProps {
  path: string;
  query: UrlQuery;
  fixedFilters: readonly FixedFilter[];
  total: number;
  noun: readonly [one: string, several: string];
}

/** Shows the number of rows and links to clear the filters. */
export function TableSummary({ path, query, fixedFilters, total, noun }: TableSummaryProps) {
  const isFiltered = Object.entries(query).some(([name, value]) => name !== 'sort' && value);
  return (
    <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-5">
      <output className="hint">
        {totalText(total, noun)}
        {isFiltered && ' found'}
      </output>
      {fixedFilters
        .filter(({ names }) => names.some(name => query[name]))
        .map(({ names, label }) => (
          <Link
            key={label}
            className="hint inline-flex min-h-11 max-w-full items-center gap-1.5 no-underline hover:text-accent"
            to={toTableUrl(path, { ...query, ...Object.fromEntries(names.map(name => [name, undefined])) })}
            aria-label={`Remove filter: ${label}`}
            preventScrollReset
          >
            <span className="min-w-0 truncate text-ink">{label}</span>{' '}
            <X className="size-4 shrink-0" aria-hidden="true" />
          </Link>
        ))}
      {isFiltered && (
        <Link
          className="hint inline-flex min-h-11 items-center underline hover:text-accent"
          to={toTableUrl(path, { sort: query.sort })}
          preventScrollReset
        >
          Clear filters
        </Link>
      )}
    </div>
  );
}

/** Explains why a long list has no sums, and how to get them. */
export function SumsLeftOut({ noun }: { noun: string }) {
  return (
    <p className="hint mt-4 max-w-[56ch]">
      Totals are shown for up to {MAX_EXACT_TOTAL.toLocaleString('en')} {noun}. Narrow the list to see them, or download
      the CSV.
    </p>
  );
}

/** Shown instead of a table without rows. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="border-t border-rule py-12">
      <p className="text-lead">{title}</p>
      {children && <p className="mt-2 max-w-[29em] text-ink-soft">{children}</p>}
      {action}
    </div>
  );
}
