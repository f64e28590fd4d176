import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { EmailButton, EmailHeading, EmailNote, EmailText, MailZone } from '#ui/email/EmailComponents.tsx';

/** Common to all emails about an order. `name` is the recipient's; `url` opens the order for them. */
interface AboutOrder {
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

/** Titles can be too long for a subject. */
function shortened(title: string): string {
  return title.length > 24 ? `${title.slice(0, 23).trimEnd()}…` : title;
}

function AgreementNote({ hasAttachment }: WithAgreement) {
  return (
    <EmailNote>
      {hasAttachment
        ? 'The agreement goes with this mail as a PDF, word for word, with the hash of its text.'
        : 'The agreement stands on the order’s page, word for word, with the hash of its text.'}
    </EmailNote>
  );
}

function KeepThis() {
  return (
    <EmailNote>
      The link is yours: whoever has it can see the order and answer in your name. Keep this mail, or sign in with this
      address to find the order there.
    </EmailNote>
  );
}

export const orderEmails: EmailTemplateRenderers<keyof OrdersMails, ReactNode> = {
  order_placed: ({ name, number, title, isQuoted, hasAttachment, url }, site) => ({
    subject: `Your ${isQuoted ? 'request' : 'order'} ${number} to ${site.name}: ${shortened(title)}`,
    preheader: isQuoted
      ? 'It has arrived. A quote follows.'
      : 'It has arrived. Here is the link to all that belongs to it.',
    body: (
      <>
        <EmailHeading>{isQuoted ? 'Your request has arrived' : 'Your order has arrived'}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          {isQuoted
            ? `thank you for asking about “${title}”. ${site.name} reads what you wrote and answers with a quote; nothing is owed before you accept it.`
            : `thank you for ordering “${title}”. The order has number ${number}. Its page says whose turn it is, what is to be paid and when the work is expected, and you can write to ${site.name} there.`}
        </EmailText>
        <EmailButton href={url} label={isQuoted ? 'See the request' : 'See the order'} />
        {!isQuoted && <AgreementNote hasAttachment={hasAttachment} />}
        <KeepThis />
      </>
    ),
  }),

  order_received: ({ name, number, title, clientName, brief, isQuoted, isUrgent, hasAttachment, url }, site) => ({
    subject: `${isUrgent ? 'Urgent: ' : ''}${isQuoted ? 'request' : 'order'} ${number} at ${site.name}’s site`,
    preheader: `${title}, from ${clientName}.`,
    body: (
      <>
        <EmailHeading>{isQuoted ? 'A quote is asked for' : 'A new order'}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          {clientName} {isQuoted ? 'asks for a quote for' : 'ordered'} “{title}”
          {isUrgent && ', as urgent work (payment term 16)'}.
        </EmailText>
        {brief !== '' && <EmailText>“{brief.length > 600 ? `${brief.slice(0, 599).trimEnd()}…` : brief}”</EmailText>}
        <EmailButton href={url} label={isQuoted ? 'Write the quote' : 'See the order'} />
        {!isQuoted && <AgreementNote hasAttachment={hasAttachment} />}
      </>
    ),
  }),

  order_agreed: ({ name, number, title, clientName, isRecipient, message, nextStep, hasAttachment, url }, site) => ({
    subject: `The quote is accepted: order ${number} at ${site.name}’s site`,
    preheader: nextStep,
    body: (
      <>
        <EmailHeading>The quote is accepted</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          {message !== null && `a message from ${clientName} accepts the quote for order ${number}, “${title}”. `}
          {message === null &&
            `${isRecipient ? 'you' : clientName} accepted the quote for order ${number}, “${title}”. `}
          {nextStep}
        </EmailText>
        {message !== null && (
          <EmailText>“{message.length > 600 ? `${message.slice(0, 599).trimEnd()}…` : message}”</EmailText>
        )}
        <EmailButton href={url} label="See the order" />
        <AgreementNote hasAttachment={hasAttachment} />
      </>
    ),
  }),

  order_link: ({ name, number, title, url }, site) => ({
    subject: `The new link to your order ${number} to ${site.name}`,
    preheader: 'The link that you had does not work any more.',
    body: (
      <>
        <EmailHeading>A new link to your order</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          from now on order {number}, “{title}”, opens by this link. The one before has ended, whoever has it.
        </EmailText>
        <EmailButton href={url} label="See the order" />
        <KeepThis />
      </>
    ),
  }),

  order_message: ({ name, number, title, clientName, body, url }, site) => ({
    subject: `A message about order ${number} at ${site.name}’s site`,
    preheader: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    body: (
      <>
        <EmailHeading>A message about “{title}”</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>{clientName} wrote:</EmailText>
        {body.split(/\n{2,}/).map((part, place) => (
          <EmailText key={place}>{part}</EmailText>
        ))}
        <EmailButton href={url} label="Answer on its page" />
      </>
    ),
  }),

  quote_sent: ({ name, title, total, expiresOn, note, isNew, url }, site) => ({
    subject: `${isNew ? 'A new quote' : 'Your quote'} from ${site.name}: ${shortened(title)}`,
    preheader: `${total}, until ${expiresOn}.`,
    body: (
      <>
        <EmailHeading>{isNew ? 'There is a new quote' : 'Your quote is there'}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          “{title}” comes to {total}
          {isNew && ', in place of the quote before'}. You can accept it until {expiresOn}; nothing is owed before you
          do.
        </EmailText>
        {note !== '' && <EmailText>“{note.length > 600 ? `${note.slice(0, 599).trimEnd()}…` : note}”</EmailText>}
        <EmailButton href={url} label="Read and answer it" />
        <EmailNote>Its page has every line, the terms, and room for your questions.</EmailNote>
        <MailZone timeZone={site.timeZone} />
      </>
    ),
  }),

  support_requested: ({ name, number, title, clientName, body, isIncluded, url }, site) => ({
    subject: `Support is asked for: order ${number} at ${site.name}’s site`,
    preheader: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    body: (
      <>
        <EmailHeading>Support is asked for with “{title}”</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>{clientName} wrote:</EmailText>
        {body.split(/\n{2,}/).map((part, place) => (
          <EmailText key={place}>{part}</EmailText>
        ))}
        <EmailText>
          {isIncluded
            ? 'It is part of the price (payment term 13).'
            : 'It is not part of the price, and waits for your quote (payment term 13).'}
        </EmailText>
        <EmailButton href={url} label={isIncluded ? 'Answer on its page' : 'Write the quote'} />
      </>
    ),
  }),

  order_updated: ({ name, number, title, message, nextStep, reason, url }, site) => ({
    subject: `${message.replace(/\.$/, '')}: order ${number} at ${site.name}’s site`,
    preheader: nextStep,
    body: (
      <>
        <EmailHeading>{message}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          this is about order {number}, “{title}”. {nextStep}
        </EmailText>
        {reason && <EmailText>The reason given: “{reason}”</EmailText>}
        <EmailButton href={url} label="See the order" />
        <MailZone timeZone={site.timeZone} />
      </>
    ),
  }),
};
