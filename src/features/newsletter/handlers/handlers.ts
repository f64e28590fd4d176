import { implement } from '@orpc/server';
import { getOwnerDate } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { totalOf } from '#platform/database/counting.ts';
import type { Transaction } from '#platform/database/database.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { pageOf } from '#shared/lists.ts';
import {
  addSubscriber,
  blockByOwner,
  unsubscribeByOwner,
  deleteSubscriberById,
  resendConfirmation,
  importSubscribers,
  unblockSubscriber,
} from '../actions/subscribers.ts';
import { updateTopics, unsubscribe, getPreferences } from '../actions/preferences.ts';
import {
  stopSending,
  pauseSending,
  resumeSending,
  startSending,
  createIssue,
  deleteDraftIssue,
  updateIssueContent,
  scheduleIssue,
  sendTestEmail,
  getIssueDto,
  getPostNewsletter,
  unscheduleIssue,
} from '../actions/issues.ts';
import { requestSubscription, getEmailByConfirmationToken, confirmSubscription } from '../actions/subscribe.ts';
import { newsletterContract } from '../contract/index.ts';
import { countIssues, getNewsletterSettings, listIssues, upsertNewsletterSettings } from '../queries/issues.ts';
import { countSubscribers, listAllSubscribers, listSubscribers } from '../queries/subscribers.ts';
import { listCells, listHeading } from '../rules/subscriber-csv.ts';

const newsletter = implement(newsletterContract).$context<ApiContext>();

/** Subscribe forms per network (security page, "Limits"). */
const SUBSCRIPTIONS: RateLimit = { name: 'newsletter', maxAttempts: 5, windowSeconds: 3600 };
/** Attempts to open a link, per network. */
const LINKS: RateLimit = { name: 'newsletter links', maxAttempts: 60, windowSeconds: 3600 };

/** Returns a handler that changes an issue in a transaction and responds with it. */
const changeIssue =
  <Input extends { id: number }>(change: (tx: Transaction, context: ApiContext, input: Input) => Promise<unknown>) =>
  async ({ context, input }: { context: ApiContext; input: Input }) => {
    await context.db.transaction(tx => change(tx, context, input));
    return getIssueDto(context, input.id);
  };

export const newsletterHandlers = newsletter.router({
  subscribe: newsletter.subscribe.handler(async ({ context, input }) => {
    await consumeRateLimit(context.db, SUBSCRIPTIONS, context.client.network, context.now());
    // Bots that fill in the honeypot get the same answer.
    if (!input.website) await context.db.transaction(tx => requestSubscription(tx, context, input.email));
    return { accepted: true as const };
  }),
  getConfirmation: newsletter.getConfirmation.handler(async ({ context, input }) => {
    await consumeRateLimit(context.db, LINKS, context.client.network, context.now());
    return { email: await getEmailByConfirmationToken(context.db, context, input.token) };
  }),
  confirmSubscription: newsletter.confirmSubscription.handler(async ({ context, input }) => {
    await consumeRateLimit(context.db, LINKS, context.client.network, context.now());
    return context.db.transaction(tx => confirmSubscription(tx, context, input.token));
  }),
  getPreferences: newsletter.getPreferences.handler(({ context, input }) =>
    getPreferences(context.db, context, input.key),
  ),
  updatePreferences: newsletter.updatePreferences.handler(inTransaction(updateTopics)),
  unsubscribe: newsletter.unsubscribe.handler(({ context, input }) =>
    context.db.transaction(tx => unsubscribe(tx, context, { key: input.key, how: 'preferences_page' })),
  ),

  listSubscribers: newsletter.listSubscribers.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listSubscribers(context.db, input), countSubscribers(context.db, input)]);
    return pageOf(input, items, total);
  }),
  exportSubscribers: newsletter.exportSubscribers.handler(async ({ context, input }) => {
    const file = `subscribers-${await getOwnerDate(context.db, context.now())}.csv`;
    return csvDownload(file, listHeading, cellsIn(listAllSubscribers(context.db, input), listCells));
  }),
  addSubscriber: newsletter.addSubscriber.handler(inTransaction(addSubscriber)),
  unsubscribeSubscriber: newsletter.unsubscribeSubscriber.handler(inTransaction(unsubscribeByOwner)),
  blockSubscriber: newsletter.blockSubscriber.handler(inTransaction(blockByOwner)),
  unblockSubscriber: newsletter.unblockSubscriber.handler(inTransaction(unblockSubscriber)),
  resendConfirmation: newsletter.resendConfirmation.handler(inTransaction(resendConfirmation)),
  deleteSubscriber: newsletter.deleteSubscriber.handler(inTransaction(deleteSubscriberById)),
  previewImport: newsletter.previewImport.handler(({ context, input }) =>
    context.db.transaction(tx => importSubscribers(tx, context, { csv: input.csv, note: '', dryRun: true })),
  ),
  importSubscribers: newsletter.importSubscribers.handler(({ context, input }) =>
    context.db.transaction(tx => importSubscribers(tx, context, { ...input, dryRun: false })),
  ),

  listIssues: newsletter.listIssues.handler(async ({ context, input }) => {
    const items = await listIssues(context.db, input);
    return pageOf(input, items, await totalOf(input, items, () => countIssues(context.db, input)));
  }),
  getIssue: newsletter.getIssue.handler(({ context, input }) => getIssueDto(context, input.id)),
  getPostNewsletter: newsletter.getPostNewsletter.handler(({ context, input }) => getPostNewsletter(context, input.id)),
  createIssue: newsletter.createIssue.handler(async ({ context, input: { idempotencyKey: key, ...body } }) => {
    const { id } = await context.db.transaction(tx =>
      withIdempotencyKey(tx, context, { endpoint: 'newsletter.createIssue', key, body }, async () => ({
        id: await createIssue({ db: tx, now: context.now }, body),
      })),
    );
    return getIssueDto(context, id);
  }),
  updateIssue: newsletter.updateIssue.handler(changeIssue(updateIssueContent)),
  deleteIssue: newsletter.deleteIssue.handler(async ({ context, input }) => {
    await context.db.transaction(tx => deleteDraftIssue(tx, input.id));
    return { id: input.id };
  }),
  sendTestEmail: newsletter.sendTestEmail.handler(async ({ context, input }) => ({
    to: await sendTestEmail(context, input.id),
  })),
  sendIssue: newsletter.sendIssue.handler(changeIssue((tx, context, { id }) => startSending(tx, context, id))),
  scheduleIssue: newsletter.scheduleIssue.handler(changeIssue(scheduleIssue)),
  unscheduleIssue: newsletter.unscheduleIssue.handler(changeIssue((tx, _context, { id }) => unscheduleIssue(tx, id))),
  pauseIssue: newsletter.pauseIssue.handler(changeIssue((tx, _context, { id }) => pauseSending(tx, id))),
  resumeIssue: newsletter.resumeIssue.handler(changeIssue((tx, context, { id }) => resumeSending(tx, context, id))),
  stopIssue: newsletter.stopIssue.handler(changeIssue((tx, context, { id }) => stopSending(tx, context, id))),
  getSettings: newsletter.getSettings.handler(({ context }) => getNewsletterSettings(context.db)),
  updateSettings: newsletter.updateSettings.handler(async ({ context, input }) => {
    await upsertNewsletterSettings(context.db, input);
    return input;
  }),
});
