import type { ApiServices } from '#platform/api/context.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { Topic } from '../contract/limits.ts';
import type { Preferences } from '../contract/subscriptions.ts';
import { findIssueForUpdate, incrementUnsubscribes } from '../queries/issues.ts';
import {
  deleteSubscriber,
  findSubscriber,
  findSubscriberForUpdate,
  insertSuppression,
  type SubscriberRow,
  updateSubscriber,
} from '../queries/subscribers.ts';
import { verifyPreferencesToken } from '../rules/signed-links.ts';
import { applyUnsubscribe, maskEmail } from '../rules/subscription.ts';
import { cancelQueuedEmails } from './delivery-results.ts';
import { hashSuppressedEmail } from './subscribe.ts';

/** Returns the subscriber whom a link belongs to, and the issue that it was in. Throws NOT_FOUND. */
async function openLink(
  services: Pick<ApiServices, 'encryption'>,
  key: string,
  find: (key: { id: number; issueId: number }) => Promise<SubscriberRow | undefined>,
) {
  const payload = verifyPreferencesToken(services, key);
  const row = payload && (await find({ id: payload.subscriberId, issueId: payload.issueId }));
  if (row) return { row, issueId: payload.issueId };
  throw new AppError(
    'NOT_FOUND',
    'This link is incomplete, or its email address is no longer on the list. Open the link again from the email.',
  );
}

function toPreferences({ email, state, topics, confirmedAt }: SubscriberRow): Preferences {
  return { email: maskEmail(email), state, topics, subscribedAt: confirmedAt?.toISOString() ?? null };
}

/** Returns the subscription that a link opens. Throws NOT_FOUND. */
export async function getPreferences(db: Db, services: Pick<ApiServices, 'encryption'>, key: string) {
  const { row } = await openLink(services, key, by => findSubscriber(db, by));
  return toPreferences(row);
}

/** Saves the chosen topics. Throws NOT_FOUND, and CONFLICT if the address is not subscribed. */
export async function updateTopics(
  tx: Transaction,
  services: Pick<ApiServices, 'encryption'>,
  input: { key: string; topics: readonly Topic[] },
) {
  const { row } = await openLink(services, input.key, by => findSubscriberForUpdate(tx, by));
  if (row.state !== 'subscribed') {
    throw new AppError('CONFLICT', 'You’re not subscribed. Subscribe again to choose topics.');
  }
  return toPreferences(await updateSubscriber(tx, row.id, { topics: [...new Set(input.topics)] }));
}

/** Ends a subscription through the link in an email; repeating it changes nothing. Throws NOT_FOUND. */
export async function unsubscribe(
  tx: Transaction,
  services: Pick<ApiServices, 'encryption' | 'now'>,
  input: { key: string; how: 'preferences_page' | 'one_click' },
) {
  const { row, issueId } = await openLink(services, input.key, async by => {
    // Locks the issue first, like a batch, so the two can't wait for each other.
    await findIssueForUpdate(tx, by.issueId);
    return findSubscriberForUpdate(tx, by);
  });
  const changes = applyUnsubscribe(row, input.how, toDate(services.now()));
  if (!changes) return toPreferences(row);
  if (row.state === 'subscribed' && issueId > 0) await incrementUnsubscribes(tx, issueId);
  await cancelQueuedEmails(tx, row.id);
  return toPreferences(await updateSubscriber(tx, row.id, changes));
}

/** Deletes a subscriber. If the subscriber had opted out, stores a suppression without the address. */
export async function deleteAndSuppressSubscriber(tx: Transaction, row: SubscriberRow, at: Date): Promise<void> {
  await deleteSubscriber(tx, row.id);
  if (row.state === 'unsubscribed' || row.state === 'blocked')
    await insertSuppression(tx, hashSuppressedEmail(row.email), at);
}

export const newsletterPersonalData: PersonalDataProvider = {
  name: 'newsletter',
  export: async (db, { email }) => {
    const row = await findSubscriber(db, { email });
    if (!row) return null;
    const { email: address, state, topics, source, createdAt, confirmedAt, confirmationMethod } = row;
    const { consentNote, inactiveSince, inactiveReason } = row;
    const consent = { confirmedAt, confirmationMethod, consentNote };
    return { email: address, state, topics, source, createdAt, ...consent, inactiveSince, inactiveReason };
  },
  erase: async (tx, { email }) => {
    const row = await findSubscriber(tx, { email });
    if (row) await deleteAndSuppressSubscriber(tx, row, new Date());
  },
};
