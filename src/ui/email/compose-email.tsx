import { Children, type ReactNode } from 'react';
import { EmailButton, EmailHeading, EmailNote, EmailText } from './EmailComponents.tsx';

interface EmailParts {
  subject: string;
  preheader: string;
  heading: string;
  text: ReactNode;
  button?: string;
  /** Where the button leads, if not to the recipient's URL. */
  buttonUrl?: string;
  note?: ReactNode;
}

/**
 * Returns an email with a heading, a greeting if the recipient's name is known, a text, a button and a note. In the text
 * and the note, strings are paragraphs; empty ones are left out.
 */
export function composeEmail({ name, url }: { name?: string; url?: string }, parts: EmailParts) {
  const { subject, preheader, heading, text, button, buttonUrl = url, note } = parts;
  const body = (
    <>
      <EmailHeading>{heading}</EmailHeading>
      {name !== undefined && <EmailText>Hi {getFirstName(name)},</EmailText>}
      {toParagraphs(EmailText, text)}
      {button && buttonUrl !== undefined && <EmailButton href={buttonUrl} label={button} />}
      {toParagraphs(EmailNote, note)}
    </>
  );
  return { subject, preheader, body };
}

/** Returns the first word of a name; the full name if that word is an initial or a title such as "Dr." */
const getFirstName = (name: string) => /^[^\s.,]+(?=\s)/.exec(name)?.[0] ?? name;

const toParagraphs = (Paragraph: typeof EmailText, content: ReactNode) =>
  Children.map(content, part => (typeof part === 'string' ? part && <Paragraph>{part}</Paragraph> : part));
