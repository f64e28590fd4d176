import type { ReactNode } from 'react';
import { formatDate } from '#shared/time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import type { Reply } from '../contract/schemas.ts';
import { CommentText } from './CommentText.tsx';

/** How something that can be done with a comment looks. */
export const commentActionClass = 'meta min-h-11 underline decoration-rule-strong hover:text-accent';

interface CommentItemProps {
  comment: Reply;
  timeZone: string;
  /** What only its author is told of it. */
  note?: string | undefined;
  /** What can be done with it. */
  actions?: ReactNode;
  /** What stands in place of its text, such as the form to change it. */
  replacement?: ReactNode;
  /** What stands below it: a form, and what answers it. */
  children?: ReactNode;
}

/** A comment: who, what, when. One that is gone keeps its place for those that answer it. */
export function CommentItem({ comment, timeZone, note, actions, replacement, children }: CommentItemProps) {
  const { id, author, body, pending, createdAt, editedAt } = comment;
  return (
    <li id={`comment-${id}`} className="grid grid-cols-[2.75rem_1fr] gap-x-4 border-t border-rule pt-5">
      <Avatar name={author?.name ?? '–'} picture={author?.avatar ?? null} />
      <div>
        <p className="font-display text-small font-semibold">
          {body === null ? (
            <span className="font-normal text-ink-faint">{pending ? 'Comment awaiting approval' : 'Removed'}</span>
          ) : (
            (author?.name ?? 'Deleted account')
          )}
          {author?.designation && (
            <>
              , <span className="font-normal text-ink-soft">{author.designation.toLowerCase()}</span>
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
