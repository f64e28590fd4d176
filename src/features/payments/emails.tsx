import type { ReactNode } from 'react';
import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import { fillText, getEmailLabels } from '#features/billing/index.ts';
import type { EmailSite, EmailTemplateRenderers } from '#shared/emails.ts';
import { getFirstName } from '#shared/first-name.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { getPaymentEmailTexts, type PaymentEmailTexts } from './rules/email-texts.ts';

/** `name` is the recipient's; amounts are formatted; URLs are absolute. */
interface AboutPayment {
  name: string;
  amount: string;
  /** The document's number. */
  number: string;
  url: string;
}

/** Amounts, methods and the site's own reasons are in the client's language. */
interface AboutClientPayment extends AboutPayment {
  language: DocumentLanguage;
}

interface PaymentsMails {
  /** To the owner: a manual payment is waiting for review. */
  payment_in_review: AboutPayment & { client: string; method: string; sender: string; reference: string };
  /** To the owner: a provider holds the money of a payment. */
  payment_processing: AboutPayment & { client: string; provider: string; reason: string };
  /** To the client: the owner did not find the payment, or its provider declined it after a check. */
  payment_rejected: AboutClientPayment & { method: string; reason: string; isAtProvider?: boolean };
  /** To the client: a payment was recorded by mistake. */
  payment_voided: AboutClientPayment & { method: string; reason: string };
  /** To the client: credit of the invoice `from` was applied; `due` is the rest, if any. */
  credit_applied: AboutClientPayment & { from: string; due: string | null };
  /** To the client: credit of the invoice `from` was applied by mistake. */
  credit_undone: AboutClientPayment & { from: string; reason: string };
  /** To the client: an overpayment is being refunded. */
  payment_exceeded: AboutClientPayment;
  /** To the client: a refund was sent. */
  refund_sent: AboutClientPayment & {
    reason: string;
    reference: string | null;
    isManual: boolean;
    isDueAgain: boolean;
  };
  /** To the client: the owner's decision on a refund at the provider or on their dispute. */
  refund_decided: AboutClientPayment & { isDispute: boolean; isDueAgain: boolean };
  /**
   * To the owner: a payment was refunded or disputed at its provider. If it counted, the owner decides about the
   * invoice.
   */
  payment_reversed: AboutPayment & { client: string; provider: string; isDisputed: boolean; isDueAgain: boolean };
  /** To the owner: a dispute was won. `isOverpaid` if the invoice was settled without this money. */
  payment_reinstated: AboutPayment & { client: string; provider: string; isOverpaid: boolean };
  /** To the owner: a dispute was lost. `isUndecided` if the owner still decides about the invoice. */
  dispute_lost: AboutPayment & { client: string; provider: string; isUndecided: boolean };
  /** To the owner: a provider returned the money of a refund. `isUnsent` if it is still due to the client. */
  refund_failed: AboutPayment & { client: string; provider: string; reason: string; isUnsent: boolean };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends PaymentsMails {}
}

type ClientEmailParts = Pick<Parameters<typeof composeEmail>[1], 'subject' | 'preheader' | 'heading' | 'text' | 'note'>;

/** Composes an email to a client in their language. `fill` replaces the names in a text by the values. */
function composeClientEmail(
  { name, amount, number, url, language }: AboutClientPayment,
  site: EmailSite,
  values: Readonly<Record<string, string>>,
  button: 'viewInvoice' | 'payInvoice',
  write: (texts: PaymentEmailTexts, fill: (text: string) => string) => ClientEmailParts,
) {
  const [texts, labels] = [getPaymentEmailTexts(language), getEmailLabels(language)];
  const known = { firstName: getFirstName(name), name, amount, number, site: site.name, ...values };
  const fill = (text: string) => fillText(text, known);
  return composeEmail(
    { url },
    {
      language,
      greeting: fill(texts.greeting),
      button: button === 'payInvoice' ? labels.viewAndPay : texts.viewInvoice,
      linkIntro: labels.openLink,
      ...write(texts, fill),
    },
  );
}

