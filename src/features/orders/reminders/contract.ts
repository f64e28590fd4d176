import { z } from 'zod';
import { reminderScheduleSchema } from '#features/clients/contract/reminder-schedule.ts';
import { defineEndpoints, emptyInput } from '#shared/contract.ts';

const { ownerEndpoint } = defineEndpoints('orders');

const reminderSettingsSchema = z.object({
  ...reminderScheduleSchema.shape,
  /** From the payment terms for new orders. */
  lateFeeAfterDays: z.int(),
});

export const remindersContract = {
  getReminderSettings: ownerEndpoint('GET /payment-reminders', 'Get when clients are reminded of their invoices')
    .input(emptyInput)
    .output(reminderSettingsSchema),
  updateReminderSettings: ownerEndpoint(
    'PUT /payment-reminders',
    'Set when clients are reminded of their invoices; reminders for earlier days are not sent',
  )
    .input(reminderScheduleSchema)
    .output(reminderSettingsSchema),
};
