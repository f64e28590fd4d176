import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ActionForm, getFieldError, type FailedSubmission } from '#ui/ActionForm.tsx';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { Booking } from '../contract.ts';
import { toLocalDate, formatLocalTime } from '../../lifecycle/rules/calendar-month.ts';
import { canTransition } from '../../lifecycle/rules/transitions.ts';

interface OwnerBookingWorkProps {
  booking: Booking;
  today: string;
  hasBegun: boolean;
  failure: FailedSubmission | undefined;
}

export function OwnerBookingActions({ booking, today, hasBegun, failure }: OwnerBookingWorkProps) {
  const moving = failure?.values.intent === 'move' ? failure : undefined;
  const canSettle =
    hasBegun &&
    (canTransition('complete', 'owner', booking.state) || canTransition('mark_no_show', 'owner', booking.state));
  const canReschedule = booking.changeReasons.reschedule === null;
  const canCancel = booking.changeReasons.cancel === null;
  return (
    <div className="grid gap-10">
      {booking.state === 'awaiting_payment' && (
        <Part title="Payment">
          <p className="text-small">
            It is confirmed by itself once it is paid. What was paid by hand waits until you confirm that it arrived.
          </p>
          <Link className="button justify-self-start" to={dashboardPaths.payments}>
            Payments
          </Link>
        </Part>
      )}
      {canSettle && (
        <Part title="Did it take place?">
          <div className="flex flex-wrap gap-3">
            {canTransition('complete', 'owner', booking.state) && (
              <ActionForm intent="completed" label="It took place" failure={failure} />
            )}
            {canTransition('mark_no_show', 'owner', booking.state) && (
              <ActionForm intent="no_show" label="The client did not come" failure={failure} />
            )}
          </div>
        </Part>
      )}
      {canReschedule && (
        <Part title="Move it">
          <p className="text-small text-ink-soft">
            By the clock of {booking.ownerTimeZone}. Both sides get a mail that changes the entry in their calendar.
          </p>
          <PageForm key={booking.startsAt} intent="move" error={moving?.failed} submitLabel="Move" busyLabel="Moving…">
            <div className="grid gap-6 sm:grid-cols-2">
              <TextField
                label="Day"
                name="date"
                type="date"
                min={today}
                defaultValue={moving?.values.date ?? toLocalDate(booking.startsAt, booking.ownerTimeZone)}
                error={moving?.failed.fields.date}
              />
              <TextField
                label="Begins at"
                name="time"
                type="time"
                defaultValue={moving?.values.time ?? formatLocalTime(booking.startsAt, booking.ownerTimeZone)}
                error={moving?.failed.fields.time}
              />
            </div>
          </PageForm>
        </Part>
      )}
      {canCancel && (
        <Part title="Cancel it">
          <p className="text-small text-ink-soft">
            {booking.state === 'confirmed'
              ? 'All that was paid goes back, and the client reads your reason. This cannot be undone.'
              : 'The time is free for others at once. What is paid for it later goes back. This cannot be undone.'}
          </p>
          <ActionForm intent="callOff" label="Cancel the booking" busyLabel="Cancelling…" failure={failure}>
            <div className="w-full">
              <TextArea
                label="Reason"
                name="reason"
                rows={2}
                maxLength={1000}
                defaultValue={failure?.values.reason}
                error={getFieldError(failure, 'callOff', 'reason')}
              />
            </div>
          </ActionForm>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 [&>form]:mt-0">
      <h2 className="border-b border-rule-strong pb-2 text-h4">{title}</h2>
      {children}
    </section>
  );
}
