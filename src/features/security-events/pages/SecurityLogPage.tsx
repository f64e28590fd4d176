import { useLoaderData } from 'react-router';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { EmailText } from '#ui/EmailText.tsx';
import { DateTime, useTimeZone } from '#ui/DateTime.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import type { Column } from '#ui/table/column.ts';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { eventLabels } from '../contract/event-labels.ts';
import type { SecurityEvent } from '../contract/index.ts';

const KEYS = ['type', 'search', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = filtersOf(searchParams, KEYS);
  return { ...(await api.securityEvents.list(parseListParams(searchParams, KEYS))), query };
});

const columns: readonly Column<SecurityEvent>[] = [
  { id: 'at', label: 'When', isAlwaysVisible: true, renderCell: ({ occurredAt }) => <DateTime instant={occurredAt} /> },
  {
    id: 'type',
    label: 'What',
    isAlwaysVisible: true,
    renderCell: ({ type, detail }) => (
      <span className="block @3xl:min-w-[10.5rem]">
        {eventLabels[type]}
        {detail && <span className="meta block">{detail}</span>}
      </span>
    ),
  },
  { id: 'email', label: 'Who', renderCell: ({ email }) => (email ? <EmailText email={email} /> : '—') },
  { id: 'by', label: 'By whom', renderCell: ({ actorEmail }) => (actorEmail ? <EmailText email={actorEmail} /> : '—') },
  {
    id: 'ip',
    label: 'From',
    renderCell: ({ ip }) => <span className="meta inline-block min-w-[15ch] [overflow-wrap:anywhere]">{ip}</span>,
  },
  {
    id: 'device',
    label: 'Device',
    renderCell: ({ userAgent }) => (
      <span className="meta line-clamp-2 [overflow-wrap:anywhere] @3xl:min-w-[12ch]" title={userAgent}>
        {userAgent || 'Not told'}
      </span>
    ),
  },
];

const filters = [
  {
    name: 'type',
    label: 'Event',
    allLabel: 'Any event',
    options: Object.entries(eventLabels).map(([value, label]) => ({ value, label })),
  },
];

export function Component() {
  const { items, total, page, pageSize, query } = useLoaderData<typeof loader>();
  const { visibleColumns, columnPicker } = useColumnVisibility('security-log', columns);
  const timeZone = useTimeZone();
  return (
    <DashboardPage
      title="Security log"
      intro={`What happened to accounts, newest first. Rows are only ever added. Times are in ${timeZone}.`}
    >
      <TableToolbar
        path={dashboardPaths.securityLog}
        query={query}
        searchLabel="E-mail or IP address"
        filters={filters}
      >
        {columnPicker}
      </TableToolbar>
      <TableSummary path={dashboardPaths.securityLog} query={query} total={total} noun={['event', 'events']} />
      {total === 0 ? (
        <EmptyState title="Nothing of that kind has happened." />
      ) : (
        <DataTable
          caption="Security events"
          columns={visibleColumns}
          rows={items}
          getRowId={({ id }) => String(id)}
          getRowLabel={({ type }) => eventLabels[type]}
        />
      )}
      {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => toTableUrl(dashboardPaths.securityLog, query, undefined, number, cursor)}
      />
    </DashboardPage>
  );
}
