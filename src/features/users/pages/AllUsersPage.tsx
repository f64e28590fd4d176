import { useActionData, useLoaderData } from 'react-router';
import { runBulkAction } from '#platform/pages/bulk-action.ts';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import type { RowActionConfig } from '#ui/table/row-actions.tsx';
import { ActionTableList, DownloadCsvLink } from '#ui/table/TableList.tsx';
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

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'role', 'status', 'sort']);
  return { list: await api.users.list(params), query };
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
    parseAction: parseUserAction,
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
  const { list, query } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DashboardPage
      title="All users"
      intro="Everyone with an account on this site. Members submit drafts for review; authors publish without review."
      aside={<DownloadCsvLink path={`${API_PREFIX}/users.csv`} query={query} />}
    >
      <ActionTableList
        path={dashboardPaths.allUsers}
        query={query}
        list={list}
        noun={['user', 'users']}
        caption="Users"
        columns={userColumns}
        columnsKey="people"
        getKey={({ id }) => id}
        getRowLabel={({ name }) => name}
        searchLabel="Name or email"
        filters={userFilters}
        sorts={userSortOptions}
        empty={{ title: 'No users yet.' }}
        noMatch={{
          title: 'No users match your search.',
          text: 'Try part of a name or email address, or remove a filter.',
        }}
        actions={createRowActions(list.items)}
        result={result}
        field="person"
        bulkActions={userActions}
        defaultBulkAction="revoke_sessions"
        renderActions={(person, onSubmit) => <UserActionsMenu person={person} onSubmit={onSubmit} />}
      />
    </DashboardPage>
  );
}
