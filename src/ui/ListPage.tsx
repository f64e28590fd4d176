import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import type { Facets } from '#shared/contract.ts';
import { paths } from '#shared/paths.ts';
import { Drawing } from './Drawing.tsx';
import { toListUrl, type ListFilterState, ListResultSummary, ListFilters } from './ListFilters.tsx';
import { PageMeta, siteMetaContext, toBreadcrumbJsonLd } from './PageMeta.tsx';
import { Pagination } from './Pagination.tsx';
import { TagLinks } from './TagLinks.tsx';

interface ListPageProps {
  title: string;
  intro: string;
  /** Description for search results. */
  description: string;
  path: string;
  query: Readonly<Record<string, string>>;
  facets: Facets;
  /** Sort options; the first is the default. */
  sorts: readonly { value: string; label: string }[];
  noun: readonly [one: string, several: string];
  list: {
    readonly items: readonly { readonly id: string | number }[];
    readonly page: number;
    readonly pageSize: number;
    readonly total: number;
    /** The spelling-corrected search that was used instead of the original. */
    readonly correctedSearch: string | null;
  };
  /** Shown if the site has no items at all. */
  empty: { readonly title: string; readonly hint: string };
  children: ReactNode;
}

/** Maximum number of tags below a list, most used first. */
const MAX_TAGS = 30;

/** List page with metadata, filters, rows, pagination and tags. */
export function ListPage(props: ListPageProps) {
  const { title, description, path, query, facets, sorts } = props;
  const site = use(siteMetaContext);
  const isFiltered = Object.entries(query).some(([key, value]) => key !== 'sort' || value !== sorts[0]?.value);
  return (
    <>
      <PageMeta
        {...{ title, description, path }}
        socialImage={paths.socialCard('page', path.slice(1))}
        noIndex={isFiltered || facets.total === 0}
        jsonLd={[
          toBreadcrumbJsonLd(site.url, [
            ['Home', paths.home],
            [title, path],
          ]),
        ]}
      />
      <ListContent {...props} />
    </>
  );
}

function ListContent({ title, intro, path, query: params, facets, sorts, noun, list, empty, children }: ListPageProps) {
  const { items, page, pageSize, total, correctedSearch } = list;
  const defaultSort = sorts[0]?.value ?? '';
  const query: ListFilterState = { sort: defaultSort, ...params };
  const lastPage = Math.ceil(total / pageSize);
  if (facets.total === 0) {
    return (
      <div className="frame pt-12 pb-24 sm:pt-20">
        <h1 className="text-h1">{title}</h1>
        <div className="mt-10 border-t border-rule py-14">
          <Drawing of="empty" className="mb-8 w-56" />
          <p className="text-lead">{empty.title}</p>
          <p className="mt-2 max-w-[29em] text-ink-soft">{empty.hint}</p>
          <Link className="button mt-6" to={paths.contact}>
            Get in touch
          </Link>
        </div>
      </div>
    );
  }
  return (
    <div className="frame pt-12 sm:pt-20">
      <h1 className="text-h1">{title}</h1>
      <p className="mt-5 max-w-[29em] text-lead text-ink-soft">{intro}</p>
      <div className="mt-8 mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 lg:mb-12">
        <ListFilters
          path={path}
          query={query}
          categories={facets.categories}
          total={facets.total}
          sorts={sorts}
          searchLabel={`Search ${noun[1]}`}
        />
        <ListResultSummary {...{ path, query, defaultSort, total, noun, corrected: correctedSearch }} />
      </div>
      {total === 0 && (
        <NoItems title={`No matching ${noun[1]}.`} hint="Try fewer words, or" to={path} link={`see all ${noun[1]}`} />
      )}
      {total > 0 && page > lastPage && (
        <NoItems
          title="This page is empty."
          hint="Go back to"
          to={toListUrl(path, query, defaultSort, lastPage)}
          link={`page ${lastPage}`}
        />
      )}
      {page <= lastPage && children}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => toListUrl(path, query, defaultSort, number, cursor)}
      />
      {facets.tags.length > 0 && (
        <section aria-label="Tags" className="mt-20 border-t border-rule pt-5">
          <h2 className="meta uppercase tracking-widest">Browse by tag</h2>
          <div className="mt-2">
            <TagLinks tags={facets.tags.slice(0, MAX_TAGS).map(tag => tag.name)} path={path} />
          </div>
        </section>
      )}
    </div>
  );
}

function NoItems({ title, hint, to, link }: { title: string; hint: string; to: string; link: string }) {
  return (
    <div className="border-t border-rule py-14">
      <Drawing of="notFound" className="mb-8 w-56" />
      <p className="text-lead">{title}</p>
      <p className="mt-2 text-ink-soft">
        {hint}{' '}
        <Link className="link" to={to}>
          {link}
        </Link>
        .
      </p>
    </div>
  );
}
