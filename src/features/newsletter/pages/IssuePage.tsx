import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect } from 'react';
import { Link, redirect, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { IssueProgress } from '../components/IssueProgress.tsx';
import { IssueEditor } from '../components/IssueEditor.tsx';
import type { Issue } from '../contract/issues.ts';
import type { Topic } from '../contract/limits.ts';

export const loader = pageLoader(async ({ api, params, searchParams }) => ({
  issue: await api.newsletter.issue({ id: params.id ?? '' }),
  did: searchParams.get('did'),
}));

/** Without JavaScript each button saves the form before it acts. */
export const action = pageAction(async ({ api, params, form, redirectWithoutScript }) => {
  const id = Number(params.id);
  const intent = form.get('intent') ?? 'save';
  if (form.has('markdown') && form.get('saved') !== 'yes') {
    await api.newsletter.save({
      id,
      version: Number(form.get('version')),
      subject: form.get('subject') ?? '',
      preview: form.get('preview') ?? '',
      markdown: form.get('markdown') ?? '',
      topic: (form.get('topic') ?? 'news') as Topic,
    });
  }
  const told = await carryOut(api, id, intent, form.get('at') ?? '');
  if (intent === 'discard') throw redirect(dashboardPaths.newsletter, 303);
  redirectWithoutScript(withQuery(dashboardPaths.newsletterIssue(id), { did: intent }));
  return { intent, told, at: Date.now() };
});

async function carryOut(api: Api, id: number, intent: string, at: string): Promise<string> {
  switch (intent) {
    case 'test':
      return `A test is on its way to ${(await api.newsletter.test({ id })).to}.`;
    case 'send':
      await api.newsletter.send({ id });
      return 'It is being sent.';
    case 'schedule':
      await api.newsletter.schedule({ id, at });
      return 'It is scheduled.';
    case 'unschedule':
      await api.newsletter.unschedule({ id });
      return 'The schedule is cancelled. It is a draft again.';
    case 'pause':
      await api.newsletter.pause({ id });
      return 'The sending is paused.';
    case 'resume':
      await api.newsletter.resume({ id });
      return 'The sending goes on.';
    case 'finish':
      await api.newsletter.finish({ id });
      return 'The sending is ended.';
    case 'discard':
      await api.newsletter.discard({ id });
      return 'It is deleted.';
    default:
      return 'Saved.';
  }
}

const doneWords: Readonly<Record<string, string>> = {
  test: 'A test is on its way to you.',
  save: 'Saved.',
  unschedule: 'The schedule is cancelled.',
};

export function Component() {
  const { issue, did } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = result && 'failed' in result ? result : undefined;
  const told = result && 'done' in result ? result.done : undefined;
  // Handled here, because the component that shows the issue changes with its state.
  useEffect(() => {
    if (told) toast.success(told.told);
  }, [told]);
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
      {did && !result && doneWords[did] && (
        <output className="without-script mb-6 block border-l-2 border-accent pl-4 text-small">{doneWords[did]}</output>
      )}
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
  if (issue.goesOut || issue.state === 'sent') return null;
  return (
    <p role="note" className="mb-8 max-w-[60ch] border-l-2 border-danger pl-4 text-small">
      No mail server is set, so mails are only kept in the{' '}
      <Link className="link" to={dashboardPaths.outbox}>
        outbox
      </Link>
      . They go out once there is one (SMTP_URL).
    </p>
  );
}
