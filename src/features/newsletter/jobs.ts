import { toDate } from '#platform/database/dates.ts';
import type { JobServices } from '#platform/feature.ts';
import { mayCleanUp } from '#platform/jobs/cleanup.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { cleanUpUnconfirmedSubscribers, syncDeliveryResults } from './actions/delivery-results.ts';
import { renderIssueEmail, pauseSending, sendMarkedPosts, startSending, sendNextBatch } from './actions/issues.ts';
import { findIssueForUpdate, getIssue, listDueIssues, listSendingIssues, updateIssue } from './queries/issues.ts';
import { sendBatchQueue } from './rules/queues.ts';

export type NewsletterJobServices = Pick<
  JobServices,
  'db' | 'jobs' | 'files' | 'log' | 'now' | 'siteUrl' | 'renderEmail' | 'encryption'
>;

/** Takes one sending step, after syncing the delivery results of earlier ones. */
export async function sendBatch(
  services: NewsletterJobServices,
  { data }: Pick<Job<{ issueId: number; batch: number }>, 'data'>,
): Promise<void> {
  await services.db.transaction(tx => syncDeliveryResults(tx, services));
  const rendered = await renderSending(services, data.issueId);
  if (rendered) await services.db.transaction(tx => sendNextBatch(tx, services, data, rendered));
}

/** Renders an issue that is being sent, outside any transaction. Pauses it if its text is too complex. */
async function renderSending(services: NewsletterJobServices, id: number) {
  const issue = await getIssue(services.db, id);
  if (issue.state !== 'sending') return undefined;
  try {
    return await renderIssueEmail(services, issue);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') throw error;
    const reason = error.message;
    await services.db.transaction(tx => pauseSending(tx, id, reason));
    return undefined;
  }
}

/** Starts due issues and marked posts, requeues lost steps, syncs delivery results, and deletes addresses not confirmed in time. */
export async function runNewsletterMaintenance(services: NewsletterJobServices): Promise<void> {
  const { db, jobs, now, log } = services;
  await db.transaction(tx => syncDeliveryResults(tx, services));
  for (const id of await listDueIssues(db, toDate(now()))) await startDue(services, id);
  await db.transaction(tx => sendMarkedPosts(tx, services));
  for (const { id, batch } of await listSendingIssues(db)) {
    await jobs.enqueue(db, sendBatchQueue, { issueId: id, batch }, { key: `${id} ${batch}` });
  }
  if (!(await mayCleanUp(services))) return;
  const erased = await db.transaction(tx => cleanUpUnconfirmedSubscribers(tx, services));
  if (erased > 0) log.info({ erased }, 'unconfirmed addresses deleted');
}

/** Resumes sending after a crash. The job of the dead process would otherwise count as running until it times out. */
export async function resumeInterruptedSends({ db, jobs }: Pick<NewsletterJobServices, 'db' | 'jobs'>): Promise<void> {
  for (const { id, batch } of await listSendingIssues(db)) {
    await jobs.enqueue(db, sendBatchQueue, { issueId: id, batch }, { key: `${id} ${batch} again` });
  }
}

/** Starts a due issue; an issue that cannot be sent becomes a draft again, with the reason. */
async function startDue(services: NewsletterJobServices, id: number): Promise<void> {
  try {
    await services.db.transaction(tx => startSending(tx, services, id));
    services.log.info({ issue: id }, 'sending a scheduled newsletter');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = error.message;
    await services.db.transaction(async tx => {
      const issue = await findIssueForUpdate(tx, id);
      if (issue?.state !== 'scheduled') return;
      await updateIssue(tx, id, {
        state: 'draft',
        scheduledAt: null,
        statusMessage: `This newsletter wasn’t sent as scheduled. ${reason}`,
      });
    });
    services.log.warn({ issue: id, reason }, 'scheduled newsletter not sent');
  }
}
