import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailMessage } from '#ui/email/EmailComponents.tsx';

/** The kind and title of a text. */
interface About {
  noun: 'post' | 'project';
  title: string;
}

/** Props of the publishing emails. `name` is the recipient's; links are absolute. */
interface PublishingMails {
  /** To the owner: a text was submitted for review. */
  entry_submitted: About & { name: string; writer: string; url: string };
  /** To the author. */
  entry_published: About & { name: string; url: string };
  /** To the author; `note` is the owner's feedback and may be empty. */
  entry_changes_requested: About & { name: string; note: string; url: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends PublishingMails {}
}

/** Renders the publishing emails. */
export const publishingEmails: EmailTemplateRenderers<keyof PublishingMails, ReactNode> = {
  entry_submitted: ({ noun, writer, title, ...to }) =>
    composeEmail(to, {
      subject: `${writer} submitted a ${noun} for review`,
      preheader: `“${title}” is waiting for your review.`,
      heading: `New ${noun} to review`,
      text: `${writer} submitted “${title}” for review. It won’t appear on your site until you publish it.`,
      button: `Review ${noun}`,
      note: 'You can publish it, edit it first, or request changes.',
    }),

  entry_published: ({ noun, title, ...to }, site) =>
    composeEmail(to, {
      subject: `Your ${noun} is live on ${site.name}’s site`,
      preheader: `${site.name} published “${title}”.`,
      heading: `Your ${noun} is live`,
      text: `${site.name} published “${title}”. Thank you for contributing.`,
      button: `View ${noun}`,
    }),

  entry_changes_requested: ({ noun, title, note, ...to }, site) =>
    composeEmail(to, {
      subject: `${site.name} requested changes to your ${noun}`,
      preheader: note || `Edit “${title}”, then submit it again.`,
      heading: 'Changes requested',
      text: [
        `${site.name} reviewed “${title}” and requested changes${note ? ':' : '.'}`,
        note && <EmailMessage key="note" text={note} />,
      ],
      button: `Edit ${noun}`,
      note: 'When you’re done, submit it for review again.',
    }),
};
