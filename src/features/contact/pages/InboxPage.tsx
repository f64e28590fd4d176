import { Archive, Ban, Check, type LucideIcon, RotateCcw } from 'lucide-react';
import type { FormEventHandler } from 'react';
import { Form, useActionData, useLoaderData } from 'react-router';
import { changeEach } from '#platform/pages/bulk-action.ts';
import { filtersOf, listQuery, pageKeys } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { Pager } from '#ui/Pagination.tsx';
import { BulkActions } from '#ui/table/BulkActions.tsx';
import { useColumnChoice } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { menuItem, RowMenu } from '#ui/table/RowMenu.tsx';
import { type RowChanges, RowOutcome, useRowChanges } from '#ui/table/row-actions.tsx';
import { useSelection } from '#ui/table/selection.ts';
import { TableEmpty, tableHref, TableStatus, TableTools } from '#ui/table/TableToolbar.tsx';
import { WorkPage } from '#ui/DashboardPage.tsx';
import { inboxColumns, inboxSortOptions, inboxTableFilters } from '../components/InboxColumns.tsx';
import type { InboxLine } from '../contract/inbox.ts';
import { type MessageMove, messageMoves } from '../contract/states.ts';
import { moveLabel, moveLabels, moveOf, moveSentence, movesFor } from '../rules/transitions.ts';

const KEYS = ['search', 'state', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, search }) => {
  const asked = listQuery(search, KEYS);
  const query = filtersOf(search, KEYS);
  const [list, { unread }] = await Promise.all([api.contact.inbox(asked), api.contact.waiting()]);
  return { list, unread, query, did: search.get('did'), count: Number(search.get('count')) || 0 };
});

export const action = pageAction(async ({ api, search, form, all, leaveWithoutScript }) => {
  const outcome = await changeEach(moveOf(form.get('do')), all('message'), 'message', (move, id) =>
    api.contact.move({ id, move }),
  );
  const { change: did, changed } = outcome;
  if (did)
    leaveWithoutScript(withQuery(dashboardPaths.inbox, { ...listQuery(search, KEYS), did, count: changed.length }));
  return outcome;
});

/** A message that was moved, and how many others of its sender went with it. */
interface Moved {
  readonly id: number;
  readonly others: number;
}

const moves: RowChanges<MessageMove, Moved> = {
  changeOf: moveOf,
  labels: moveLabels,
  keyOf: ({ id }) => String(id),
  sentence: (move, moved) =>
    moveSentence(
      move,
      moved.length,
      moved.reduce((sum, { others }) => sum + others, 0),
    ),
  undoOf: move => (move === 'back' ? undefined : 'back'),
};

/** What was done before this page was loaded: by a form without script, or on a message's own page. */
function doneBefore(did: string | null, count: number): string | undefined {
  if (did === 'deleted') return 'The message is deleted for good.';
  const move = moveOf(did ?? undefined);
  return move && count > 0 ? moveSentence(move, count) : undefined;
}

const icons: Readonly<Record<MessageMove, LucideIcon>> = {
  answered: Check,
  archive: Archive,
  spam: Ban,
  back: RotateCcw,
};

/** What people wrote by the form, for the owner. */
export function Component() {
  const { list, unread, query, did, count } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { items, total, page, pageSize } = list;
  const path = dashboardPaths.inbox;
  const selection = useSelection(
    'bulk',
    'message',
    items.map(({ id }) => String(id)),
  );
  const { shown, choice } = useColumnChoice('inbox', inboxColumns);
  const { onSubmit } = useRowChanges(moves, selection, result);
  return (
    <WorkPage
      title="Inbox"
      intro={`What people write by the form on your contact page. ${unread === 0 ? 'You have read all of it.' : `${unread} unread.`} Spam is deleted after 30 days.`}
    >
      <TableTools
        path={path}
        query={query}
        searchLabel="Name, e-mail or words"
        filters={inboxTableFilters}
        sorts={inboxSortOptions}
      >
        {choice}
      </TableTools>
      <TableStatus path={path} query={query} total={total} noun={['message', 'messages']} />
      <RowOutcome result={result} done={doneBefore(did, count)} />
      {total === 0 && <Empty query={query} />}
      {total > 0 && items.length === 0 && <TableEmpty title="The list ends before this page." />}
      {items.length > 0 && (
        <>
          <DataTable
            caption="Messages"
            columns={shown}
            rows={items}
            keyOf={({ id }) => String(id)}
            labelOf={({ name, subject }) => `“${subject}” by ${name}`}
            sort={query.sort ?? 'newest'}
            hrefOfSort={sort => tableHref(path, { ...query, sort }, 'newest')}
            selection={selection}
            renderActions={message => <MoveMenu message={message} onSubmit={onSubmit} />}
          />
          <BulkActions
            form={selection.form}
            chosen={selection.chosen.size}
            options={messageMoves.map(move => ({ value: move, label: moveLabels[move] }))}
            first="archive"
            onSubmit={onSubmit}
          />
        </>
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => tableHref(path, query, 'newest', number, cursor)}
      />
    </WorkPage>
  );
}

function Empty({ query }: { query: { search?: string; state?: string } }) {
  if (query.search)
    return <TableEmpty title="No message matches that.">Try another word, or another state.</TableEmpty>;
  if (query.state) return <TableEmpty title="There is no such message." />;
  return (
    <TableEmpty title="Nothing waits here.">
      What people write on your contact page comes here, and to you by mail. Answer from here, and the answer stays
      beside the message.
    </TableEmpty>
  );
}

interface MoveMenuProps {
  message: InboxLine;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

function MoveMenu({ message: { id, name, subject, state }, onSubmit }: MoveMenuProps) {
  return (
    <RowMenu id={`message-${id}-menu`} label={`Actions for “${subject}” by ${name}`}>
      <Form method="post" preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="message" value={id} />
        {movesFor(state).map(move => {
          const Icon = icons[move];
          return (
            <button key={move} type="submit" name="do" value={move} className={menuItem}>
              <Icon className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" />
              {moveLabel(move, state)}
            </button>
          );
        })}
      </Form>
    </RowMenu>
  );
}
