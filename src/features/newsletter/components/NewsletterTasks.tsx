import { ActionItem } from '#ui/ActionItem.tsx';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import type { IssueSummary } from '../contract/issues.ts';

export function NewsletterTasks({ paused, scheduled }: Record<'paused' | 'scheduled', readonly IssueSummary[]>) {
  return (
    <>
      {paused.map(issue => (
        <ActionItem key={issue.id} to={dashboardPaths.newsletterIssue(issue.id)} action="Go on or end it">
          The newsletter “{issue.subject}” is paused
          <span className="meta block">
            {issue.stats.pending} of {issue.stats.recipients} have not got it.
          </span>
        </ActionItem>
      ))}
      {scheduled.map(issue => (
        <ActionItem key={issue.id} to={dashboardPaths.newsletterIssue(issue.id)} action="See it">
          The newsletter “{issue.subject}” goes out by itself
          <span className="meta block">{issue.scheduledAt && <LocalDateTime instant={issue.scheduledAt} />}</span>
        </ActionItem>
      ))}
    </>
  );
}
