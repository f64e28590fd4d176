import { ActionItem } from '#ui/ActionItem.tsx';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import type { IssueSummary } from '../contract/issues.ts';

export function NewsletterTasks({ paused, scheduled }: Record<'paused' | 'scheduled', readonly IssueSummary[]>) {
  return (
    <>
      {paused.map(issue => (
        <ActionItem key={issue.id} to={dashboardPaths.newsletterIssue(issue.id)} action="Resume or stop">
          Newsletter “{issue.subject}” is paused
          <span className="hint block">
            Not sent yet: {issue.stats.pending} of {issue.stats.recipients} emails
          </span>
        </ActionItem>
      ))}
      {scheduled.map(issue => (
        <ActionItem key={issue.id} to={dashboardPaths.newsletterIssue(issue.id)} action="View newsletter">
          Newsletter “{issue.subject}” is scheduled
          <span className="hint block">{issue.scheduledAt && <LocalDateTime instant={issue.scheduledAt} />}</span>
        </ActionItem>
      ))}
    </>
  );
}
