import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { EmailButton, EmailHeading, EmailNote, EmailText, MailZone } from '#ui/email/EmailComponents.tsx';

/** What every mail about an order says. `name` is the recipient's; `link` opens the order for them. */
interface AboutOrder {
  name: string;
  number: number;
  title: string;
  link: string;
}

/** Whether the PDF of what was agreed to goes with the mail. */
interface WithAgreement {
  attached: boolean;
}

interface OrdersMails {
  /** To the client: what they ordered, or asked a quote for. */
  orderPlaced: AboutOrder & WithAgreement & { isQuoted: boolean };
  /** To the owner: `by` is the client's name. */
  orderArrived: AboutOrder & WithAgreement & { by: string; brief: string; isQuoted: boolean; isUrgent: boolean };
  /** To either side: the quote was accepted, by a name that was typed or in a message (term 15). */
  orderAgreed: AboutOrder & WithAgreement & { by: string; isMine: boolean; message: string | null; next: string };
  /** To the client: a link in place of the one before. */
  orderLink: AboutOrder;
  /** To the other side of whoever wrote. */
  orderMessage: AboutOrder & { by: string; body: string };
  /** To the client: what it would cost, as it is written, and the last day to accept it; `isNew` in place of another quote. */
  orderQuoted: AboutOrder & { total: string; until: string; note: string; isNew: boolean };
  /** To the owner: what support after delivery is asked for about (term 13). */
  supportRequested: AboutOrder & { by: string; body: string; isIncluded: boolean };
  /** To the other side of whoever moved it: what became of the order, and what is next. */
  orderMoved: AboutOrder & { news: string; next: string; reason: string | null };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends OrdersMails {}
}

/** Subjects are short; what was ordered may not be. */
function shortened(title: string): string {
  return title.length > 24 ? `${title.slice(0, 23).trimEnd()}…` : title;
}

function AgreementNote({ attached }: WithAgreement) {
  return (
    <EmailNote>
      {attached
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

/** The mails about what happens with an order. */
export const orderEmails: EmailTemplateRenderers<keyof OrdersMails, ReactNode> = {
  orderPlaced: ({ name, number, title, isQuoted, attached, link }, site) => ({
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
        <EmailButton href={link} label={isQuoted ? 'See the request' : 'See the order'} />
        {!isQuoted && <AgreementNote attached={attached} />}
        <KeepThis />
      </>
    ),
  }),

  orderArrived: ({ name, number, title, by, brief, isQuoted, isUrgent, attached, link }, site) => ({
    subject: `${isUrgent ? 'Urgent: ' : ''}${isQuoted ? 'request' : 'order'} ${number} at ${site.name}’s site`,
    preheader: `${title}, from ${by}.`,
    body: (
      <>
        <EmailHeading>{isQuoted ? 'A quote is asked for' : 'A new order'}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          {by} {isQuoted ? 'asks for a quote for' : 'ordered'} “{title}”
          {isUrgent && ', as urgent work (payment term 16)'}.
        </EmailText>
        {brief !== '' && <EmailText>“{brief.length > 600 ? `${brief.slice(0, 599).trimEnd()}…` : brief}”</EmailText>}
        <EmailButton href={link} label={isQuoted ? 'Write the quote' : 'See the order'} />
        {!isQuoted && <AgreementNote attached={attached} />}
      </>
    ),
  }),

  orderAgreed: ({ name, number, title, by, isMine, message, next, attached, link }, site) => ({
    subject: `The quote is accepted: order ${number} at ${site.name}’s site`,
    preheader: next,
    body: (
      <>
        <EmailHeading>The quote is accepted</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          {message !== null && `a message from ${by} accepts the quote for order ${number}, “${title}”. `}
          {message === null && `${isMine ? 'you' : by} accepted the quote for order ${number}, “${title}”. `}
          {next}
        </EmailText>
        {message !== null && (
          <EmailText>“{message.length > 600 ? `${message.slice(0, 599).trimEnd()}…` : message}”</EmailText>
        )}
        <EmailButton href={link} label="See the order" />
        <AgreementNote attached={attached} />
      </>
    ),
  }),

  orderLink: ({ name, number, title, link }, site) => ({
    subject: `The new link to your order ${number} to ${site.name}`,
    preheader: 'The link that you had does not work any more.',
    body: (
      <>
        <EmailHeading>A new link to your order</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          from now on order {number}, “{title}”, opens by this link. The one before has ended, whoever has it.
        </EmailText>
        <EmailButton href={link} label="See the order" />
        <KeepThis />
      </>
    ),
  }),

  orderMessage: ({ name, number, title, by, body, link }, site) => ({
    subject: `A message about order ${number} at ${site.name}’s site`,
    preheader: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    body: (
      <>
        <EmailHeading>A message about “{title}”</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>{by} wrote:</EmailText>
        {body.split(/\n{2,}/).map((part, place) => (
          <EmailText key={place}>{part}</EmailText>
        ))}
        <EmailButton href={link} label="Answer on its page" />
      </>
    ),
  }),

  orderQuoted: ({ name, title, total, until, note, isNew, link }, site) => ({
    subject: `${isNew ? 'A new quote' : 'Your quote'} from ${site.name}: ${shortened(title)}`,
    preheader: `${total}, until ${until}.`,
    body: (
      <>
        <EmailHeading>{isNew ? 'There is a new quote' : 'Your quote is there'}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          “{title}” comes to {total}
          {isNew && ', in place of the quote before'}. You can accept it until {until}; nothing is owed before you do.
        </EmailText>
        {note !== '' && <EmailText>“{note.length > 600 ? `${note.slice(0, 599).trimEnd()}…` : note}”</EmailText>}
        <EmailButton href={link} label="Read and answer it" />
        <EmailNote>Its page has every line, the terms, and room for your questions.</EmailNote>
        <MailZone timeZone={site.timeZone} />
      </>
    ),
  }),

  supportRequested: ({ name, number, title, by, body, isIncluded, link }, site) => ({
    subject: `Support is asked for: order ${number} at ${site.name}’s site`,
    preheader: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    body: (
      <>
        <EmailHeading>Support is asked for with “{title}”</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>{by} wrote:</EmailText>
        {body.split(/\n{2,}/).map((part, place) => (
          <EmailText key={place}>{part}</EmailText>
        ))}
        <EmailText>
          {isIncluded
            ? 'It is part of the price (payment term 13).'
            : 'It is not part of the price, and waits for your quote (payment term 13).'}
        </EmailText>
        <EmailButton href={link} label={isIncluded ? 'Answer on its page' : 'Write the quote'} />
      </>
    ),
  }),

  orderMoved: ({ name, number, title, news, next, reason, link }, site) => ({
    subject: `${news.replace(/\.$/, '')}: order ${number} at ${site.name}’s site`,
    preheader: next,
    body: (
      <>
        <EmailHeading>{news}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          this is about order {number}, “{title}”. {next}
        </EmailText>
        {reason && <EmailText>The reason given: “{reason}”</EmailText>}
        <EmailButton href={link} label="See the order" />
        <MailZone timeZone={site.timeZone} />
      </>
    ),
  }),
};
