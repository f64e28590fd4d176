import { Task } from '#features/dashboard/components/ActionItem.tsx';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { LocalTime } from '#ui/DateTime.tsx';
import type { IssueLine } from '../contract/issues.ts';

interface NewsletterTasksProps {
  paused: readonly IssueLine[];
  scheduled: readonly IssueLine[];
}

/** Newsletters that wait for the owner, or go out by themselves soon. */
export function NewsletterTasks({ paused, scheduled }: NewsletterTasksProps) {
  return (
    <>
      {paused.map(issue => (
        <Task key={issue.id} to={dashboardPaths.newsletterIssue(issue.id)} does="Go on or end it">
          The newsletter “{issue.subject}” is paused
          <span className="meta block">
            {issue.figures.waiting} of {issue.figures.recipients} have not got it.
          </span>
        </Task>
      ))}
      {scheduled.map(issue => (
        <Task key={issue.id} to={dashboardPaths.newsletterIssue(issue.id)} does="See it">
          The newsletter “{issue.subject}” goes out by itself
          <span className="meta block">{issue.scheduledFor && <LocalTime instant={issue.scheduledFor} />}</span>
        </Task>
      ))}
    </>
  );
}
