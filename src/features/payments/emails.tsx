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
  /** To the client: an overpayment is being refunded. */
  payment_exceeded: AboutPayment;
  /** To the client: a refund was sent. */
  refund_sent: AboutPayment & { reason: string; reference: string | null; isManual: boolean; isDueAgain: boolean };
  /** To the client: what a refund at the provider, or their dispute, means for the invoice. */
  refund_decided: AboutPayment & { isDispute: boolean; isDueAgain: boolean };
  /**
   * To the owner: money left a payment at its provider; if it counted, the owner decides what that means for the
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
  payment_in_review: ({ amount, number, client, method, sender, reference, ...to }, site) =>
    composeEmail(to, {
      subject: `${amount} by ${method} to confirm at ${site.name}’s site`,
      preheader: `For ${number}, from ${client}.`,
      heading: 'A payment waits for you',
      text: (
        <EmailText>
          {client} says that {amount} for {number} were sent by {method}, from “{sender}”, with the reference “
          {reference}
          ”. It counts once you have seen the money and confirm it.
        </EmailText>
      ),
      button: 'Confirm or reject it',
    }),

  payment_rejected: ({ amount, number, method, reason, ...to }, site) =>
    composeEmail(to, {
      subject: `Your payment to ${site.name} was not found`,
      preheader: reason,
      heading: 'Your payment was not found',
      text: [
        `${site.name} could not confirm your payment of ${amount} by ${method} for ${number}, and says:`,
        `“${reason}”`,
      ],
      button: 'Tell it again, or pay another way',
      note: 'If you did send the money, look up its reference once more, or answer this mail.',
    }),

  payment_exceeded: ({ amount, number, ...to }, site) =>
    composeEmail(to, {
      subject: `${amount} come back to you from ${site.name}`,
      preheader: 'More arrived than was asked for.',
      heading: `You get ${amount} back`,
      text: (
        <EmailText>
          More arrived for {number} than was still asked for, so {amount} go back to you the way they came. You need not
          do anything.
        </EmailText>
      ),
      button: 'See the document',
    }),

  refund_decided: ({ amount, number, isDispute, isDueAgain, ...to }, site) =>
    composeEmail(to, {
      subject: isDueAgain ? `${amount} is due again to ${site.name}` : `${site.name} credited ${amount}`,
      preheader: isDueAgain ? 'Please pay it again.' : 'You owe nothing for it.',
      heading: isDueAgain ? `${amount} is due again` : `${amount} was credited`,
      text: (
        <EmailText>
          {isDispute
            ? `You disputed a payment for invoice ${number}, and ${amount} was returned to you.`
            : `${amount} of your payment for invoice ${number} was refunded.`}{' '}
          {isDueAgain
            ? `The invoice still stands, so ${site.name} asks you to pay this amount again.`
            : `${site.name} has credited this amount, so you owe nothing for it. A credit note follows.`}
        </EmailText>
      ),
      button: isDueAgain ? 'Pay the invoice' : 'View the invoice',
      note: 'If you have a question, reply to this email.',
    }),

  refund_sent: ({ amount, number, reason, reference, isManual, isDueAgain, ...to }, site) =>
    composeEmail(to, {
      subject: `${site.name} gave back ${amount}`,
      preheader: reason,
      heading: `${amount} were given back`,
      text: [
        `${amount} that you paid for ${number} are on their way to where they came from. The reason: ${reason}`,
        isDueAgain && `Invoice ${number} still stands, so this amount is due again.`,
        reference && `Reference: ${reference}`,
      ],
      button: 'See the document',
      note: isManual ? 'A transfer can take some days.' : 'Cards and PayPal show it within five to ten days.',
    }),

  payment_reversed: ({ amount, number, client, provider, isDisputed, isDueAgain, ...to }, site) =>
    composeEmail(to, {
      subject: `${amount} left a payment at ${site.name}’s site`,
      preheader: `For ${number}, from ${client}.`,
      heading: isDisputed ? 'A payment is disputed' : 'A payment was given back',
      text: (
        <>
          <EmailText>
            {isDisputed
              ? `${client} disputes a payment for ${number}, and ${amount} were taken back at ${provider}.`
              : `${amount} of what ${client} paid for ${number} were given back at ${provider}, and not from your site.`}
          </EmailText>
          {isDueAgain && (
            <EmailText>
              Decide what this means for invoice {number}: credit it, or ask the client to pay again. Until you decide,
              the client gets no reminders and no late fee.
            </EmailText>
          )}
          {isDisputed && <EmailText>Answer the dispute at {provider}, before its deadline there.</EmailText>}
        </>
      ),
      button: isDueAgain ? 'Decide now' : 'See your payments',
    }),

  payment_reinstated: ({ amount, number, client, provider, ...to }, site) =>
    composeEmail(to, {
      subject: `${amount} came back at ${site.name}’s site`,
      preheader: `For ${number}, from ${client}.`,
      heading: 'A dispute ended in your favor',
      text: `${amount} of ${client} for ${number} are yours again at ${provider}, and count as paid.`,
      button: 'See your payments',
    }),
};
