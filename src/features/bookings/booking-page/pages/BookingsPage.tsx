import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TableList } from '#ui/table/TableList.tsx';
import { formatTimeZone } from '#shared/time.ts';
import { bookingColumns, bookingFilters, bookingSortOptions } from '../components/booking-columns.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'status', 'sort']);
  const [list, { user }] = await Promise.all([api.bookings.list(params), api.auth.getSession()]);
  return { list, query, isOwner: user?.role === 'owner' };
});

/** Lists all bookings for the owner, and their own for clients. */
export function Component() {
  const { timeZone } = use(siteMetaContext);
  const { list, query, isOwner } = useLoaderData<typeof loader>();
  return (
    <DashboardPage
      title="Bookings"
      intro={
        isOwner ? (
          <>
            All consultations, upcoming first.
            <span className="meta block">Time zone: {formatTimeZone(timeZone)}</span>
          </>
        ) : (
          'Consultations you’ve booked.'
        )
      }
    >
      <TableList
        path={dashboardPaths.bookings}
        query={query}
        list={list}
        noun={['booking', 'bookings']}
        caption="Bookings"
        columns={bookingColumns(isOwner)}
        columnsKey="bookings"
        getKey={({ number }) => number}
        getRowLabel={({ number, title }) => `booking ${number}, ${title}`}
        searchLabel={isOwner ? 'Number, title, name or email' : 'Number or title'}
        filters={bookingFilters}
        sorts={bookingSortOptions}
        empty={{
          title: 'No bookings yet.',
          text: (
            <>
              {isOwner
                ? 'New bookings from your consultation page appear here. '
                : 'Consultations you book appear here. '}
              <Link className="link block w-fit" to={paths.consultation}>
                {isOwner ? 'View consultation page' : 'Book a consultation'}
              </Link>
            </>
          ),
        }}
        noMatch={{ title: 'No bookings found.', text: 'Try a different search or fewer filters.' }}
      />
    </DashboardPage>
  );
}
