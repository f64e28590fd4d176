import { useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DateTime, useTimeZone } from '#ui/DateTime.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import type { Column } from '#ui/table/column.ts';
import { TableList } from '#ui/table/TableList.tsx';
import { formatTimeZone } from '#shared/time.ts';
import { formatUserAgent } from '#shared/user-agent.ts';
import { eventLabels } from '../contract/event-labels.ts';
import type { SecurityEvent } from '../contract/index.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['type', 'search']);
  return { list: await api.securityEvents.list(params), query };
});

const columns: readonly Column<SecurityEvent>[] = [
  { id: 'at', label: 'Date', isAlwaysVisible: true, renderCell: ({ occurredAt }) => <DateTime instant={occurredAt} /> },
  {
    id: 'type',
    label: 'Event',
    isAlwaysVisible: true,
    renderCell: ({ type, detail }) => (
      <span className="block @4xl:min-w-[10.5rem]">
        {eventLabels[type]}
        {detail && <span className="hint"> {detail}</span>}
      </span>
    ),
  },
  { id: 'email', label: 'User', renderCell: ({ email }) => email && <EmailText email={email} /> },
  {
    id: 'by',
    label: 'Changed by',
    renderCell: ({ actorEmail }) => actorEmail && <EmailText email={actorEmail} />,
  },
  {
    id: 'ip',
    label: 'IP address',
    renderCell: ({ ip }) => <span className="meta inline-block min-w-[15ch] [overflow-wrap:anywhere]">{ip}</span>,
  },
  {
    id: 'device',
    label: 'Device',
    renderCell: ({ userAgent }) => (
      <span className="meta [overflow-wrap:anywhere]" title={userAgent}>
        {userAgent ? formatUserAgent(userAgent) : 'Unknown'}
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
  const { list, query } = useLoaderData<typeof loader>();
  const timeZone = useTimeZone();
  return (
    <DashboardPage
      title="Security log"
      intro={`Sign-ins and account changes, newest first. Entries can’t be edited. Times are in ${formatTimeZone(timeZone)}.`}
    >
      <TableList
        path={dashboardPaths.securityLog}
        query={query}
        list={list}
        noun={['event', 'events']}
        caption="Security events"
        columns={columns}
        columnsKey="security-log"
        getKey={({ id }) => id}
        getRowLabel={({ type }) => eventLabels[type]}
        searchLabel="Email or IP address"
        filters={filters}
        empty={{ title: 'No events yet.', text: 'Sign-ins and account changes appear here.' }}
        noMatch={{ title: 'No events match your search.' }}
      />
    </DashboardPage>
  );
}
