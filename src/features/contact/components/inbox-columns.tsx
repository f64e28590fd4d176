import Paperclip from 'lucide-react/icons/paperclip';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DateTime } from '#ui/DateTime.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { sortAscendingFirst, type Column, sortDescendingFirst, sortOptions } from '#ui/table/column.ts';
import type { TableFilter } from '#ui/table/TableToolbar.tsx';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { InboxItem } from '../contract/inbox.ts';
import { messageStateLabels } from '../rules/transitions.ts';
import { findSpamNote } from '../rules/spam-checks.ts';

const stateTones: Readonly<Record<InboxItem['state'], BadgeTone>> = {
  new: 'active',
  replied: 'success',
  archived: 'muted',
  spam: 'danger',
};

/** Status of a message, and the result of its spam check. */
export function MessageStatus({ state, spamCheck, spamReason }: Pick<InboxItem, 'state' | 'spamCheck' | 'spamReason'>) {
  const note = findSpamNote(spamCheck, spamReason);
  return (
    <>
      <Badge tone={stateTones[state]}>{messageStateLabels[state]}</Badge>
      {note && <span className="hint block">{note}</span>}
    </>
  );
}

/** Columns of the inbox. */
export const inboxColumns: readonly Column<InboxItem>[] = [
  {
    id: 'message',
    label: 'Message',
    isAlwaysVisible: true,
    renderCell: ({ id, subject, excerpt, isUnread, hasFile }) => (
      <span className="block py-1 [overflow-wrap:anywhere] @3xl:max-w-[30rem]">
        <Link
          to={dashboardPaths.inboxMessage(id)}
          className={`link inline-flex min-h-11 items-center font-display @3xl:min-h-6 ${isUnread ? 'font-semibold' : 'font-medium'}`}
        >
          <span>
            {isUnread && (
              <>
                <span className="mr-2 inline-block size-2 rounded-full bg-accent" aria-hidden="true" />
                <span className="sr-only">Unread: </span>
              </>
            )}
            {subject}
            {hasFile && (
              <>
                {' '}
                <Paperclip className="inline size-4 text-ink-faint" aria-hidden="true" />
                <span className="sr-only"> (with attachment)</span>
              </>
            )}
          </span>
        </Link>
        <span className="hint line-clamp-2 @3xl:line-clamp-1">{excerpt}</span>
      </span>
    ),
  },
  {
    id: 'from',
    label: 'From',
    sorts: sortAscendingFirst('name_asc', 'name_desc'),
    renderCell: ({ name, email }) => (
      <>
        {name}
        <span className="meta block @3xl:hidden">
          <EmailText email={email} />
        </span>
      </>
    ),
  },
  { id: 'state', label: 'Status', renderCell: item => <MessageStatus {...item} /> },
  {
    id: 'received',
    label: 'Received',
    sorts: sortDescendingFirst('newest', 'oldest'),
    renderCell: ({ receivedAt }) => <DateTime instant={receivedAt} />,
  },
];

export const inboxFilterOptions: readonly TableFilter[] = [
  {
    name: 'state',
    label: 'Status',
    allLabel: 'Inbox',
    options: [
      { value: 'unread', label: 'Unread' },
      { value: 'new', label: 'New' },
      { value: 'replied', label: 'Replied' },
      { value: 'archived', label: 'Archived' },
      { value: 'spam', label: 'Spam' },
      { value: 'all', label: 'All' },
    ],
  },
];

export const inboxSortOptions = [...sortOptions.time, ...sortOptions.name];
