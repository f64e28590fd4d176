import type { ReminderKind } from '../lifecycle/contract/states.ts';

/** Milliseconds before the start at which the first reminder is due. */
export const EARLIEST_REMINDER_MS = 24 * 3_600_000;

/** Milliseconds before the start, latest reminder last. */
const LEAD_TIMES: readonly (readonly [ReminderKind, number])[] = [
  ['day_before', EARLIEST_REMINDER_MS],
  ['hour_before', 3_600_000],
];

/**
 * Returns the reminder that is due now; null for none. Skips one that was already due when the booking was made or
 * rescheduled, because the confirmation said the same, and the earlier one once the later one is due.
 */
export function findDueReminder(
  { startsAt, settledAt }: { readonly startsAt: number; readonly settledAt: number },
  now: number,
): ReminderKind | null {
  if (now >= startsAt) return null;
  const due = LEAD_TIMES.findLast(([, leadTime]) => startsAt - leadTime <= now);
  if (!due) return null;
  const [kind, leadTime] = due;
  return settledAt > startsAt - leadTime ? null : kind;
}
