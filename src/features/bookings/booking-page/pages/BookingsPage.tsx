import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TableList } from '#ui/table/TableList.tsx';
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
            Consultations that were booked, those to come first.
            <span className="meta block">Times of {timeZone}</span>
          </>
        ) : (
          'Consultations that you booked.'
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
        searchLabel={isOwner ? 'Number, what, name or e-mail' : 'Number or what'}
        filters={bookingFilters}
        sorts={bookingSortOptions}
        empty={{
          title: 'There are no bookings yet.',
          text: (
            <>
              {isOwner ? 'They come from the page on which visitors choose a time. ' : 'What you book stands here. '}
              <Link className="link" to={paths.consultation}>
                {isOwner ? 'Look at that page' : 'Book a consultation'}
              </Link>
            </>
          ),
        }}
        noMatch={{ title: 'No booking matches that.', text: 'Try a part of the name, or fewer filters.' }}
      />
    </DashboardPage>
  );
}
