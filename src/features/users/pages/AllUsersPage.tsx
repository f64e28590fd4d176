import { Download } from 'lucide-react';
import { useActionData, useLoaderData } from 'react-router';
import { changeEach } from '#platform/pages/bulk-action.ts';
import { filtersOf, listQuery, pageKeys } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { PageCursor } from '#shared/lists.ts';
import { API_PREFIX, withQuery } from '#shared/paths.ts';
import { Pager } from '#ui/Pagination.tsx';
import { BulkActions } from '#ui/table/BulkActions.tsx';
import { useColumnChoice } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { type RowChanges, RowOutcome, useRowChanges } from '#ui/table/row-actions.tsx';
import { TableEmpty, tableHref, TableStatus, TableTools } from '#ui/table/TableToolbar.tsx';
import { useSelection } from '#ui/table/selection.ts';
import { WorkPage } from '#ui/DashboardPage.tsx';
import { peopleColumns, peopleFilters, peopleSortOptions } from '../components/user-columns.tsx';
import { PersonMenu } from '../components/UserActionsMenu.tsx';
import type { Person } from '../contract.ts';
import {
  type Change,
  changeLabels,
  changeOf,
  changes,
  doneSentence,
  namesInWords,
  questionFor,
  undoOf,
} from '../rules.ts';

const changeOptions = changes.map(change => ({ value: change, label: changeLabels[change] }));
const KEYS = ['search', 'role', 'state', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, search }) => {
  const query = filtersOf(search, KEYS);
  const list = await api.people.list(listQuery(search, KEYS));
  return { ...list, query, did: changeOf(search.get('did')), count: Number(search.get('count')) || 0 };
});

export const action = pageAction(async ({ api, search, form, all, leaveWithoutScript }) => {
  const outcome = await changeEach(changeOf(form.get('do')), all('person'), 'person', (change, id) =>
    carryOut[change](api, id),
  );
  const { change: did, changed } = outcome;
  if (did)
    leaveWithoutScript(withQuery(dashboardPaths.allUsers, { ...listQuery(search, KEYS), did, count: changed.length }));
  return outcome;
});

/** How each change is asked of the API. */
const carryOut: Readonly<Record<Change, (api: Api, id: string) => Promise<Person>>> = {
  author: (api, id) => api.people.changeRole({ id, role: 'author' }),
  member: (api, id) => api.people.changeRole({ id, role: 'member' }),
  disable: (api, id) => api.people.disable({ id }),
  enable: (api, id) => api.people.enable({ id }),
  'sign-out': (api, id) => api.people.signOut({ id }),
};

/** What is said of changes of these people. */
function changesOf(people: readonly Person[]): RowChanges<Change, Person> {
  return {
    changeOf,
    labels: changeLabels,
    keyOf: ({ id }) => id,
    sentence: (change, changed) =>
      doneSentence(change, namesInWords(changed.map(({ name }) => name)), changed.length > 1),
    undoOf: (change, count) => undoOf(change, count > 1),
    questionFor: (change, keys) =>
      questionFor(
        change,
        people.filter(({ id }) => keys.includes(id)).map(({ name }) => name),
      ),
  };
}

/** Everybody with an account, for the owner. */
export function Component() {
  const { items, total, page, pageSize, query, did, count } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const selection = useSelection('bulk', 'person', useKeys(items));
  const { shown, choice } = useColumnChoice('people', peopleColumns);
  const change = useRowChanges(changesOf(items), selection, result);
  const href = (number: number, cursor?: PageCursor) =>
    tableHref(dashboardPaths.allUsers, query, 'newest', number, cursor);
  return (
    <WorkPage
      title="All users"
      intro="Everybody with an account here. Members write drafts and submit them; authors publish without review."
      aside={
        <a className="button" href={withQuery(`${API_PREFIX}/users.csv`, query)} download>
          <Download className="size-4" aria-hidden="true" /> Download CSV
        </a>
      }
    >
      <TableTools
        path={dashboardPaths.allUsers}
        query={query}
        searchLabel="Name or e-mail"
        filters={peopleFilters}
        sorts={peopleSortOptions}
      >
        {choice}
      </TableTools>
      <TableStatus path={dashboardPaths.allUsers} query={query} total={total} noun={['person', 'people']} />
      <RowOutcome
        result={result}
        done={did && doneSentence(did, count === 1 ? '1 person' : `${count} people`, count !== 1)}
      />
      {total === 0 && (
        <TableEmpty title="Nobody matches that.">Try a part of the name or address, or fewer filters.</TableEmpty>
      )}
      {total > 0 && items.length === 0 && <TableEmpty title="The list ends before this page." />}
      {items.length > 0 && (
        <>
          <DataTable
            caption="People with an account"
            columns={shown}
            rows={items}
            keyOf={person => person.id}
            labelOf={person => person.name}
            sort={query.sort ?? 'newest'}
            hrefOfSort={sort => tableHref(dashboardPaths.allUsers, { ...query, sort }, 'newest')}
            selection={selection}
            renderActions={person => <PersonMenu person={person} onSubmit={change.onSubmit} />}
          />
          <BulkActions
            form={selection.form}
            chosen={selection.chosen.size}
            options={changeOptions}
            first="sign-out"
            onSubmit={change.onSubmit}
          />
        </>
      )}
      <Pager page={page} pageSize={pageSize} total={total} rows={items.map(({ id }) => id)} hrefOf={href} />
      {change.dialog}
    </WorkPage>
  );
}

function useKeys(items: readonly { id: string }[]): string[] {
  return items.map(({ id }) => id);
}
