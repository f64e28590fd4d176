import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
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
import { preparePictures } from '../actions/render-issue.ts';
import { stopSending, pauseSending, resumeSending, startSending } from '../actions/sending.ts';
import { requestSubscription, getEmailByConfirmationToken, confirmSubscription } from '../actions/subscribe.ts';
import {
  createIssue,
  deleteDraftIssue,
  updateIssueContent,
  scheduleIssue,
  sendTestEmail,
  getIssueDto,
  unscheduleIssue,
} from '../actions/issues.ts';
import { newsletterContract } from '../contract/index.ts';
import { countIssues, getNewsletterSettings, listIssues, upsertNewsletterSettings } from '../queries/issues.ts';
import { countSubscribers, listAllSubscribers, listSubscribers } from '../queries/subscribers.ts';
import { listCells, listHeading } from '../rules/subscriber-csv.ts';

const newsletter = implement(newsletterContract).$context<ApiContext>();

/** Subscribe forms per network (security page, "Limits"). */
const SUBSCRIPTIONS: RateLimit = { name: 'newsletter', maxAttempts: 5, windowSeconds: 3600 };
/** Attempts to open a link, per network. */
const LINKS: RateLimit = { name: 'newsletter links', maxAttempts: 60, windowSeconds: 3600 };

/** Runs a transition in a transaction and returns the updated issue. */
async function move(context: ApiContext, id: number, act: (tx: Transaction) => Promise<unknown>) {
  await context.db.transaction(act);
  return getIssueDto(context.db, context, id);
}

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
  updatePreferences: newsletter.updatePreferences.handler(({ context, input }) =>
    context.db.transaction(tx => updateTopics(tx, context, input)),
  ),
  unsubscribe: newsletter.unsubscribe.handler(({ context, input }) =>
    context.db.transaction(tx => unsubscribe(tx, context, { key: input.key, how: 'preferences_page' })),
  ),

  listSubscribers: newsletter.listSubscribers.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listSubscribers(context.db, input), countSubscribers(context.db, input)]);
    return pageOf(input, items, total);
  }),
  exportSubscribers: newsletter.exportSubscribers.handler(async ({ context, input }) => {
    const file = `subscribers-${context.now().toString().slice(0, 10)}.csv`;
    return csvDownload(file, listHeading, cellsIn(listAllSubscribers(context.db, input), listCells));
  }),
  addSubscriber: newsletter.addSubscriber.handler(({ context, input }) =>
    context.db.transaction(tx => addSubscriber(tx, context, input)),
  ),
  unsubscribeSubscriber: newsletter.unsubscribeSubscriber.handler(({ context, input }) =>
    context.db.transaction(tx => unsubscribeByOwner(tx, context, input.id)),
  ),
  blockSubscriber: newsletter.blockSubscriber.handler(({ context, input }) =>
    context.db.transaction(tx => blockByOwner(tx, context, input.id)),
  ),
  unblockSubscriber: newsletter.unblockSubscriber.handler(({ context, input }) =>
    context.db.transaction(tx => unblockSubscriber(tx, input.id)),
  ),
  resendConfirmation: newsletter.resendConfirmation.handler(({ context, input }) =>
    context.db.transaction(tx => resendConfirmation(tx, context, input.id)),
  ),
  deleteSubscriber: newsletter.deleteSubscriber.handler(async ({ context, input }) => ({
    email: await context.db.transaction(tx => deleteSubscriberById(tx, context, input.id)),
  })),
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
  getIssue: newsletter.getIssue.handler(({ context, input }) => getIssueDto(context.db, context, input.id)),
  createIssue: newsletter.createIssue.handler(async ({ context, input }) => {
    const id = await context.db.transaction(tx => createIssue(tx, context, input));
    return getIssueDto(context.db, context, id);
  }),
  updateIssue: newsletter.updateIssue.handler(({ context, input }) =>
    move(context, input.id, tx => updateIssueContent(tx, context, input)),
  ),
  deleteIssue: newsletter.deleteIssue.handler(async ({ context, input }) => {
    await context.db.transaction(tx => deleteDraftIssue(tx, input.id));
    return { id: input.id };
  }),
  sendTestEmail: newsletter.sendTestEmail.handler(async ({ context, input: { id } }) => {
    const pictures = await preparePictures(context.db, context, id);
    return { to: await sendTestEmail(context, id, pictures) };
  }),
  sendIssue: newsletter.sendIssue.handler(({ context, input }) =>
    move(context, input.id, tx => startSending(tx, context, input.id)),
  ),
  scheduleIssue: newsletter.scheduleIssue.handler(({ context, input }) =>
    move(context, input.id, tx => scheduleIssue(tx, context, input)),
  ),
  unscheduleIssue: newsletter.unscheduleIssue.handler(({ context, input }) =>
    move(context, input.id, tx => unscheduleIssue(tx, input.id)),
  ),
  pauseIssue: newsletter.pauseIssue.handler(({ context, input }) =>
    move(context, input.id, tx => pauseSending(tx, input.id)),
  ),
  resumeIssue: newsletter.resumeIssue.handler(({ context, input }) =>
    move(context, input.id, tx => resumeSending(tx, context, input.id)),
  ),
  stopIssue: newsletter.stopIssue.handler(({ context, input }) =>
    move(context, input.id, tx => stopSending(tx, context, input.id)),
  ),
  getSettings: newsletter.getSettings.handler(({ context }) => getNewsletterSettings(context.db)),
  updateSettings: newsletter.updateSettings.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      await upsertNewsletterSettings(tx, input);
      return getNewsletterSettings(tx);
    }),
  ),
});
