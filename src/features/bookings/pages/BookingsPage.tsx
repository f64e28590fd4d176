import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { filtersOf, listQuery, pageKeys } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { Pager } from '#ui/Pagination.tsx';
import { useColumnChoice } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { TableEmpty, tableHref, TableStatus, TableTools } from '#ui/table/TableToolbar.tsx';
import { WorkPage } from '#ui/DashboardPage.tsx';
import { bookingColumns, bookingFilters, bookingSortOptions } from '../components/BookingColumns.tsx';

const KEYS = ['search', 'phase', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, search }) => {
  const query = filtersOf(search, KEYS);
  const [list, { user }] = await Promise.all([api.bookings.list(listQuery(search, KEYS)), api.accounts.session()]);
  return { ...list, query, isOwner: user?.role === 'owner' };
});

/** Everybody's bookings for the owner, and their own for everybody else. */
export function Component() {
  const { timeZone } = use(siteMetaContext);
  const { items, total, page, pageSize, query, isOwner } = useLoaderData<typeof loader>();
  const { shown, choice } = useColumnChoice('bookings', bookingColumns(isOwner));
  const isNarrowed = Object.entries(query).some(([name, value]) => name !== 'sort' && value);
  return (
    <WorkPage
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
      <TableTools
        path={dashboardPaths.bookings}
        query={query}
        searchLabel={isOwner ? 'Number, what, name or e-mail' : 'Number or what'}
        filters={bookingFilters}
        sorts={bookingSortOptions}
      >
        {choice}
      </TableTools>
      <TableStatus path={dashboardPaths.bookings} query={query} total={total} noun={['booking', 'bookings']} />
      {total === 0 && isNarrowed && (
        <TableEmpty title="No booking matches that.">Try a part of the name, or fewer filters.</TableEmpty>
      )}
      {total === 0 && !isNarrowed && (
        <TableEmpty title="There are no bookings yet.">
          {isOwner ? 'They come from the page on which visitors choose a time. ' : 'What you book stands here. '}
          <Link className="link" to={paths.consultation}>
            {isOwner ? 'Look at that page' : 'Book a consultation'}
          </Link>
        </TableEmpty>
      )}
      {total > 0 && items.length === 0 && <TableEmpty title="The list ends before this page." />}
      {items.length > 0 && (
        <DataTable
          caption="Bookings"
          columns={shown}
          rows={items}
          keyOf={({ number }) => String(number)}
          labelOf={({ number, title }) => `booking ${number}, ${title}`}
          sort={query.sort ?? 'soonest'}
          hrefOfSort={sort => tableHref(dashboardPaths.bookings, { ...query, sort }, 'soonest')}
        />
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(row => row.number)}
        hrefOf={(number, cursor) => tableHref(dashboardPaths.bookings, query, 'soonest', number, cursor)}
      />
    </WorkPage>
  );
}
