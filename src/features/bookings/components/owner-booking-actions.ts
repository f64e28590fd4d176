import type { Api } from '#shared/api.ts';
import { withQuery } from '#shared/paths.ts';
import { toast } from '#ui/toast.ts';
import type { BookingActionResult } from './booking-page.ts';

export const ownerOutcomeMessages: Readonly<Record<string, string>> = {
  move: 'It is moved. Both sides are told.',
  callOff: 'It is cancelled. What was paid goes back.',
  completed: 'It took place.',
  no_show: 'It is noted that the client did not come.',
};

interface Sent {
  readonly form: ReadonlyMap<string, string>;
  readonly redirectWithoutScript: (to: string) => void;
}

/** Runs the action of one of the owner's forms; `path` is its page. */
export async function handleOwnerBookingAction(
  api: Api,
  booking: string,
  path: string,
  { form, redirectWithoutScript }: Sent,
): Promise<BookingActionResult> {
  const did = form.get('intent') ?? '';
  const text = (name: string) => form.get(name) ?? '';
  if (did === 'move') await api.calendar.move({ booking, day: text('day'), time: text('time') });
  else if (did === 'callOff') await api.bookings.cancel({ booking, reason: text('reason') });
  else await api.calendar.settle({ booking, outcome: did === 'no_show' ? 'no_show' : 'completed' });
  redirectWithoutScript(withQuery(path, { did }));
  toast.success(ownerOutcomeMessages[did] ?? 'Done.');
  return { did };
}