export const paymentEmails: EmailTemplateRenderers<keyof PaymentsMails, ReactNode> = {
  payment_in_review: ({ amount, number, client, method, sender, reference, ...to }) =>
    composeEmail(to, {
      subject: `${client} reported a payment for invoice ${number}`,
      preheader: `Confirm or reject this payment of ${amount}.`,
      heading: 'Confirm a payment',
      text: [
        `${client} reported a payment of ${amount} for invoice ${number}.`,
        `Method: ${method}. Sent from: “${sender}”. Reference: “${reference}”.`,
        'Confirm the payment once the money arrives.',
      ],
      button: 'Review payment',
    }),

  payment_processing: ({ amount, number, client, provider, reason, ...to }) =>
    composeEmail(to, {
      subject: `${provider} is still processing a payment for invoice ${number}`,
      preheader: reason,
      heading: `${provider} is still processing a payment`,
      text: [
        `${client} paid ${amount} for invoice ${number} through ${provider}, but the money hasn’t arrived yet.`,
        reason,
        `The invoice is paid once ${provider} completes the payment. Until then, the client can’t pay it a second time.`,
      ],
      button: 'View payments',
    }),

  payment_rejected: ({ method, reason, isAtProvider, ...about }, site) =>
    composeClientEmail(about, site, { method, reason }, 'payInvoice', ({ rejected, ...texts }, fill) => ({
      subject: fill(rejected.subject),
      preheader: reason,
      heading: rejected.heading,
      text: [fill(rejected.text), fill(texts.reason)],
      note: isAtProvider ? rejected.payAgain : rejected.note,
    })),

  payment_voided: ({ method, reason, ...about }, site) =>
    composeClientEmail(about, site, { method, reason }, 'viewInvoice', ({ voided, ...texts }, fill) => ({
      subject: fill(voided.subject),
      preheader: reason,
      heading: voided.heading,
      text: [fill(voided.text), fill(texts.reason)],
      note: voided.note,
    })),

  credit_applied: ({ from, due, ...about }, site) => {
    const values = { from, ...(due === null ? {} : { due }) };
    const button = due === null ? 'viewInvoice' : 'payInvoice';
    return composeClientEmail(about, site, values, button, ({ creditApplied }, fill) => {
      const rest = fill(due === null ? creditApplied.settled : creditApplied.due);
      return {
        subject: fill(creditApplied.subject),
        preheader: rest,
        heading: fill(creditApplied.heading),
        text: [fill(creditApplied.text), rest],
      };
    });
  },

  credit_undone: ({ from, reason, ...about }, site) =>
    composeClientEmail(about, site, { from, reason }, 'payInvoice', ({ creditUndone, ...texts }, fill) => ({
      subject: fill(creditUndone.subject),
      preheader: reason,
      heading: fill(creditUndone.heading),
      text: [fill(creditUndone.text), fill(texts.reason)],
    })),

  payment_exceeded: (about, site) =>
    composeClientEmail(about, site, {}, 'viewInvoice', ({ exceeded }, fill) => ({
      subject: fill(exceeded.subject),
      preheader: fill(exceeded.preheader),
      heading: fill(exceeded.heading),
      text: fill(exceeded.text),
    })),

  refund_sent: ({ reason, reference, isManual, isDueAgain, ...about }, site) =>
    composeClientEmail(
      about,
      site,
      { reason, reference: reference ?? '' },
      isDueAgain ? 'payInvoice' : 'viewInvoice',
      ({ refundSent }, fill) => ({
        subject: fill(refundSent.subject),
        preheader: reason,
        heading: refundSent.heading,
        text: [fill(refundSent.text), isDueAgain && fill(refundSent.dueAgain), reference && fill(refundSent.reference)],
        note: isManual ? refundSent.manualNote : refundSent.cardNote,
      }),
    ),

  refund_decided: ({ isDispute, isDueAgain, ...about }, site) =>
    composeClientEmail(about, site, {}, isDueAgain ? 'payInvoice' : 'viewInvoice', (texts, fill) => {
      const { subject, preheader, heading, text } = isDueAgain ? texts.dueAgain : texts.credited;
      return {
        subject: fill(subject),
        preheader,
        heading: fill(heading),
        text: `${fill(isDispute ? texts.returned.disputed : texts.returned.refunded)} ${fill(text)}`,
        note: texts.returned.note,
      };
    }),

  payment_reversed: ({ amount, number, client, provider, isDisputed, isDueAgain, ...to }) =>
    composeEmail(to, {
      subject: isDisputed
        ? `${client} disputed a payment of ${amount}`
        : `${amount} was refunded to ${client} at ${provider}`,
      preheader: `For invoice ${number}.`,
      heading: isDisputed ? 'A payment was disputed' : `A payment was refunded at ${provider}`,
      text: [
        isDisputed
          ? `${client} disputed a payment for invoice ${number}, and ${provider} withdrew ${amount} from your account.`
          : `${amount} of ${client}’s payment for invoice ${number} was refunded directly at ${provider}, not through your site.`,
        isDueAgain &&
          `Decide whether to credit invoice ${number} or ask the client to pay again. Until you decide, the client gets no reminders or late fees.`,
        isDisputed && `Respond to the dispute in your ${provider} account before its deadline.`,
      ],
      button: isDisputed ? 'Review dispute' : 'Review refund',
    }),

  payment_reinstated: ({ amount, number, client, provider, isOverpaid, ...to }) =>
    composeEmail(to, {
      subject: `You won the dispute with ${client} over ${amount}`,
      preheader: `For invoice ${number}.`,
      heading: 'You won a dispute',
      text: `${provider} returned ${amount} to your account. ${
        isOverpaid
          ? `Invoice ${number} was already credited or paid, so ${client} gets a refund.`
          : `${client}’s payment for invoice ${number} counts as paid again.`
      }`,
      button: 'View payments',
    }),

  dispute_lost: ({ amount, number, client, provider, isUndecided, ...to }) =>
    composeEmail(to, {
      subject: `You lost the dispute with ${client} over ${amount}`,
      preheader: `For invoice ${number}.`,
      heading: 'You lost a dispute',
      text: `${provider} returned ${amount} to ${client}. ${
        isUndecided
          ? `Decide whether to credit invoice ${number} or ask the client to pay again. Until you decide, the client gets no reminders or late fees.`
          : `Your decision about invoice ${number} doesn’t change.`
      }`,
      button: 'View payments',
    }),

  refund_failed: ({ amount, number, client, provider, reason, isUnsent, ...to }) =>
    composeEmail(to, {
      subject: `The refund of ${amount} to ${client} failed`,
      preheader: `For invoice ${number}.`,
      heading: 'A refund failed',
      text: [
        `The refund of ${amount} for invoice ${number} failed, and ${provider} returned the money to your account. Reason: ${reason}.`,
        isUnsent
          ? 'Pay the client in another way and record it, or try again. The client doesn’t get an email about this.'
          : `This refund was made at ${provider}, not through your site. Refund the client again if you still want to.`,
      ],
      button: 'Review refund',
    }),
};
