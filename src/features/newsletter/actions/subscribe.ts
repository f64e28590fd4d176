import { type MailServices, queueMail } from '#features/email/actions.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { takeBackUnless } from '#platform/database/rollback.ts';
import { countTry, type RateLimit } from '#platform/http/rate-limits.ts';
import { makeToken, tokenHash } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { topics } from '../contract/limits.ts';
import {
  deleteObjection,
  findSubscriberByLink,
  saveNewSubscriber,
  type SubscriberRow,
  updateLinkUsed,
  updateSubscriber,
} from '../queries/subscribers.ts';
import { confirmed, isAnswered, LINK_DAYS } from '../rules/subscription.ts';
import { preferencesKey } from './preferences-token.ts';

/** Forms that were sent from one network (security page, "Limits"). */
const SUBSCRIPTIONS: RateLimit = { name: 'newsletter', most: 5, seconds: 3600 };
/** Links that are tried out. */
const LINKS: RateLimit = { name: 'newsletter links', most: 60, seconds: 3600 };

export type SubscribingServices = MailServices & Pick<ApiServices, 'sealer'>;

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

export const deadLink = () =>
  new AppError(
    'NOT_FOUND',
    'A link that confirms works once, for 7 days, and only the newest one counts. If you have pressed it before, you are subscribed. Otherwise subscribe again below.',
  );

/** What is known of an address whose account was erased, so that it stays left out. */
export function objectionOf(email: string): string {
  return tokenHash(`newsletter ${email.toLowerCase()}`);
}

/** Counts a form that was sent. Throws TOO_MANY_REQUESTS. */
export function countSubscription({ db, client, now }: Pick<ApiContext, 'db' | 'client' | 'now'>): Promise<void> {
  return countTry(db, SUBSCRIPTIONS, client.network, now());
}

/** Counts a link that was opened. Throws TOO_MANY_REQUESTS. */
export function countLink({ db, client, now }: Pick<ApiContext, 'db' | 'client' | 'now'>): Promise<void> {
  return countTry(db, LINKS, client.network, now());
}

/**
 * Asks the holder of an address, by mail, whether they want the newsletter; who has it already is told so. However often
 * it is asked for, one mail a day goes there. The work is the same for every address: what is not to be sent is written
 * and taken back.
 */
export async function askToSubscribe(tx: Transaction, services: SubscribingServices, email: string): Promise<void> {
  const now = dateOf(services.now());
  const { row } = await saveNewSubscriber(tx, {
    email,
    state: 'pending',
    topics: [...topics],
    source: 'form',
    askedAt: now,
    ...linkFrom(services, makeToken()),
  });
  await takeBackUnless(isAnswered(row, now), tx, inner => answerForm(inner, services, row));
}

async function answerForm(tx: Transaction, services: SubscribingServices, row: SubscriberRow): Promise<void> {
  const answeredAt = dateOf(services.now());
  if (row.state !== 'subscribed') return sendLink(tx, services, row, { answeredAt });
  await queueMail(tx, services, {
    to: { name: '', address: row.email },
    template: 'alreadySubscribed',
    props: {
      link: services.siteUrl + newsletterPaths.preferences(preferencesKey(services, { subscriber: row.id, issue: 0 })),
    },
    secret: true,
  });
  await updateSubscriber(tx, row.id, { answeredAt });
}

function linkFrom(services: Pick<ApiServices, 'now'>, token: string) {
  return { linkSha256: tokenHash(token), linkEndsAt: dateOf(services.now().add({ hours: 24 * LINK_DAYS })) };
}

/** Sends the link that confirms; those before it are void. */
export async function sendLink(
  tx: Transaction,
  services: SubscribingServices,
  { id, email }: Pick<SubscriberRow, 'id' | 'email'>,
  more: { answeredAt?: Date } = {},
): Promise<void> {
  const token = makeToken();
  await updateSubscriber(tx, id, { ...linkFrom(services, token), ...more });
  await queueMail(tx, services, {
    to: { name: '', address: email },
    template: 'confirmSubscription',
    props: { link: services.siteUrl + newsletterPaths.confirm(token), days: LINK_DAYS },
    secret: true,
  });
}

/** Which address a link would confirm. Throws NOT_FOUND when it is dead. */
export async function checkLink(db: Db, services: Pick<ApiServices, 'now'>, token: string): Promise<string> {
  const row = await findSubscriberByLink(db, tokenHash(token), dateOf(services.now()));
  if (!row || row.state === 'blocked') throw deadLink();
  return row.email;
}

/** Subscribes the address of a link, and uses it up. Throws NOT_FOUND when it is dead. */
export async function confirmSubscription(
  tx: Transaction,
  services: Pick<ApiServices, 'now' | 'sealer'>,
  token: string,
): Promise<{ email: string; key: string }> {
  const now = dateOf(services.now());
  const row = await updateLinkUsed(tx, tokenHash(token), now);
  const changes = row && confirmed(row, 'link', now, row.note);
  if (!changes) throw deadLink();
  await updateSubscriber(tx, row.id, changes);
  await deleteObjection(tx, objectionOf(row.email));
  return { email: row.email, key: preferencesKey(services, { subscriber: row.id, issue: 0 }) };
}
