import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { PaymentForm, PaymentHistory, filterClientPayments } from '#features/payments/browser.ts';
import { formatMoney } from '#shared/money.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { Countdown } from '#ui/Countdown.tsx';
import type { Booking } from '../contract.ts';
import { bookingStateLabels } from '../../lifecycle/rules/change-policy.ts';
import { formatLongDate, toLocalDate, formatLocalTime, formatTimeZone } from '../../lifecycle/rules/calendar-month.ts';
import { NEXT_STEP } from '../../checkout/components/SlotPicker.tsx';
import { BookingActions } from './BookingActions.tsx';
import { type BookingActionResult, type BookingPageData, buildRebookPath } from './booking-page.ts';
import { BookingDocuments, BookingSummary, BookingSection } from './BookingDetails.tsx';
import { BookingDetailsForm } from './BookingDetailsForm.tsx';
import { MeetingLocation } from './MeetingLocation.tsx';

interface BookingViewProps {
  page: BookingPageData;
  /** The page's own path. */
  path: string;
  result: FailedSubmission | { readonly done: BookingActionResult } | undefined;
}

const outcomeMessages: Readonly<Record<string, string>> = {
  entered: 'The time is yours once it is paid. It is held while you pay.',
  booked: 'It is booked. The entry for your calendar is on its way to you by mail.',
  payment_submitted: 'Thank you. You will get an email when your payment is confirmed.',
  moved: 'It has a new time. Mails with the changed entry for calendars are on their way.',
  cancelled: 'It is cancelled, and the time is free for others.',
  late: 'The hold ended before this was sent, so nothing was charged.',
};

export function ClientBookingView({ page, path, result }: BookingViewProps) {
  const { booking, lost } = page;
  const refused = result && 'failed' in result ? result : undefined;
  const done = result && 'done' in result ? result.done : undefined;
  const message = outcomeMessages[done?.did ?? page.did ?? ''];
  const missing = done?.lost ?? lost;
  const outcome = useFocusOnOutcome(message && !refused ? message : undefined, done);
  return (
    <div className="@container">
      {message && !refused && (
        <output
          ref={outcome}
          tabIndex={-1}
          className="mb-8 block border-l-2 border-accent pl-4 text-small outline-none"
        >
          {message}
          {missing > 0 && ` ${missing} ${missing === 1 ? 'file' : 'files'} could not be kept; send them by mail.`}
        </output>
      )}
      <div className="grid gap-x-16 gap-y-12 @4xl:grid-cols-12">
        <div className="grid min-w-0 content-start gap-12 @4xl:order-1 @4xl:col-span-7">
          <NextStep page={page} refused={refused} done={done} />
          {booking.state === 'confirmed' && <BookingActions data={page} path={path} failure={refused} />}
        </div>
        <div className="grid min-w-0 content-start gap-10 @4xl:order-2 @4xl:col-span-5">
          <BookingSummary page={page} />
          <BookingDocuments booking={booking} />
        </div>
      </div>
    </div>
  );
}

/**
 * Focuses the outcome after an action in the browser: the pressed button is gone and the message may be far above.
 * After a full page load the focus stays at the top.
 */
function useFocusOnOutcome(message: string | undefined, done: BookingActionResult | undefined) {
  const outcome = useRef<HTMLOutputElement>(null);
  const { key } = useLocation();
  const initialKey = useRef(key);
  useEffect(() => {
    if (!message || (!done && key === initialKey.current)) return;
    outcome.current?.focus({ preventScroll: true });
    outcome.current?.scrollIntoView({ block: 'center' });
  }, [message, done, key]);
  return outcome;
}

interface NextStepProps {
  page: BookingPageData;
  refused: FailedSubmission | undefined;
  done: BookingActionResult | undefined;
}

/** The next step for the client, or a note that there is none. */
function NextStep({ page, refused, done }: NextStepProps) {
  const { booking, timeZone } = page;
  const { state } = booking;
  if (state === 'held' || state === 'expired') {
    const details = refused?.values.intent === 'details' ? refused : undefined;
    return (
      <BookingSection title={state === 'held' ? 'Your details' : 'The hold has ended'} id={NEXT_STEP}>
        {state === 'held' ? <HoldCountdown booking={booking} timeZone={timeZone} /> : <ExpiredHold booking={booking} />}
        <BookingDetailsForm page={page} failure={details} />
      </BookingSection>
    );
  }
  if (state === 'awaiting_payment') return <PaymentStep page={page} refused={refused} done={done} />;
  return (
    <BookingSection title={bookingStateLabels[state]}>
      <p className="max-w-[29em]">{formatState(page)}</p>
      {booking.location && (
        <p className="mt-3 font-semibold [overflow-wrap:anywhere]">
          <MeetingLocation location={booking.location} />
        </p>
      )}
      {booking.icsPath && (
        <a className="button button-primary mt-5" href={booking.icsPath} download>
          <CalendarPlus className="size-4" aria-hidden="true" /> Add to your calendar
        </a>
      )}
      {state === 'canceled' && (
        <Link className="button mt-5" to={withQuery(paths.consultation, { option: booking.optionId ?? undefined })}>
          Book another time
        </Link>
      )}
    </BookingSection>
  );
}

