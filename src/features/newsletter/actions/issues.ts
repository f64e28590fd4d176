import { findPublicPostCard, takePostsForNewsletter } from '#features/blog/index.ts';
import { enqueueEmail, getEmailSite } from '#features/email/index.ts';
import { prepareMailPictures } from '#features/media/index.ts';
import { parseScheduledInstant } from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { renderMail } from '#platform/text/render-text.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { paths, pictureFile } from '#shared/paths.ts';
import { textClasses, textStyles } from '#ui/email/email-styles.ts';
import type { Issue, IssuePatch, PostNewsletter } from '../contract/issues.ts';
import {
  countAudience,
  deleteIssue,
  findIssueForUpdate,
  findSendingOfPost,
  getIssue,
  getNewsletterSettings,
  insertIssue,
  type IssueRow,
  updateIssue,
} from '../queries/issues.ts';
import {
  insertRecipients,
  listPendingRecipients,
  skipPendingRecipients,
  updateRecipient,
} from '../queries/recipients.ts';
import { getBatchPlan } from '../rules/batching.ts';
import { buildIssueFromPost } from '../rules/issue-from-post.ts';
import { canTransitionIssue, findMissingFields, type IssueTransition, transitionErrors } from '../rules/issues.ts';
import { newsletterMaintenanceQueue, sendBatchQueue } from '../rules/queues.ts';
import { createPreferencesToken, deriveClickToken, deriveOpenToken } from '../rules/signed-links.ts';
import { isRecipient } from '../rules/subscription.ts';

/** Limit for scheduling ahead. */
const MAX_SCHEDULE_DAYS = 2 * 366;

/** Returns an issue as a DTO for the owner. Throws NOT_FOUND. */
export async function getIssueDto({ db, emailDelivery }: ApiContext, id: number): Promise<Issue> {
  const issue = await getIssue(db, id);
  const audienceSize = await countAudience(db, issue.topic);
  return { ...issue, audienceSize, isDeliveryEnabled: emailDelivery !== undefined };
}

/** Locks an issue that allows this transition. Throws NOT_FOUND and CONFLICT. */
async function lockIssueForTransition(tx: Transaction, id: number, transition: IssueTransition): Promise<IssueRow> {
  const issue = await findIssueForUpdate(tx, id);
  if (!issue) throw new AppError('NOT_FOUND', 'This newsletter doesn’t exist. It may have been deleted.');
  if (!canTransitionIssue(issue.state, transition)) throw new AppError('CONFLICT', transitionErrors[issue.state]);
  return issue;
}

/** Creates a draft, empty or from a published post. Throws NOT_FOUND if that post does not exist. */
export async function createIssue(
  context: { readonly db: Db } & Pick<ApiContext, 'now'>,
  { postId, ...content }: IssuePatch & { postId?: number | undefined },
): Promise<number> {
  const now = toDate(context.now());
  const from = postId === undefined ? {} : { postId, ...(await readPost(context.db, postId)) };
  return insertIssue(context.db, { ...from, ...content, createdAt: now, updatedAt: now });
}

async function readPost(db: Db, id: number) {
  const post = await findPublicPostCard(db, id);
  if (!post) throw new AppError('NOT_FOUND', 'This post doesn’t exist or isn’t published.');
  const cover = post.cover && { address: pictureFile(post.cover.id, 1200, 'webp'), alt: post.coverAlt };
  return buildIssueFromPost({ title: post.title, description: post.description, cover, path: paths.post(post.slug) });
}

/** Saves an issue. Throws NOT_FOUND, and CONFLICT if the issue has changed since `version`. */
export async function updateIssueContent(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  { id, version, ...content }: IssuePatch & { id: number; version: number },
): Promise<void> {
  const issue = await lockIssueForTransition(tx, id, 'save');
  if (issue.version !== version) throw editConflict();
  const updatedAt = toDate(context.now());
  await updateIssue(tx, id, { ...content, version: version + 1, updatedAt, statusMessage: '' });
}

/** Deletes a draft. Throws NOT_FOUND and CONFLICT. */
export async function deleteDraftIssue(tx: Transaction, id: number): Promise<void> {
  await lockIssueForTransition(tx, id, 'discard');
  await deleteIssue(tx, id);
}

/** Throws UNPROCESSABLE with the fields that an issue needs before it can be sent. */
function assertIssueReady(issue: Pick<IssueRow, 'subject' | 'markdown'>): void {
  const missing = findMissingFields(issue);
  const sentences = Object.values(missing);
  if (sentences.length > 0) throw new AppError('UNPROCESSABLE', sentences.join(' '), missing);
}

