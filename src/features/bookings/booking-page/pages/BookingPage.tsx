import { Link, useActionData, useLoaderData } from 'react-router';
import { reloadAfterResponse, pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ClientBookingView } from '../components/ClientBookingView.tsx';
import { handleBookingAction, loadBookingPage } from '../components/booking-page.ts';
import { handleOwnerBookingAction, OwnerBookingView, ownerOutcomeMessages } from '../components/OwnerBookingView.tsx';
import { toLocalDate } from '../../lifecycle/rules/calendar-month.ts';

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const page = await loadBookingPage(api, params.booking ?? '', searchParams);
  const now = new Date();
  const { startsAt, ownerTimeZone } = page.booking;
  return {
    page,
    today: toLocalDate(now.toISOString(), ownerTimeZone),
    hasBegun: Date.parse(startsAt) <= now.getTime(),
  };
});

/** Also after a rejected form, which can change the price. */
export const shouldRevalidate = reloadAfterResponse;

export const action = pageAction(({ api, params, ...rest }) => {
  const booking = params.booking ?? '';
  const path = dashboardPaths.booking(Number(booking));
  const byOwner = (rest.form.get('intent') ?? '') in ownerOutcomeMessages;
  return byOwner ? handleOwnerBookingAction(api, booking, rest.form) : handleBookingAction(api, booking, path, rest);
});

export function Component() {
  const { page, today, hasBegun } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { booking } = page;
  const { number, title, party } = booking;
  const day = toLocalDate(booking.startsAt, booking.ownerTimeZone);
  const refused = result && 'failed' in result ? result : undefined;
  return (
    <DashboardPage
      title={title}
      intro={<span className="meta">Consultation {number}</span>}
      back={{ to: dashboardPaths.bookings, label: 'All bookings' }}
      aside={
        party === 'owner' && (
          <Link className="button" to={withQuery(dashboardPaths.calendar, { day })}>
            View in calendar
          </Link>
        )
      }
    >
      {party === 'owner' ? (
        <OwnerBookingView booking={booking} today={today} hasBegun={hasBegun} failure={refused} />
      ) : (
        <ClientBookingView page={page} path={dashboardPaths.booking(number)} result={result} />
      )}
    </DashboardPage>
  );
}
