import { Archive, Ban, Check, type LucideIcon, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { Form, useActionData, useLoaderData } from 'react-router';
import { listQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { Failure } from '#shared/errors.ts';
import { Pager } from '#ui/Pager.tsx';
import { BulkActions } from '#ui/table/BulkActions.tsx';
import { useColumnChoice } from '#ui/table/ColumnChoice.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { menuItem, RowMenu } from '#ui/table/RowMenu.tsx';
import { useSelection } from '#ui/table/selection.ts';
import { TableEmpty, tableHref, TableStatus, TableTools } from '#ui/table/TableTools.tsx';
import { WorkPage } from '#ui/WorkPage.tsx';
import { inboxColumns, inboxSortOptions, inboxTableFilters } from '../components/InboxColumns.tsx';
import type { InboxLine } from '../contract/inbox.ts';
import { type MessageMove, messageMoves } from '../contract/states.ts';
import { moveLabel, moveOf, moveSentence, movesFor } from '../rules/moves.ts';

export const loader = pageLoader(async ({ api, search }) => {
  const asked = listQuery(search, ['search', 'state', 'sort', 'page']);
  const { page: _page, ...query } = asked;
  const [list, { unread }] = await Promise.all([api.contact.inbox(asked), api.contact.waiting()]);
  return { list, unread, query, isDeleted: search.get('did') === 'deleted' };
});

export const action = pageAction(({ api, form, all }) => moveAll(api, moveOf(form.get('do')), all('message')));

/** Moves messages one after the other. Throws the refusal when there was nothing else. */
async function moveAll(api: Api, move: MessageMove | undefined, ids: readonly string[]) {
  if (!move || ids.length === 0) return { said: undefined, refused: 'Choose at least one message.' };
  const reasons: string[] = [];
  let others = 0;
  for (const id of ids) {
    try {
      others += (await api.contact.move({ id, move })).others;
    } catch (error) {
      if (ids.length === 1 || !Failure.is(error) || error.status !== 409) throw error;
      reasons.push(error.data?.error.message ?? error.message);
    }
  }
  const changed = ids.length - reasons.length;
  const refused = reasons.length > 0 ? `${reasons.length} not changed. ${[...new Set(reasons)].join(' ')}` : undefined;
  return { said: changed > 0 ? moveSentence(move, changed, others) : undefined, refused };
}

const icons: Readonly<Record<MessageMove, LucideIcon>> = {
  answered: Check,
  archive: Archive,
  spam: Ban,
  back: RotateCcw,
};

/** What people wrote by the form, for the owner. */
export function Component() {
  const { list, unread, query, isDeleted } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { items, total, page, pageSize } = list;
  const path = dashboardPaths.inbox;
  const selection = useSelection(
    'bulk',
    'message',
    items.map(({ id }) => String(id)),
  );
  const { shown, choice } = useColumnChoice('inbox', inboxColumns);
  const { clear } = selection;
  useEffect(() => {
    if (result && 'done' in result) clear();
  }, [result, clear]);
  const refused = result && ('failed' in result ? result.failed.message : result.done.refused);
  const done = result && 'done' in result ? result.done.said : undefined;
  const said = done ?? (isDeleted && !result ? 'The message is deleted for good.' : undefined);
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
      {refused && (
        <p role="alert" className="mb-4 border-l-2 border-danger pl-4 text-small">
          {refused}
        </p>
      )}
      {said && <output className="mb-4 block border-l-2 border-accent pl-4 text-small">{said}</output>}
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
            renderActions={message => <MoveMenu message={message} />}
          />
          <BulkActions
            form={selection.form}
            chosen={selection.chosen.size}
            options={messageMoves.map(move => ({ value: move, label: moveLabel(move) }))}
            first="archive"
            onSubmit={() => {}}
          />
        </>
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        hrefOf={number => tableHref(path, query, 'newest', number)}
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

function MoveMenu({ message: { id, name, subject, state } }: { message: InboxLine }) {
  return (
    <RowMenu id={`message-${id}-menu`} label={`Actions for “${subject}” by ${name}`}>
      <Form
        method="post"
        preventScrollReset
        onSubmit={event => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      >
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
