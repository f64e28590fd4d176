import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

/** The post or project, its link and the link to the email settings. Links are absolute. */
interface AboutComment {
  name: string;
  title: string;
  url: string;
  settingsLink: string;
}

interface NewComment extends AboutComment {
  commenterName: string;
  excerpt: string;
}

/** Props of the emails about comments. `name` is the recipient's, `commenterName` the commenter's. */
interface CommentsMails {
  /** To the owner: comments that need review since the last digest. */
  comments_pending_review: { name: string; held: number; reported: number; url: string };
  /** To the author of the post or project, else the owner. */
  comment_received: NewComment;
  /** To the author of the parent comment. */
  comment_replied: NewComment;
  /** To the author of a comment that was held. */
  comment_approved: AboutComment;
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends CommentsMails {}
}

const comments = (count: number) => (count === 1 ? '1 comment' : `${count} comments`);

/** Returns the number of comments to review, for the middle of a sentence. */
function formatPending(held: number, reported: number): string {
  const parts = [held > 0 && `${comments(held)} held back`, reported > 0 && `${comments(reported)} reported`];
  return parts.filter(Boolean).join(', ');
}

/** Shortens a title for the subject line. */
function shortened(title: string): string {
  return title.length > 32 ? `${title.slice(0, 31).trimEnd()}…` : title;
}

function commentMail(props: AboutComment, mail: Omit<Parameters<typeof composeEmail>[1], 'note'>) {
  const note = (
    <EmailNote>
      You get this mail because you take part here. <a href={props.settingsLink}>Turn off mail about comments</a>{' '}
      whenever you like.
    </EmailNote>
  );
  return composeEmail(props, { ...mail, note });
}

export const commentsEmails: EmailTemplateRenderers<keyof CommentsMails, ReactNode> = {
  comments_pending_review: ({ held, reported, ...to }, site) =>
    composeEmail(to, {
      subject: `Comments wait for you at ${site.name}’s site`,
      preheader: `New since the last mail: ${formatPending(held, reported)}.`,
      heading: 'Comments wait for you',
      text: (
        <EmailText>
          New since the last mail: {formatPending(held, reported)}. Held comments aren’t public until you approve them.
        </EmailText>
      ),
      button: 'Look at them',
      note: 'A mail like this comes once an hour at most, however many there are.',
    }),

  comment_received: (props, site) =>
    commentMail(props, {
      subject: `New comment on “${shortened(props.title)}” at ${site.name}’s site`,
      preheader: props.excerpt,
      heading: 'A new comment',
      text: [`${props.commenterName} commented on “${props.title}”:`, `“${props.excerpt}”`],
      button: 'Read and answer it',
    }),

  comment_replied: (props, site) =>
    commentMail(props, {
      subject: `Your comment at ${site.name}’s site was answered`,
      preheader: props.excerpt,
      heading: 'Your comment was answered',
      text: [`${props.commenterName} answered what you said about “${props.title}”:`, `“${props.excerpt}”`],
      button: 'Read the answer',
    }),

  comment_approved: (props, site) =>
    commentMail(props, {
      subject: `Your comment at ${site.name}’s site is published`,
      preheader: 'Thank you for waiting. From now on yours appear at once.',
      heading: 'Your comment is published',
      text: `What you said about “${props.title}” can be read now. Thank you for taking part.`,
      button: 'See your comment',
    }),
};
