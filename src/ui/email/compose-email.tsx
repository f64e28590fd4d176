import { Children, type ReactNode } from 'react';
import type { EmailContent } from '#shared/emails.ts';
import { getFirstName } from '#shared/first-name.ts';
import { EmailButton, EmailHeading, EmailNote, EmailText } from './EmailComponents.tsx';

interface EmailParts {
  subject: string;
  preheader: string;
  heading: string;
  /** In another language than English, with the recipient's name. */
  greeting?: string;
  text: ReactNode;
  button?: string;
  /** Where the button leads, if not to the recipient's URL. */
  buttonUrl?: string;
  /** Introduces the URL below the button. */
  linkIntro?: string | undefined;
  note?: ReactNode;
  language?: EmailContent<ReactNode>['language'];
}

/**
 * Returns an email with a heading, a greeting if the recipient's name is known, a text, a button and a note. In the text
 * and the note, strings are paragraphs; empty ones are left out.
 */
export function composeEmail({ name, url }: { name?: string; url?: string }, parts: EmailParts) {
  const { subject, preheader, heading, text, button, buttonUrl = url, linkIntro, note, language } = parts;
  const { greeting = name === undefined ? undefined : `Hi ${getFirstName(name)},` } = parts;
  const body = (
    <>
      <EmailHeading>{heading}</EmailHeading>
      {greeting !== undefined && <EmailText>{greeting}</EmailText>}
      {toParagraphs(EmailText, text)}
      {button && buttonUrl !== undefined && <EmailButton href={buttonUrl} label={button} linkIntro={linkIntro} />}
      {toParagraphs(EmailNote, note)}
    </>
  );
  return { subject, preheader, body, language };
}

const toParagraphs = (Paragraph: typeof EmailText, content: ReactNode) =>
  Children.map(content, part => (typeof part === 'string' ? part && <Paragraph>{part}</Paragraph> : part));
