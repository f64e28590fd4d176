import { dayOf, isAfter } from './calendar.ts';
import { firstTime, type History } from './history.ts';

/** Support after delivery: whether a request on a day is part of the price, and the last such day (term 13). */
export interface Support {
  readonly included: boolean;
  readonly until: Temporal.PlainDate | null;
}

/** What the plan includes is counted in days from the delivery on; before that, and where it includes none, nothing is. */
export function supportOn(day: Temporal.PlainDate, history: History, supportDays: number, timeZone: string): Support {
  const delivered = firstTime(history, 'deliver');
  if (!delivered || supportDays === 0) return { included: false, until: null };
  const until = dayOf(delivered, timeZone).add({ days: supportDays });
  return { included: !isAfter(day, until), until };
}
