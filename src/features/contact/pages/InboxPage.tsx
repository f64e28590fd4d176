import type { LucideIcon } from 'lucide-react';
import Archive from 'lucide-react/icons/archive';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { FormEventHandler } from 'react';
import { Form, useActionData, useLoaderData } from 'react-router';
import { runBulkAction } from '#platform/pages/bulk-action.ts';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { Pagination } from '#ui/Pagination.tsx';
import { BulkActions } from '#ui/table/BulkActions.tsx';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { menuItemClass, RowMenu } from '#ui/table/RowMenu.tsx';
import { type RowActionConfig, RowActionNotice, useRowActions } from '#ui/table/row-actions.tsx';
import { useSelection } from '#ui/table/selection.ts';
import { EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { inboxColumns, inboxSortOptions, inboxFilterOptions } from '../components/inbox-columns.tsx';
import type { InboxItem } from '../contract/inbox.ts';
import { type MessageTransition, messageTransitions } from '../contract/states.ts';
import {
  getTransitionLabel,
  transitionLabels,
  parseMessageTransition,
  formatTransitionResult,
  listMessageTransitions,
} from '../rules/transitions.ts';

const KEYS = ['search', 'state', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const asked = parseListParams(searchParams, KEYS);
  const query = filtersOf(searchParams, KEYS);
  const [list, { unread }] = await Promise.all([api.contact.listMessages(asked), api.contact.getInboxCounts()]);
  return { list, unread, query };
});

export const action = pageAction(({ api, form, getAll }) =>
  runBulkAction(parseMessageTransition(form.get('do')), getAll('message'), 'message', (transition, id) =>
    api.contact.transitionMessage({ id, transition }),
  ),
);

/** A changed message, and how many others of its sender changed with it. */
interface Moved {
  readonly id: number;
  readonly restoredCount: number;
}

const moves: RowActionConfig<MessageTransition, Moved> = {
  changeOf: parseMessageTransition,
  labels: transitionLabels,
  keyOf: ({ id }) => String(id),
  formatResult: (move, moved) =>
    formatTransitionResult(
      move,
      moved.length,
      moved.reduce((sum, { restoredCount }) => sum + restoredCount, 0),
    ),
  getUndoAction: move => (move === 'restore' ? undefined : 'restore'),
};

const icons: Readonly<Record<MessageTransition, LucideIcon>> = {
  mark_replied: Check,
  archive: Archive,
  mark_spam: Ban,
  restore: RotateCcw,
};

/** The owner's inbox. */
export function Component() {
  const { list, unread, query } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { items, total, page, pageSize } = list;
  const path = dashboardPaths.inbox;
  const selection = useSelection(
    'bulk',
    'message',
    items.map(({ id }) => String(id)),
  );
  const { visibleColumns, columnPicker } = useColumnVisibility('inbox', inboxColumns);
  const { onSubmit } = useRowActions(moves, selection, result);
  return (
    <DashboardPage
      title="Inbox"
      intro={`What people write by the form on your contact page. ${unread === 0 ? 'You have read all of it.' : `${unread} unread.`} Spam is deleted after 30 days.`}
    >
      <TableToolbar
        path={path}
        query={query}
        searchLabel="Name, e-mail or words"
        filters={inboxFilterOptions}
        sorts={inboxSortOptions}
      >
        {columnPicker}
      </TableToolbar>
      <TableSummary path={path} query={query} total={total} noun={['message', 'messages']} />
      <RowActionNotice result={result} />
      {total === 0 && <Empty query={query} />}
      {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
      {items.length > 0 && (
        <>
          <DataTable
            caption="Messages"
            columns={visibleColumns}
            rows={items}
            getRowId={({ id }) => String(id)}
            getRowLabel={({ name, subject }) => `“${subject}” by ${name}`}
            sort={query.sort ?? 'newest'}
            getSortUrl={sort => toTableUrl(path, { ...query, sort }, 'newest')}
            selection={selection}
            renderActions={message => <MoveMenu message={message} onSubmit={onSubmit} />}
          />
          <BulkActions
            form={selection.form}
            selectedCount={selection.selectedKeys.size}
            options={messageTransitions.map(move => ({ value: move, label: transitionLabels[move] }))}
            defaultAction="archive"
            onSubmit={onSubmit}
          />
        </>
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => toTableUrl(path, query, 'newest', number, cursor)}
      />
    </DashboardPage>
  );
}

function Empty({ query }: { query: { search?: string; state?: string } }) {
  if (query.search)
    return <EmptyState title="No message matches that.">Try another word, or another state.</EmptyState>;
  if (query.state) return <EmptyState title="This message doesn’t exist." />;
  return (
    <EmptyState title="Nothing waits here.">
      What people write on your contact page comes here, and to you by mail. Answer from here, and the answer stays
      beside the message.
    </EmptyState>
  );
}

interface MoveMenuProps {
  message: InboxItem;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

function MoveMenu({ message: { id, name, subject, state }, onSubmit }: MoveMenuProps) {
  return (
    <RowMenu id={`message-${id}-menu`} label={`Actions for “${subject}” by ${name}`}>
      <Form method="post" preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="message" value={id} />
        {listMessageTransitions(state).map(move => {
          const Icon = icons[move];
          return (
            <button key={move} type="submit" name="do" value={move} className={menuItemClass}>
              <Icon className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" />
              {getTransitionLabel(move, state)}
            </button>
          );
        })}
      </Form>
    </RowMenu>
  );
}
