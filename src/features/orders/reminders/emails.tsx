import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { formatMoney, type Money } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { composeTextEmail } from '#ui/email/compose-text-email.tsx';
import { EmailNote, EmailText, EmailTimeZone } from '#ui/email/EmailComponents.tsx';
import type { FilledEmailText } from '#features/billing/index.ts';
import type { AboutOrder } from '../lifecycle/emails.tsx';

/**
 * Common to all reminders: `name` is the recipient's, `url` opens the order for them, the agreed `terms` cause the
 * reminder. Days are ISO dates in `timeZone`, the owner's (IANA name).
 */
interface AboutReminder extends AboutOrder {
  timeZone: string;
  terms: readonly { number: number; text: string }[];
}

/** An unpaid invoice. */
interface AboutInvoice extends AboutReminder {
  invoice: string;
  amount: Money;
  dueOn: string;
  /** The owner's own text, or the text in another language. */
  custom?: FilledEmailText | undefined;
}

/** An unpaid invoice of an order, or without one; then `url` opens the invoice. */
type AboutPayable = Omit<AboutInvoice, 'number'> & { number: number | null };

interface ReminderMails {
  /** To the client; `expiresOn` is the last day to accept the quote. */
  quote_expiring: AboutReminder & { expiresOn: string };
  /** To the client, before or on the due date. */
  payment_due_soon: AboutPayable & { isInstallment: boolean; isDueToday: boolean };
  /**
   * To the client: shortly after the due date, and again as a late fee approaches. `feeFrom` is the first day of a
   * possible fee; null if none is possible.
   */
  payment_overdue: AboutPayable & { feePercent: number; feeFrom: string | null };
  /** To the client: content missing before work can start, and since when. */
  content_reminder: AboutReminder & { missing: readonly string[]; since: string };
  /** To the client: the work or a change order is waiting for their answer. */
  answer_reminder: AboutReminder & { isQuote: boolean; since: string };
  /** To the owner, who charges or waives the fee. */
  late_fee_proposed: AboutInvoice & { clientName: string; fee: Money };
  /** To the owner: a client is waiting for a quote. */
  quote_requested: AboutReminder & { clientName: string; since: string };
  /** To the owner: delivery expected today or tomorrow, or overdue. */
  delivery_due: AboutReminder & { clientName: string; on: string; isOverdue: boolean };
  /** To the owner: a month of a subscription is unpaid. */
  subscription_unpaid: AboutInvoice & { clientName: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends ReminderMails {}
}

const format = (money: Money) => formatMoney(money, { exact: true });

/** Quotes the payment terms behind a reminder, and names the time zone of its days. */
function TermNotes({ terms, timeZone }: Pick<AboutReminder, 'terms' | 'timeZone'>) {
  return (
    <>
      {terms.map(({ number, text }) => (
        <EmailNote key={number}>
          Payment term {number}: {text}
        </EmailNote>
      ))}
      <EmailTimeZone timeZone={timeZone} />
    </>
  );
}

function composeReminder(
  about: Pick<AboutReminder, 'name' | 'url' | 'terms' | 'timeZone'>,
  mail: Omit<Parameters<typeof composeEmail>[1], 'note'>,
) {
  return composeEmail(about, { ...mail, note: <TermNotes terms={about.terms} timeZone={about.timeZone} /> });
}

function composeCustomReminder({ url, number }: AboutPayable, { labels, ...text }: FilledEmailText) {
  const button = number === null ? labels.viewAndPay : labels.openOrder;
  return composeTextEmail(url, { ...text, button, linkIntro: labels.openLink });
}

export const reminderEmails: EmailTemplateRenderers<keyof ReminderMails, ReactNode> = {
  quote_expiring: (about, site) =>
    composeReminder(about, {
      subject: `Your quote from ${site.name} expires on ${formatPlainDate(about.expiresOn)}`,
      preheader: `Accept or decline the quote for “${about.title}”.`,
      heading: 'Your quote expires soon',
      text: (
        <EmailText>
          Your quote for “{about.title}” is valid through {formatPlainDate(about.expiresOn)}. Please accept or decline
          it by then. After that day, you’ll need a new quote.
        </EmailText>
      ),
      button: 'Review quote',
    }),

  payment_due_soon: (about, site) => {
    if (about.custom) return composeCustomReminder(about, about.custom);
    const due = about.isDueToday ? 'due today' : 'due soon';
    const day = about.isDueToday ? `today, ${formatPlainDate(about.dueOn)}` : `on ${formatPlainDate(about.dueOn)}`;
    return composeReminder(about, {
      subject: `Invoice ${about.invoice} from ${site.name} is due ${about.isDueToday ? 'today' : day}`,
      preheader: `${format(about.amount)} for “${about.title}”.`,
      heading: about.isInstallment ? `Your next installment is ${due}` : `Your invoice is ${due}`,
      text: (
        <EmailText>
          {about.isInstallment ? `Your next installment, invoice ${about.invoice},` : `Invoice ${about.invoice}`} for “
          {about.title}” is due {day}. The amount due is {format(about.amount)}. If you’ve already paid, you can ignore
          this email.
        </EmailText>
      ),
      button: about.number === null ? 'View and pay invoice' : 'View order and pay',
    });
  },

  payment_overdue: (about, site) => {
    if (about.custom) return composeCustomReminder(about, about.custom);
    return composeReminder(about, {
      subject: `Invoice ${about.invoice} from ${site.name} is overdue`,
      preheader: `${format(about.amount)} for “${about.title}” was due on ${formatPlainDate(about.dueOn)}.`,
      heading: 'Your invoice is overdue',
      text: (
        <>
          <EmailText>
            Invoice {about.invoice} for “{about.title}” was due on {formatPlainDate(about.dueOn)}, and{' '}
            {format(about.amount)} is still unpaid. If you’ve already paid, you can ignore this email. If there’s a
            problem,{' '}
            {about.number === null ? `contact ${site.name}.` : `send ${site.name} a message on the order page.`}
          </EmailText>
          {about.feeFrom !== null && (
            <EmailText>
              From {formatPlainDate(about.feeFrom)}, a late fee of {about.feePercent}% may be added to the unpaid
              amount.
            </EmailText>
          )}
        </>
      ),
      button: about.number === null ? 'View and pay invoice' : 'View order and pay',
    });
  },

  content_reminder: (about, site) =>
    composeReminder(about, {
      subject: `${site.name} needs your content for order ${about.number}`,
      preheader: `Missing for “${about.title}”: ${about.missing.join(', ')}.`,
      heading: 'Your content is still needed',
      text: (
        <>
          <EmailText>
            Work on “{about.title}” can start once you’ve sent all your content. These items have been missing since{' '}
            {formatPlainDate(about.since)}:
          </EmailText>
          <EmailText>{about.missing.join('; ')}</EmailText>
          <EmailText>Each day of waiting moves the expected delivery date back by a day.</EmailText>
        </>
      ),
      button: 'Add content',
    }),

  answer_reminder: (about, site) =>
    composeReminder(about, {
      subject: `${site.name} is waiting for your answer on order ${about.number}`,
      preheader: about.isQuote
        ? `Accept or decline the quote for a change to “${about.title}”.`
        : `Review the work on “${about.title}”.`,
      heading: about.isQuote ? 'A quote is waiting for your answer' : 'The work is ready for your review',
      text: (
        <EmailText>
          {about.isQuote
            ? `A quote for a change to “${about.title}” has been waiting for your answer since ${formatPlainDate(about.since)}. Accept or decline it on the order page.`
            : `The work on “${about.title}” has been ready for your review since ${formatPlainDate(about.since)}. Approve it on the order page, or say what to change.`}{' '}
          Each day of waiting moves the expected delivery date back by a day.
        </EmailText>
      ),
      button: about.isQuote ? 'Review quote' : 'Review work',
    }),

  late_fee_proposed: about =>
    composeReminder(about, {
      subject: `Charge a late fee on invoice ${about.invoice}?`,
      preheader: `${about.clientName} hasn’t paid the invoice that was due on ${formatPlainDate(about.dueOn)}.`,
      heading: 'Charge a late fee?',
      text: (
        <EmailText>
          Invoice {about.invoice} to {about.clientName} for “{about.title}” was due on {formatPlainDate(about.dueOn)},
          and {format(about.amount)} is still unpaid. You can charge a late fee of {format(about.fee)}, or waive it. No
          fee is charged until you decide.
        </EmailText>
      ),
      button: 'Review late fee',
    }),

  quote_requested: about =>
    composeReminder(about, {
      subject: `Request ${about.number} is waiting for a quote`,
      preheader: `${about.clientName} requested a quote for “${about.title}”.`,
      heading: 'A client is waiting for your quote',
      text: (
        <EmailText>
          {about.clientName} requested a quote for “{about.title}” on {formatPlainDate(about.since)}. Send a quote or
          decline the request.
        </EmailText>
      ),
      button: 'Review request',
    }),

  delivery_due: about =>
    composeReminder(about, {
      subject: about.isOverdue
        ? `Order ${about.number} is overdue`
        : `Order ${about.number} is due on ${formatPlainDate(about.on)}`,
      preheader: `“${about.title}” for ${about.clientName}.`,
      heading: about.isOverdue ? 'An order is overdue' : 'An order is due soon',
      text: (
        <EmailText>
          {about.clientName} {about.isOverdue ? 'expected' : 'expects'} “{about.title}” on {formatPlainDate(about.on)}.{' '}
          {about.isOverdue
            ? 'Submit the work for review, or message the client with a new date.'
            : 'Submit the work for review when it’s ready.'}
        </EmailText>
      ),
      button: 'View order',
    }),

  subscription_unpaid: about =>
    composeReminder(about, {
      subject: `Unpaid subscription: order ${about.number}`,
      preheader: `${about.clientName} hasn’t paid the invoice that was due on ${formatPlainDate(about.dueOn)}.`,
      heading: 'Pause this unpaid subscription?',
      text: (
        <EmailText>
          Invoice {about.invoice} to {about.clientName} for “{about.title}” was due on {formatPlainDate(about.dueOn)},
          and {format(about.amount)} is still unpaid. A new invoice is issued on the 1st of each month until the
          subscription is paused or canceled.
        </EmailText>
      ),
      button: 'Review subscription',
    }),
};