/** Sends the saved version of an issue to the owner only. Returns the owner's address. */
export async function sendTestEmail(context: ApiContext, id: number): Promise<string> {
  const { email } = requireUser(context);
  const issue = await getIssue(context.db, id);
  assertIssueReady(issue);
  const rendered = await renderIssueEmail(context, { ...issue, isTrackingEnabled: false });
  const props = { ...rendered, subject: `Test: ${issue.subject}`, preferencesUrl: null };
  await context.db.transaction(tx =>
    enqueueEmail(tx, context, { to: { name: '', email }, template: 'newsletter_issue', props }),
  );
  return email;
}

/**
 * Schedules an issue for an instant, or wall time in the owner's time zone. Throws NOT_FOUND, CONFLICT, UNPROCESSABLE
 * for missing content, and BAD_REQUEST if the time isn't within the next two years.
 */
export async function scheduleIssue(
  tx: Transaction,
  context: Pick<ApiContext, 'now' | 'jobs'>,
  input: { id: number; scheduledAt: string },
): Promise<void> {
  const issue = await lockIssueForTransition(tx, input.id, 'schedule');
  assertIssueReady(issue);
  const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { scheduledAt: sentence });
  const at = await parseScheduledInstant(tx, input.scheduledAt);
  const now = context.now();
  if (Temporal.Instant.compare(at, now) <= 0) throw refuse('Choose a time in the future, or send the newsletter now.');
  if (Temporal.Instant.compare(at, now.add({ hours: 24 * MAX_SCHEDULE_DAYS })) > 0) {
    throw refuse('Choose a time within the next two years.');
  }
  await updateIssue(tx, issue.id, { state: 'scheduled', scheduledAt: toDate(at), statusMessage: '' });
  await context.jobs.enqueue(tx, newsletterMaintenanceQueue, {}, { key: `due ${at.toString()}`, notBefore: at });
}

export async function unscheduleIssue(tx: Transaction, id: number): Promise<void> {
  await lockIssueForTransition(tx, id, 'unschedule');
  await updateIssue(tx, id, { state: 'draft', scheduledAt: null });
}

type RenderingServices = Pick<ApiServices, 'files' | 'siteUrl' | 'encryption'>;

type IssueToRender = Pick<IssueRow, 'id' | 'subject' | 'previewText' | 'markdown' | 'isTrackingEnabled'>;

type SentIssue = Awaited<ReturnType<typeof renderIssueEmail>>;

/**
 * Renders the parts of an issue that all recipients share. With tracking, only links to this site are rewritten;
 * external links stay as they are, so this site is never an open redirect. Call it outside any transaction, since the
 * file store may be remote.
 */
export async function renderIssueEmail(services: RenderingServices, issue: IssueToRender) {
  const { files, siteUrl } = services;
  const { id, subject, previewText, markdown, isTrackingEnabled } = issue;
  const toTrackedLink = (href: string) => {
    const url = new URL(href);
    if (url.origin !== siteUrl) return href;
    const path = url.pathname + url.search + url.hash;
    return siteUrl + newsletterPaths.trackedLink(id, deriveClickToken(services, id, path), path);
  };
  const pictures = await prepareMailPictures(files, markdown);
  const mail = {
    siteUrl,
    pictures: new Map([...pictures].map(([key, { path, width }]) => [key, { src: siteUrl + path, width }])),
    styles: textStyles,
    classes: textClasses,
  };
  const plain = await renderMail(markdown, mail);
  const links = new Map(plain.links.map(href => [href, toTrackedLink(href)]));
  const { html, text, excerpt } = isTrackingEnabled ? await renderMail(markdown, { ...mail, links }) : plain;
  const trackingPixelUrl = isTrackingEnabled
    ? siteUrl + newsletterPaths.openPixel(id, deriveOpenToken(services, id))
    : null;
  return { subject, previewText: previewText || excerpt, html, text, trackingPixelUrl };
}

/** Renders an issue with a placeholder preferences link; opening the preview is not tracked. */
export async function renderIssuePreview(
  db: Db,
  services: RenderingServices & Pick<ApiServices, 'renderEmail'>,
  issue: IssueToRender,
): Promise<string> {
  const rendered = await renderIssueEmail(services, { ...issue, isTrackingEnabled: false });
  const props = { ...rendered, preferencesUrl: services.siteUrl + paths.newsletter };
  const { html } = await services.renderEmail('newsletter_issue', props, await getEmailSite(db, services.siteUrl));
  return html;
}

/** Returns the recipients of a post as a newsletter, and the issue that it was already sent with or will be. */
export async function getPostNewsletter({ db, emailDelivery }: ApiContext, postId: number): Promise<PostNewsletter> {
  const [audienceSize, issue = null] = await Promise.all([countAudience(db, 'posts'), findSendingOfPost(db, postId)]);
  return { audienceSize, issue, isDeliveryEnabled: emailDelivery !== undefined };
}

