import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { LocalDateTime } from '#ui/DateTime.tsx';
import { usePolling } from '#ui/use-polling.ts';
import type { Issue } from '../contract/issues.ts';
import { topicLabels } from '../rules/labels.ts';
import { Figures } from './Figures.tsx';
import { IssueFrame } from './IssueFrame.tsx';
import { IssuePreview } from './IssuePreview.tsx';
import { IntentButton, type IssueFormProps, SubmissionError } from './IntentButton.tsx';

const POLL_INTERVAL_MS = 3000;

export function IssueProgress({ issue, failure }: IssueFormProps) {
  const { stats } = issue;
  usePolling(POLL_INTERVAL_MS, issue.state === 'sending' || stats.queued > 0);
  return (
    <IssueFrame issue={issue}>
      <SubmissionError failure={failure} />
      {issue.statusMessage && (
        <p role="note" className="mb-6 max-w-[31em] border-l-2 border-danger pl-4 text-small">
          {issue.statusMessage}{' '}
          <Link className="link" to={withQuery(dashboardPaths.outbox, { state: 'failed' })}>
            Open the email log
          </Link>
          .
        </p>
      )}
      <div className="border-t border-rule pt-6">
        <IssueStatusText issue={issue} />
        {stats.recipients > 0 && issue.state !== 'scheduled' && <Progress issue={issue} />}
        <IssueActions state={issue.state} />
      </div>
      {stats.recipients > 0 && <IssueStatsList issue={issue} />}
      <section aria-labelledby="look" className="mt-12">
        <h2 id="look" className="text-h4">
          Preview
        </h2>
        <IssuePreview id={issue.id} previewText={issue.previewText} />
      </section>
    </IssueFrame>
  );
}

function IssueStatusText({ issue }: { issue: Issue }) {
  const topic = topicLabels[issue.topic][0];
  switch (issue.state) {
    case 'scheduled':
      return (
        <p className="text-lead">
          Scheduled for {issue.scheduledAt && <LocalDateTime instant={issue.scheduledAt} />}. It will go to everyone
          subscribed to “{topic}” at that time (currently {issue.audienceSize}).
        </p>
      );
    case 'paused':
      return <p className="text-lead">Sending is paused. The remaining subscribers will get it when you resume.</p>;
    case 'sending':
      return (
        <p className="text-lead">
          Sending to {issue.stats.recipients === 1 ? '1 subscriber' : `${issue.stats.recipients} subscribers`}.
        </p>
      );
    default:
      return (
        <p className="text-lead">
          Sent to subscribers of “{topic}” on {issue.sentAt && <LocalDateTime instant={issue.sentAt} />}.
        </p>
      );
  }
}

function Progress({ issue: { stats } }: { issue: Issue }) {
  const { recipients, sent, failed, skipped, pending, queued } = stats;
  const done = sent + failed + skipped;
  return (
    <div className="mt-5 max-w-[42rem]">
      <progress className="progress w-full" max={recipients} value={done} aria-label="Sending progress" />
      <output className="hint mt-2 block">
        {done} of {recipients} done
        {queued > 0 && `, ${queued} queued`}
        {pending > 0 && `, ${pending} remaining`}
      </output>
    </div>
  );
}

function IssueActions({ state }: Pick<Issue, 'state'>) {
  return (
    <PostForm className="mt-5 flex flex-wrap items-start gap-3">
      {state === 'scheduled' && <IntentButton intent="unschedule" label="Cancel schedule" />}
      {state === 'sending' && <IntentButton intent="pause" label="Pause sending" />}
      {state === 'paused' && (
        <>
          <IntentButton intent="resume" label="Resume sending" className="button-primary" />
          <details>
            <summary className="button w-fit cursor-pointer">Stop sending…</summary>
            <p className="mt-4 text-small">The remaining subscribers won’t get this newsletter. You can’t undo this.</p>
            <IntentButton intent="finish" label="Stop sending" className="button-danger mt-3" />
          </details>
        </>
      )}
    </PostForm>
  );
}

function IssueStatsList({ issue }: { issue: Issue }) {
  const { stats, isTrackingEnabled } = issue;
  const rows: readonly (readonly [string, number])[] = [
    ['Sent', stats.sent],
    ['Failed', stats.failed],
    ['Skipped', stats.skipped],
    ['Unsubscribed', stats.unsubscribes],
  ];
  const tracked: typeof rows = [
    ['Opens', stats.opens],
    ['Clicks', stats.clicks],
  ];
  return <Figures figures={isTrackingEnabled ? [...rows, ...tracked] : rows} className="mt-10 sm:grid-cols-4" />;
}
