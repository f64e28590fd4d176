import Download from 'lucide-react/icons/download';
import { useActionData, useLoaderData } from 'react-router';
import { runBulkAction } from '#platform/pages/bulk-action.ts';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { PageCursor } from '#shared/lists.ts';
import { API_PREFIX, withQuery } from '#shared/paths.ts';
import { Pagination } from '#ui/Pagination.tsx';
import { BulkActions } from '#ui/table/BulkActions.tsx';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { type RowActionConfig, RowActionNotice, useRowActions } from '#ui/table/row-actions.tsx';
import { EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { useSelection } from '#ui/table/selection.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { userColumns, userFilters, userSortOptions } from '../components/user-columns.tsx';
import { UserActionsMenu } from '../components/UserActionsMenu.tsx';
import type { UserDetails } from '../contract.ts';
import {
  type UserAction,
  userActionLabels,
  parseUserAction,
  userActions,
  formatActionResult,
  formatNames,
  getConfirmation,
  findUndoAction,
} from '../rules.ts';

const changeOptions = userActions.map(change => ({ value: change, label: userActionLabels[change] }));
const KEYS = ['search', 'role', 'status', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = filtersOf(searchParams, KEYS);
  const list = await api.users.list(parseListParams(searchParams, KEYS));
  return { ...list, query };
});

export const action = pageAction(({ api, form, getAll }) =>
  runBulkAction(parseUserAction(form.get('do')), getAll('person'), 'person', (change, id) =>
    userActionCalls[change](api, id),
  ),
);

/** API call of each action. */
const userActionCalls: Readonly<Record<UserAction, (api: Api, id: string) => Promise<UserDetails>>> = {
  make_author: (api, id) => api.users.updateRole({ id, role: 'author' }),
  make_member: (api, id) => api.users.updateRole({ id, role: 'member' }),
  disable: (api, id) => api.users.disable({ id }),
  enable: (api, id) => api.users.enable({ id }),
  revoke_sessions: (api, id) => api.users.revokeSessions({ id }),
};

/** Returns the messages and confirmations of actions on these users. */
function createRowActions(people: readonly UserDetails[]): RowActionConfig<UserAction, UserDetails> {
  return {
    changeOf: parseUserAction,
    labels: userActionLabels,
    keyOf: ({ id }) => id,
    formatResult: (change, changed) =>
      formatActionResult(change, formatNames(changed.map(({ name }) => name)), changed.length > 1),
    getUndoAction: (change, count) => findUndoAction(change, count > 1),
    getConfirmation: (change, keys) =>
      getConfirmation(
        change,
        people.filter(({ id }) => keys.includes(id)).map(({ name }) => name),
      ),
  };
}

export function Component() {
  const { items, total, page, pageSize, query } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const ids = items.map(({ id }) => id);
  const selection = useSelection('bulk', 'person', ids);
  const { visibleColumns, columnPicker } = useColumnVisibility('people', userColumns);
  const change = useRowActions(createRowActions(items), selection, result);
  const href = (number: number, cursor?: PageCursor) =>
    toTableUrl(dashboardPaths.allUsers, query, 'newest', number, cursor);
  return (
    <DashboardPage
      title="All users"
      intro="Everybody with an account here. Members write drafts and submit them; authors publish without review."
      aside={
        <a className="button" href={withQuery(`${API_PREFIX}/users.csv`, query)} download>
          <Download className="size-4" aria-hidden="true" /> Download CSV
        </a>
      }
    >
      <TableToolbar
        path={dashboardPaths.allUsers}
        query={query}
        searchLabel="Name or e-mail"
        filters={userFilters}
        sorts={userSortOptions}
      >
        {columnPicker}
      </TableToolbar>
      <TableSummary path={dashboardPaths.allUsers} query={query} total={total} noun={['person', 'people']} />
      <RowActionNotice result={result} />
      {total === 0 && (
        <EmptyState title="Nobody matches that.">Try a part of the name or address, or fewer filters.</EmptyState>
      )}
      {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
      {items.length > 0 && (
        <>
          <DataTable
            caption="People with an account"
            columns={visibleColumns}
            rows={items}
            getRowId={person => person.id}
            getRowLabel={person => person.name}
            sort={query.sort ?? 'newest'}
            getSortUrl={sort => toTableUrl(dashboardPaths.allUsers, { ...query, sort }, 'newest')}
            selection={selection}
            renderActions={person => <UserActionsMenu person={person} onSubmit={change.onSubmit} />}
          />
          <BulkActions
            form={selection.form}
            selectedCount={selection.selectedKeys.size}
            options={changeOptions}
            defaultAction="sign-out"
            onSubmit={change.onSubmit}
          />
        </>
      )}
      <Pagination page={page} pageSize={pageSize} total={total} rows={ids} hrefOf={href} />
      {change.dialog}
    </DashboardPage>
  );
}