const HOUR = 3_600_000;

function formatState({ booking, now }: BookingPageData): string {
  const left = Date.parse(booking.startsAt) - now;
  switch (booking.state) {
    case 'confirmed':
      if (left <= 0) return Date.parse(booking.endsAt) > now ? 'It has begun.' : 'It is over.';
      if (left <= HOUR) return 'It is booked, and begins within the hour.';
      if (left <= 24 * HOUR) return 'It is booked. You get a reminder an hour before it begins.';
      return 'It is booked. You get a reminder a day and an hour before it begins.';
    case 'completed':
      return 'It took place. Thank you for the talk.';
    case 'no_show':
      return 'The owner waited, and nobody came.';
    default:
      return `It does not take place. ${formatRefund(booking) ?? 'Nothing was charged.'}`;
  }
}

function formatRefund({ refund, currency }: Booking): string | undefined {
  if (!refund) return undefined;
  const amount = formatMoney({ minor: refund.amount, currency }, { exact: true });
  return refund.isComplete ? `${amount} went back the way it came.` : `${amount} goes back the way it came.`;
}

/** The remaining time of a hold. Revalidates the page when it expires. */
function HoldCountdown({ booking, timeZone }: { booking: Booking; timeZone: string }) {
  const { hold, startsAt, state } = booking;
  const { revalidate } = useRevalidator();
  if (!hold) return null;
  return (
    <div className="mb-6 border-l-2 border-accent pl-4">
      <p className="text-small">
        <b>
          {formatLongDate(toLocalDate(startsAt, timeZone))}, {formatLocalTime(startsAt, timeZone)}
        </b>{' '}
        is held for you, and for nobody else.
      </p>
      <Countdown
        until={hold.expiresAt}
        remainingMs={hold.remainingMs}
        onEnd={() => void revalidate()}
        noScriptText={`Until ${formatLocalTime(hold.expiresAt, timeZone)}, in the time zone ${formatTimeZone(timeZone)}.`}
      />
      {state === 'held' && (
        <Link className="link inline-flex min-h-11 items-center text-small" to={buildRebookPath(booking, timeZone)}>
          Choose another time
        </Link>
      )}
    </div>
  );
}

function ExpiredHold({ booking }: { booking: Booking }) {
  const refundText = formatRefund(booking);
  const outcome = refundText ? `Your payment came too late: ${refundText}` : 'Nothing was charged.';
  const paymentText = booking.isPaymentPending
    ? 'A payment of yours is still on its way: if it arrives while the time is free, the time is yours after all, and otherwise all of it goes back.'
    : outcome;
  return (
    <output className="mb-6 block max-w-[29em] border-l-2 border-danger pl-4 text-small">
      The time is not held for you any more, so others can have it. {paymentText} Nothing that you typed is lost.
    </output>
  );
}

function PaymentStep({ page, refused, done }: NextStepProps) {
  const { booking, paymentOptions, idempotencyKey, checkoutMethod } = page;
  const { hold, startsAt } = booking;
  const payments = filterClientPayments(paymentOptions?.payments ?? []);
  const isInReview = payments.some(({ status }) => status === 'in_review');
  const isHeldUntilStart = hold !== null && hold.expiresAt === startsAt;
  const checkoutUrl = paymentOptions?.payments.find(({ method }) => method === checkoutMethod)?.checkoutUrl;
  useEffect(() => {
    // Redirects a form sent before hydration to its checkout; `replace` keeps this page out of the history.
    if (checkoutUrl) location.replace(checkoutUrl);
  }, [checkoutUrl]);
  return (
    <div className="grid gap-8 border-t border-rule-strong pt-5">
      {isInReview && isHeldUntilStart ? (
        <p className="border-l-2 border-accent pl-4 text-small">
          This time is reserved for you until your payment is confirmed, or until the consultation starts.
        </p>
      ) : (
        <HoldCountdown booking={booking} timeZone={page.timeZone} />
      )}
      {paymentOptions && (
        <PaymentHistory
          payments={payments}
          refunds={paymentOptions.refunds}
          currency={paymentOptions.currency}
          checkoutMethod={checkoutMethod}
        />
      )}
      {paymentOptions && paymentOptions.amountDue > 0 && paymentOptions.options.length > 0 && (
        <PaymentForm
          key={paymentOptions.payments[0]?.id}
          options={paymentOptions.options}
          amount={{ minor: paymentOptions.amountDue, currency: paymentOptions.currency }}
          idempotencyKey={idempotencyKey}
          isCollapsed={isInReview}
          failed={refused && !refused.values.intent ? refused : undefined}
          unavailableProvider={
            done?.providerError ? { message: done.providerError, method: done.method ?? null } : undefined
          }
        />
      )}
      {paymentOptions && paymentOptions.options.length === 0 && (
        <p className="max-w-[29em]">
          There is no way to pay here at the moment. Write to the owner: the invoice is with you by mail.
        </p>
      )}
    </div>
  );
}
