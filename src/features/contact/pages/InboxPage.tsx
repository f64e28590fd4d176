import type { LucideIcon } from 'lucide-react';
import Archive from 'lucide-react/icons/archive';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useActionData, useLoaderData } from 'react-router';
import { runBulkAction } from '#platform/pages/bulk-action.ts';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import type { RowActionConfig } from '#ui/table/row-actions.tsx';
import { MenuForm, RowMenu } from '#ui/table/RowMenu.tsx';
import { ActionTableList } from '#ui/table/TableList.tsx';
import { inboxColumns, inboxSortOptions, inboxFilterOptions } from '../components/inbox-columns.tsx';
import { type MessageTransition, messageTransitions } from '../contract/states.ts';
import {
  getTransitionLabel,
  transitionLabels,
  parseMessageTransition,
  formatTransitionResult,
  listMessageTransitions,
} from '../rules/transitions.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'state', 'sort']);
  const [list, { unread }] = await Promise.all([api.contact.listMessages(params), api.contact.getInboxCounts()]);
  return { list, unread, query };
});

export const action = pageAction(({ api, form, getAll }) =>
  runBulkAction(parseMessageTransition(form.get('do')), getAll('message'), 'message', (transition, id) =>
    api.contact.transitionMessage({ id, transition }),
  ),
);

/** A changed message, and how many others of its sender changed with it. */
interface TransitionResult {
  readonly id: number;
  readonly restoredCount: number;
}

const transitions: RowActionConfig<MessageTransition, TransitionResult> = {
  parseAction: parseMessageTransition,
  labels: transitionLabels,
  keyOf: ({ id }) => String(id),
  formatResult: (transition, results) =>
    formatTransitionResult(
      transition,
      results.length,
      results.reduce((sum, { restoredCount }) => sum + restoredCount, 0),
    ),
  getUndoAction: transition => (transition === 'restore' ? undefined : 'restore'),
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
  return (
    <DashboardPage
      title="Inbox"
      intro={`Messages from your contact form${unread > 0 ? `, ${unread} unread` : ''}. Spam is deleted after 30 days.`}
    >
      <ActionTableList
        path={dashboardPaths.inbox}
        query={query}
        list={list}
        noun={['message', 'messages']}
        caption="Messages"
        columns={inboxColumns}
        columnsKey="inbox"
        getKey={({ id }) => id}
        getRowLabel={({ name, subject }) => `“${subject}” from ${name}`}
        searchLabel="Name, email or text"
        filters={inboxFilterOptions}
        sorts={inboxSortOptions}
        empty={{
          title: 'Your inbox is empty.',
          text: 'Messages from your contact form appear here and are also emailed to you. Replies that you send from here are saved with the message.',
        }}
        noMatch={{ title: 'No messages match your filters.', text: 'Try another word or status.' }}
        actions={transitions}
        result={result}
        field="message"
        bulkActions={messageTransitions}
        defaultBulkAction="archive"
        renderActions={({ id, name, subject, state }, onSubmit) => (
          <RowMenu id={`message-${id}-menu`} label={`Actions for “${subject}” from ${name}`}>
            <MenuForm
              fields={{ message: id }}
              actions={listMessageTransitions(state)}
              labels={{ ...transitionLabels, restore: getTransitionLabel('restore', state) }}
              icons={icons}
              onSubmit={onSubmit}
            />
          </RowMenu>
        )}
      />
    </DashboardPage>
  );
}
