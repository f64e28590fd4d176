import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { EmailButton, EmailHeading, EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

/** The kind and title of a text. */
interface About {
  noun: 'post' | 'project';
  title: string;
}

/** Props of the publishing emails. `name` is the recipient's; links are absolute. */
interface PublishingMails {
  /** To the owner: a text was submitted for review. */
  entry_submitted: About & { name: string; writer: string; url: string };
  /** To the writer. */
  entry_published: About & { name: string; url: string };
  /** To the writer; `note` is the owner's feedback and may be empty. */
  entry_changes_requested: About & { name: string; note: string; url: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends PublishingMails {}
}

/** Renders the publishing emails. */
export const publishingEmails: EmailTemplateRenderers<keyof PublishingMails, ReactNode> = {
  entry_submitted: ({ name, noun, writer, title, url }, site) => ({
    subject: `A ${noun} for ${site.name}’s site waits for your review`,
    preheader: `${writer} asks you to publish “${title}”.`,
    body: (
      <>
        <EmailHeading>A {noun} waits for your review</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          {writer} has written “{title}” and asks you to publish it. Nobody else sees it until you do.
        </EmailText>
        <EmailButton href={url} label={`Read the ${noun}`} />
        <EmailNote>You can publish it as it is, change it first, or send it back with a note.</EmailNote>
      </>
    ),
  }),

  entry_published: ({ name, noun, title, url }, site) => ({
    subject: `Your ${noun} is out on ${site.name}’s site`,
    preheader: `“${title}” is published.`,
    body: (
      <>
        <EmailHeading>Your {noun} is out</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          {site.name} has published “{title}”. Thank you for writing it.
        </EmailText>
        <EmailButton href={url} label={`See the ${noun}`} />
      </>
    ),
  }),

  entry_changes_requested: ({ name, noun, title, note, url }, site) => ({
    subject: `Your ${noun} came back from ${site.name}`,
    preheader: note || `${site.name} has sent it back to you.`,
    body: (
      <>
        <EmailHeading>Your {noun} came back to you</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          {site.name} has read “{title}” and sent it back{note ? ', with this note:' : '.'}
        </EmailText>
        {note && <EmailText>{note}</EmailText>}
        <EmailButton href={url} label={`Open the ${noun}`} />
        <EmailNote>Nothing of it is lost. Change what you like, and submit it again.</EmailNote>
      </>
    ),
  }),
};
