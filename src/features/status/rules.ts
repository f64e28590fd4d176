import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Runs all health checks, and emails the owner about failures. */
export const checkHealthQueue = createRecurringQueue('status.check');

/** The state of a check after its scheduled runs. */
export interface CheckState {
  readonly isFailing: boolean;
  readonly since: Date;
  /** The first run that disagrees with `isFailing`; null if the last one agreed. */
  readonly changingSince: Date | null;
  /** The last email about this failure; null if there was none. */
  readonly alertedAt: Date | null;
}

/** Returns the state after a run. It takes two runs in a row to change, so a restart doesn't count as a failure. */
export function updateState(last: CheckState | undefined, isFailing: boolean, now: Date): CheckState {
  const state = last ?? { isFailing: false, since: now, changingSince: null, alertedAt: null };
  if (isFailing === state.isFailing) return { ...state, changingSince: null };
  if (!state.changingSince) return { ...state, changingSince: now };
  return { ...state, isFailing, since: state.changingSince, changingSince: null };
}

/** Milliseconds between two emails about the same failure. */
const ALERT_INTERVAL = 24 * 3_600_000;

/** Returns which email a state requires, if any. */
export function findAlert({ isFailing, alertedAt }: CheckState, now: Date): 'failing' | 'recovered' | undefined {
  if (!isFailing) return alertedAt ? 'recovered' : undefined;
  return !alertedAt || now.getTime() - alertedAt.getTime() >= ALERT_INTERVAL ? 'failing' : undefined;
}
