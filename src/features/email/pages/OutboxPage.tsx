import { Link, useLoaderData } from 'react-router';
import { filtersOf, listQuery, pageKeys } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { EmailAddress } from '#ui/EmailText.tsx';
import { Moment } from '#ui/DateTime.tsx';
import { Pager } from '#ui/Pagination.tsx';
import type { Column } from '#ui/table/column.ts';
import { useColumnChoice } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { TableEmpty, tableHref, TableStatus, TableTools } from '#ui/table/TableToolbar.tsx';
import { WorkPage } from '#ui/DashboardPage.tsx';
import { DeliveryNotice } from '../components/DeliveryNotice.tsx';
import { MailState, stateNames } from '../components/EmailStatus.tsx';

import type { MailLine } from '../contract.ts';

const KEYS = ['state', ...pageKeys];

export const loader = pageLoader(async ({ api, search }) => {
  const query = filtersOf(search, KEYS);
  const [list, delivery] = await Promise.all([api.mail.list(listQuery(search, KEYS)), api.mail.delivery()]);
  return { ...list, delivery, query };
});

const columns: readonly Column<MailLine>[] = [
  {
    id: 'subject',
    label: 'Subject',
    fixed: true,
    cell: ({ id, subject }) => (
      <Link
        className="inline-flex min-h-11 items-center font-display font-semibold no-underline hover:text-accent"
        to={dashboardPaths.outboxMail(id)}
      >
        {subject}
      </Link>
    ),
  },
  {
    id: 'to',
    label: 'To',
    cell: ({ to }) => (
      <>
        {to.name}
        <span className="meta block">
          <EmailAddress email={to.address} />
        </span>
      </>
    ),
  },
  { id: 'state', label: 'State', fixed: true, cell: mail => <MailState mail={mail} /> },
  { id: 'created', label: 'Written', cell: ({ createdAt }) => <Moment instant={createdAt} /> },
  {
    id: 'sent',
    label: 'Delivered',
    cell: ({ sentAt }) => (sentAt ? <Moment instant={sentAt} /> : <span className="meta">Not yet</span>),
  },
];

const filters = [
  {
    name: 'state',
    label: 'State',
    any: 'Any state',
    options: Object.entries(stateNames).map(([value, label]) => ({ value, label })),
  },
];

/** What the site wrote to people, for the owner. */
export function Component() {
  const { items, total, page, pageSize, query, delivery } = useLoaderData<typeof loader>();
  const { shown, choice } = useColumnChoice('outbox', columns);
  return (
    <WorkPage
      title="Outbox"
      intro="What the site wrote to people, newest first. Codes and links are erased once they were delivered, or after a day."
    >
      <DeliveryNotice delivery={delivery} />
      <TableTools path={dashboardPaths.outbox} query={query} filters={filters}>
        {choice}
      </TableTools>
      <TableStatus path={dashboardPaths.outbox} query={query} total={total} noun={['mail', 'mails']} />
      {total === 0 ? (
        <TableEmpty title={query.state ? 'There is no such mail.' : 'The site has not written a mail yet.'} />
      ) : (
        <DataTable
          caption="Mails"
          columns={shown}
          rows={items}
          keyOf={({ id }) => id}
          labelOf={({ subject }) => subject}
        />
      )}
      {total > 0 && items.length === 0 && <TableEmpty title="The list ends before this page." />}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => tableHref(dashboardPaths.outbox, query, undefined, number, cursor)}
      />
    </WorkPage>
  );
}
