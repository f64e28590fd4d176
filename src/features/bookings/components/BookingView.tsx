import { CalendarPlus } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Refused } from '#features/orders/components/ActionForm.tsx';
import { PayForm } from '#features/payments/components/PayForm.tsx';
import { PaymentsMade } from '#features/payments/components/PaymentsMade.tsx';
import { shownPayments } from '#features/payments/rules/shown.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { Countdown } from '#ui/Countdown.tsx';
import type { Booking } from '../contract/booking.ts';
import { stateLabels } from '../rules/changing.ts';
import { dayInWords, localDay, localTime } from '../rules/month.ts';
import { BookingChanges } from './BookingChanges.tsx';
import type { BookingDone, BookingPageData } from './BookingWork.tsx';
import { BookingPapers, BookingTime, Part } from './BookingFacts.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { MeetingPlace } from './MeetingPlace.tsx';

interface BookingViewProps {
  page: BookingPageData;
  /** The page's own path. */
  path: string;
  result: Refused | { readonly done: BookingDone } | undefined;
}

/** What was done, in words. */
const outcomes: Readonly<Record<string, string>> = {
  entered: 'The time is yours once it is paid. It is held while you pay.',
  booked: 'It is booked. The entry for your calendar is on its way to you by mail.',
  told: 'Thank you. The time is kept for you until the owner has seen the money.',
  moved: 'It has a new time. Mails with the changed entry for calendars are on their way.',
  cancelled: 'It is cancelled. What was paid goes back the way it came.',
  late: 'The hold ended before this was sent, so nothing was charged.',
};

/** A booking as its client sees it: what is next, when it is, and everything that belongs to it. */
export function BookingView({ page, path, result }: BookingViewProps) {
  const { booking, timeZone, lost } = page;
  const refused = result && 'failed' in result ? result : undefined;
  const done = result && 'done' in result ? result.done : undefined;
  const said = outcomes[done?.did ?? page.did ?? ''];
  const missing = done?.lost ?? lost;
  return (
    <div className="@container">
      {said && !refused && (
        <output className="mb-8 block border-l-2 border-accent pl-4 text-small">
          {said}
          {missing > 0 && ` ${missing} ${missing === 1 ? 'file' : 'files'} could not be kept; send them by mail.`}
        </output>
      )}
      <div className="grid gap-x-16 gap-y-12 @4xl:grid-cols-12">
        <div className="grid min-w-0 content-start gap-12 @4xl:order-1 @4xl:col-span-7">
          <Next page={page} refused={refused} done={done} />
          {booking.state === 'confirmed' && <BookingChanges page={page} path={path} refused={refused} />}
        </div>
        <div className="grid min-w-0 content-start gap-10 @4xl:order-2 @4xl:col-span-5">
          <BookingTime booking={booking} timeZone={timeZone} timeZones={page.timeZones} />
          <BookingPapers booking={booking} />
        </div>
      </div>
    </div>
  );
}

interface NextProps {
  page: BookingPageData;
  refused: Refused | undefined;
  done: BookingDone | undefined;
}

/** What is to be done next, or that nothing is. */
function Next({ page, refused, done }: NextProps) {
  const { booking, timeZone, account, key } = page;
  const { state } = booking;
  if (state === 'held' || state === 'expired') {
    const details = refused?.values.intent === 'details' ? refused : undefined;
    return (
      <Part title={state === 'held' ? 'Your details' : 'The hold has ended'}>
        {state === 'held' ? <Hold booking={booking} timeZone={timeZone} /> : <Ended />}
        <DetailsForm booking={booking} account={account} timeZone={timeZone} submission={key} refused={details} />
      </Part>
    );
  }
  if (state === 'awaiting_payment') return <Paying page={page} refused={refused} done={done} />;
  return (
    <Part title={stateLabels[state]}>
      <p className="max-w-[56ch]">{sentenceOf(state)}</p>
      {booking.place && (
        <p className="mt-3 font-semibold [overflow-wrap:anywhere]">
          <MeetingPlace place={booking.place} />
        </p>
      )}
      {booking.calendarPath && (
        <a className="button button-primary mt-5" href={booking.calendarPath} download>
          <CalendarPlus className="size-4" aria-hidden="true" /> Add to your calendar
        </a>
      )}
      {state === 'cancelled' && (
        <Link className="button mt-5" to={withQuery(paths.consultation, { option: booking.optionId ?? undefined })}>
          Book another time
        </Link>
      )}
    </Part>
  );
}

function sentenceOf(state: Booking['state']): string {
  switch (state) {
    case 'confirmed':
      return 'It is booked. You get a reminder a day and an hour before it begins.';
    case 'completed':
      return 'It took place. Thank you for the talk.';
    case 'no_show':
      return 'The owner waited, and nobody came.';
    default:
      return 'It does not take place. What was paid went back the way it came.';
  }
}

/** The time left of a hold. When it is over the page is asked anew, and tells so. */
function Hold({ booking: { hold, startsAt }, timeZone }: { booking: Booking; timeZone: string }) {
  const { revalidate } = useRevalidator();
  if (!hold) return null;
  return (
    <div className="mb-6 border-l-2 border-accent pl-4">
      <p className="text-small">
        <b>
          {dayInWords(localDay(startsAt, timeZone))}, {localTime(startsAt, timeZone)}
        </b>{' '}
        is held for you, and for nobody else.
      </p>
      <Countdown until={hold.until} left={hold.left} onEnd={() => void revalidate()} />
    </div>
  );
}

function Ended() {
  return (
    <output className="mb-6 block max-w-[56ch] border-l-2 border-danger pl-4 text-small">
      The half hour is over, so others can have this time. Nothing was charged, and nothing that you typed is lost.
    </output>
  );
}

function Paying({ page, refused, done }: NextProps) {
  const { booking, paying, key, goes } = page;
  const { hold, startsAt } = booking;
  const shown = shownPayments(paying?.payments ?? []);
  const waits = shown.some(({ state }) => state === 'in_review');
  const keptLong = hold !== null && hold.until === startsAt;
  const going = paying?.payments.find(({ method }) => method === goes)?.address;
  useEffect(() => {
    // Who sent the form before script was there is led on once it is; "back" does not lead here again.
    if (going) location.replace(going);
  }, [going]);
  return (
    <div className="grid gap-8">
      {waits && keptLong ? (
        <p className="border-l-2 border-accent pl-4 text-small">
          The time is kept for you until the owner has seen the money, at the latest until it begins. You get a mail
          then.
        </p>
      ) : (
        <Hold booking={booking} timeZone={page.timeZone} />
      )}
      {paying && <PaymentsMade payments={shown} refunds={paying.refunds} currency={paying.currency} goes={goes} />}
      {paying && paying.owed > 0 && paying.ways.length > 0 && (
        <PayForm
          key={paying.payments[0]?.id}
          ways={paying.ways}
          amount={{ minor: paying.owed, currency: paying.currency }}
          sendKey={key}
          folded={waits}
          failed={refused && !refused.values.intent ? refused : undefined}
          away={done?.away ? { message: done.away, method: done.method ?? null } : undefined}
        />
      )}
      {paying && paying.ways.length === 0 && (
        <p className="max-w-[56ch]">
          There is no way to pay here at the moment. Write to the owner: the invoice is with you by mail.
        </p>
      )}
    </div>
  );
}
