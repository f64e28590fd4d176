import type { ReminderKind } from '../contract/lifecycle.ts';

/** How long before it begins each reminder is due, in milliseconds, the later one last. */
const BEFORE: readonly (readonly [ReminderKind, number])[] = [
  ['day', 24 * 3_600_000],
  ['hour', 3_600_000],
];

/** The earliest that any reminder is due before a beginning, in milliseconds. */
export const EARLIEST_REMINDER_MS = 24 * 3_600_000;

/**
 * The reminder that is due now; null for none. One whose time had come when the booking was made or moved there is not
 * sent, since the confirmation has just said the same; nor is the earlier one once the later one is due.
 */
export function findDueReminder(
  { startsAt, settledAt }: { readonly startsAt: number; readonly settledAt: number },
  now: number,
): ReminderKind | null {
  if (now >= startsAt) return null;
  const due = BEFORE.filter(([, before]) => startsAt - before <= now).at(-1);
  if (!due) return null;
  const [kind, before] = due;
  return settledAt > startsAt - before ? null : kind;
}
