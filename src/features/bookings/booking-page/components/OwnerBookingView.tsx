import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ActionForm, ActionTextArea, type FailedSubmission } from '#ui/ActionForm.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { formatTimeZone } from '#shared/time.ts';
import { formatLocalTime, toLocalDate } from '../../lifecycle/rules/calendar-month.ts';
import { canTransition } from '../../lifecycle/rules/transitions.ts';
import type { Booking } from '../contract.ts';
import type { BookingActionResult } from './booking-page.ts';
import { OwnerBookingDetails, OwnerBookingTimeline } from './OwnerBookingDetails.tsx';

export const ownerOutcomeMessages: Readonly<Record<string, string>> = {
  reschedule: 'Booking rescheduled',
  cancel: 'Booking canceled',
  completed: 'Booking marked as completed',
  no_show: 'Booking marked as no-show',
};

/** Runs the action of one of the owner's forms. */
export async function handleOwnerBookingAction(
  api: Api,
  booking: string,
  form: ReadonlyMap<string, string>,
): Promise<BookingActionResult> {
  const did = form.get('intent') ?? '';
  const text = (name: string) => form.get(name) ?? '';
  if (did === 'reschedule') await api.calendar.rescheduleBooking({ booking, date: text('date'), time: text('time') });
  else if (did === 'cancel') await api.bookings.cancel({ booking, reason: text('reason') });
  else await api.calendar.recordOutcome({ booking, outcome: did === 'no_show' ? 'no_show' : 'completed' });
  toast.success(ownerOutcomeMessages[did] ?? 'Booking updated');
  return { did };
}

interface OwnerBookingViewProps {
  booking: Booking;
  /** In the owner's zone, YYYY-MM-DD. */
  today: string;
  hasBegun: boolean;
  failure: FailedSubmission | undefined;
}

export function OwnerBookingView(props: OwnerBookingViewProps) {
  return (
    // In one column, the actions come before the history.
    <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
      <OwnerBookingDetails booking={props.booking} />
      <div className="empty:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <OwnerBookingActions {...props} />
      </div>
      <OwnerBookingTimeline booking={props.booking} />
    </div>
  );
}

function OwnerBookingActions({ booking, today, hasBegun, failure }: OwnerBookingViewProps) {
  const rescheduling = failure?.values.intent === 'reschedule' ? failure : undefined;
  const field = createFieldProps(rescheduling, {
    date: toLocalDate(booking.startsAt, booking.ownerTimeZone),
    time: formatLocalTime(booking.startsAt, booking.ownerTimeZone),
  });
  const canComplete = hasBegun && canTransition('complete', 'owner', booking.state);
  const canMarkNoShow = hasBegun && canTransition('mark_no_show', 'owner', booking.state);
  return (
    <div className="grid gap-10">
      {booking.state === 'awaiting_payment' && (
        <ActionSection title="Payment">
          <p className="text-small">
            This booking is confirmed automatically when it’s paid. Manual payments need your confirmation first.
          </p>
          <Link className="button justify-self-start" to={dashboardPaths.payments}>
            Go to payments
          </Link>
        </ActionSection>
      )}
      {(canComplete || canMarkNoShow) && (
        <ActionSection title="Outcome">
          <div className="flex flex-wrap gap-3">
            {canComplete && <ActionForm intent="completed" label="Mark as completed" failure={failure} />}
            {canMarkNoShow && <ActionForm intent="no_show" label="Mark as no-show" failure={failure} />}
          </div>
        </ActionSection>
      )}
      {booking.changeReasons.reschedule === null && (
        <ActionSection title="Reschedule booking">
          <p className="text-small text-ink-soft">
            Times are in {formatTimeZone(booking.ownerTimeZone)}. You and the client get an email with an updated
            calendar invite.
          </p>
          <PageForm
            key={booking.startsAt}
            intent="reschedule"
            error={rescheduling?.failed}
            submitLabel="Reschedule booking"
            busyLabel="Rescheduling…"
          >
            <div className="grid gap-6 sm:grid-cols-2">
              <TextField label="Date" type="date" min={today} {...field('date')} />
              <TextField label="Start time" type="time" {...field('time')} />
            </div>
          </PageForm>
        </ActionSection>
      )}
      {booking.changeReasons.cancel === null && (
        <ActionSection title="Cancel booking">
          <p className="text-small text-ink-soft">
            {booking.state === 'confirmed'
              ? 'The client gets a full refund of any payment, and an email with your reason. You can’t undo this.'
              : 'The time becomes available to others. If a payment still arrives, it’s refunded automatically. You can’t undo this.'}
          </p>
          <ActionForm intent="cancel" label="Cancel booking" busyLabel="Canceling…" danger failure={failure}>
            <ActionTextArea label="Reason" name="reason" rows={2} maxLength={1000} />
          </ActionForm>
        </ActionSection>
      )}
    </div>
  );
}

function ActionSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 [&>form]:mt-0">
      <h2 className="border-b border-rule-strong pb-2 text-h4">{title}</h2>
      {children}
    </section>
  );
}
