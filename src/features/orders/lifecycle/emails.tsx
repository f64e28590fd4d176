import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { hasFormattedDate } from '#shared/time.ts';
import { truncate } from '#shared/truncate.ts';
import { toPreheader } from '#ui/email/preheader.ts';
import type { RequestedRevision } from './rules/revisions.ts';
import { EmailMessage, EmailNote, EmailText, EmailTimeZone } from '#ui/email/EmailComponents.tsx';

/** Common to all emails about an order. `name` is the recipient's; `url` opens the order for them. */
export interface AboutOrder {
  name: string;
  number: number;
  title: string;
  url: string;
}

/** Whether the PDF of the agreement is attached. */
interface WithAgreement {
  hasAttachment: boolean;
}

interface OrdersMails {
  /** To the client: confirms the order or quote request. */
  order_placed: AboutOrder & WithAgreement & { isQuoted: boolean };
  /** To the owner. */
  order_received: AboutOrder &
    WithAgreement & { clientName: string; brief: string; isQuoted: boolean; isUrgent: boolean };
  /** To either party: the quote was accepted by signature or by message (term 15). */
  order_agreed: AboutOrder &
    WithAgreement & { clientName: string; isRecipient: boolean; message: string | null; nextStep: string };
  /** To the client: replaces the previous link. */
  order_link: AboutOrder;
  /** To the other party. */
  order_message: AboutOrder & { clientName: string; body: string; revision?: RequestedRevision };
  /**
   * To the client; `total` is formatted, `expiresOn` is the last day to accept. `isNew` if it replaces another quote.
   * `options` are not included in the total, with their prices.
   */
  quote_sent: AboutOrder & { total: string; expiresOn: string; note: string; isNew: boolean; options?: string[] };
  /** To the owner: request for support after delivery (term 13). */
  support_requested: AboutOrder & { clientName: string; body: string; isIncluded: boolean };
  /** To the other party: what happened, and the next step. */
  order_updated: AboutOrder & { message: string; nextStep: string; reason: string | null };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends OrdersMails {}
}

/** Titles can be too long for a subject. */
const truncateTitle = (title: string) => truncate(title, 24);

function EmailQuote({ text }: { text: string }) {
  return <EmailMessage text={`“${truncate(text, 600)}”`} />;
}

/** Returns the paragraphs of a client's or the owner's message. */
const toMessage = (clientName: string, body: string) => [
  `${clientName} wrote:`,
  <EmailMessage key="message" text={body} />,
];

function AgreementNote({ hasAttachment }: WithAgreement) {
  return (
    <EmailNote>
      {hasAttachment
        ? 'The agreement is attached as a PDF.'
        : 'You can read and download the agreement on the order page.'}
    </EmailNote>
  );
}

function LinkNote() {
  return (
    <EmailNote>
      This link is only for you. Anyone who has it can view the order and respond on your behalf. Keep this email, or
      sign in with this email address to find your order.
    </EmailNote>
  );
}

