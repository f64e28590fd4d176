import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { EmailButton, EmailHeading, EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

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

/** Props of the emails about comments. `name` is the recipient's, `by` the commenter's. */
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
function waitingWords(held: number, reported: number): string {
  const parts = [held > 0 && `${comments(held)} held back`, reported > 0 && `${comments(reported)} reported`];
  return parts.filter(Boolean).join(', ');
}

/** Shortens a title for the subject line. */
function shortened(title: string): string {
  return title.length > 32 ? `${title.slice(0, 31).trimEnd()}…` : title;
}

interface CommentMailProps extends AboutComment {
  heading: string;
  text: string;
  excerpt?: string;
  label: string;
}

function CommentMail({ name, url, settingsLink, heading, text, excerpt, label }: CommentMailProps) {
  return (
    <>
      <EmailHeading>{heading}</EmailHeading>
      <EmailText>Hello {name},</EmailText>
      <EmailText>{text}</EmailText>
      {excerpt !== undefined && <EmailText>“{excerpt}”</EmailText>}
      <EmailButton href={url} label={label} />
      <EmailNote>
        You get this mail because you take part here. <a href={settingsLink}>Turn off mail about comments</a> whenever
        you like.
      </EmailNote>
    </>
  );
}

export const commentsEmails: EmailTemplateRenderers<keyof CommentsMails, ReactNode> = {
  comments_pending_review: ({ name, held, reported, url }, site) => ({
    subject: `Comments wait for you at ${site.name}’s site`,
    preheader: `New since the last mail: ${waitingWords(held, reported)}.`,
    body: (
      <>
        <EmailHeading>Comments wait for you</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          New since the last mail: {waitingWords(held, reported)}. Nobody reads what is held back until you approve it.
        </EmailText>
        <EmailButton href={url} label="Look at them" />
        <EmailNote>A mail like this comes once an hour at most, however many there are.</EmailNote>
      </>
    ),
  }),

  comment_received: (props, site) => ({
    subject: `New comment on “${shortened(props.title)}” at ${site.name}’s site`,
    preheader: props.excerpt,
    body: (
      <CommentMail
        {...props}
        heading="A new comment"
        text={`${props.commenterName} commented on “${props.title}”:`}
        label="Read and answer it"
      />
    ),
  }),

  comment_replied: (props, site) => ({
    subject: `Your comment at ${site.name}’s site was answered`,
    preheader: props.excerpt,
    body: (
      <CommentMail
        {...props}
        heading="Your comment was answered"
        text={`${props.commenterName} answered what you said about “${props.title}”:`}
        label="Read the answer"
      />
    ),
  }),

  comment_approved: (props, site) => ({
    subject: `Your comment at ${site.name}’s site is published`,
    preheader: 'Thank you for waiting. From now on yours appear at once.',
    body: (
      <CommentMail
        {...props}
        heading="Your comment is published"
        text={`What you said about “${props.title}” can be read now. Thank you for taking part.`}
        label="See your comment"
      />
    ),
  }),
};
