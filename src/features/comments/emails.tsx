import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { truncate } from '#shared/truncate.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailMessage, EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

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
  const parts = [held > 0 && `${comments(held)} to approve`, reported > 0 && `${comments(reported)} reported`];
  return parts.filter(Boolean).join(', ');
}

function commentMail(props: AboutComment, mail: Omit<Parameters<typeof composeEmail>[1], 'note'>) {
  const note = (
    <EmailNote>
      You can <a href={props.settingsLink}>turn off emails about comments</a> at any time.
    </EmailNote>
  );
  return composeEmail(props, { ...mail, note });
}

export const commentsEmails: EmailTemplateRenderers<keyof CommentsMails, ReactNode> = {
  comments_pending_review: ({ held, reported, ...to }) =>
    composeEmail(to, {
      subject: 'Comments to review',
      preheader: `New since the last email: ${formatPending(held, reported)}.`,
      heading: 'Comments to review',
      text: (
        <EmailText>
          New since the last email: {formatPending(held, reported)}.
          {held > 0 && ' Pending comments aren’t public until you approve them.'}
        </EmailText>
      ),
      button: 'Review comments',
      note: 'You get this email at most once an hour.',
    }),

  comment_received: props =>
    commentMail(props, {
      subject: `New comment on “${truncate(props.title, 32)}”`,
      preheader: props.excerpt,
      heading: 'New comment',
      text: [
        `${props.commenterName} commented on “${props.title}”:`,
        <EmailMessage key="comment" text={`“${props.excerpt}”`} />,
      ],
      button: 'View comment',
    }),

  comment_replied: props =>
    commentMail(props, {
      subject: `${props.commenterName} replied to your comment`,
      preheader: props.excerpt,
      heading: 'New reply to your comment',
      text: [
        `${props.commenterName} replied to your comment on “${props.title}”:`,
        <EmailMessage key="comment" text={`“${props.excerpt}”`} />,
      ],
      button: 'View reply',
    }),

  comment_approved: (props, site) =>
    commentMail(props, {
      subject: `Your comment on ${site.name}’s site is published`,
      preheader: 'Everyone can see your comment now.',
      heading: 'Your comment is published',
      text: `Your comment on “${props.title}” is approved, and everyone can see it now.`,
      button: 'View comment',
    }),
};
