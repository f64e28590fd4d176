import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { formatMoney, type Money } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailNote, EmailText, EmailTimeZone } from '#ui/email/EmailComponents.tsx';
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
}

interface ReminderMails {
  /** To the client; `expiresOn` is the last day to accept the quote. */
  quote_expiring: AboutReminder & { expiresOn: string };
  /** To the client, before the due date. */
  payment_due_soon: AboutInvoice & { isInstallment: boolean };
  /**
   * To the client: shortly after the due date, and again as a late fee approaches. `feeFrom` is the first day of a
   * possible fee; null if none is possible.
   */
  payment_overdue: AboutInvoice & { feePercent: number; feeFrom: string | null };
  /** To the client: content missing before work can start, and since when. */
  content_reminder: AboutReminder & { missing: readonly string[]; since: string };
  /** To the client: the work or a change order awaits their answer. */
  answer_reminder: AboutReminder & { isQuote: boolean; since: string };
  /** To the owner, who decides about it. */
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

function composeReminder(about: AboutReminder, mail: Omit<Parameters<typeof composeEmail>[1], 'note'>) {
  return composeEmail(about, { ...mail, note: <TermNotes terms={about.terms} timeZone={about.timeZone} /> });
}

export const reminderEmails: EmailTemplateRenderers<keyof ReminderMails, ReactNode> = {
  quote_expiring: (about, site) =>
    composeReminder(about, {
      subject: `The quote of ${site.name} holds until ${formatPlainDate(about.expiresOn)}`,
      preheader: `For “${about.title}”. After that day it has to be made anew.`,
      heading: 'Your quote is about to run out',
      text: (
        <EmailText>
          The quote for “{about.title}” holds until the end of {formatPlainDate(about.expiresOn)}. Accept it by then, or
          decline it if it is not what you want: either is fine. After that day it has to be made anew.
        </EmailText>
      ),
      button: 'Look at the quote',
    }),

  payment_due_soon: (about, site) =>
    composeReminder(about, {
      subject: `Due on ${formatPlainDate(about.dueOn)}: invoice ${about.invoice} of ${site.name}`,
      preheader: `${format(about.amount)} for “${about.title}”.`,
      heading: about.isInstallment ? 'An installment is due soon' : 'An invoice is due soon',
      text: (
        <EmailText>
          {about.isInstallment ? `The next installment, invoice ${about.invoice},` : `Invoice ${about.invoice}`} for “
          {about.title}” is due on {formatPlainDate(about.dueOn)}. What is open on it is {format(about.amount)}. If you
          have paid it already, there is nothing to do.
        </EmailText>
      ),
      button: 'See the order and pay',
    }),

  payment_overdue: (about, site) =>
    composeReminder(about, {
      subject: `Invoice ${about.invoice} of ${site.name} is still open`,
      preheader: `${format(about.amount)} for “${about.title}” was due on ${formatPlainDate(about.dueOn)}.`,
      heading: 'An invoice is still open',
      text: (
        <>
          <EmailText>
            Invoice {about.invoice} for “{about.title}” was due on {formatPlainDate(about.dueOn)}, and{' '}
            {format(about.amount)} of it is still open. Perhaps it slipped your mind, or the money is on its way. If
            something stands in the way, write on the order’s page.
          </EmailText>
          {about.feeFrom !== null && (
            <EmailText>
              From {formatPlainDate(about.feeFrom)} on a late fee of {about.feePercent}% may be asked for on what is
              open then.
            </EmailText>
          )}
        </>
      ),
      button: 'See the order and pay',
    }),

  content_reminder: (about, site) =>
    composeReminder(about, {
      subject: `${site.name} waits for your content for order ${about.number}`,
      preheader: `Missing for “${about.title}”: ${about.missing.join(', ')}.`,
      heading: 'Your content is awaited',
      text: (
        <>
          <EmailText>
            The work on “{about.title}” begins once everything that it needs from you is there. Since{' '}
            {formatPlainDate(about.since)} this is awaited:
          </EmailText>
          <EmailText>{about.missing.join('; ')}</EmailText>
          <EmailText>For each day until then, the day on which the work is expected moves by a day.</EmailText>
        </>
      ),
      button: 'Hand it in',
    }),

  answer_reminder: (about, site) =>
    composeReminder(about, {
      subject: `${site.name} waits for your answer on order ${about.number}`,
      preheader: about.isQuote
        ? `The quote for a change of “${about.title}” waits.`
        : `What was made for “${about.title}” waits to be looked at.`,
      heading: about.isQuote ? 'A quote waits for your answer' : 'The work waits to be looked at',
      text: (
        <EmailText>
          {about.isQuote
            ? `A quote for a change of “${about.title}” waits for your answer since ${formatPlainDate(about.since)}. Accept or decline it on the order’s page.`
            : `What was made for “${about.title}” can be looked at since ${formatPlainDate(about.since)}. Say on the order’s page whether it is right, or what is to be changed.`}{' '}
          For each day until then, the day on which the work is expected moves by a day.
        </EmailText>
      ),
      button: about.isQuote ? 'Answer the quote' : 'Look at the work',
    }),

  late_fee_proposed: (about, site) =>
    composeReminder(about, {
      subject: `${site.name}’s site: a late fee on invoice ${about.invoice}?`,
      preheader: `${about.clientName} has not paid what was due on ${formatPlainDate(about.dueOn)}.`,
      heading: 'Ask for a late fee?',
      text: (
        <EmailText>
          Invoice {about.invoice} to {about.clientName} for “{about.title}” was due on {formatPlainDate(about.dueOn)},
          and {format(about.amount)} of it is open. A late fee of {format(about.fee)} may be asked for. Ask for it, or
          waive it for good; until you decide, nothing happens.
        </EmailText>
      ),
      button: 'Decide on the order’s page',
    }),

  quote_requested: (about, site) =>
    composeReminder(about, {
      subject: `${site.name}’s site: somebody waits for a quote`,
      preheader: `${about.clientName} asked about “${about.title}”.`,
      heading: 'Somebody waits for a quote',
      text: (
        <EmailText>
          {about.clientName} asked for a quote for “{about.title}” on {formatPlainDate(about.since)}. Write one, or
          decline, so that they know.
        </EmailText>
      ),
      button: 'Answer the request',
    }),

  delivery_due: (about, site) =>
    composeReminder(about, {
      subject: about.isOverdue
        ? `${site.name}’s site: order ${about.number} is overdue`
        : `${site.name}’s site: order ${about.number} is expected ${formatPlainDate(about.on)}`,
      preheader: `“${about.title}”, for ${about.clientName}.`,
      heading: about.isOverdue ? 'Work is overdue' : 'Work is expected soon',
      text: (
        <EmailText>
          {about.clientName} {about.isOverdue ? 'expected' : 'expects'} “{about.title}” on {formatPlainDate(about.on)}.{' '}
          {about.isOverdue
            ? 'Show it, or write to them when it will be there.'
            : 'Show it on the order’s page once it is ready.'}
        </EmailText>
      ),
      button: 'Open the order',
    }),

  subscription_unpaid: (about, site) =>
    composeReminder(about, {
      subject: `${site.name}’s site: pause order ${about.number}, which is unpaid?`,
      preheader: `${about.clientName} has not paid what was due on ${formatPlainDate(about.dueOn)}.`,
      heading: 'Pause a subscription?',
      text: (
        <EmailText>
          Invoice {about.invoice} to {about.clientName} for “{about.title}” was due on {formatPlainDate(about.dueOn)},
          and {format(about.amount)} of it is still open. Until somebody pauses or ends the subscription, the next month
          is invoiced on its 1st as usual.
        </EmailText>
      ),
      button: 'Decide on the order’s page',
    }),
};
