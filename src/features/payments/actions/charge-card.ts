import { findBillingDocument, getAmountDue } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { PaymentRow } from '../queries/payments.ts';
import {
  countCharges,
  findSavedCard,
  hasPendingCharge,
  listOpenCheckouts,
  type SavedCardRow,
} from '../queries/saved-cards.ts';
import { chargeCardQueue } from '../rules/queues.ts';
import { lockPayment, insertPendingPayment } from './payments.ts';
import { announceCardEvent } from './saved-cards.ts';

/**
 * Creates an automatic charge of the amount due on a document, which a job carries out. The caller has locked the
 * order. Does nothing while another payment of the document waits for the owner or its provider, or is being made.
 */
export async function createCharge(
  tx: Transaction,
  { now, jobs }: Pick<ApiServices, 'jobs'> & { readonly now: Temporal.Instant },
  card: SavedCardRow,
  documentId: number,
): Promise<void> {
  if ((await isBeingChecked(tx, documentId)) || (await hasPendingCharge(tx, documentId))) return;
  const attempt = (await countCharges(tx, documentId)) + 1;
  const charge = { documentId, method: 'stripe', reference: null, savedCardId: card.id, attempt } as const;
  const { id: paymentId } = await insertPendingPayment(tx, now, charge);
  await jobs.enqueue(tx, chargeCardQueue, { paymentId }, { key: String(paymentId) });
}

/** Returns whether a payment of a document waits for the owner or its provider. */
const isBeingChecked = async (tx: Transaction, documentId: number) =>
  (await listOpenCheckouts(tx, documentId)).some(({ status }) => status !== 'pending');

/** Returns why a charge must not be made now; null if it may. */
export async function findChargeObstacle(
  tx: Transaction,
  services: Pick<ApiServices, 'features'>,
  { id }: PaymentRow,
): Promise<'not_due' | 'not_saved' | null> {
  const payment = await lockPayment(tx, services, id);
  if (payment?.status !== 'pending' || payment.savedCardId === null) return 'not_due';
  const { billingDocumentId, amount, savedCardId } = payment;
  if ((await isBeingChecked(tx, billingDocumentId)) || (await getAmountDue(tx, billingDocumentId)) !== amount)
    return 'not_due';
  return (await findSavedCard(tx, savedCardId))?.status === 'active' ? null : 'not_saved';
}

/** Notifies the client that a charge was refused. */
export async function announceRefusal(tx: Transaction, services: ApiServices, payment: PaymentRow): Promise<void> {
  const card = payment.savedCardId === null ? undefined : await findSavedCard(tx, payment.savedCardId);
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  if (!card || document?.orderId == null) return;
  await announceCardEvent(tx, services, document.orderId, { what: 'refused', card, payment });
}
