import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { FormUploads } from '#features/media/browser.ts';
import { PaymentForm, PaymentHistory, filterClientPayments } from '#features/payments/browser.ts';
import { formatMoney } from '#shared/money.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { Countdown } from '#ui/Countdown.tsx';
import { ownValue } from '#shared/own-value.ts';
import { useOneTimeParams } from '#ui/use-one-time-params.ts';
import type { Booking } from '../contract.ts';
import { bookingStateLabels } from '../../lifecycle/rules/change-policy.ts';
import { formatLongDate, toLocalDate, formatTimeOfDay } from '../../lifecycle/rules/calendar-month.ts';
import { formatTimeZone } from '#shared/time.ts';
import { NEXT_STEP } from '../../checkout/components/SlotPicker.tsx';
import { BookingActions } from './BookingActions.tsx';
import { type BookingActionResult, type BookingPageData, buildFilesPath, buildRebookPath } from './booking-page.ts';
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
  entered: 'Details saved. Your time is reserved while you pay.',
  booked: 'Your booking is confirmed. A calendar invite is on its way to your inbox.',
  payment_submitted: 'Thank you. You’ll get an email when your payment is confirmed.',
  moved: 'Booking rescheduled. An updated calendar invite is on its way to your inbox.',
  cancelled: 'Booking canceled.',
  late: 'Your reservation expired before you paid. You have not been charged.',
};

const MESSAGE_PARAMS = ['did', 'lost'];

export function ClientBookingView({ page, path, result }: BookingViewProps) {
  const { booking, reference, lost } = page;
  useOneTimeParams(MESSAGE_PARAMS);
  // Reloading the page's data, as after an upload, clears `result`. It is kept until the booking's state changes.
  const [latest, setLatest] = useState({ result, state: booking.state });
  if (booking.state !== latest.state || (result && result !== latest.result))
    setLatest({ result, state: booking.state });
  const refused = latest.result && 'failed' in latest.result ? latest.result : undefined;
  const done = latest.result && 'done' in latest.result ? latest.result.done : undefined;
  const message = ownValue(outcomeMessages, done?.did ?? page.did ?? '');
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
          {missing > 0 &&
            ` ${missing} ${missing === 1 ? 'file' : 'files'} couldn’t be uploaded. Send by email instead.`}
        </output>
      )}
      <FormUploads key={reference} path={buildFilesPath(reference)} />
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

/** Shows the client's next step, or the booking's status if there is none. */
function NextStep({ page, refused, done }: NextStepProps) {
  const { booking, timeZone } = page;
  const { state } = booking;
  if (state === 'held' || state === 'expired') {
    const details = refused?.values.intent === 'details' ? refused : undefined;
    return (
      <BookingSection title={state === 'held' ? 'Your details' : 'Your reservation expired'} id={NEXT_STEP}>
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
          <CalendarPlus className="size-4" aria-hidden="true" /> Add to calendar
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
      if (left <= 0)
        return Date.parse(booking.endsAt) > now ? 'Your consultation has started.' : 'Your consultation has ended.';
      if (left <= HOUR) return 'Your booking is confirmed. Your consultation starts within an hour.';
      if (left <= 24 * HOUR) return 'Your booking is confirmed. You’ll get a reminder an hour before the start.';
      return 'Your booking is confirmed. You’ll get reminders a day and an hour before the start.';
    case 'completed':
      return 'This consultation is complete. Thank you for joining.';
    case 'no_show':
      return 'You didn’t join this consultation.';
    default:
      return `This booking was canceled. ${formatRefund(booking) ?? 'You have not been charged.'}`;
  }
}

function formatRefund({ refund, currency }: Booking): string | undefined {
  if (!refund) return undefined;
  const amount = formatMoney({ minor: refund.amount, currency }, { exact: true });
  return `${amount} ${refund.isComplete ? 'was' : 'is being'} refunded to your original payment method.`;
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
          {formatLongDate(toLocalDate(startsAt, timeZone))}, {formatTimeOfDay(startsAt, timeZone)}
        </b>{' '}
        is reserved for you.
      </p>
      <Countdown
        until={hold.expiresAt}
        remainingMs={hold.remainingMs}
        onEnd={() => void revalidate()}
        noScriptText={`Reserved until ${formatTimeOfDay(hold.expiresAt, timeZone)} (${formatTimeZone(timeZone)}).`}
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
  const outcome = refundText ? `Your payment arrived too late. ${refundText}` : 'You have not been charged.';
  const paymentText = booking.isPaymentPending
    ? 'Your payment is still being processed. If it arrives while the time is available, your booking is confirmed. Otherwise, you’ll get a full refund.'
    : outcome;
  return (
    <output className="mb-6 block max-w-[29em] border-l-2 border-danger pl-4 text-small">
      Your time is no longer reserved, so others can book it. {paymentText} Your details are saved.
    </output>
  );
}

function PaymentStep({ page, refused, done }: NextStepProps) {
  const { booking, paymentOptions, idempotencyKey, checkoutMethod } = page;
  const { hold, startsAt } = booking;
  const payments = paymentOptions ? filterClientPayments(paymentOptions.payments, paymentOptions.amountDue) : [];
  const isInReview = payments.some(({ status }) => status === 'in_review' || status === 'processing');
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
          credits={paymentOptions.credits}
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
          failed={refused && !refused.values.intent ? refused : done?.unpaid}
        />
      )}
      {paymentOptions && paymentOptions.options.length === 0 && (
        <p className="max-w-[29em]">
          Payment isn’t available here right now. Contact the owner to arrange payment. Your invoice is in your inbox.
        </p>
      )}
    </div>
  );
}
