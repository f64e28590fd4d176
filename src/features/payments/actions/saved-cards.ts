import type { ApiServices } from '#platform/api/context.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Log } from '#platform/log.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import {
  findActiveCard,
  findCardByKey,
  findCardByMethod,
  findSavedCard,
  findSavingPayment,
  insertSavedCard,
  listPendingCards,
  listExpiringCards,
  type SavedCardRow,
  updateCardDetails,
  updateSavedCard,
} from '../queries/saved-cards.ts';
import { type CardEvent, listPaymentListeners } from '../rules/payment-listener.ts';
import { type CardChange, ProviderError } from '../rules/payment-provider.ts';
import { detachCardQueue, REFRESH_AFTER, saveCardQueue } from '../rules/queues.ts';
import { EXPIRY_NOTICE_DAYS } from '../rules/saved-cards.ts';
import { findProvider } from './start-checkout.ts';

type JobServices = ApiServices & { readonly log: Log };

/** How long a provider's page can save a card. */
const SETUP_LIFETIME = Temporal.Duration.from({ hours: 25 });

/** Records the client's consent to have a card saved and charged. Its checkout saves the card later. */
export function createCardConsent(
  tx: Transaction,
  { now, client }: Pick<ApiServices, 'now'> & { readonly client: { readonly ip: string } },
  consent: {
    readonly orderId: number;
    readonly text: string;
    readonly maxAmount: MinorUnits;
    readonly currency: string;
  },
): Promise<SavedCardRow> {
  const { text: consentText, ...rest } = consent;
  const at = toDate(now());
  return insertSavedCard(tx, { ...rest, consentText, consentedAt: at, consentIp: client.ip, createdAt: at });
}

/**
 * Starts a page of the provider on which the client replaces an order's card, under the same consent. Call it outside
 * transactions. Returns its URL. Throws CONFLICT if no card is saved, and UNAVAILABLE if the provider doesn't answer.
 */
export async function startCardSetup(
  services: JobServices & { readonly db: Database },
  orderId: number,
  urls: { readonly returnTo: string; readonly cancelTo: string },
): Promise<string> {
  const { db, now, log } = services;
  const provider = findProvider(services, 'stripe')?.cards;
  const current = await findActiveCard(db, orderId);
  if (!provider || !current?.customerId) throw new AppError('CONFLICT', 'There is no saved card to change.');
  const { consentText, maxAmount, currency, consentedAt, consentIp, customerId } = current;
  const consent = { orderId, consentText, maxAmount, currency, consentedAt, consentIp };
  const card = await db.transaction(tx => insertSavedCard(tx, { ...consent, createdAt: toDate(now()) }));
  try {
    const { reference, redirectUrl } = await provider.startSetup({ key: card.idempotencyKey, customerId, ...urls });
    await updateSavedCard(db, card.id, { setupReference: reference, setupUrl: redirectUrl });
    return redirectUrl;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.info({ card: card.id, reason: error.message }, 'could not start the change of a card');
    throw new AppError('UNAVAILABLE', 'The card payment service isn’t responding. Try again later.');
  }
}

/**
 * Reads from the provider which card a checkout saved, and activates it once. Throws while the provider does not
 * answer. A card that has been removed since is detached.
 */
