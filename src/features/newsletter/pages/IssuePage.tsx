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
  const intent = form.get('intent') ?? '';
  const act = actions[intent];
  toast.success(act ? await act(api.newsletter, Number(params.id), form.get('scheduledAt') ?? '') : 'Saved.');
  if (intent === 'discard') throw redirect(dashboardPaths.newsletter);
});

type IssueAction = (api: Api['newsletter'], id: number, scheduledAt: string) => Promise<string>;

/** Sends each button's request and returns the message to show; "Save" has saved already. */
const actions: Readonly<Record<string, IssueAction>> = {
  test: async (api, id) => `A test is on its way to ${(await api.sendTestEmail({ id })).to}.`,
  send: (api, id) => api.sendIssue({ id }).then(() => 'It is being sent.'),
  schedule: (api, id, scheduledAt) => api.scheduleIssue({ id, scheduledAt }).then(() => 'It is scheduled.'),
  unschedule: (api, id) => api.unscheduleIssue({ id }).then(() => 'The schedule is cancelled. It is a draft again.'),
  pause: (api, id) => api.pauseIssue({ id }).then(() => 'The sending is paused.'),
  resume: (api, id) => api.resumeIssue({ id }).then(() => 'The sending goes on.'),
  finish: (api, id) => api.stopIssue({ id }).then(() => 'The sending is ended.'),
  discard: (api, id) => api.deleteIssue({ id }).then(() => 'It is deleted.'),
};

export function Component() {
  const issue = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = result && 'failed' in result ? result : undefined;
  return (
    <DashboardPage
      title={issue.subject || 'Untitled issue'}
      back={{ to: dashboardPaths.newsletter, label: 'Newsletter' }}
    >
      <NoServerNotice issue={issue} />
      {issue.state === 'draft' ? (
        <IssueEditor key={issue.id} issue={issue} failure={refused} />
      ) : (
        <IssueProgress issue={issue} failure={refused} />
      )}
    </DashboardPage>
  );
}

function NoServerNotice({ issue }: { issue: Issue }) {
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
