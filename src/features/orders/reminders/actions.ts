import type { ReminderSchedule } from '#features/clients/contract/reminder-schedule.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  buildDocumentUrl,
  findFilledEmailText,
  formatAmount,
  formatDay,
  formatDocumentTitle,
  type IssueContext,
} from '#features/billing/index.ts';
import { type ClientRow, findClient, findClientByEmail } from '#features/clients/index.ts';
import { type NewEmail, enqueueEmail, getEmailSite, getOwnerReplyTo } from '#features/email/index.ts';
import { getPaymentTerms } from '#features/pricing/index.ts';
import { getSettings } from '#features/settings/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Database, Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { dayOf } from '#shared/dates.ts';
import type { EmailTemplateName, EmailTemplates, RenderedEmail } from '#shared/emails.ts';
import { getFractionDigits } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { AppError } from '#shared/errors.ts';
import { getFirstName } from '#shared/first-name.ts';
import type { PaymentTermNumber } from '../lifecycle/contract/enums.ts';
import { insertSentReminder, listSentReminders } from '../lifecycle/queries/due-orders.ts';
import type { OrderRow } from '../lifecycle/queries/orders.ts';
import { getLateFeeDate, getAmountDue, type OrderInvoice } from '../lifecycle/rules/late-fees.ts';
import { getSalesContext } from '../lifecycle/queries/sales-context.ts';
import {
  getReminderSchedule,
  insertInvoiceReminder,
  listUnpaidManualInvoices,
  updateReminderSchedule,
} from './queries.ts';
import {
  type DatedSchedule,
  findPaymentStage,
  getReminderRecipient,
  type Reminder,
  listDueReminders,
  type ReminderPreview,
  toClientSchedule,
} from './rules.ts';
import { canBearLateFees, type OrderSnapshot } from '../lifecycle/rules/summary.ts';
import { type NotificationServices, type OrderRecipient, findRecipient } from '../lifecycle/actions/notifications.ts';

/**
 * Queues the due reminder emails of an order, each once; the caller must have locked the order. The owner's reminders
 * wait until an owner exists.
 */
export async function sendReminders(
  tx: Transaction,
  services: NotificationServices,
  issuing: IssueContext,
  {
    order,
    facts,
    schedule,
  }: {
    readonly order: OrderRow;
    readonly facts: OrderSnapshot;
    /** The site's. */
    readonly schedule: DatedSchedule;
  },
): Promise<void> {
  const client = await findClientByEmail(tx, order.clientEmail);
  const due = listDueReminders(issuing.now, facts, toClientSchedule(schedule, client));
  if (due.length === 0) return;
  const sentReminders = await listSentReminders(tx, order.id);
  const sentAt = toDate(issuing.now);
  for (const reminder of due) {
    const { kind, dedupeKey } = reminder;
    if (sentReminders.some(one => one.kind === kind && one.about === dedupeKey)) continue;
    const to = await findRecipient(getReminderRecipient(kind), tx, services, order);
    if (!to || !(await insertSentReminder(tx, { orderId: order.id, kind, dedupeKey, sentAt }))) continue;
    const { name, email, replies } = to;
    await enqueueEmail(tx, services, {
      to: { name, email },
      ...replies,
      ...(await withCustomText(tx, services, client, buildEmail(reminder, { order, facts }, to, issuing))),
    });
  }
}

type Mail = Omit<NewEmail<EmailTemplateName>, 'to'>;

