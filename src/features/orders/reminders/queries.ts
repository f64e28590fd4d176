import type { Db, Transaction } from '#platform/database/database.ts';
import { paymentReminderSettings } from '../lifecycle/tables.ts';
import type { ReminderSchedule } from './contract.ts';
import type { DatedSchedule } from './rules.ts';

/** Returns when clients are reminded of their invoices; `lock` blocks concurrent changes. */
export async function getReminderSchedule(db: Db, { lock = false } = {}): Promise<DatedSchedule> {
  const found = db.select().from(paymentReminderSettings);
  const [row] = await (lock ? found.for('update') : found);
  if (!row) throw new Error('The row in payment_reminder_settings is missing.');
  const { isSingleton: _onlyRow, changedOn, ...schedule } = row;
  return { ...schedule, changedOn: changedOn === null ? null : Temporal.PlainDate.from(changedOn) };
}

export async function updateReminderSchedule(
  tx: Transaction,
  schedule: ReminderSchedule,
  changedOn: Temporal.PlainDate,
): Promise<void> {
  await tx.update(paymentReminderSettings).set({ ...schedule, changedOn: changedOn.toString() });
}
