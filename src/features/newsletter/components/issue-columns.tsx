import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DateTime } from '#ui/DateTime.tsx';
import type { Column } from '#ui/table/column.ts';
import type { TableFilter } from '#ui/table/TableToolbar.tsx';
import type { IssueSummary } from '../contract/issues.ts';
import { issueStates } from '../contract/limits.ts';
import { issueStateLabels } from '../rules/issues.ts';
import { topicLabels } from '../rules/labels.ts';

export const issueFilters: readonly TableFilter[] = [
  {
    name: 'state',
    label: 'State',
    allLabel: 'All',
    options: issueStates.map(value => ({ value, label: issueStateLabels[value] })),
  },
];

function wordsOf({ figures, state }: IssueSummary): string {
  if (figures.recipients === 0) return '';
  const gone = `${figures.sent} of ${figures.recipients} sent`;
  const parts = [gone, figures.failed > 0 ? `${figures.failed} failed` : ''];
  if (state === 'sent' && figures.unsubscribed > 0) parts.push(`${figures.unsubscribed} left`);
  return parts.filter(Boolean).join(', ');
}

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
    label: 'State',
    renderCell: issue => (
      <span className={issue.state === 'paused' ? 'text-danger' : ''}>{issueStateLabels[issue.state]}</span>
    ),
  },
  { id: 'topic', label: 'Topic', renderCell: issue => topicLabels[issue.topic][0] },
  {
    id: 'when',
    label: 'When',
    renderCell: issue => (
      <DateTime instant={issue.scheduledFor ?? issue.finishedAt ?? issue.startedAt ?? issue.updatedAt} />
    ),
  },
  { id: 'figures', label: 'Sent', renderCell: issue => <span className="meta">{wordsOf(issue) || '–'}</span> },
];
