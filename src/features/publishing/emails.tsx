import type { ReactNode } from 'react';
import type { MailWriters } from '#shared/emails.ts';
import { MailButton, MailHeading, MailNote, MailText } from '#ui/email/EmailComponents.tsx';

/** What is told about: a text's kind as in a sentence, and its title. */
interface About {
  noun: 'post' | 'project';
  title: string;
}

/** Props of the mails about texts on their way to the readers. `name` is whose mail it is; links are absolute. */
interface PublishingMails {
  /** To the owner: somebody waits for a review. */
  textSubmitted: About & { name: string; writer: string; link: string };
  /** To the writer. */
  textPublished: About & { name: string; link: string };
  /** To the writer; `note` says what to mend, if the owner said anything. */
  textSentBack: About & { name: string; note: string; link: string };
}

declare module '#shared/emails.ts' {
  interface MailTemplates extends PublishingMails {}
}

/** The mails about texts on their way to the readers. */
export const publishingMails: MailWriters<keyof PublishingMails, ReactNode> = {
  textSubmitted: ({ name, noun, writer, title, link }, site) => ({
    subject: `A ${noun} for ${site.name}’s site waits for your review`,
    preheader: `${writer} asks you to publish “${title}”.`,
    body: (
      <>
        <MailHeading>A {noun} waits for your review</MailHeading>
        <MailText>Hello {name},</MailText>
        <MailText>
          {writer} has written “{title}” and asks you to publish it. Nobody else sees it until you do.
        </MailText>
        <MailButton href={link} label={`Read the ${noun}`} />
        <MailNote>You can publish it as it is, change it first, or send it back with a note.</MailNote>
      </>
    ),
  }),

  textPublished: ({ name, noun, title, link }, site) => ({
    subject: `Your ${noun} is out on ${site.name}’s site`,
    preheader: `“${title}” is published.`,
    body: (
      <>
        <MailHeading>Your {noun} is out</MailHeading>
        <MailText>Hello {name},</MailText>
        <MailText>
          {site.name} has published “{title}”. Thank you for writing it.
        </MailText>
        <MailButton href={link} label={`See the ${noun}`} />
      </>
    ),
  }),

  textSentBack: ({ name, noun, title, note, link }, site) => ({
    subject: `Your ${noun} came back from ${site.name}`,
    preheader: note || `${site.name} has sent it back to you.`,
    body: (
      <>
        <MailHeading>Your {noun} came back to you</MailHeading>
        <MailText>Hello {name},</MailText>
        <MailText>
          {site.name} has read “{title}” and sent it back{note ? ', with this note:' : '.'}
        </MailText>
        {note && <MailText>{note}</MailText>}
        <MailButton href={link} label={`Open the ${noun}`} />
        <MailNote>Nothing of it is lost. Change what you like, and submit it again.</MailNote>
      </>
    ),
  }),
};