function buildEmail(
  reminder: Reminder,
  { order, facts }: { readonly order: OrderRow; readonly facts: OrderSnapshot },
  to: OrderRecipient,
  { now, timeZone }: Pick<IssueContext, 'now' | 'timeZone'>,
): Mail {
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
      const isDueToday = document.dueOn.equals(dayOf(now, timeZone));
      const open = invoice(document, amount);
      return toMail('payment_due_soon', {
        ...about(isInstallment && order.milestones === null && 4),
        ...open,
        isInstallment,
        isDueToday,
      });
    }
    case 'payment_overdue':
    case 'late_fee_warning': {
      const { document, amount } = reminder;
      const { lateFeePercent: feePercent } = agreedTerms.settings;
      const mayHaveFee = canBearLateFees(facts) && document.lateFee === 'none' && !document.isLateFee && feePercent > 0;
      const feeFrom = mayHaveFee ? getLateFeeDate(document, agreedTerms.settings).toString() : null;
      const open = invoice(document, amount);
      return toMail('payment_overdue', { ...about(mayHaveFee && 6), ...open, feePercent, feeFrom });
    }
    case 'client_action_reminder':
    case 'client_action_final_reminder': {
      const { waitsFor, missing } = reminder;
      const since = reminder.since.toString();
      if (waitsFor === 'content') return toMail('content_reminder', { ...about(9, 10), missing, since });
      return toMail('answer_reminder', { ...about(10), isQuote: waitsFor === 'change_order_answer', since });
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

/** Queues the due reminders of invoices without an order, each once and in its own transaction. */
export async function sendManualInvoiceReminders(
  services: NotificationServices & { readonly db: Database },
  issuing: IssueContext,
  schedule: DatedSchedule,
): Promise<void> {
  const { db } = services;
  const { now, timeZone } = issuing;
  const today = dayOf(now, timeZone);
  for (const { id, number: invoice, dueOn, issuedOn, owed, currency, ...client } of await listUnpaidManualInvoices(
    db,
  )) {
    // Late fees are for orders only (term 6).
    const rules = { ...toClientSchedule(schedule, client), warnsOfLateFee: false };
    const stage = findPaymentStage(
      { id: String(id), issuedOn, dueOn },
      today,
      { settings: { lateFeeAfterDays: 0 } },
      rules,
    );
    if (!stage) continue;
    const { name, email, title } = client;
    const about = {
      name,
      title,
      url: buildDocumentUrl(services, invoice),
      timeZone,
      terms: [],
      invoice,
      amount: { minor: owed, currency },
      dueOn: dueOn.toString(),
      number: null,
    };
    const mail =
      stage.kind === 'payment_overdue'
        ? toMail('payment_overdue', { ...about, feePercent: 0, feeFrom: null })
        : toMail('payment_due_soon', { ...about, isInstallment: false, isDueToday: dueOn.equals(today) });
    await db.transaction(async tx => {
      const sentAt = toDate(now);
      if (!(await insertInvoiceReminder(tx, { billingDocumentId: id, ...stage, sentAt }))) return;
      const written = await withCustomText(tx, services, await findClientByEmail(tx, email), mail);
      await enqueueEmail(tx, services, { to: { name, email }, ...(await getOwnerReplyTo(tx)), ...written });
    });
  }
}

/** Adds the owner's text of a payment reminder, or the text in the client's language. */
async function withCustomText(
  db: Db,
  { siteUrl }: Pick<ApiServices, 'siteUrl'>,
  client: Pick<ClientRow, 'language'> | undefined,
  mail: Mail,
): Promise<Mail> {
  if (mail.template !== 'payment_due_soon' && mail.template !== 'payment_overdue') return mail;
  const props = mail.props as EmailTemplates['payment_due_soon' | 'payment_overdue'];
  const { language = 'en' } = client ?? {};
  const isDueToday = 'isDueToday' in props && props.isDueToday;
  const kind =
    mail.template === 'payment_overdue' ? 'reminder_overdue' : isDueToday ? 'reminder_due' : 'reminder_before';
  const { name, title, invoice, amount, dueOn } = props;
  const document = formatDocumentTitle({ kind: 'invoice', number: invoice }, language);
  const custom = await findFilledEmailText(
    db,
    { kind, language },
    {
      client_name: name,
      first_name: getFirstName(name),
      site_name: (await getEmailSite(db, siteUrl)).name,
      order_title: title || document,
      document,
      invoice_number: invoice,
      amount_due: formatAmount(amount.minor, amount.currency, language),
      due_date: formatDay(dueOn, language),
    },
  );
  return custom ? { ...mail, props: { ...props, custom } } : mail;
}

/** Returns the schedule of payment reminders for its form. */
export async function getReminderSettings(db: Db) {
  const [{ changedOn: _changedOn, ...schedule }, { settings }] = await Promise.all([
    getReminderSchedule(db),
    getPaymentTerms(db),
  ]);
  return { ...schedule, lateFeeAfterDays: settings.lateFeeAfterDays };
}

/** Saves the schedule. From then on, only reminders for today or later days are sent. */
export async function updateReminderSettings(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  schedule: ReminderSchedule,
) {
  const { changedOn: _changedOn, ...saved } = await getReminderSchedule(tx, { lock: true });
  const today = dayOf(now(), await getTimeZone(tx));
  if (!isDeepStrictEqual(saved, schedule)) await updateReminderSchedule(tx, schedule, today);
  return getReminderSettings(tx);
}

/** Returns the schedule for an export, and whether the owner has changed it. */
export async function exportReminderSettings(db: Db) {
  const { changedOn, ...value } = await getReminderSchedule(db);
  return { value, isOwn: changedOn !== null };
}

/**
 * Renders an example of a payment reminder, with the saved days and the current payment terms; of a client's reminders
 * if one is given. Throws NOT_FOUND for an unknown client.
 */
export async function renderReminderPreview(
  { db, now, siteUrl, renderEmail }: Pick<ApiServices, 'db' | 'now' | 'siteUrl' | 'renderEmail'>,
  name: ReminderPreview,
  clientId?: number,
): Promise<RenderedEmail> {
  const client = clientId === undefined ? undefined : await findClient(db, clientId);
  if (clientId !== undefined && !client) throw new AppError('NOT_FOUND', 'This client doesn’t exist.');
  const [{ settings, agreedTerms, today }, siteSchedule, { defaultCurrency: currency }, site] = await Promise.all([
    getSalesContext(db, now()),
    getReminderSchedule(db),
    getSettings(db),
    getEmailSite(db, siteUrl),
  ]);
  const schedule = toClientSchedule(siteSchedule, client);
  const { daysBefore, daysAfter } = schedule;
  const days = { before: daysBefore ?? 2, on_due_date: 0, overdue: -(daysAfter.find(day => day !== null) ?? 1) };
  const dueOn = today.add({ days: days[name] });
  const about = {
    name: client?.name ?? 'Sam Rivera',
    number: 1042,
    title: 'Example order',
    url: siteUrl,
    timeZone: site.timeZone,
    terms: [],
    invoice: `${today.year}-0042`,
    amount: { minor: toMinorUnits(1200 * 10 ** getFractionDigits(currency)), currency },
    dueOn: dueOn.toString(),
  };
  const render = async (mail: Mail) => {
    const { template, props } = await withCustomText(db, { siteUrl }, client, mail);
    return renderEmail(template, props, site);
  };
  if (name !== 'overdue') {
    const isDueToday = name === 'on_due_date';
    return render(toMail('payment_due_soon', { ...about, isInstallment: false, isDueToday }));
  }
  const { lateFeePercent: feePercent, lateFeeAfterDays } = settings;
  const feeFrom = feePercent > 0 ? dueOn.add({ days: lateFeeAfterDays + 1 }).toString() : null;
  const terms = feeFrom === null ? [] : agreedTerms.texts.filter(({ number }) => number === 6);
  return render(toMail('payment_overdue', { ...about, terms, feePercent, feeFrom }));
}

function toMail<Name extends EmailTemplateName>(template: Name, props: EmailTemplates[Name]): Mail {
  return { template, props };
}
