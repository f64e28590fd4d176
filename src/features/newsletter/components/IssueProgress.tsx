import { useEffect } from 'react';
import { Form, Link, useRevalidator } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import type { Issue } from '../contract/issues.ts';
import { topicLabels } from '../rules/labels.ts';
import { Figures } from './Figures.tsx';
import { IntentButton, type IssueFormProps, SubmissionError } from './IntentButton.tsx';

const POLL_INTERVAL_MS = 3000;

export function IssueProgress({ issue, failure }: IssueFormProps) {
  const { revalidate, state } = useRevalidator();
  const { stats } = issue;
  const isMoving = issue.state === 'sending' || stats.queued > 0;
  useEffect(() => {
    if (!isMoving || state !== 'idle') return undefined;
    const timer = setTimeout(() => void revalidate(), POLL_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [isMoving, state, revalidate]);
  return (
    <>
      <SubmissionError failure={failure} />
      {issue.statusMessage && (
        <p role="note" className="mb-6 max-w-[31em] border-l-2 border-danger pl-4 text-small">
          {issue.statusMessage}{' '}
          <Link className="link" to={withQuery(dashboardPaths.outbox, { state: 'failed' })}>
            Look into the outbox
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
          As it is read
        </h2>
        {issue.previewText && <p className="meta mt-2">Beside the subject: {issue.previewText}</p>}
        <iframe
          className="mt-4 h-[42rem] w-full border border-rule bg-[white]"
          title="The issue as it is read"
          src={dashboardPaths.newsletterPreview(issue.id)}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      </section>
    </>
  );
}

function IssueStatusText({ issue }: { issue: Issue }) {
  const topic = topicLabels[issue.topic][0];
  switch (issue.state) {
    case 'scheduled':
      return (
        <p className="text-lead">
          It is sent {issue.scheduledAt && <LocalDateTime instant={issue.scheduledAt} />} to whoever is subscribed to “
          {topic}” then; now that is {issue.audienceSize}.
        </p>
      );
    case 'paused':
      return <p className="text-lead">The sending is paused. Who has not got it waits.</p>;
    case 'sending':
      return (
        <p className="text-lead">
          It is being sent to {issue.stats.recipients === 1 ? '1 subscriber' : `${issue.stats.recipients} subscribers`}.
        </p>
      );
    default:
      return (
        <p className="text-lead">
          Sent to subscribers of “{topic}”, {issue.sentAt && <LocalDateTime instant={issue.sentAt} />}.
        </p>
      );
  }
}

function Progress({ issue: { stats } }: { issue: Issue }) {
  const { recipients, sent, failed, skipped, pending, queued } = stats;
  const done = sent + failed + skipped;
  return (
    <div className="mt-5 max-w-[42rem]">
      <progress className="progress w-full" max={recipients} value={done} aria-label="Sending" />
      <output className="meta mt-2 block">
        {done} of {recipients} done
        {queued > 0 && `, ${queued} in the outbox`}
        {pending > 0 && `, ${pending} wait for their turn`}
      </output>
    </div>
  );
}

function IssueActions({ state }: Pick<Issue, 'state'>) {
  return (
    <Form method="post" className="mt-5 flex flex-wrap items-start gap-3">
      {state === 'scheduled' && <IntentButton intent="unschedule" label="Cancel the schedule" />}
      {state === 'sending' && <IntentButton intent="pause" label="Pause" />}
      {state === 'paused' && (
        <>
          <IntentButton intent="resume" label="Go on" className="button-primary" />
          <details>
            <summary className="button w-fit cursor-pointer">End it here…</summary>
            <p className="mt-4 text-small">Who has not got it does not get it any more.</p>
            <IntentButton intent="finish" label="Yes, end it here" className="mt-3" />
          </details>
        </>
      )}
    </Form>
  );
}

function IssueStatsList({ issue }: { issue: Issue }) {
  const { stats, isTrackingEnabled } = issue;
  const rows: readonly (readonly [string, number])[] = [
    ['Sent', stats.sent],
    ['Failed', stats.failed],
    ['Passed over', stats.skipped],
    ['Unsubscribed', stats.unsubscribes],
  ];
  const tracked: typeof rows = [
    ['Openings', stats.opens],
    ['Clicks', stats.clicks],
  ];
  return <Figures figures={isTrackingEnabled ? [...rows, ...tracked] : rows} className="mt-10 sm:grid-cols-4" />;
}