export const orderEmails: EmailTemplateRenderers<keyof OrdersMails, ReactNode> = {
  order_placed: ({ number, title, isQuoted, hasAttachment, ...to }, site) =>
    composeEmail(to, {
      subject: `Your ${isQuoted ? 'quote request' : 'order'} ${number}: ${truncateTitle(title)}`,
      preheader: isQuoted ? `${site.name} will send you a quote.` : 'View your order, pay and send messages.',
      heading: isQuoted ? 'Thanks for your request' : 'Thanks for your order',
      text: isQuoted
        ? `${site.name} will review your request for “${title}” and send you a quote. You owe nothing until you accept it.`
        : `You ordered “${title}”. Your order number is ${number}. On the order page, you can pay, track progress and message ${site.name}.`,
      button: isQuoted ? 'View request' : 'View order',
      note: (
        <>
          {!isQuoted && <AgreementNote hasAttachment={hasAttachment} />}
          <LinkNote />
        </>
      ),
    }),

  order_received: ({ number, title, clientName, brief, isQuoted, isUrgent, hasAttachment, ...to }) =>
    composeEmail(to, {
      subject: `${isUrgent ? 'Urgent: new' : 'New'} ${isQuoted ? 'quote request' : 'order'} ${number}`,
      preheader: `${title}, from ${clientName}`,
      heading: isQuoted ? 'New quote request' : 'New order',
      text: (
        <>
          <EmailText>
            {clientName} {isQuoted ? 'requested a quote for' : 'ordered'} “{title}”
            {isUrgent && ' with urgent delivery (payment term 16)'}.
          </EmailText>
          {brief !== '' && <EmailQuote text={brief} />}
        </>
      ),
      button: isQuoted ? 'Write a quote' : 'View order',
      note: !isQuoted && <AgreementNote hasAttachment={hasAttachment} />,
    }),

  order_agreed: ({ number, title, clientName, isRecipient, message, nextStep, hasAttachment, ...to }, site) =>
    composeEmail(to, {
      subject: `Quote accepted: order ${number}`,
      preheader: nextStep,
      heading: 'Quote accepted',
      text: (
        <>
          <EmailText>
            {message === null
              ? `${isRecipient ? 'You' : clientName} accepted the quote for order ${number}, “${title}”. `
              : `${site.name} recorded that ${clientName} accepted the quote for order ${number}, “${title}”, in the message below. `}
            {nextStep}
          </EmailText>
          {message !== null && <EmailQuote text={message} />}
        </>
      ),
      button: 'View order',
      note: <AgreementNote hasAttachment={hasAttachment} />,
    }),

  order_link: ({ number, title, ...to }) =>
    composeEmail(to, {
      subject: `New link to your order ${number}`,
      preheader: 'Your old link no longer works.',
      heading: 'New link to your order',
      text: `Use the link below to open order ${number}, “${title}”. Your old link no longer works.`,
      button: 'View order',
      note: <LinkNote />,
    }),

  order_message: ({ number, title, clientName, body, revision, ...to }) => {
    if (!revision) {
      return composeEmail(to, {
        subject: `New message about order ${number}`,
        preheader: toPreheader(body),
        heading: `New message about “${title}”`,
        text: toMessage(clientName, body),
        button: 'Reply',
      });
    }
    const size = revision.size === 'minor' ? 'Minor' : 'Major';
    return composeEmail(to, {
      subject: `${size} revision requested: order ${number}`,
      preheader: toPreheader(body),
      heading: `${size} revision of “${title}”`,
      text: [
        ...toMessage(clientName, body),
        revision.isIncluded
          ? 'This revision is included in the price, so work is in progress again (payment term 11).'
          : 'This revision isn’t included in the price. Send the client a quote, or do it for free (payment term 11).',
      ],
      button: revision.isIncluded ? 'View order' : 'Write a quote',
    });
  },

  quote_sent: ({ title, total, expiresOn, note, isNew, options = [], ...to }, site) =>
    composeEmail(to, {
      subject: `${isNew ? 'Updated quote' : 'Quote'} from ${site.name}: ${truncateTitle(title)}`,
      preheader: `${total}, valid until ${expiresOn}`,
      heading: isNew ? 'Your updated quote' : 'Your quote is ready',
      text: (
        <>
          <EmailText>
            The total for “{title}” is {total}. {isNew && 'This quote replaces the previous one. '}You can accept it
            until {expiresOn}. You owe nothing until you accept.
          </EmailText>
          {options.length > 0 && (
            <EmailText>
              Optional, not included in the total: {options.join(', ')}. You choose the options when you accept.
            </EmailText>
          )}
          {note !== '' && <EmailQuote text={note} />}
        </>
      ),
      button: 'Review quote',
      note: (
        <>
          <EmailNote>You can see every item and the terms, and ask questions, before you decide.</EmailNote>
          <EmailTimeZone timeZone={site.timeZone} />
        </>
      ),
    }),

  support_requested: ({ number, title, clientName, body, isIncluded, ...to }) =>
    composeEmail(to, {
      subject: `New support request: order ${number}`,
      preheader: toPreheader(body),
      heading: `Support request for “${title}”`,
      text: [
        ...toMessage(clientName, body),
        isIncluded
          ? 'This request is included in the price (payment term 13).'
          : 'This request isn’t included in the price. Send the client a quote (payment term 13).',
      ],
      button: isIncluded ? 'View request' : 'Write a quote',
    }),

  order_updated: ({ number, title, message, nextStep, reason, ...to }, site) =>
    composeEmail(to, {
      subject: `Order ${number}: ${message.replace(/\.$/, '')}`,
      preheader: nextStep,
      heading: message,
      text: [`This is an update on order ${number}, “${title}”. ${nextStep}`, reason && `Reason: “${reason}”`],
      button: 'View order',
      note: hasFormattedDate(`${message} ${nextStep}`) && <EmailTimeZone timeZone={site.timeZone} />,
    }),
};
