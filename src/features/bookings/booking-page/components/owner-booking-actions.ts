import type { Api } from '#shared/api.ts';
import { toast } from '#ui/toast.ts';
import type { BookingActionResult } from './booking-page.ts';

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
