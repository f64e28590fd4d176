import { z } from 'zod';
import { money } from '#shared/contract.ts';

export const amount = money.shape.minor;

export const bookingReference = z.strictObject({
  /** The booking's id, or id and token of its secret link. */
  booking: z.string().regex(/^\d{1,9}(?:\.[\w-]{0,100})?$/, 'This booking doesn’t exist.'),
});

/** Checks that a period has from one to `max` days; without an end, it is one day. */
export const hasAtMostDays =
  (max: number) =>
  ({ from, until = from }: { from: string; until?: string | undefined }, context: z.RefinementCtx) => {
    const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
    const addIssue = (message: string) => context.addIssue({ code: 'custom', path: ['until'], message });
    if (days < 1) addIssue('The last day can’t be before the first day.');
    // The day after must have a year of four digits.
    if (until === '9999-12-31') addIssue('Choose an earlier day.');
    if (days > max) addIssue(`Choose at most ${max} days.`);
  };
