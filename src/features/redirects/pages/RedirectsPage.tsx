import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { Link, useActionData, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { decodePath } from '#shared/paths.ts';
import type { ConfirmOptions } from '#ui/ConfirmDialog.tsx';
import { textField, useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import type { Column, ColumnSortOption } from '#ui/table/column.ts';
import { DeleteItem, menuItemClass, RowMenu } from '#ui/table/RowMenu.tsx';
import { TableList } from '#ui/table/TableList.tsx';
import { toast } from '#ui/toast.ts';
import { RedirectForm } from '../components/RedirectForm.tsx';
import type { Redirect } from '../contract.ts';

const sortOptions = [
  { value: 'newest', label: 'Newest first' },
  { value: 'from', label: 'Old address A–Z' },
];

const byAddress: ColumnSortOption = { value: 'from', direction: 'ascending' };
const byTime: ColumnSortOption = { value: 'newest', direction: 'descending' };

const columns: readonly Column<Redirect>[] = [
  {
    id: 'from',
    label: 'Old address',
    isAlwaysVisible: true,
    sorts: [byAddress, byAddress],
    renderCell: ({ id, from }) => (
      <Link className="link [overflow-wrap:anywhere]" dir="auto" to={dashboardPaths.redirect(id)}>
        {from}
      </Link>
    ),
  },
  {
    id: 'to',
    label: 'New address',
    renderCell: ({ to, active, targetExists }) => (
      <>
        <a className="link [overflow-wrap:anywhere]" dir="auto" href={to}>
          {decodePath(to) ?? to}
        </a>
        {!active && (
          <span className="hint block">
            Not published yet. Until then, the old address returns 404 (page not found).
          </span>
        )}
        {!targetExists && <span className="hint block">This site has no page at this address.</span>}
      </>
    ),
  },
  {
    id: 'created',
    label: 'Added',
    sorts: [byTime, byTime],
    renderCell: ({ createdAt, createdBy }) => (
      <>
        <DateTime instant={createdAt} isDateOnly />
        <span className="hint block">{createdBy === 'import' ? 'by import' : 'by you'}</span>
      </>
    ),
  },
];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'sort']);
  return { list: await api.redirects.list(params), query };
});

export const action = pageAction(async ({ api, form }) => {
  if (form.get('intent') === 'delete') {
    await api.redirects.delete({ id: form.get('redirect') ?? '' });
    toast.success('Redirect deleted');
    return undefined;
  }
  const { id } = await api.redirects.create({ from: form.get('from') ?? '', to: form.get('to') ?? '' });
  toast.success('Redirect added');
  return id;
});

export function Component() {
  const { list, query } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = useRejectedForm();
  const added = result && 'done' in result ? result.done : undefined;
  const [lastAdded, setLastAdded] = useState(added);
  if (added !== undefined && added !== lastAdded) setLastAdded(added);
  const { onSubmit, dialog } = useConfirmedSubmit(deletionOf);
  const isAdding = refused?.values.intent === 'add';
  return (
    <DashboardPage
      title="Redirects"
      intro="Send visitors and search engines from old addresses to new ones (301). A redirect only applies if this site has no page at the old address."
    >
      <ErrorNotice className="mb-6" message={!isAdding && refused?.failed.message} />
      <details open={isAdding} key={lastAdded}>
        <summary className="button w-fit cursor-pointer">Add redirect…</summary>
        <div className="max-w-[32rem] border-b border-rule pb-8">
          <RedirectForm intent="add" refused={isAdding ? refused : undefined} />
        </div>
      </details>
      <TableList
        path={dashboardPaths.redirects}
        query={query}
        list={list}
        noun={['redirect', 'redirects']}
        caption="Redirects"
        columns={columns}
        getKey={({ id }) => id}
        getRowLabel={({ from }) => from}
        searchLabel="Old or new address"
        sorts={sortOptions}
        empty={{
          title: 'No redirects yet.',
          text: (
            <>
              Add the first one above. If you’re moving from another site,{' '}
              <Link className="link" to={dashboardPaths.importExport}>
                import its archive
              </Link>{' '}
              to add redirects from its old addresses automatically.
            </>
          ),
        }}
        noMatch={{
          title: 'No redirects match your search.',
          text: 'Search for part of the old or new address.',
        }}
        renderActions={({ id, from }) => (
          <RowMenu id={`redirect-${id}`} label={`Actions for ${from}`}>
            <Link className={menuItemClass} to={dashboardPaths.redirect(id)}>
              <Pencil className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" /> Edit
            </Link>
            <DeleteItem name="intent" fields={{ redirect: id, address: from }} onSubmit={onSubmit} />
          </RowMenu>
        )}
      />
      {dialog}
    </DashboardPage>
  );
}

function deletionOf(data: FormData): ConfirmOptions {
  return {
    title: 'Delete this redirect?',
    description: `${textField(data, 'address')} will return 404 (page not found).`,
    confirmLabel: 'Delete redirect',
  };
}
