import { Link, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { WorkPage } from '#ui/WorkPage.tsx';
import { BookingView } from '../components/BookingView.tsx';
import { carryOutBooking, readBookingPage } from '../components/BookingWork.tsx';

export const loader = pageLoader(({ api, params, search }) => readBookingPage(api, params.booking ?? '', search));

export const action = pageAction(({ api, params, ...sent }) =>
  carryOutBooking(api, params.booking ?? '', dashboardPaths.booking(Number(params.booking)), sent),
);

/** A consultation, for its client and the owner. */
export function Component() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { number, title } = page.booking;
  return (
    <WorkPage
      title={title}
      intro={<span className="meta">Consultation {number}</span>}
      above={
        <Link className="meta inline-flex min-h-11 items-center hover:text-accent" to={dashboardPaths.bookings}>
          All bookings
        </Link>
      }
    >
      <BookingView page={page} path={dashboardPaths.booking(number)} result={result} />
    </WorkPage>
  );
}
