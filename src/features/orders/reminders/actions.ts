import type { IssueContext } from '#features/billing/index.ts';
import { type NewEmail, enqueueEmail } from '#features/email/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { EmailTemplateName, EmailTemplates } from '#shared/emails.ts';
import type { PaymentTermNumber } from '../lifecycle/contract/enums.ts';
import { insertSentReminder, listSentReminders } from '../lifecycle/queries/due-orders.ts';
import type { OrderRow } from '../lifecycle/queries/orders.ts';
import { getLateFeeDate, getAmountDue, type OrderInvoice } from '../lifecycle/rules/late-fees.ts';
import { getReminderRecipient, type Reminder, listDueReminders } from './rules.ts';
import type { OrderSnapshot } from '../lifecycle/rules/summary.ts';
import { type NotificationServices, type OrderRecipient, findRecipient } from '../lifecycle/actions/notifications.ts';

/**
 * Queues the due reminder emails of an order, each once; the caller must have locked the order. The owner's reminders
 * wait until an owner exists.
 */
export async function sendReminders(
  tx: Transaction,
  services: NotificationServices,
  issuing: IssueContext,
  { order, facts }: { readonly order: OrderRow; readonly facts: OrderSnapshot },
): Promise<void> {
  const due = listDueReminders(issuing.now, facts);
  if (due.length === 0) return;
  const sentReminders = await listSentReminders(tx, order.id);
  const sentAt = new Date(issuing.now.epochMilliseconds);
  for (const reminder of due) {
    const { kind, dedupeKey } = reminder;
    if (sentReminders.some(one => one.kind === kind && one.about === dedupeKey)) continue;
    const to = await findRecipient(getReminderRecipient(kind), tx, services, order);
    if (!to || !(await insertSentReminder(tx, { orderId: order.id, kind, dedupeKey, sentAt }))) continue;
    const { name, email } = to;
    await enqueueEmail(tx, services, { to: { name, email }, ...buildEmail(reminder, order, to, issuing.timeZone) });
  }
}

type Mail = Omit<NewEmail<EmailTemplateName>, 'to'>;

function buildEmail(reminder: Reminder, order: OrderRow, to: OrderRecipient, timeZone: string): Mail {
  const { clientName, currency, agreedTerms } = order;
  const about = (...numbers: readonly (PaymentTermNumber | false)[]) => ({
    ...to.about,
    timeZone,
    terms: numbers.flatMap(termNumber => agreedTerms.texts.filter(term => term.number === termNumber)),
  });
  const invoice = (document: OrderInvoice, amount: typeof document.total) => ({
    invoice: document.number,
    amount: { minor: amount, currency },
    dueOn: document.dueOn.toString(),
  });
  switch (reminder.kind) {
    case 'quote_expires_soon':
    case 'quote_expires_tomorrow':
      return toMail('quote_expiring', { ...about(), expiresOn: reminder.until.toString() });
    case 'payment_due_soon': {
      const { document, amount } = reminder;
      const { isInstallment } = document;
      return toMail('payment_due_soon', { ...about(isInstallment && 4), ...invoice(document, amount), isInstallment });
    }
    case 'payment_overdue':
    case 'late_fee_warning': {
      const { document, amount } = reminder;
      const { lateFeePercent: feePercent } = agreedTerms.settings;
      const mayHaveFee = document.lateFee === 'none' && !document.isLateFee && feePercent > 0;
      const feeFrom = mayHaveFee ? getLateFeeDate(document, agreedTerms.settings).toString() : null;
      const open = invoice(document, amount);
      return toMail('payment_overdue', { ...about(mayHaveFee && 6), ...open, feePercent, feeFrom });
    }
    case 'client_action_reminder':
    case 'client_action_final_reminder': {
      const { awaited, missing } = reminder;
      const since = reminder.since.toString();
      if (awaited === 'content') return toMail('content_reminder', { ...about(9, 10), missing, since });
      return toMail('answer_reminder', { ...about(10), isQuote: awaited === 'change_order_answer', since });
    }
    case 'late_fee_proposed': {
      const { document, amount } = reminder.fee;
      const open = invoice(document, getAmountDue(document));
      return toMail('late_fee_proposed', { ...about(6), ...open, clientName, fee: { minor: amount, currency } });
    }
    case 'quote_requested':
      return toMail('quote_requested', { ...about(), clientName, since: reminder.since.toString() });
    case 'delivery_due':
    case 'delivery_overdue': {
      const isOverdue = reminder.kind === 'delivery_overdue';
      return toMail('delivery_due', { ...about(), clientName, on: reminder.on.toString(), isOverdue });
    }
    default: {
      const open = invoice(reminder.document, reminder.amount);
      return toMail('subscription_unpaid', { ...about(14), ...open, clientName });
    }
  }
}

function toMail<Name extends EmailTemplateName>(template: Name, props: EmailTemplates[Name]): Mail {
  return { template, props };
}
