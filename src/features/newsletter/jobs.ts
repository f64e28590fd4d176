import type { ApiServices } from '#platform/api/context.ts';
import { mayCleanUp } from '#platform/jobs/cleanup.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { AppError } from '#shared/errors.ts';
import { cleanUpUnconfirmedSubscribers, syncDeliveryResults } from './actions/delivery-results.ts';
import { preparePictures, renderIssueEmail, type SentIssue } from './actions/render-issue.ts';
import { pauseSending, startSending, sendNextBatch } from './actions/sending.ts';
import { findIssueForUpdate, getIssue, listDueIssues, listSendingIssues, updateIssue } from './queries/issues.ts';
import { sendBatchQueue } from './rules/queues.ts';

/** What the newsletter's jobs work with. */
export type NewsletterJobServices = Pick<
  ApiServices,
  'db' | 'dist' | 'jobs' | 'files' | 'now' | 'siteUrl' | 'renderEmail' | 'encryption'
> & {
  readonly log: Log;
};

/** Takes one step of a sending, after looking what became of those before. */
export async function sendBatch(
  services: NewsletterJobServices,
  { data }: Pick<Job<{ issueId: number; step: number }>, 'data'>,
): Promise<void> {
  await services.db.transaction(tx => syncDeliveryResults(tx, services));
  const rendered = await renderSending(services, data.issueId);
  if (rendered) await services.db.transaction(tx => sendNextBatch(tx, services, data, rendered));
}

/** Renders an issue that is being sent, outside of any transaction. Pauses it if its text is too complex. */
async function renderSending(services: NewsletterJobServices, id: number): Promise<SentIssue | undefined> {
  const { db } = services;
  const issue = await getIssue(db, id);
  if (issue.state !== 'sending') return undefined;
  const pictures = await preparePictures(db, services, id);
  try {
    return await renderIssueEmail(services, issue, pictures);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') throw error;
    const because = error.message;
    await db.transaction(tx => pauseSending(tx, id, because));
    return undefined;
  }
}

/** Begins what is due, and finds steps whose job was lost; follows mails, and erases what nobody confirmed in time. */
export async function runNewsletterMaintenance(services: NewsletterJobServices): Promise<void> {
  const { db, jobs, now, log } = services;
  await db.transaction(tx => syncDeliveryResults(tx, services));
  for (const id of await listDueIssues(db, new Date(now().epochMilliseconds))) await startDue(services, id);
  for (const { id, step } of await listSendingIssues(db)) {
    await jobs.enqueue(db, sendBatchQueue, { issueId: id, step }, { key: `${id} ${step}` });
  }
  if (!(await mayCleanUp(services))) return;
  const erased = await db.transaction(tx => cleanUpUnconfirmedSubscribers(tx, services));
  if (erased > 0) log.info({ erased }, 'addresses that nobody confirmed were erased');
}

/** What a process that died was about is taken up at once: a job counts for one that runs until its time is over. */
export async function resumeInterruptedSends({ db, jobs }: Pick<NewsletterJobServices, 'db' | 'jobs'>): Promise<void> {
  for (const { id, step } of await listSendingIssues(db)) {
    await jobs.enqueue(db, sendBatchQueue, { issueId: id, step }, { key: `${id} ${step} again` });
  }
}

/** Begins to send what is due; what cannot be sent is a draft again, and says why. */
async function startDue(services: NewsletterJobServices, id: number): Promise<void> {
  try {
    await services.db.transaction(tx => startSending(tx, services, id));
    services.log.info({ issue: id }, 'a newsletter that was due is being sent');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const because = error.message;
    await services.db.transaction(async tx => {
      const issue = await findIssueForUpdate(tx, id);
      if (issue?.state !== 'scheduled') return;
      await updateIssue(tx, id, {
        state: 'draft',
        scheduledFor: null,
        pausedBecause: `It was not sent when its time came. ${because}`,
      });
    });
    services.log.warn({ issue: id, reason: because }, 'a newsletter that was due could not be sent');
  }
}
