import { Link, useLoaderData } from 'react-router';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { EmailText } from '#ui/EmailText.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import type { Column } from '#ui/table/column.ts';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DeliveryNotice } from '../components/DeliveryNotice.tsx';
import { EmailStatus, emailStateLabels } from '../components/EmailStatus.tsx';

import type { EmailSummary } from '../contract.ts';

const KEYS = ['state', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = filtersOf(searchParams, KEYS);
  const [list, delivery] = await Promise.all([
    api.email.list(parseListParams(searchParams, KEYS)),
    api.email.getDeliveryStatus(),
  ]);
  return { ...list, delivery, query };
});

const columns: readonly Column<EmailSummary>[] = [
  {
    id: 'subject',
    label: 'Subject',
    isAlwaysVisible: true,
    renderCell: ({ id, subject }) => (
      <Link
        className="inline-flex min-h-11 items-center font-display font-semibold no-underline hover:text-accent"
        to={dashboardPaths.outboxEmail(id)}
      >
        {subject}
      </Link>
    ),
  },
  {
    id: 'to',
    label: 'To',
    renderCell: ({ to }) => (
      <>
        {to.name}
        <span className="meta block">
          <EmailText email={to.email} />
        </span>
      </>
    ),
  },
  { id: 'state', label: 'State', isAlwaysVisible: true, renderCell: mail => <EmailStatus mail={mail} /> },
  { id: 'created', label: 'Written', renderCell: ({ createdAt }) => <DateTime instant={createdAt} /> },
  {
    id: 'sent',
    label: 'Delivered',
    renderCell: ({ sentAt }) => (sentAt ? <DateTime instant={sentAt} /> : <span className="meta">Not yet</span>),
  },
];

const filters = [
  {
    name: 'state',
    label: 'State',
    allLabel: 'Any state',
    options: Object.entries(emailStateLabels).map(([value, label]) => ({ value, label })),
  },
];

/** The emails that the site has sent or queued, for the owner. */
export function Component() {
  const { items, total, page, pageSize, query, delivery } = useLoaderData<typeof loader>();
  const { visibleColumns, columnPicker } = useColumnVisibility('outbox', columns);
  return (
    <DashboardPage
      title="Outbox"
      intro="What the site wrote to people, newest first. Codes and links are erased once they were delivered, or after a day."
    >
      <DeliveryNotice delivery={delivery} />
      <TableToolbar path={dashboardPaths.outbox} query={query} filters={filters}>
        {columnPicker}
      </TableToolbar>
      <TableSummary path={dashboardPaths.outbox} query={query} total={total} noun={['email', 'emails']} />
      {total === 0 ? (
        <EmptyState title={query.state ? 'This email doesn’t exist.' : 'The site has not written a mail yet.'} />
      ) : (
        <DataTable
          caption="Mails"
          columns={visibleColumns}
          rows={items}
          getRowId={({ id }) => id}
          getRowLabel={({ subject }) => subject}
        />
      )}
      {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => toTableUrl(dashboardPaths.outbox, query, undefined, number, cursor)}
      />
    </DashboardPage>
  );
}