export async function saveCard(services: JobServices, { cardId }: { cardId: number }): Promise<void> {
  const { db, now } = services;
  const card = await findSavedCard(db, cardId);
  if (!card || card.methodId !== null) return;
  const reference = card.setupReference ?? (await findSavingPayment(db, cardId));
  const provider = findProvider(services, 'stripe')?.cards;
  const saved = reference !== null && provider ? await provider.getSavedCard(reference) : 'open';
  if (saved === 'open' || saved === 'failed') {
    const isOver = card.createdAt.getTime() < now().subtract(SETUP_LIFETIME).epochMilliseconds;
    if (saved === 'failed' || isOver)
      await updateSavedCard(db, cardId, { status: 'removed', removedAt: toDate(now()) }, ['pending']);
    return;
  }
  await db.transaction(async tx => {
    for (const { lockForPayment } of listPaymentListeners(services))
      await lockForPayment(tx, { orderId: card.orderId, bookingId: null });
    const current = await findSavedCard(tx, cardId);
    if (!current || current.methodId !== null) return;
    if (current.status === 'removed') {
      await updateSavedCard(tx, cardId, saved);
      await services.jobs.enqueue(tx, detachCardQueue, { cardId }, { key: String(cardId) });
      return;
    }
    const before = await findActiveCard(tx, card.orderId);
    if (before) await removeCard(tx, services, before);
    await updateSavedCard(tx, cardId, { ...saved, status: 'active', savedAt: toDate(now()) });
  });
}

/** Stops charging a card, and has it deleted at the provider. Does nothing if it was removed before. */
export async function removeCard(
  tx: Transaction,
  { now, jobs }: Pick<ApiServices, 'jobs' | 'now'>,
  { id }: Pick<SavedCardRow, 'id'>,
): Promise<void> {
  const removedAt = toDate(now());
  const card = await updateSavedCard(tx, id, { status: 'removed', removedAt }, ['pending', 'active']);
  if (card?.methodId) await jobs.enqueue(tx, detachCardQueue, { cardId: id }, { key: String(id) });
}

/** Deletes a removed card at the provider. Throws while the provider does not answer. */
export async function detachCard(services: JobServices, { cardId }: { cardId: number }): Promise<void> {
  const card = await findSavedCard(services.db, cardId);
  if (card?.status !== 'removed' || card.methodId === null || card.detachedAt !== null) return;
  await findProvider(services, 'stripe')?.cards?.detach(card.methodId);
  await updateSavedCard(services.db, cardId, { detachedAt: toDate(services.now()) });
}

/** Applies a webhook about a card. */
export async function applyCardChange(tx: Transaction, services: ApiServices, change: CardChange): Promise<void> {
  if (change.state === 'updated') return updateCardDetails(tx, change);
  const card = await (change.state === 'saved' ? findCardByKey(tx, change.key) : findCardByMethod(tx, change.methodId));
  if (!card) return;
  if (change.state === 'saved') await enqueueSaveCard(tx, services, card.id);
  else await updateSavedCard(tx, card.id, { status: 'removed', removedAt: toDate(services.now()) }, ['active']);
}

export async function enqueueSaveCard(tx: Transaction, { jobs }: Pick<ApiServices, 'jobs'>, cardId: number) {
  await jobs.enqueue(tx, saveCardQueue, { cardId }, { key: String(cardId) });
}

/** Queues checks of cards whose webhook may be lost, and notifies clients whose cards expire soon, once each. */
export async function cleanUpCards(services: JobServices): Promise<void> {
  const { db, now } = services;
  await db.transaction(async tx => {
    const before = toDate(now().subtract(REFRESH_AFTER));
    for (const { id } of await listPendingCards(tx, before)) await enqueueSaveCard(tx, services, id);
  });
  const until = now().toZonedDateTimeISO('UTC').toPlainDate().add({ days: EXPIRY_NOTICE_DAYS });
  for (const card of await listExpiringCards(db, until.toString())) {
    await db.transaction(async tx => {
      const expiryNotifiedAt = toDate(now());
      if (!(await updateSavedCard(tx, card.id, { expiryNotifiedAt }, ['active']))) return;
      await announceCardEvent(tx, services, card.orderId, { what: 'expiring', card });
    });
  }
}

/** Notifies the feature that owns the order about its saved card. */
export async function announceCardEvent(tx: Transaction, services: ApiServices, orderId: number, event: CardEvent) {
  for (const { onCardEvent: notify } of listPaymentListeners(services)) await notify?.(tx, services, orderId, event);
}
