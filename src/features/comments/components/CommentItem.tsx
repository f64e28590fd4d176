import type { ReactNode } from 'react';
import { formatDate } from '#shared/time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import type { Reply } from '../contract/schemas.ts';
import { CommentText } from './CommentText.tsx';

export const commentActionClass = 'meta min-h-11 underline decoration-rule-strong hover:text-accent';

interface CommentItemProps {
  comment: Reply;
  timeZone: string;
  /** Note that only the author sees. */
  note?: string | undefined;
  actions?: ReactNode;
  /** Replaces the text, such as with the edit form. */
  replacement?: ReactNode;
  /** Shown below the comment: a form and the replies. */
  children?: ReactNode;
}

/** A comment. A deleted one keeps a placeholder for its replies. */
export function CommentItem({ comment, timeZone, note, actions, replacement, children }: CommentItemProps) {
  const { id, author, body, pending, createdAt, editedAt } = comment;
  return (
    <li id={`comment-${id}`} className="grid grid-cols-[2.75rem_1fr] gap-x-4 border-t border-rule pt-5">
      <Avatar name={author?.name ?? '–'} picture={author?.avatar ?? null} />
      <div>
        <p className="font-display text-small font-semibold">
          {body === null ? (
            <span className="font-normal text-ink-faint">
              {pending ? 'Comment pending approval' : 'Comment removed'}
            </span>
          ) : (
            (author?.name ?? 'Deleted account')
          )}
          {author?.designation && (
            <>
              , <span className="font-normal text-ink-soft">{author.designation}</span>
            </>
          )}
        </p>
        {replacement ?? (body !== null && <CommentText body={body} />)}
        <div className="flex min-h-11 flex-wrap items-center gap-x-5">
          <span className="meta">
            <time dateTime={createdAt}>{formatDate(createdAt, timeZone)}</time>
            {editedAt && ', edited'}
          </span>
          {actions}
        </div>
        {note && <p className="mb-3 border-l-2 border-accent pl-4 text-small">{note}</p>}
        {children}
      </div>
    </li>
  );
}
