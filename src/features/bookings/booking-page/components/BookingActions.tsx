import { Link, useNavigation } from 'react-router';
import { PostForm } from '#ui/PostForm.tsx';
import { ActionForm, ActionTextArea, type FailedSubmission } from '#ui/ActionForm.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { withQuery } from '#shared/paths.ts';
import { formatLongDate, toLocalDate, formatTimeOfDay } from '../../lifecycle/rules/calendar-month.ts';
import type { BookingPageData } from './booking-page.ts';
import { SlotSuggestions, parseSuggestedSlots } from '../../checkout/components/SlotSuggestions.tsx';
import { SlotPicker } from '../../checkout/components/SlotPicker.tsx';

interface BookingChangesProps {
  data: BookingPageData;
  path: string;
  failure: FailedSubmission | undefined;
}

export function BookingActions({ data, path, failure }: BookingChangesProps) {
  const { booking, timeZone, slotMonth } = data;
  const { changeReasons, changeDeadline, total } = booking;
  const sending = useNavigation().formMethod === 'POST';
  const error = failure?.values.intent === 'time' ? failure.failed : undefined;
  if (changeReasons.cancel !== null) {
    return (
      <section aria-label="Reschedule or cancel">
        <h2 className="border-t border-rule-strong pt-4 text-h3">Reschedule or cancel</h2>
        <p className="mt-4 max-w-[30em] text-small text-ink-soft">{changeReasons.cancel}</p>
      </section>
    );
  }
  return (
    <section aria-label="Reschedule or cancel" id="changes">
      <h2 className="border-t border-rule-strong pt-4 text-h3">Reschedule or cancel</h2>
      <p className="mt-4 max-w-[30em] text-small text-ink-soft">
        You can reschedule{total > 0 ? ', or cancel for a full refund,' : ' or cancel'} until{' '}
        {formatTimeOfDay(changeDeadline, timeZone)} on {formatLongDate(toLocalDate(changeDeadline, timeZone))}.
      </p>
      {slotMonth ? (
        <PostForm className="mt-6" preventScrollReset>
          <input type="hidden" name="intent" value="time" readOnly />
          {error && (
            <div role="alert" className="mb-6 border-l-2 border-danger pl-4">
              <p className="text-small">{error.message}</p>
              <div className="mt-4">
                <SlotSuggestions slots={parseSuggestedSlots(error.fields)} timeZone={timeZone} isSubmitting={sending} />
              </div>
            </div>
          )}
          <SlotPicker
            month={slotMonth}
            timeZone={timeZone}
            ownerTimeZone={booking.ownerTimeZone}
            path={path}
            query={{ change: 'time', zone: timeZone }}
            currentSlot={booking.startsAt}
            isSubmitting={sending}
          />
          <Link className="link mt-5 inline-flex min-h-11 items-center text-small" to={path} preventScrollReset>
            Keep current time
          </Link>
        </PostForm>
      ) : (
        <Link className="button mt-5" to={withQuery(path, { change: 'time', zone: timeZone })} preventScrollReset>
          Reschedule booking
        </Link>
      )}
      <div className="mt-6 border-b border-rule">
        <Disclosure label="Cancel this booking" open={failure?.values.intent === 'cancel'}>
          <ActionForm intent="cancel" label="Cancel booking" busyLabel="Canceling…" danger failure={failure}>
            <p className="text-small text-ink-soft">
              {total > 0 && 'You’ll get a full refund to your original payment method. '}Your time becomes available to
              others. You can’t undo this.
            </p>
            <ActionTextArea label="Reason for canceling (optional)" name="reason" rows={2} maxLength={1000} />
          </ActionForm>
        </Disclosure>
      </div>
    </section>
  );
}
