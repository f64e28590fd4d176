import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { DateTime } from '#ui/DateTime.tsx';
import { ActionItem } from '#ui/ActionItem.tsx';
import type { Delivery, EmailSummary } from '#features/email/contract.ts';

interface MailTasksProps {
  failed: { readonly total: number; readonly items: readonly EmailSummary[] };
  /** Emails waiting for delivery. */
  waiting: number;
  delivery: Delivery;
  /** Whether the mail server has been failing for an hour. */
  fails: boolean;
}

/** Emails that could not be delivered, and a mail server that is missing or fails. */
export function MailTasks({ failed, waiting, delivery, fails }: MailTasksProps) {
  return (
    <>
      {fails && delivery.failingSince && (
        <ActionItem to={dashboardPaths.outbox} does="Open the outbox">
          The mail server has not accepted any email since <DateTime instant={delivery.failingSince} />
          <span className="meta block">
            Last answer: {delivery.lastError}. {waiting === 1 ? '1 email is' : `${waiting} emails are`} waiting.
          </span>
        </ActionItem>
      )}
      {failed.total > 0 && (
        <ActionItem to={withQuery(dashboardPaths.outbox, { state: 'failed' })} does="Open the outbox">
          {failed.total === 1 ? '1 email' : `${failed.total} emails`} could not be delivered
          <span className="meta block truncate">
            {failed.items.map(mail => `${mail.subject} (${mail.to.email})`).join(' · ')}
          </span>
        </ActionItem>
      )}
      {delivery.status === 'not_configured' && waiting > 0 && (
        <ActionItem to={withQuery(dashboardPaths.outbox, { state: 'queued' })} does="Open the outbox">
          {waiting === 1 ? '1 email is' : `${waiting} emails are`} only stored here
          <span className="meta block">No mail server is set.</span>
        </ActionItem>
      )}
    </>
  );
}
