import { expect, it } from 'vitest';
import { reminderScheduleSchema } from './reminder-schedule.ts';

it.each([
  [1, 'Enter more than 1 day.'],
  [9, 'Enter more than 9 days.'],
])('reminders after %d days are followed by later ones', (first, message) => {
  const schedule = { daysBefore: null, isOnDueDate: false, warnsOfLateFee: false };
  const { error } = reminderScheduleSchema.safeParse({ ...schedule, daysAfter: [first, first, null] });
  expect(error?.issues).toMatchObject([{ path: ['daysAfter', 1], message }]);
});
