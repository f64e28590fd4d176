import { getContactName } from '#features/clients/index.ts';
import type { ReminderSchedule } from '#features/clients/contract/reminder-schedule.ts';
import { sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { invoiceReminders, paymentReminderSettings } from '../lifecycle/tables.ts';
import type { ClientReminders, DatedSchedule } from './rules.ts';

/** Returns the site's schedule of invoice reminders; `lock` blocks concurrent changes. */
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

/**
 * Lists the unpaid invoices without an order or booking, whose client has an email address, by due date. Leaves out
 * those with a payment that the owner or its provider has to confirm first. Each has its client's reminders.
 */
export async function listUnpaidManualInvoices(db: Db) {
  type Texts = Record<'number' | 'issuedOn' | 'dueOn' | 'currency' | 'owed' | 'email' | 'title', string> & {
    client: Parameters<typeof getContactName>[0];
  };
  const { rows } = await db.execute<Texts & Pick<ClientReminders, keyof ClientReminders> & { id: number }>(sql`
    select document.id, number, issued_on::text as "issuedOn", document.due_on::text as "dueOn", document.currency, owed::text,
      content -> 'client' as client, content -> 'client' ->> 'email' as email,
      content -> 'lineItems' -> 0 ->> 'description' as title, client.reminder_schedule as "reminderSchedule",
      client.reminders_changed_on::text as "remindersChangedOn"
    from document_balances balance join billing_documents document on document.id = document_id
      left join client_emails address on address.email = (content -> 'client' ->> 'email')::citext
      left join clients client on client.id = address.client_id
    where owed > 0 and order_id is null and booking_id is null and document.due_on is not null
      and content -> 'client' ->> 'email' is not null
      and not exists (select from payments where billing_document_id = document.id and status in ('in_review', 'processing'))
    order by balance.due_on, document_id`);
  return rows.map(({ owed, issuedOn, dueOn, client, ...row }) => ({
    ...row,
    name: getContactName(client),
    owed: toMinorUnits(Number(owed)),
    issuedOn: Temporal.PlainDate.from(issuedOn),
    dueOn: Temporal.PlainDate.from(dueOn),
  }));
}

/** Records a sent reminder of an invoice; returns false if it already was. */
export async function insertInvoiceReminder(tx: Transaction, reminder: typeof invoiceReminders.$inferInsert) {
  const inserted = await tx.insert(invoiceReminders).values(reminder).onConflictDoNothing().returning();
  return inserted.length > 0;
}
