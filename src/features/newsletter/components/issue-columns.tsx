import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DateTime } from '#ui/DateTime.tsx';
import type { Column } from '#ui/table/column.ts';
import type { TableFilter } from '#ui/table/TableToolbar.tsx';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { IssueSummary } from '../contract/issues.ts';
import { issueStates } from '../contract/limits.ts';
import { issueStateLabels } from '../rules/issues.ts';
import { topicLabels } from '../rules/labels.ts';

export const issueFilters: readonly TableFilter[] = [
  {
    name: 'state',
    label: 'Status',
    allLabel: 'All statuses',
    options: issueStates.map(value => ({ value, label: issueStateLabels[value] })),
  },
];

function statsText({ stats, state }: IssueSummary): string {
  if (stats.recipients === 0) return '';
  const sent = `${stats.sent} of ${stats.recipients} sent`;
  const parts = [sent, stats.failed > 0 ? `${stats.failed} failed` : ''];
  if (state === 'sent' && stats.unsubscribes > 0) parts.push(`${stats.unsubscribes} unsubscribed`);
  return parts.filter(Boolean).join(', ');
}

const stateTones: Readonly<Record<IssueSummary['state'], BadgeTone>> = {
  draft: 'neutral',
  scheduled: 'active',
  sending: 'active',
  paused: 'danger',
  sent: 'success',
};

export const issueColumns: readonly Column<IssueSummary>[] = [
  {
    id: 'subject',
    label: 'Subject',
    isAlwaysVisible: true,
    renderCell: issue => (
      <Link
        className="inline-flex min-h-11 items-center font-display font-semibold no-underline hover:text-accent"
        to={dashboardPaths.newsletterIssue(issue.id)}
      >
        {issue.subject || 'Untitled'}
      </Link>
    ),
  },
  {
    id: 'state',
    label: 'Status',
    renderCell: ({ state }) => <Badge tone={stateTones[state]}>{issueStateLabels[state]}</Badge>,
  },
  { id: 'topic', label: 'Topic', renderCell: issue => topicLabels[issue.topic][0] },
  {
    id: 'when',
    label: 'Date',
    renderCell: issue => (
      <DateTime instant={issue.scheduledAt ?? issue.sentAt ?? issue.sendingStartedAt ?? issue.updatedAt} />
    ),
  },
  { id: 'figures', label: 'Delivery', renderCell: issue => <span className="meta">{statsText(issue) || '–'}</span> },
];
