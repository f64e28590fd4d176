import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';

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
  entry_submitted: ({ noun, writer, title, ...to }, site) =>
    composeEmail(to, {
      subject: `A ${noun} for ${site.name}’s site waits for your review`,
      preheader: `${writer} asks you to publish “${title}”.`,
      heading: `A ${noun} waits for your review`,
      text: `${writer} has written “${title}” and asks you to publish it. Nobody else sees it until you do.`,
      button: `Read the ${noun}`,
      note: 'You can publish it as it is, change it first, or send it back with a note.',
    }),

  entry_published: ({ noun, title, ...to }, site) =>
    composeEmail(to, {
      subject: `Your ${noun} is out on ${site.name}’s site`,
      preheader: `“${title}” is published.`,
      heading: `Your ${noun} is out`,
      text: `${site.name} has published “${title}”. Thank you for writing it.`,
      button: `See the ${noun}`,
    }),

  entry_changes_requested: ({ noun, title, note, ...to }, site) =>
    composeEmail(to, {
      subject: `Your ${noun} came back from ${site.name}`,
      preheader: note || `${site.name} has sent it back to you.`,
      heading: `Your ${noun} came back to you`,
      text: [`${site.name} has read “${title}” and sent it back${note ? ', with this note:' : '.'}`, note],
      button: `Open the ${noun}`,
      note: 'Nothing of it is lost. Change what you like, and submit it again.',
    }),
};
