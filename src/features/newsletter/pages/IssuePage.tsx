import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, redirect, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { IssueProgress } from '../components/IssueProgress.tsx';
import { IssueEditor } from '../components/IssueEditor.tsx';
import type { Issue } from '../contract/issues.ts';

export const loader = pageLoader(({ api, params }) => api.newsletter.getIssue({ id: params.id ?? '' }));

export const action = pageAction(async ({ api, params, form }) => {
  const intent = form.get('intent') ?? 'save';
  toast.success(await carryOut(api, Number(params.id), intent, form.get('scheduledAt') ?? ''));
  if (intent === 'discard') throw redirect(dashboardPaths.newsletter);
});

async function carryOut(api: Api, id: number, intent: string, scheduledAt: string): Promise<string> {
  switch (intent) {
    case 'test':
      return `A test is on its way to ${(await api.newsletter.sendTestEmail({ id })).to}.`;
    case 'send':
      await api.newsletter.sendIssue({ id });
      return 'It is being sent.';
    case 'schedule':
      await api.newsletter.scheduleIssue({ id, scheduledAt });
      return 'It is scheduled.';
    case 'unschedule':
      await api.newsletter.unscheduleIssue({ id });
      return 'The schedule is cancelled. It is a draft again.';
    case 'pause':
      await api.newsletter.pauseIssue({ id });
      return 'The sending is paused.';
    case 'resume':
      await api.newsletter.resumeIssue({ id });
      return 'The sending goes on.';
    case 'finish':
      await api.newsletter.stopIssue({ id });
      return 'The sending is ended.';
    case 'discard':
      await api.newsletter.deleteIssue({ id });
      return 'It is deleted.';
    default:
      return 'Saved.';
  }
}

export function Component() {
  const issue = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = result && 'failed' in result ? result : undefined;
  return (
    <DashboardPage
      title={issue.subject || 'Untitled issue'}
      header={
        <Link
          className="meta inline-flex min-h-11 items-center gap-1.5 hover:text-accent"
          to={dashboardPaths.newsletter}
        >
          <ArrowLeft className="size-3.5" aria-hidden="true" /> Newsletter
        </Link>
      }
    >
      <NoServer issue={issue} />
      {issue.state === 'draft' ? (
        <IssueEditor key={issue.id} issue={issue} failure={refused} />
      ) : (
        <IssueProgress issue={issue} failure={refused} />
      )}
    </DashboardPage>
  );
}

function NoServer({ issue }: { issue: Issue }) {
  if (issue.isDeliveryEnabled || issue.state === 'sent') return null;
  return (
    <p role="note" className="mb-8 max-w-[31em] border-l-2 border-danger pl-4 text-small">
      No mail server is set, so mails are only kept in the{' '}
      <Link className="link" to={dashboardPaths.outbox}>
        outbox
      </Link>
      . They go out once there is one (SMTP_URL).
    </p>
  );
}
