import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { formatDate } from '#shared/time.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

interface ContactMails {
  /** To the owner: a new message. Replies go to its sender. */
  contact_message_received: {
    name: string;
    senderName: string;
    email: string;
    subject: string;
    budget: string;
    body: string;
    /** Name of the attached file. */
    file: string | null;
    /** Whether the message came without a proof of work. */
    isUnverified: boolean;
    url: string;
  };
  /** To the sender. Doesn't quote the message, because the address may be a stranger's. */
  contact_message_confirmation: Record<string, never>;
  /** To the sender: the owner's reply. */
  contact_reply: { subject: string; body: string; quoted: string; receivedAt: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends ContactMails {}
}

/** Shortens a text for the subject line. */
function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/** Text with its paragraphs and line breaks. */
function PlainText({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .map((part, index) => (
      <EmailText key={index}>
        {part.split('\n').flatMap((line, number) => (number === 0 ? [line] : [<br key={number} />, line]))}
      </EmailText>
    ));
}

export const contactEmails: EmailTemplateRenderers<keyof ContactMails, ReactNode> = {
  contact_message_received: ({ senderName, email, subject, budget, body, file, isUnverified, ...to }, site) =>
    composeEmail(to, {
      subject: `${shortened(senderName, 18)} wrote at ${site.name}’s site: ${shortened(subject, 20)}`,
      preheader: body.replaceAll(/\s+/g, ' ').slice(0, 120),
      heading: subject,
      text: (
        <>
          <EmailText>
            {senderName} ({email}) wrote by the form of your site:
          </EmailText>
          <PlainText text={body} />
          {budget !== '' && <EmailText>Budget: {budget}</EmailText>}
          {file !== null && <EmailText>With it comes a file, “{file}”. It is in your inbox.</EmailText>}
        </>
      ),
      button: 'Open it in the inbox',
      note: (
        <EmailNote>
          {isUnverified
            ? 'It was sent without script, so nothing shows that a person wrote it, and no confirmation went out. '
            : ''}
          An answer to this mail goes to {email}; one from the inbox is kept beside the message.
        </EmailNote>
      ),
    }),

  contact_message_confirmation: (to, site) =>
    composeEmail(to, {
      subject: `Your message to ${site.name} has arrived`,
      preheader: 'It is read by a person, who answers to this address.',
      heading: 'Your message has arrived',
      text: [
        'Hello,',
        `thank you for writing to ${site.name}. Your message is read by a person, and the answer comes to this address.`,
      ],
      note: 'If you did not write, somebody typed your address by mistake. Nothing else is sent to you because of it.',
    }),

  contact_reply: ({ subject, body, quoted, receivedAt, ...to }, site) =>
    composeEmail(to, {
      subject: `Re: ${shortened(subject, 40)} (${site.name})`,
      preheader: body.replaceAll(/\s+/g, ' ').slice(0, 120),
      heading: `An answer from ${site.name}`,
      text: <PlainText text={body} />,
      note: [
        `You wrote on ${formatDate(receivedAt, 'UTC')}: “${shortened(quoted.replaceAll(/\s+/g, ' '), 600)}”`,
        `An answer to this mail goes to ${site.name}.`,
      ],
    }),
};