/** Starts sending the public posts that are marked for it, except those that an issue was already made of and sent. */
export async function sendMarkedPosts(tx: Transaction, services: Pick<ApiServices, 'jobs' | 'now'>): Promise<void> {
  for (const postId of await takePostsForNewsletter(tx)) {
    if ((await findSendingOfPost(tx, postId)) || (await countAudience(tx, 'posts')) === 0) continue;
    const id = await createIssue({ db: tx, now: services.now }, { postId });
    await startSending(tx, services, id);
  }
}

type SendingServices = Pick<ApiServices, 'jobs' | 'now' | 'siteUrl' | 'renderEmail' | 'encryption'>;

/** Starts sending an issue and fixes its content and recipients. Throws CONFLICT if there are no recipients. */
export async function startSending(
  tx: Transaction,
  services: Pick<ApiServices, 'jobs' | 'now'>,
  id: number,
): Promise<void> {
  const issue = await lockIssueForTransition(tx, id, 'send');
  assertIssueReady(issue);
  if ((await insertRecipients(tx, id, issue.topic)) === 0) {
    throw new AppError('CONFLICT', 'This topic has no subscribers yet. Choose another topic or add subscribers first.');
  }
  const { isTrackingEnabled } = await getNewsletterSettings(tx);
  const sendingStartedAt = toDate(services.now());
  await queueNext(tx, services, issue, { scheduledAt: null, sendingStartedAt, isTrackingEnabled, statusMessage: '' });
}

/** Enqueues the next step. Every transition increments `batch`, which makes older jobs no-ops. */
async function queueNext(
  tx: Transaction,
  services: Pick<ApiServices, 'jobs' | 'now'>,
  { id, batch }: IssueRow,
  changes: Partial<IssueRow>,
  seconds = 0,
) {
  const next = batch + 1;
  await updateIssue(tx, id, { ...changes, state: 'sending', batch: next });
  await services.jobs.enqueue(
    tx,
    sendBatchQueue,
    { issueId: id, batch: next },
    { key: `${id} ${next}`, ...(seconds > 0 ? { notBefore: services.now().add({ seconds }) } : {}) },
  );
}

/** Pauses sending; emails already in the outbox still go out. */
export async function pauseSending(tx: Transaction, id: number, reason = ''): Promise<void> {
  const issue = await lockIssueForTransition(tx, id, 'pause');
  await updateIssue(tx, id, { state: 'paused', batch: issue.batch + 1, statusMessage: reason });
}

/** Resumes paused sending. */
export async function resumeSending(tx: Transaction, services: SendingServices, id: number): Promise<void> {
  const issue = await lockIssueForTransition(tx, id, 'resume');
  await queueNext(tx, services, issue, { statusMessage: '' });
}

/** Ends paused sending; the remaining recipients do not get the issue. */
export async function stopSending(tx: Transaction, services: Pick<ApiServices, 'now'>, id: number): Promise<void> {
  await lockIssueForTransition(tx, id, 'finish');
  await skipPendingRecipients(tx, id);
  await updateIssue(tx, id, { state: 'sent', sentAt: toDate(services.now()), statusMessage: '' });
}

/**
 * Takes one sending step. Emails are queued and recorded in the same transaction, so a crash leaves both or neither. A
 * completed step is never repeated.
 */
export async function sendNextBatch(
  tx: Transaction,
  services: SendingServices,
  { issueId, batch }: { issueId: number; batch: number },
  rendered: SentIssue,
): Promise<void> {
  const issue = await findIssueForUpdate(tx, issueId);
  if (issue?.state !== 'sending' || issue.batch !== batch) return;
  const { size, seconds } = getBatchPlan((await getNewsletterSettings(tx)).emailsPerMinute);
  const next = await listPendingRecipients(tx, issueId, size);
  for (const { id, subscriber } of next) {
    // Skip recipients who unsubscribed, were blocked or were deleted after sending started.
    if (!subscriber || !isRecipient(subscriber, issue.topic)) {
      await updateRecipient(tx, id, { state: 'skipped', emailId: null });
      continue;
    }
    const key = createPreferencesToken(services, { subscriberId: subscriber.id, issueId });
    const emailId = await enqueueEmail(tx, services, {
      to: { name: '', email: subscriber.email },
      template: 'newsletter_issue',
      props: { ...rendered, preferencesUrl: services.siteUrl + newsletterPaths.preferences(key) },
      unsubscribeUrl: services.siteUrl + newsletterPaths.oneClickUnsubscribe(key),
      containsSecret: true,
    });
    await updateRecipient(tx, id, { state: 'queued', emailId });
  }
  if (next.length === size) return queueNext(tx, services, issue, {}, seconds);
  await updateIssue(tx, issueId, { state: 'sent', sentAt: toDate(services.now()) });
}
