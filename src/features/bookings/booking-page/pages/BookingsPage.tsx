import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { bookingColumns, bookingFilters, bookingSortOptions } from '../components/booking-columns.tsx';

const KEYS = ['search', 'status', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = filtersOf(searchParams, KEYS);
  const [list, { user }] = await Promise.all([
    api.bookings.list(parseListParams(searchParams, KEYS)),
    api.auth.getSession(),
  ]);
  return { ...list, query, isOwner: user?.role === 'owner' };
});

/** Lists all bookings for the owner, and their own for clients. */
export function Component() {
  const { timeZone } = use(siteMetaContext);
  const { items, total, page, pageSize, query, isOwner } = useLoaderData<typeof loader>();
  const { visibleColumns, columnPicker } = useColumnVisibility('bookings', bookingColumns(isOwner));
  const isNarrowed = Object.entries(query).some(([name, value]) => name !== 'sort' && value);
  return (
    <DashboardPage
      title="Bookings"
      intro={
        isOwner ? (
          <>
            Consultations that were booked, those to come first.
            <span className="meta block">Times of {timeZone}</span>
          </>
        ) : (
          'Consultations that you booked.'
        )
      }
    >
      <TableToolbar
        path={dashboardPaths.bookings}
        query={query}
        searchLabel={isOwner ? 'Number, what, name or e-mail' : 'Number or what'}
        filters={bookingFilters}
        sorts={bookingSortOptions}
      >
        {columnPicker}
      </TableToolbar>
      <TableSummary path={dashboardPaths.bookings} query={query} total={total} noun={['booking', 'bookings']} />
      {total === 0 && isNarrowed && (
        <EmptyState title="No booking matches that.">Try a part of the name, or fewer filters.</EmptyState>
      )}
      {total === 0 && !isNarrowed && (
        <EmptyState title="There are no bookings yet.">
          {isOwner ? 'They come from the page on which visitors choose a time. ' : 'What you book stands here. '}
          <Link className="link" to={paths.consultation}>
            {isOwner ? 'Look at that page' : 'Book a consultation'}
          </Link>
        </EmptyState>
      )}
      {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
      {items.length > 0 && (
        <DataTable
          caption="Bookings"
          columns={visibleColumns}
          rows={items}
          getRowId={({ number }) => String(number)}
          getRowLabel={({ number, title }) => `booking ${number}, ${title}`}
          sort={query.sort ?? 'upcoming_first'}
          getSortUrl={sort => toTableUrl(dashboardPaths.bookings, { ...query, sort }, 'upcoming_first')}
        />
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(row => row.number)}
        hrefOf={(number, cursor) => toTableUrl(dashboardPaths.bookings, query, 'upcoming_first', number, cursor)}
      />
    </DashboardPage>
  );
}
