import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { billingDocuments, documentWords } from '#features/billing/index.ts';
import { countRows } from '#platform/database/counting.ts';
import {
  idSection,
  listInParts,
  type ListOrder,
  listPage,
  type ListSection,
  orderTerms,
} from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { Db } from '#platform/database/database.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { PaymentFilter, PaymentQuery, PaymentsNeedingAttention } from '../contract/review.ts';
import { manualMethods, type MovementKind, type RefundStatus } from '../contract/enums.ts';
import { paymentProofs, payments, refunds } from '../tables.ts';

const client = sql<string>`${billingDocuments.content} -> 'client' ->> 'name'`;
const clientEmail = sql<string | null>`${billingDocuments.content} -> 'client' ->> 'email'`;

const columns = {
  payment: payments,
  number: billingDocuments.number,
  orderId: billingDocuments.orderId,
  client,
  orderNumber: sql<string | null>`${billingDocuments.content} -> 'order' ->> 'orderNumber'`,
  proof: paymentProofs.id,
};

/** Selects payments with their documents and proofs, and `others` besides. */
const selectWith = <Others extends Record<string, SQL | SQL.Aliased>>(db: Db, others: Others) =>
  db
    .select({ ...columns, ...others })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .leftJoin(paymentProofs, eq(paymentProofs.paymentId, payments.id))
    .$dynamic();
const select = (db: Db) => selectWith(db, {});

export type PaymentListRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** Finds payments by their own text, or by their document's number or client; each part uses its own index. */
const idsSaying = (like: string) => sql`
  select id from payments where (coalesce(reference, '') || E'\\n' || coalesce(sender, '')) ilike ${like}
  union select payment.id from billing_documents
    join payments payment on payment.billing_document_id = billing_documents.id
    where ${documentWords} ilike ${like}
      and (${billingDocuments.number} ilike ${like} or ${client} ilike ${like} or ${clientEmail} ilike ${like})`;

function narrowedBy({ search, state, method }: PaymentFilter): SQL | undefined {
  return and(
    state ? eq(payments.status, state) : undefined,
    method ? eq(payments.method, method) : undefined,
    search ? sql`${payments.id} in (${idsSaying(toLikePattern(search))})` : undefined,
  );
}

const newest: ListOrder = {
  from: payments,
  keys: [payments.createdAt, payments.id],
  descending: true,
  cursor: payments.id,
};

/** Returns the section of a list whose payments match a filter. */
function sectionOf(db: Db, filter: PaymentFilter): ListSection<{ id: number; keys: string[] }> {
  return idSection(db, newest, payments.id, narrowedBy(filter));
}

/** Lists one page of all payments, newest first. */
export async function listPayments(db: Db, query: PaymentQuery): Promise<PaymentListRow[]> {
  // Find the page with an index-only scan before reading its rows.
  const found = await listPage(query, [sectionOf(db, query)]);
  const ids = found.map(({ id }) => id);
  return select(db)
    .where(inArray(payments.id, ids))
    .orderBy(...orderTerms(newest));
}

/** Selects the ledger movements of payments; their sum is what was kept. */
function movementsOf(paymentIds: readonly number[]): SQL {
  const ids = sql`any(${sql.param([...paymentIds])}::integer[])`;
  return sql`(
  select payments.id as payment_id, 'payment' as kind, coalesce(-entry.amount, 0) as amount,
    coalesce(entry.posted_at, payments.settled_at, payments.created_at) as at, payments.reference, 0 as step
  from payments left join ledger_entries entry on entry.payment_id = payments.id where payments.id = ${ids}
  union all
  select refunds.payment_id, case entry.kind when 'reinstated' then 'reinstated' else refunds.origin end, -entry.amount,
    entry.posted_at, refunds.reference, entry.id
  from ledger_entries entry join refunds on refunds.id = entry.refund_id
  where entry.kind in ('refunded', 'reinstated') and refunds.payment_id = ${ids}
) movement`;
}

/**
 * Yields all payments, with what was refunded, disputed and won back of each, in pages of rows; amounts are minor
 * units.
 */
