import { useEffect, useRef } from 'react';
import { replace, useLoaderData } from 'react-router';
import { pageAction, pageLoader, reloadAfterConflict, useRejectedForm } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toast } from '#ui/toast.ts';
import { findMainHeading } from '#ui/use-focus-heading.ts';
import { ownValue } from '#shared/own-value.ts';
import { IssueProgress } from '../components/IssueProgress.tsx';
import { IssueEditor } from '../components/IssueEditor.tsx';

export const loader = pageLoader(({ api, params }) => api.newsletter.getIssue({ id: params.id ?? '' }));

export { reloadAfterConflict as shouldRevalidate };

export const action = pageAction(async ({ api, params, form }) => {
  const intent = form.get('intent') ?? '';
  const act = ownValue(actions, intent);
  toast.success(act ? await act(api.newsletter, Number(params.id), form.get('scheduledAt') ?? '') : 'Draft saved');
  if (intent === 'discard') throw replace(dashboardPaths.newsletter);
});

type IssueAction = (api: Api['newsletter'], id: number, scheduledAt: string) => Promise<string>;

/** Sends each button's request and returns the message to show; "Save" has saved already. */
const actions: Readonly<Record<string, IssueAction>> = {
  test: async (api, id) => `Test email sent to ${(await api.sendTestEmail({ id })).to}`,
  send: (api, id) => api.sendIssue({ id }).then(() => 'Sending started'),
  schedule: (api, id, scheduledAt) => api.scheduleIssue({ id, scheduledAt }).then(() => 'Newsletter scheduled'),
  unschedule: (api, id) =>
    api.unscheduleIssue({ id }).then(() => 'Schedule canceled. This newsletter is a draft again.'),
  pause: (api, id) => api.pauseIssue({ id }).then(() => 'Sending paused'),
  resume: (api, id) => api.resumeIssue({ id }).then(() => 'Sending resumed'),
  finish: (api, id) => api.stopIssue({ id }).then(() => 'Sending stopped'),
  discard: (api, id) => api.deleteIssue({ id }).then(() => 'Newsletter deleted'),
};

export function Component() {
  const issue = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  const isDraft = issue.state === 'draft';
  const wasDraft = useRef(isDraft);
  useEffect(() => {
    // The editor was scrolled down to its buttons; the status and its buttons are at the top.
    if (wasDraft.current !== isDraft) findMainHeading()?.focus();
    wasDraft.current = isDraft;
  }, [isDraft]);
  return isDraft ? <IssueEditor issue={issue} failure={refused} /> : <IssueProgress issue={issue} failure={refused} />;
}
