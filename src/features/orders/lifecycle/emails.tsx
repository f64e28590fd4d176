import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailNote, EmailText, EmailTimeZone } from '#ui/email/EmailComponents.tsx';

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
  order_message: AboutOrder & { clientName: string; body: string };
  /**
   * To the client; `total` is formatted, `expiresOn` is the last day to accept. `isNew` if it replaces another quote.
   */
  quote_sent: AboutOrder & { total: string; expiresOn: string; note: string; isNew: boolean };
  /** To the owner: request for support after delivery (term 13). */
  support_requested: AboutOrder & { clientName: string; body: string; isIncluded: boolean };
  /** To the other party: what happened, and the next step. */
  order_updated: AboutOrder & { message: string; nextStep: string; reason: string | null };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends OrdersMails {}
}

function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;
}

/** Titles can be too long for a subject. */
const truncateTitle = (title: string) => truncate(title, 24);

function EmailQuote({ text }: { text: string }) {
  return <EmailText>“{truncate(text, 600)}”</EmailText>;
}

/** Returns the paragraphs of a client's or the owner's message. */
const toMessage = (clientName: string, body: string) => [`${clientName} wrote:`, ...body.split(/\n{2,}/)];

/** Returns the preview text of a message. */
const toPreheader = (body: string) => body.replaceAll(/\s+/g, ' ').slice(0, 120);

function AgreementNote({ hasAttachment }: WithAgreement) {
  return (
    <EmailNote>
      {hasAttachment
        ? 'The agreement goes with this mail as a PDF, word for word, with the hash of its text.'
        : 'The agreement stands on the order’s page, word for word, with the hash of its text.'}
    </EmailNote>
  );
}

function LinkNote() {
  return (
    <EmailNote>
      The link is yours: whoever has it can see the order and answer in your name. Keep this mail, or sign in with this
      address to find the order there.
    </EmailNote>
  );
}

export const orderEmails: EmailTemplateRenderers<keyof OrdersMails, ReactNode> = {
  order_placed: ({ number, title, isQuoted, hasAttachment, ...to }, site) =>
    composeEmail(to, {
      subject: `Your ${isQuoted ? 'request' : 'order'} ${number} to ${site.name}: ${truncateTitle(title)}`,
      preheader: isQuoted
        ? 'It has arrived. A quote follows.'
        : 'It has arrived. Here is the link to all that belongs to it.',
      heading: isQuoted ? 'Your request has arrived' : 'Your order has arrived',
      text: isQuoted
        ? `thank you for asking about “${title}”. ${site.name} reads what you wrote and answers with a quote; nothing is owed before you accept it.`
        : `thank you for ordering “${title}”. The order has number ${number}. Its page says whose turn it is, what is to be paid and when the work is expected, and you can write to ${site.name} there.`,
      button: isQuoted ? 'See the request' : 'See the order',
      note: (
        <>
          {!isQuoted && <AgreementNote hasAttachment={hasAttachment} />}
          <LinkNote />
        </>
      ),
    }),

  order_received: ({ number, title, clientName, brief, isQuoted, isUrgent, hasAttachment, ...to }, site) =>
    composeEmail(to, {
      subject: `${isUrgent ? 'Urgent: ' : ''}${isQuoted ? 'request' : 'order'} ${number} at ${site.name}’s site`,
      preheader: `${title}, from ${clientName}.`,
      heading: isQuoted ? 'A quote is asked for' : 'A new order',
      text: (
        <>
          <EmailText>
            {clientName} {isQuoted ? 'asks for a quote for' : 'ordered'} “{title}”
            {isUrgent && ', as urgent work (payment term 16)'}.
          </EmailText>
          {brief !== '' && <EmailQuote text={brief} />}
        </>
      ),
      button: isQuoted ? 'Write the quote' : 'See the order',
      note: !isQuoted && <AgreementNote hasAttachment={hasAttachment} />,
    }),

  order_agreed: ({ number, title, clientName, isRecipient, message, nextStep, hasAttachment, ...to }, site) =>
    composeEmail(to, {
      subject: `The quote is accepted: order ${number} at ${site.name}’s site`,
      preheader: nextStep,
      heading: 'The quote is accepted',
      text: (
        <>
          <EmailText>
            {message !== null && `a message from ${clientName} accepts the quote for order ${number}, “${title}”. `}
            {message === null &&
              `${isRecipient ? 'you' : clientName} accepted the quote for order ${number}, “${title}”. `}
            {nextStep}
          </EmailText>
          {message !== null && <EmailQuote text={message} />}
        </>
      ),
      button: 'See the order',
      note: <AgreementNote hasAttachment={hasAttachment} />,
    }),

  order_link: ({ number, title, ...to }, site) =>
    composeEmail(to, {
      subject: `The new link to your order ${number} to ${site.name}`,
      preheader: 'The link that you had does not work any more.',
      heading: 'A new link to your order',
      text: `from now on order ${number}, “${title}”, opens by this link. The one before has ended, whoever has it.`,
      button: 'See the order',
      note: <LinkNote />,
    }),

  order_message: ({ number, title, clientName, body, ...to }, site) =>
    composeEmail(to, {
      subject: `A message about order ${number} at ${site.name}’s site`,
      preheader: toPreheader(body),
      heading: `A message about “${title}”`,
      text: toMessage(clientName, body),
      button: 'Answer on its page',
    }),

  quote_sent: ({ title, total, expiresOn, note, isNew, ...to }, site) =>
    composeEmail(to, {
      subject: `${isNew ? 'A new quote' : 'Your quote'} from ${site.name}: ${truncateTitle(title)}`,
      preheader: `${total}, until ${expiresOn}.`,
      heading: isNew ? 'There is a new quote' : 'Your quote is there',
      text: (
        <>
          <EmailText>
            “{title}” comes to {total}
            {isNew && ', in place of the quote before'}. You can accept it until {expiresOn}; nothing is owed before you
            do.
          </EmailText>
          {note !== '' && <EmailQuote text={note} />}
        </>
      ),
      button: 'Read and answer it',
      note: (
        <>
          <EmailNote>Its page has every line, the terms, and room for your questions.</EmailNote>
          <EmailTimeZone timeZone={site.timeZone} />
        </>
      ),
    }),

  support_requested: ({ number, title, clientName, body, isIncluded, ...to }, site) =>
    composeEmail(to, {
      subject: `Support is asked for: order ${number} at ${site.name}’s site`,
      preheader: toPreheader(body),
      heading: `Support is asked for with “${title}”`,
      text: [
        ...toMessage(clientName, body),
        isIncluded
          ? 'It is part of the price (payment term 13).'
          : 'It is not part of the price, and waits for your quote (payment term 13).',
      ],
      button: isIncluded ? 'Answer on its page' : 'Write the quote',
    }),

  order_updated: ({ number, title, message, nextStep, reason, ...to }, site) =>
    composeEmail(to, {
      subject: `${message.replace(/\.$/, '')}: order ${number} at ${site.name}’s site`,
      preheader: nextStep,
      heading: message,
      text: [`this is about order ${number}, “${title}”. ${nextStep}`, reason && `The reason given: “${reason}”`],
      button: 'See the order',
      note: <EmailTimeZone timeZone={site.timeZone} />,
    }),
};
