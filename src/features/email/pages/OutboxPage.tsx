import { Link, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import type { Column } from '#ui/table/column.ts';
import { TableList } from '#ui/table/TableList.tsx';
import { DeliveryNotice } from '../components/DeliveryNotice.tsx';
import { EmailStatus, emailStateLabels } from '../components/EmailStatus.tsx';

import type { EmailSummary } from '../contract.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['state']);
  const [list, delivery] = await Promise.all([api.email.list(params), api.email.getDeliveryStatus()]);
  return { list, delivery, query };
});

const columns: readonly Column<EmailSummary>[] = [
  {
    id: 'subject',
    label: 'Subject',
    isAlwaysVisible: true,
    renderCell: ({ id, subject }) => (
      <Link
        className="inline-flex min-h-11 items-center font-display font-semibold no-underline hover:text-accent @3xl:min-h-6"
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
        <span className="meta block @3xl:hidden">
          <EmailText email={to.email} />
        </span>
      </>
    ),
  },
  { id: 'state', label: 'Status', isAlwaysVisible: true, renderCell: mail => <EmailStatus mail={mail} /> },
  { id: 'created', label: 'Created', renderCell: ({ createdAt }) => <DateTime instant={createdAt} /> },
  {
    id: 'sent',
    label: 'Sent',
    renderCell: ({ sentAt }) => (sentAt ? <DateTime instant={sentAt} /> : <span className="hint">Not yet</span>),
  },
];

const filters = [
  {
    name: 'state',
    label: 'Status',
    allLabel: 'All statuses',
    options: Object.entries(emailStateLabels).map(([value, label]) => ({ value, label })),
  },
];

/** The emails that the site has sent or queued, for the owner. */
export function Component() {
  const { list, query, delivery } = useLoaderData<typeof loader>();
  return (
    <DashboardPage
      title="Email log"
      intro="Every email from your site, newest first. If an email contains a code or link, its content is deleted after sending or after a day."
    >
      <DeliveryNotice delivery={delivery} />
      <TableList
        path={dashboardPaths.outbox}
        query={query}
        list={list}
        noun={['email', 'emails']}
        caption="Emails"
        columns={columns}
        columnsKey="outbox"
        getKey={({ id }) => id}
        getRowLabel={({ subject }) => subject}
        filters={filters}
        empty={{ title: 'No emails yet.', text: 'Every email that your site sends appears here.' }}
        noMatch={{ title: 'No emails have this status.' }}
      />
    </DashboardPage>
  );
}