export function listMovements(db: Db, filter: PaymentFilter) {
  return listInParts([sectionOf(db, filter)], async part => {
    const rows = await selectWith(db, {
      kind: sql<MovementKind>`movement.kind`,
      amount: sql<string>`movement.amount`,
      at: sql<Date>`movement.at`.mapWith(payments.createdAt),
      reference: sql<string | null>`movement.reference`,
    })
      .innerJoin(movementsOf(part), sql`movement.payment_id = ${payments.id}`)
      .orderBy(...orderTerms(newest), sql`movement.step desc`);
    return rows.map(({ amount, ...row }) => ({ ...row, amount: toMinorUnits(Number(amount)) }));
  });
}

/** Counts the payments that match a filter; see {@link countRows}. */
export function countPayments(db: Db, filter: PaymentFilter): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(payments).where(narrowedBy(filter)));
}

export async function findPaymentListRow(db: Db, id: number): Promise<PaymentListRow | null> {
  const [row] = await select(db).where(eq(payments.id, id));
  return row ?? null;
}

/** Lists manual payments in review, oldest first. */
export function listPaymentsInReview(db: Db, most: number): Promise<PaymentListRow[]> {
  return select(db).where(eq(payments.status, 'in_review')).orderBy(asc(payments.createdAt)).limit(most);
}

/** Lists unacknowledged mismatched payments with the state of their refunds. */
export function listMismatches(db: Db, most: number) {
  return selectWith(db, {
    back: sql<RefundStatus | null>`(select max(refunds.status) from refunds
      where refunds.payment_id = ${payments.id} and refunds.origin = 'system')`,
  })
    .where(and(eq(payments.status, 'amount_mismatch'), isNull(payments.acknowledgedAt)))
    .orderBy(asc(payments.createdAt))
    .limit(most);
}

const selectRefunds = (db: Db) =>
  db
    .select({ ...columns, refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .leftJoin(paymentProofs, eq(paymentProofs.paymentId, payments.id))
    .$dynamic();

/** Lists unacknowledged refunds and disputes at providers. */
export function listUnacknowledgedReversals(db: Db, most: number) {
  return selectRefunds(db)
    .where(and(ne(refunds.origin, 'system'), isNull(refunds.acknowledgedAt)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(most);
}

const byHand = sql.join(
  manualMethods.map(method => sql`${method}`),
  sql`, `,
);
const isWaitingRefund = sql`${refunds.status} = 'pending' and (${payments.method} in (${byHand}) or ${refunds.providerError} is not null)`;

/** Lists refunds that wait for the owner: manual ones, and those that a provider refused. */
export function listPendingRefunds(db: Db, most: number) {
  return selectRefunds(db).where(isWaitingRefund).orderBy(asc(refunds.createdAt)).limit(most);
}

/** Marks a mismatch as acknowledged; false if there is none. */
export async function updateMismatchAcknowledged(db: Db, id: number, at: Date): Promise<boolean> {
  const marked = await db
    .update(payments)
    .set({ acknowledgedAt: at })
    .where(and(eq(payments.id, id), eq(payments.status, 'amount_mismatch')))
    .returning({ id: payments.id });
  return marked.length > 0;
}

/** Returns how much of each kind waits for the owner. */
export async function countWaiting(db: Db): Promise<Record<keyof PaymentsNeedingAttention, number>> {
  const { rows } = await db.execute<Record<keyof PaymentsNeedingAttention, number>>(sql`select
    (select count(*)::integer from payments where status = 'in_review') as "inReview",
    (select count(*)::integer from refunds join payments on payments.id = payment_id where ${isWaitingRefund}) as refunds,
    (select count(*)::integer from payments where status = 'amount_mismatch' and acknowledged_at is null) as mismatches,
    (select count(*)::integer from refunds where origin <> 'system' and acknowledged_at is null) as reversals`);
  return rows[0] ?? { inReview: 0, refunds: 0, mismatches: 0, reversals: 0 };
}
