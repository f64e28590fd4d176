import { z } from 'zod';

const daysUpTo = (max: number) => {
  const message = `Enter a number of days from 1 to ${max}.`;
  return z.int(message).min(1, message).max(max, message).nullable();
};

/** When clients are reminded of an unpaid invoice. */
export const reminderScheduleSchema = z.strictObject({
  /** Days before the due date; null without this reminder. */
  daysBefore: daysUpTo(30),
  isOnDueDate: z.boolean(),
  /** Days after the due date of the first, second and third reminder; null without it. */
  daysAfter: z.tuple([daysUpTo(180), daysUpTo(180), daysUpTo(180)]).superRefine((days, context) => {
    for (const [place, day] of days.entries()) {
      const last = Math.max(0, ...days.slice(0, place).map(earlier => earlier ?? 0));
      if (day !== null && day <= last)
        context.addIssue({
          code: 'custom',
          path: [place],
          message: `Enter more than ${last === 1 ? '1 day' : `${last} days`}.`,
        });
    }
  }),
  /** Whether a reminder is sent as a late fee approaches, on the day in the payment terms. */
  warnsOfLateFee: z.boolean(),
});
export type ReminderSchedule = z.infer<typeof reminderScheduleSchema>;
