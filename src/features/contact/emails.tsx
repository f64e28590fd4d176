import type { ReactNode } from 'react';
import type { MailWriters } from '#shared/emails.ts';
import { formatInstant } from '#shared/time.ts';
import { MailButton, MailHeading, MailNote, MailText } from '#ui/email/EmailComponents.tsx';

interface ContactMails {
  /** To the owner: what somebody wrote. An answer to the mail goes to them. */
  contactArrived: {
    name: string;
    by: string;
    email: string;
    subject: string;
    budget: string;
    body: string;
    /** The name of the file that came with it. */
    file: string | null;
    /** Whether nothing showed that it is from a person. */
    isUnchecked: boolean;
    link: string;
  };
  /** To whoever wrote. The address may be a stranger's, so that nothing of the message is in it. */
  contactReceived: Record<string, never>;
  /** To whoever wrote: the owner's answer. */
  contactAnswered: { subject: string; body: string; quoted: string; when: string };
}

declare module '#shared/emails.ts' {
  interface MailTemplates extends ContactMails {}
}

/** Subjects are short; what somebody wrote in one may not be. */
function shortened(text: string, most: number): string {
  const signs = Array.from(text);
  return signs.length > most
    ? `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/** A text with its paragraphs and line breaks. */
function Words({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .map((part, place) => (
      <MailText key={place}>
        {part.split('\n').flatMap((line, number) => (number === 0 ? [line] : [<br key={number} />, line]))}
      </MailText>
    ));
}

/** The mails about what people write by the form. */
export const contactMails: MailWriters<keyof ContactMails, ReactNode> = {
  contactArrived: ({ name, by, email, subject, budget, body, file, isUnchecked, link }, site) => ({
    subject: `${shortened(by, 18)} wrote at ${site.name}’s site: ${shortened(subject, 20)}`,
    preheader: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    body: (
      <>
        <MailHeading>{subject}</MailHeading>
        <MailText>Hello {name},</MailText>
        <MailText>
          {by} ({email}) wrote by the form of your site:
        </MailText>
        <Words text={body} />
        {budget !== '' && <MailText>Budget: {budget}</MailText>}
        {file !== null && <MailText>With it comes a file, “{file}”. It is in your inbox.</MailText>}
        <MailButton href={link} label="Open it in the inbox" />
        <MailNote>
          {isUnchecked
            ? 'It was sent without script, so nothing shows that a person wrote it, and no confirmation went out. '
            : ''}
          An answer to this mail goes to {email}; one from the inbox is kept beside the message.
        </MailNote>
      </>
    ),
  }),

  contactReceived: (_props, site) => ({
    subject: `Your message to ${site.name} has arrived`,
    preheader: 'It is read by a person, who answers to this address.',
    body: (
      <>
        <MailHeading>Your message has arrived</MailHeading>
        <MailText>Hello,</MailText>
        <MailText>
          thank you for writing to {site.name}. Your message is read by a person, and the answer comes to this address.
        </MailText>
        <MailNote>
          If you did not write, somebody typed your address by mistake. Nothing else is sent to you because of it.
        </MailNote>
      </>
    ),
  }),

  contactAnswered: ({ subject, body, quoted, when }, site) => ({
    subject: `Re: ${shortened(subject, 40)} (${site.name})`,
    preheader: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    body: (
      <>
        <MailHeading>An answer from {site.name}</MailHeading>
        <Words text={body} />
        <MailNote>
          You wrote on {formatInstant(when, 'UTC')}: “{shortened(quoted.replaceAll(/\s+/g, ' '), 600)}”
        </MailNote>
        <MailNote>An answer to this mail goes to {site.name}.</MailNote>
      </>
    ),
  }),
};
