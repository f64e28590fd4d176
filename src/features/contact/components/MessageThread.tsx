import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import type { InboxMessage } from '../contract/inbox.ts';

interface PartProps {
  by: string;
  at: string;
  isMine?: boolean;
  body: string;
  children?: ReactNode;
}

function Part({ by, at, isMine = false, body, children }: PartProps) {
  return (
    <li className={`border-l-2 pl-5 ${isMine ? 'border-accent' : 'border-rule-strong'}`}>
      <p className="meta">
        <span className="font-semibold text-ink">{by}</span>, <LocalDateTime instant={at} />
        {children}
      </p>
      <p className="mt-2 max-w-[35em] whitespace-pre-line [overflow-wrap:anywhere]">{body}</p>
    </li>
  );
}

export function MessageThread({ message: { name, body, receivedAt, replies } }: { message: InboxMessage }) {
  return (
    <ol className="grid gap-8" aria-label="The message and its answers">
      <Part by={name} at={receivedAt} body={body} />
      {replies.map(reply => (
        <Part key={reply.id} by="You" at={reply.sentAt} isMine body={reply.body}>
          {reply.emailId && (
            <>
              {', '}
              <Link
                className="link inline-flex min-h-11 items-center"
                to={dashboardPaths.outboxEmail(reply.emailId)}
                aria-label="The mail in the outbox"
              >
                mail
              </Link>
            </>
          )}
        </Part>
      ))}
    </ol>
  );
}
