import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ActionForm, ActionTextArea, type FailedSubmission } from '#ui/ActionForm.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { formatLocalTime, toLocalDate } from '../../lifecycle/rules/calendar-month.ts';
import { canTransition } from '../../lifecycle/rules/transitions.ts';
import type { Booking } from '../contract.ts';
import type { BookingActionResult } from './booking-page.ts';
import { OwnerBookingDetails, OwnerBookingTimeline } from './OwnerBookingDetails.tsx';

export const ownerOutcomeMessages: Readonly<Record<string, string>> = {
  move: 'It is moved. Both sides are told.',
  callOff: 'It is cancelled. What was paid goes back.',
  completed: 'It took place.',
  no_show: 'It is noted that the client did not come.',
};

/** Runs the action of one of the owner's forms. */
export async function handleOwnerBookingAction(
  api: Api,
  booking: string,
  form: ReadonlyMap<string, string>,
): Promise<BookingActionResult> {
  const did = form.get('intent') ?? '';
  const text = (name: string) => form.get(name) ?? '';
  if (did === 'move') await api.calendar.rescheduleBooking({ booking, date: text('date'), time: text('time') });
  else if (did === 'callOff') await api.bookings.cancel({ booking, reason: text('reason') });
  else await api.calendar.recordOutcome({ booking, outcome: did === 'no_show' ? 'no_show' : 'completed' });
  toast.success(ownerOutcomeMessages[did] ?? 'Done.');
  return { did };
}

interface OwnerBookingViewProps {
  booking: Booking;
  /** In the owner's zone, YYYY-MM-DD. */
  today: string;
  hasBegun: boolean;
  failure: FailedSubmission | undefined;
  /** The action just completed. */
  done: unknown;
}

export function OwnerBookingView({ done, ...props }: OwnerBookingViewProps) {
  return (
    // In one column, the actions come before the history.
    <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
      <OwnerBookingDetails booking={props.booking} />
      <div className="empty:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <OwnerBookingActions {...props} />
      </div>
      <OwnerBookingTimeline booking={props.booking} done={done} />
    </div>
  );
}

function OwnerBookingActions({ booking, today, hasBegun, failure }: Omit<OwnerBookingViewProps, 'done'>) {
  const moving = failure?.values.intent === 'move' ? failure : undefined;
  const field = createFieldProps(moving, {
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
            It is confirmed by itself once it is paid. What was paid by hand waits until you confirm that it arrived.
          </p>
          <Link className="button justify-self-start" to={dashboardPaths.payments}>
            Payments
          </Link>
        </ActionSection>
      )}
      {(canComplete || canMarkNoShow) && (
        <ActionSection title="Did it take place?">
          <div className="flex flex-wrap gap-3">
            {canComplete && <ActionForm intent="completed" label="It took place" failure={failure} />}
            {canMarkNoShow && <ActionForm intent="no_show" label="The client did not come" failure={failure} />}
          </div>
        </ActionSection>
      )}
      {booking.changeReasons.reschedule === null && (
        <ActionSection title="Move it">
          <p className="text-small text-ink-soft">
            By the clock of {booking.ownerTimeZone}. Both sides get a mail that changes the entry in their calendar.
          </p>
          <PageForm key={booking.startsAt} intent="move" error={moving?.failed} submitLabel="Move" busyLabel="Moving…">
            <div className="grid gap-6 sm:grid-cols-2">
              <TextField label="Day" type="date" min={today} {...field('date')} />
              <TextField label="Begins at" type="time" {...field('time')} />
            </div>
          </PageForm>
        </ActionSection>
      )}
      {booking.changeReasons.cancel === null && (
        <ActionSection title="Cancel it">
          <p className="text-small text-ink-soft">
            {booking.state === 'confirmed'
              ? 'All that was paid goes back, and the client reads your reason. This cannot be undone.'
              : 'The time is free for others at once. What is paid for it later goes back. This cannot be undone.'}
          </p>
          <ActionForm intent="callOff" label="Cancel the booking" busyLabel="Cancelling…" failure={failure}>
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
