import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailText } from '#ui/email/EmailComponents.tsx';

/** `name` is the recipient's; amounts are formatted; URLs are absolute. */
interface AboutPayment {
  name: string;
  amount: string;
  /** The document's number. */
  number: string;
  url: string;
}

interface PaymentsMails {
  /** To the owner: a manual payment is waiting for review. */
  payment_in_review: AboutPayment & { client: string; method: string; sender: string; reference: string };
  /** To the client: the owner did not find the payment. */
  payment_rejected: AboutPayment & { method: string; reason: string };
  /** To the client: a payment was recorded by mistake. */
  payment_voided: AboutPayment & { method: string; reason: string };
  /** To the client: credit of the invoice `from` was applied; `due` is the rest, if any. */
  credit_applied: AboutPayment & { from: string; due: string | null };
  /** To the client: credit of the invoice `from` was applied by mistake. */
  credit_undone: AboutPayment & { from: string; reason: string };
  /** To the client: an overpayment is being refunded. */
  payment_exceeded: AboutPayment;
  /** To the client: a refund was sent. */
  refund_sent: AboutPayment & { reason: string; reference: string | null; isManual: boolean; isDueAgain: boolean };
  /** To the client: the owner's decision on a refund at the provider or on their dispute. */
  refund_decided: AboutPayment & { isDispute: boolean; isDueAgain: boolean };
  /**
   * To the owner: a payment was refunded or disputed at its provider. If it counted, the owner decides about the
   * invoice.
   */
  payment_reversed: AboutPayment & { client: string; provider: string; isDisputed: boolean; isDueAgain: boolean };
  /** To the owner: a dispute was won. */
  payment_reinstated: AboutPayment & { client: string; provider: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends PaymentsMails {}
}

export const paymentEmails: EmailTemplateRenderers<keyof PaymentsMails, ReactNode> = {
  payment_in_review: ({ amount, number, client, method, sender, reference, ...to }) =>
    composeEmail(to, {
      subject: `${client} reported a payment of ${amount}`,
      preheader: `Confirm or reject this payment for invoice ${number}.`,
      heading: 'Confirm a payment',
      text: [
        `${client} reported a payment of ${amount} for invoice ${number}.`,
        `Method: ${method}. Sent from: “${sender}”. Reference: “${reference}”.`,
        'Confirm the payment once the money arrives.',
      ],
      button: 'Review payment',
    }),

  payment_rejected: ({ amount, number, method, reason, ...to }, site) =>
    composeEmail(to, {
      subject: `Your payment for invoice ${number} couldn’t be confirmed`,
      preheader: reason,
      heading: 'Your payment couldn’t be confirmed',
      text: [
        `${site.name} couldn’t confirm your payment of ${amount} for invoice ${number} (${method}). Reason:`,
        `“${reason}”`,
      ],
      button: 'View and pay invoice',
      note: 'If you’ve already sent the money, check the reference and report the payment again, or reply to this email.',
    }),

  payment_voided: ({ amount, number, method, reason, ...to }, site) =>
    composeEmail(to, {
      subject: `A payment for invoice ${number} was corrected`,
      preheader: reason,
      heading: 'A payment was corrected',
      text: [
        `${site.name} voided the payment of ${amount} for invoice ${number} (${method}), and its receipt is no longer valid. Reason:`,
        `“${reason}”`,
      ],
      button: 'View invoice',
      note: 'If you did send this payment, reply to this email.',
    }),

  credit_applied: ({ amount, number, from, due, ...to }, site) =>
    composeEmail(to, {
      subject: `${amount} of credit was applied to invoice ${number}`,
      preheader: due === null ? `Invoice ${number} is settled.` : `${due} is still due.`,
      heading: `${amount} of credit applied`,
      text: [
        `${site.name} applied your credit of ${amount} from invoice ${from} to invoice ${number}.`,
        due === null ? `Invoice ${number} is settled. You don’t need to do anything.` : `${due} is still due on it.`,
      ],
      button: due === null ? 'View invoice' : 'View and pay invoice',
    }),

  credit_undone: ({ amount, number, from, reason, ...to }, site) =>
    composeEmail(to, {
      subject: `${amount} of credit was removed from invoice ${number}`,
      preheader: reason,
      heading: `${amount} of credit removed`,
      text: [
        `${site.name} had applied your credit of ${amount} from invoice ${from} to invoice ${number}, and has undone this. The credit is yours again, and the amount is due. Reason:`,
        `“${reason}”`,
      ],
      button: 'View and pay invoice',
    }),

  payment_exceeded: ({ amount, number, ...to }, site) =>
    composeEmail(to, {
      subject: `You’ll get a refund of ${amount} from ${site.name}`,
      preheader: `You paid more than the amount due on invoice ${number}.`,
      heading: `You’ll get a refund of ${amount}`,
      text: `You paid more than the amount due on invoice ${number}, so you’ll get a refund of ${amount} to your original payment method. You don’t need to do anything.`,
      button: 'View invoice',
    }),

  refund_decided: ({ amount, number, isDispute, isDueAgain, ...to }, site) =>
    composeEmail(to, {
      subject: `${amount} ${isDueAgain ? 'is due again on' : 'was credited to'} invoice ${number}`,
      preheader: isDueAgain ? 'Please pay this amount again.' : 'You don’t owe this amount.',
      heading: `${amount} ${isDueAgain ? 'is due again' : 'was credited'}`,
      text: (
        <EmailText>
          {isDispute
            ? `You disputed a payment for invoice ${number}, and ${amount} was returned to you.`
            : `${amount} of your payment for invoice ${number} was refunded.`}{' '}
          {isDueAgain
            ? 'The invoice is still valid, so please pay this amount again.'
            : `${site.name} credited this amount, so you don’t owe it. You’ll get a credit note by email.`}
        </EmailText>
      ),
      button: isDueAgain ? 'Pay invoice' : 'View invoice',
      note: 'Questions? Reply to this email.',
    }),

  refund_sent: ({ amount, number, reason, reference, isManual, isDueAgain, ...to }, site) =>
    composeEmail(to, {
      subject: `Your refund of ${amount} from ${site.name}`,
      preheader: reason,
      heading: 'Your refund is on its way',
      text: [
        `You’ve been refunded ${amount} for invoice ${number}. Reason: ${reason}`,
        isDueAgain && `Invoice ${number} is still valid, so this amount is due again.`,
        reference && `Reference: ${reference}`,
      ],
      button: 'View invoice',
      note: isManual
        ? 'The transfer can take a few days to arrive.'
        : 'It can take 5 to 10 days for the refund to appear in your card or PayPal account.',
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

  payment_reinstated: ({ amount, number, client, provider, ...to }) =>
    composeEmail(to, {
      subject: `You won the dispute with ${client} over ${amount}`,
      preheader: `For invoice ${number}.`,
      heading: 'You won a dispute',
      text: `${provider} returned ${amount} to your account. ${client}’s payment for invoice ${number} counts as paid again.`,
      button: 'View payments',
    }),
};
