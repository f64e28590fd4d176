import type { IssueContext } from '#features/billing/actions/issue-document.ts';
import { type NewEmail, enqueueEmail } from '#features/email/actions.ts';
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
 * Queues the due reminder emails of an order, each once, and returns their number; the caller holds the order's lock.
 * The owner's reminders wait until an owner exists.
 */
export async function sendReminders(
  tx: Transaction,
  services: NotificationServices,
  issuing: IssueContext,
  { order, facts }: { readonly order: OrderRow; readonly facts: OrderSnapshot },
): Promise<number> {
  const due = listDueReminders(issuing.now, facts);
  if (due.length === 0) return 0;
  const told = await listSentReminders(tx, order.id);
  const sentAt = new Date(issuing.now.epochMilliseconds);
  let sent = 0;
  for (const reminder of due) {
    const { kind, dedupeKey } = reminder;
    if (told.some(one => one.kind === kind && one.about === dedupeKey)) continue;
    const to = await findRecipient(getReminderRecipient(kind), tx, services, order);
    if (!to || !(await insertSentReminder(tx, { orderId: order.id, kind, dedupeKey: dedupeKey, sentAt }))) continue;
    await enqueueEmail(tx, services, { to, ...mailOf(reminder, order, to, issuing.timeZone) });
    sent += 1;
  }
  return sent;
}

type Mail = Omit<NewEmail<EmailTemplateName>, 'to'>;

function mailOf(reminder: Reminder, order: OrderRow, { name, link: url }: OrderRecipient, timeZone: string): Mail {
  const { id: number, title, clientName, currency, agreedTerms } = order;
  const about = (...numbers: readonly PaymentTermNumber[]) => ({
    name,
    url,
    number,
    title,
    timeZone,
    terms: numbers.flatMap(wanted => agreedTerms.texts.filter(term => term.number === wanted)),
  });
  const invoice = (document: OrderInvoice, amount: typeof document.total) => ({
    invoice: document.number,
    amount: { minor: amount, currency },
    dueOn: document.dueOn.toString(),
  });
  switch (reminder.kind) {
    case 'quote ends soon':
    case 'quote ends':
      return written('quoteEnding', { ...about(), expiresOn: reminder.until.toString() });
    case 'payment due soon': {
      const { document, amount } = reminder;
      const { isInstallment } = document;
      return written('paymentDueSoon', {
        ...about(...(isInstallment ? ([4] as const) : [])),
        ...invoice(document, amount),
        isInstallment,
      });
    }
    case 'payment overdue':
    case 'payment late': {
      const { document, amount } = reminder;
      const { lateFeePercent: feePercent } = agreedTerms.settings;
      const mayHaveFee = document.lateFee === 'none' && !document.isLateFee && feePercent > 0;
      const feeFrom = mayHaveFee ? getLateFeeDate(document, agreedTerms.settings).toString() : null;
      return written('paymentOverdue', {
        ...about(...(mayHaveFee ? ([6] as const) : [])),
        ...invoice(document, amount),
        feePercent,
        feeFrom,
      });
    }
    case 'waited some days':
    case 'waited long': {
      const { awaited, missing } = reminder;
      const since = reminder.since.toString();
      if (awaited === 'content') return written('contentAwaited', { ...about(9, 10), missing, since });
      return written('answerAwaited', { ...about(10), isQuote: awaited === 'answer to a change', since });
    }
    case 'late fee proposed': {
      const { document, amount } = reminder.fee;
      const open = invoice(document, getAmountDue(document));
      return written('lateFeeProposed', { ...about(6), ...open, clientName, fee: { minor: amount, currency } });
    }
    case 'quote awaited':
      return written('quoteAwaited', { ...about(), clientName, since: reminder.since.toString() });
    case 'work expected':
    case 'work overdue': {
      const isOverdue = reminder.kind === 'work overdue';
      return written('workExpected', { ...about(), clientName, on: reminder.on.toString(), isOverdue });
    }
    default:
      return written('monthUnpaid', { ...about(14), ...invoice(reminder.document, reminder.amount), clientName });
  }
}

function written<Name extends EmailTemplateName>(template: Name, props: EmailTemplates[Name]): Mail {
  return { template, props };
}
