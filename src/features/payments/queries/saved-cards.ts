import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { billingDocuments } from '#features/billing/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { ProviderCard } from '../rules/payment-provider.ts';
import { payments, savedCards } from '../tables.ts';

export type SavedCardRow = typeof savedCards.$inferSelect;

export async function insertSavedCard(
  tx: Transaction,
  card: Omit<typeof savedCards.$inferInsert, 'status'>,
): Promise<SavedCardRow> {
  const [row] = await tx
    .insert(savedCards)
    .values({ ...card, status: 'pending' })
    .returning();
  if (!row) throw new Error('The card was not inserted.');
  return row;
}

export async function findSavedCard(db: Db, id: number) {
  const [row] = await db.select().from(savedCards).where(eq(savedCards.id, id));
  return row;
}

/** Returns the card that is charged for an order. */
export async function findActiveCard(db: Db, orderId: number) {
  const [row] = await db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.orderId, orderId), eq(savedCards.status, 'active')));
  return row;
}

/** Returns the latest unfinished change of an order's card. */
export async function findCardSetup(db: Db, orderId: number, since: Date) {
  const { createdAt, status, setupReference } = savedCards;
  const isSetup = and(eq(savedCards.orderId, orderId), eq(status, 'pending'), isNotNull(setupReference));
  const [row] = await db
    .select()
    .from(savedCards)
    .where(and(isSetup, gt(createdAt, since)))
    .orderBy(desc(savedCards.id))
    .limit(1);
  return row;
}

/** Returns the card that an event names by the site's key. */
export async function findCardByKey(db: Db, idempotencyKey: string) {
  const [row] = await db.select().from(savedCards).where(eq(savedCards.idempotencyKey, idempotencyKey));
  return row;
}

/** Lists the cards of orders that aren't removed. */
export function listCardsOfOrders(db: Db, orderIds: readonly number[]) {
  return db
    .select()
    .from(savedCards)
    .where(and(inArray(savedCards.orderId, [...orderIds]), ne(savedCards.status, 'removed')))
    .orderBy(asc(savedCards.id));
}

/** Lists cards that are not saved yet, and were created before a time, oldest first. */
export function listPendingCards(db: Db, before: Date) {
  const isPending = and(eq(savedCards.status, 'pending'), lt(savedCards.createdAt, before));
  return db.select().from(savedCards).where(isPending).orderBy(asc(savedCards.createdAt)).limit(200);
}

/** Lists saved cards that expire by a day, and whose clients weren't notified. A card is valid until its month ends. */
export function listExpiringCards(db: Db, day: string) {
  const { status, expiryNotifiedAt, expYear, expMonth } = savedCards;
  const isExpiring = sql`make_date(${expYear}, ${expMonth}, 1) + interval '1 month' - interval '1 day' <= ${day}::date`;
  return db
    .select()
    .from(savedCards)
    .where(and(eq(status, 'active'), isNull(expiryNotifiedAt), isExpiring))
    .limit(200);
}

/** Returns the provider's reference of the confirmed payment that saved a card. */
export async function findSavingPayment(db: Db, cardId: number) {
  const [row] = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.savedCardId, cardId), isNull(payments.attempt), eq(payments.status, 'confirmed')));
  return row?.reference ?? null;
}

export async function updateSavedCard(
  db: Db,
  id: number,
  values: Partial<typeof savedCards.$inferInsert>,
  from: readonly SavedCardRow['status'][] = ['pending', 'active', 'removed'],
) {
  const isFrom = and(eq(savedCards.id, id), inArray(savedCards.status, [...from]));
  const [row] = await db.update(savedCards).set(values).where(isFrom).returning();
  return row;
}

/** Saves the details that a provider reports about a card; its client is notified of the new expiry again. */
export async function updateCardDetails(tx: Transaction, card: Omit<ProviderCard, 'customerId'>): Promise<void> {
  const { methodId, brand, last4, expMonth, expYear } = card;
  const isOther = or(ne(savedCards.expMonth, expMonth), ne(savedCards.expYear, expYear));
  await tx
    .update(savedCards)
    .set({
      brand,
      last4,
      expMonth,
      expYear,
      expiryNotifiedAt: sql`case when ${isOther} then null else ${savedCards.expiryNotifiedAt} end`,
    })
    .where(eq(savedCards.methodId, methodId));
}

/** Returns the card with this id at the provider. */
export async function findCardByMethod(db: Db, methodId: string) {
  const [row] = await db.select().from(savedCards).where(eq(savedCards.methodId, methodId));
  return row;
}

/** Lists an order's automatic charges, oldest first, with the numbers of their invoices. */
export function listCardCharges(db: Db, orderId: number) {
  const { id, billingDocumentId, status, amount, currency, failureReason, failureCode, createdAt, savedCardId } =
    payments;
  return db
    .select({
      id,
      billingDocumentId,
      status,
      amount,
      currency,
      failureReason,
      failureCode,
      createdAt,
      savedCardId,
      number: billingDocuments.number,
    })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(and(eq(billingDocuments.orderId, orderId), isNotNull(payments.attempt)))
    .orderBy(asc(id));
}

/** Returns whether a card is being charged for a document. */
export async function hasPendingCharge(db: Db, billingDocumentId: number): Promise<boolean> {
  const isPending = and(eq(payments.billingDocumentId, billingDocumentId), eq(payments.status, 'pending'));
  const found = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isPending, isNotNull(payments.attempt)));
  return found.length > 0;
}

/** Lists the unsettled payments that a client started for a document. */
export function listOpenCheckouts(db: Db, billingDocumentId: number) {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.billingDocumentId, billingDocumentId),
        inArray(payments.status, ['pending', 'processing', 'in_review']),
        isNull(payments.attempt),
      ),
    )
    .orderBy(asc(payments.id));
}

/** Returns how often a document was charged automatically. */
export function countCharges(db: Db, billingDocumentId: number): Promise<number> {
  return db.$count(payments, and(eq(payments.billingDocumentId, billingDocumentId), isNotNull(payments.attempt)));
}

/** Stores the provider's id of a charge. */
export async function updateChargeReference(db: Db, id: number, reference: string): Promise<void> {
  await db.update(payments).set({ reference }).where(eq(payments.id, id));
}
