import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { formatPlainDate } from '#shared/time.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailNote } from '#ui/email/EmailComponents.tsx';
import type { AboutOrder } from '../lifecycle/emails.tsx';

/** `card` is formatted, such as "Visa ending in 4242". */
interface CardEmails {
  /** To the client: a charge was refused, or the bank wants it confirmed. */
  card_refused: AboutOrder & {
    card: string;
    amount: string;
    /** The invoice's number. */
    invoice: string;
    reason: string;
    needsConfirmation: boolean;
    /** The day of the next attempt; null if there is none. */
    retryOn: string | null;
    payUrl: string;
  };
  /** To the client: the card expires within a month, or has expired. */
  card_expiring: AboutOrder & { card: string; expires: string; hasExpired: boolean };
  /** To the client: they removed the card. */
  card_removed: AboutOrder & { card: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends CardEmails {}
}

export const cardEmails: EmailTemplateRenderers<keyof CardEmails, ReactNode> = {
  card_refused: ({ card, amount, invoice, reason, needsConfirmation, retryOn, payUrl, title, number, url, ...to }) =>
    composeEmail(to, {
      subject: needsConfirmation
        ? `Confirm your payment of ${amount} for invoice ${invoice}`
        : `Your card was declined for invoice ${invoice}`,
      preheader: reason,
      heading: needsConfirmation ? 'Confirm your payment' : 'Your card was declined',
      text: [
        `We tried to charge ${amount} to your ${card} for invoice ${invoice} (order ${number}, ${title}). ${reason}`,
        needsConfirmation && 'Open the invoice to pay and confirm. Until then, this card isn’t charged for it again.',
        !needsConfirmation && retryOn && `We’ll try again on ${formatPlainDate(retryOn)}. You can also pay now.`,
        !needsConfirmation && !retryOn && 'We won’t try this card again. Please pay the invoice yourself.',
      ],
      button: needsConfirmation ? 'Confirm payment' : 'Pay invoice',
      buttonUrl: payUrl,
      note: (
        <EmailNote>
          To use another card for automatic payments, <a href={url}>change it on your order’s page</a>.
        </EmailNote>
      ),
    }),

  card_expiring: ({ card, expires, hasExpired, title, number, ...to }) => {
    const expiry = hasExpired ? 'has expired' : 'expires soon';
    return composeEmail(to, {
      subject: `Your ${card} ${expiry}`,
      preheader: `Change the card to continue automatic payments for order ${number}.`,
      heading: `Your card ${expiry}`,
      text: `Your ${card} ${hasExpired ? 'expired' : 'expires'} ${expires}. It’s charged automatically for order ${number} (${title}). Change the card to continue automatic payments.`,
      button: 'Change card',
      note: 'If your bank already sent you a new card with the same number, you may not need to do anything.',
    });
  },

  card_removed: ({ card, title, number, ...to }) =>
    composeEmail(to, {
      subject: `Your ${card} was removed`,
      preheader: `Order ${number} is no longer charged automatically.`,
      heading: 'Your card was removed',
      text: [
        `Your ${card} was removed from order ${number} (${title}) and deleted at our payment provider. It won’t be charged again.`,
        'You’ll still get an invoice for each payment, and can pay it as you like.',
      ],
      button: 'View order',
    }),
};
