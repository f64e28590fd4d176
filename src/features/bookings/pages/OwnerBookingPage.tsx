import { Link, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { toast } from '#ui/toast.ts';
import { WorkPage } from '#ui/WorkPage.tsx';
import { CalendarTabs } from '../components/CalendarTabs.tsx';
import { OwnerBookingFacts } from '../components/OwnerBookingFacts.tsx';
import { OwnerBookingWork } from '../components/OwnerBookingWork.tsx';

export const loader = pageLoader(async ({ api, params, search }) => {
  const { today, timeZone } = await api.calendar.today();
  const booking = await api.bookings.get({ booking: params.booking ?? '' });
  const hasBegun = Date.parse(booking.startsAt) <= Date.now();
  return { booking, today, timeZone, hasBegun, did: search.get('did') };
});

const outcomes: Readonly<Record<string, string>> = {
  move: 'It is moved. Both sides are told.',
  cancel: 'It is cancelled. What was paid goes back.',
  completed: 'It took place.',
  no_show: 'It is noted that the client did not come.',
};

export const action = pageAction(async ({ api, params, form, leaveWithoutScript }) => {
  const booking = params.booking ?? '';
  const intent = form.get('intent') ?? '';
  const text = (name: string) => form.get(name) ?? '';
  if (intent === 'move') await api.calendar.move({ booking, day: text('day'), time: text('time') });
  else if (intent === 'cancel') await api.bookings.cancel({ booking, reason: text('reason') });
  else await api.calendar.settle({ booking, outcome: intent === 'no_show' ? 'no_show' : 'completed' });
  leaveWithoutScript(withQuery(dashboardPaths.calendarBooking(Number(booking)), { did: intent }));
  toast.success(outcomes[intent] ?? 'Done.');
  return { intent };
});

/** A booking from the owner's side. */
export function Component() {
  const { booking, today, hasBegun, did } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result : undefined;
  return (
    <WorkPage
      title={booking.title}
      intro={<span className="meta">Booking {booking.number}</span>}
      above={<CalendarLink startsAt={booking.startsAt} timeZone={booking.ownerTimeZone} />}
    >
      <CalendarTabs />
      {did && !failed && (
        <output className="without-script mb-6 block border-l-2 border-accent pl-4 text-small">{outcomes[did]}</output>
      )}
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <OwnerBookingFacts booking={booking} />
        <OwnerBookingWork booking={booking} today={today} hasBegun={hasBegun} refused={failed} />
      </div>
    </WorkPage>
  );
}

/** Back to the week in which it is. */
function CalendarLink({ startsAt, timeZone }: { startsAt: string; timeZone: string }) {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(startsAt));
  return (
    <Link
      className="meta inline-flex min-h-11 items-center hover:text-accent"
      to={withQuery(dashboardPaths.calendar, { day })}
    >
      Its week in the calendar
    </Link>
  );
}
