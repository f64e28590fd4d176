import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { rollbackUnless } from '#platform/database/rollback.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { topics } from '../contract/limits.ts';
import {
  deleteSuppressions,
  findOrInsertSubscriber,
  findSubscriber,
  findSubscriberForUpdate,
  type SubscriberRow,
  updateSubscriber,
} from '../queries/subscribers.ts';
import { createPreferencesToken } from '../rules/signed-links.ts';
import { applyConfirmation, canSendConfirmation, CONFIRMATION_EXPIRY_DAYS } from '../rules/subscription.ts';

export type SubscriptionServices = EmailServices & Pick<ApiServices, 'encryption'>;

const createInvalidLinkError = () =>
  new AppError(
    'NOT_FOUND',
    'A confirmation link works once and expires after 7 days or when you request a new one. If you’ve already confirmed, you’re subscribed. Otherwise, subscribe again below.',
  );

/** Returns the hash that keeps a deleted address suppressed. */
export function hashSuppressedEmail(email: string): string {
  return hashToken(`newsletter ${email.toLowerCase()}`);
}

/**
 * Emails a confirmation link, or a note to an existing subscriber, at most once a day. Does the same work for every
 * address; emails that must not be sent are written and canceled.
 */
export async function requestSubscription(tx: Transaction, services: SubscriptionServices, email: string) {
  const now = toDate(services.now());
  const row = await findOrInsertSubscriber(tx, {
    email,
    state: 'pending',
    topics: [...topics],
    source: 'form',
    createdAt: now,
    ...confirmationFields(services, createToken()),
  });
  await rollbackUnless(canSendConfirmation(row, now), tx, inner => sendFormEmail(inner, services, row));
}

async function sendFormEmail(tx: Transaction, services: SubscriptionServices, row: SubscriberRow): Promise<void> {
  if (row.state !== 'subscribed') return sendConfirmationEmail(tx, services, row);
  const key = createPreferencesToken(services, { subscriberId: row.id, issueId: 0 });
  await enqueueEmail(tx, services, {
    to: { name: '', email: row.email },
    template: 'newsletter_already_subscribed',
    props: { url: services.siteUrl + newsletterPaths.preferences(key) },
    containsSecret: true,
  });
  await updateSubscriber(tx, row.id, { confirmationSentAt: toDate(services.now()) });
}

function confirmationFields(services: Pick<ApiServices, 'now'>, token: string) {
  return {
    confirmationTokenHash: hashToken(token),
    confirmationExpiresAt: toDate(services.now().add({ hours: 24 * CONFIRMATION_EXPIRY_DAYS })),
  };
}

/** Sends a confirmation link and invalidates earlier ones. */
export async function sendConfirmationEmail(
  tx: Transaction,
  services: SubscriptionServices,
  { id, email }: Pick<SubscriberRow, 'id' | 'email'>,
): Promise<void> {
  const token = createToken();
  await updateSubscriber(tx, id, {
    ...confirmationFields(services, token),
    confirmationSentAt: toDate(services.now()),
  });
  await enqueueEmail(tx, services, {
    to: { name: '', email },
    template: 'newsletter_confirmation',
    props: { url: services.siteUrl + newsletterPaths.confirm(token), days: CONFIRMATION_EXPIRY_DAYS },
    containsSecret: true,
  });
}

/** Returns the address that a link would confirm. Throws NOT_FOUND if the link is invalid or expired. */
export async function getEmailByConfirmationToken(db: Db, { now }: Pick<ApiServices, 'now'>, token: string) {
  const row = await findSubscriber(db, { tokenHash: hashToken(token), now: toDate(now()) });
  if (!row || row.state === 'blocked') throw createInvalidLinkError();
  return row.email;
}

/** Subscribes the address of a link and consumes the link. Throws NOT_FOUND if it is invalid or expired. */
export async function confirmSubscription(
  tx: Transaction,
  services: Pick<ApiServices, 'now' | 'encryption'>,
  token: string,
) {
  const now = toDate(services.now());
  // The lock lets only one of concurrent calls succeed, since confirming clears the token.
  const row = await findSubscriberForUpdate(tx, { tokenHash: hashToken(token), now });
  const changes = row && applyConfirmation(row, 'email_link', now, row.consentNote);
  if (!changes) throw createInvalidLinkError();
  await updateSubscriber(tx, row.id, changes);
  await deleteSuppressions(tx, [hashSuppressedEmail(row.email)]);
  return { email: row.email, preferencesToken: createPreferencesToken(services, { subscriberId: row.id, issueId: 0 }) };
}
