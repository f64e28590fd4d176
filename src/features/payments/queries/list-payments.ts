import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import {
  billingDocuments,
  buildDocumentPath,
  documentClientKey,
  documentOffer,
  documentSearchText,
} from '#features/billing/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { countRows } from '#platform/database/counting.ts';
import { idSection, listInParts, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_EXACT_TOTAL, pageOf } from '#shared/lists.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type {
  PaymentDetails,
  PaymentFilter,
  PaymentListItem,
  PaymentQuery,
  PaymentsNeedingAttention,
} from '../contract/review.ts';
import { recordedMethods, type MovementKind, type RefundStatus } from '../contract/enums.ts';
import { getPaymentMoney, isReceived } from '../rules/received.ts';
import { sentOf } from '../rules/sent.ts';
import { paymentProofs, payments, refunds } from '../tables.ts';
import { getRefundableAmount, listRefundedAmounts, listRefundsByPayment, type RefundRow } from './refunds.ts';
import { findVoid, findVoidObstacle } from './voids.ts';

const client = sql<string>`${billingDocuments.content} -> 'client' ->> 'name'`;
const clientEmail = sql<string | null>`${billingDocuments.content} -> 'client' ->> 'email'`;

const columns = {
  payment: payments,
  number: billingDocuments.number,
  orderId: billingDocuments.orderId,
  client,
  clientEmail,
  orderNumber: sql<string | null>`${billingDocuments.content} -> 'order' ->> 'orderNumber'`,
  proof: paymentProofs.id,
};

/** Selects payments with their documents, proofs and `extra` columns. */
const selectWith = <Others extends Record<string, SQL | SQL.Aliased | typeof refunds>>(db: Db, extra: Others) =>
  db
    .select({ ...columns, ...extra })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .leftJoin(paymentProofs, eq(paymentProofs.paymentId, payments.id))
    .$dynamic();
const select = (db: Db) => selectWith(db, {});

type PaymentListRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** Finds payments by their own text, or by their document's number or client; each part uses its own index. */
const selectMatchingIds = (like: string) => sql`
  select id from payments where (coalesce(reference, '') || E'\\n' || coalesce(sender, '')) ilike ${like}
  union select payment.id from billing_documents
    join payments payment on payment.billing_document_id = billing_documents.id
    where ${documentSearchText} ilike ${like}
      and (${billingDocuments.number} ilike ${like} or ${client} ilike ${like} or ${clientEmail} ilike ${like})`;

const hasPeriod = ({ from, to }: PaymentFilter) => from !== undefined || to !== undefined;

/** Returns the condition that money moved in the filtered period; days are in the owner's time zone. */
function isInPeriod({ from, to }: PaymentFilter, timeZone: string, at: SQL): SQL | undefined {
  const startOf = (day: SQL) => sql`(${day})::timestamp at time zone ${timeZone}`;
  return and(
    from ? sql`${at} >= ${startOf(sql`${from}::date`)}` : undefined,
    to ? sql`${at} < ${startOf(sql`${to}::date + 1`)}` : undefined,
  );
}

/** Finds the payments of the ledger entries in the filtered period. */
function selectMovedIds(filter: PaymentFilter, timeZone: string): SQL {
  const { movement } = filter;
  const kinds =
    movement === undefined
      ? sql`'paid', 'voided', 'refunded', 'reinstated'`
      : movement === 'received'
        ? sql`'paid', 'voided'`
        : sql`'refunded', 'reinstated'`;
  return sql`select coalesce(entry.payment_id, refund.payment_id)
    from ledger_entries entry left join refunds refund on refund.id = entry.refund_id
    where ${and(sql`entry.kind in (${kinds})`, isInPeriod(filter, timeZone, sql`entry.posted_at`))}`;
}

function filterBy(filter: PaymentFilter, timeZone: string): SQL | undefined {
  const { search, state, method, currency, movement, client: clientKey, offer } = filter;
  const hasDocument = and(
    eq(billingDocuments.id, payments.billingDocumentId),
    clientKey ? eq(documentClientKey, clientKey) : undefined,
    offer ? eq(documentOffer, offer) : undefined,
  );
  return and(
    state ? eq(payments.status, state) : undefined,
    method ? eq(payments.method, method) : undefined,
    currency ? eq(payments.currency, currency) : undefined,
    movement || hasPeriod(filter) ? sql`${payments.id} in (${selectMovedIds(filter, timeZone)})` : undefined,
    clientKey || offer ? sql`exists (select from ${billingDocuments} where ${hasDocument})` : undefined,
    search ? sql`${payments.id} in (${selectMatchingIds(toLikePattern(search))})` : undefined,
  );
}

const newest: ListOrder = {
  from: payments,
  keys: [payments.createdAt, payments.id],
  descending: true,
  cursor: payments.id,
};

/** Returns the section of a list whose payments match a filter. */
const toSection = (db: Db, filter: PaymentFilter, timeZone: string) =>
  idSection(db, newest, payments.id, filterBy(filter, timeZone));

/**
 * Lists one page of all payments, newest first, with their number; see {@link countRows}. In a period, also returns the
 * amounts received and refunded in it.
 */
export async function listPayments(db: Db, services: Pick<ApiServices, 'encryption'>, query: PaymentQuery) {
  const timeZone = await getTimeZone(db);
  const sumRows = (ids: SQL, by: SQL) =>
    hasPeriod(query) ? sumMovements(db, selectMovements(ids, query, timeZone), by) : [];
  const listRows = async () => {
    // Find the page with an index-only scan before reading its rows.
    const found = await listPage(query, [toSection(db, query, timeZone)]);
    const ids = found.map(({ id }) => id);
    const rows = await select(db)
      .where(inArray(payments.id, ids))
      .orderBy(...orderTerms(newest));
    const sums = await sumRows(toArray(ids), sql`${payments.id}::text`);
    const refunded = await listRefundedAmounts(db, ids);
    return rows.map(row => {
      const sum = sums.find(one => one.key === String(row.payment.id));
      const net = sum ? subtractAmounts(sum.received, sum.refunded) : null;
      const { id } = row.payment;
      const nothing = { refunded: ZERO, disputed: ZERO, pendingRefund: ZERO };
      return { ...toPaymentListItem(services, row), ...(refunded.get(id) ?? nothing), net };
    });
  };
  const matching = db.select({ one: sql`1` }).from(payments).where(filterBy(query, timeZone));
  const [items, total] = await Promise.all([listRows(), countRows(db, matching)]);
  const all = sql`any(array(select ${payments.id} from ${payments} where ${filterBy(query, timeZone)}))`;
  const sums = total > MAX_EXACT_TOTAL ? [] : await sumRows(all, sql`${payments.currency}`);
  return { ...pageOf(query, items, total), totals: sums.map(({ key: currency, ...sum }) => ({ currency, ...sum })) };
}

const toArray = (ids: readonly number[]) => sql`any(${sql.param([...ids])}::integer[])`;

/** Returns the received and the refunded amount of ledger movements by payment or currency. */
async function sumMovements(db: Db, movements: SQL, key: SQL) {
  const sumOf = (condition: SQL) =>
    sql`coalesce(sum(movement.amount) filter (where ${condition}), 0)`.mapWith(payments.amount);
  return db
    .select({
      key: sql<string>`${key}`,
      received: sumOf(sql`movement.kind in ('payment', 'voided')`),
      refunded: sql`-${sumOf(sql`movement.kind not in ('payment', 'voided')`)}`.mapWith(payments.amount),
    })
    .from(movements)
    .innerJoin(payments, sql`${payments.id} = movement.payment_id`)
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

/** Builds a payment DTO for the owner. */
function toPaymentListItem(services: Pick<ApiServices, 'encryption'>, row: PaymentListRow): PaymentListItem {
  const { payment, number, orderId, orderNumber, client: clientName, proof } = row;
  const documentPath = buildDocumentPath(services, number);
  const { id, method, status, amount, currency, sender, reference, failureReason, createdAt, settledAt } = payment;
  return {
    id,
    method,
    state: status,
    amount,
    currency,
    sent: sentOf(payment),
    clientName,
    clientEmail: row.clientEmail,
    documentNumber: number,
    documentPath,
    orderId,
    orderNumber,
    sender,
    reference,
    reason: status === 'processing' ? payment.processingReason : failureReason,
    proof: proof === null ? null : `${documentPath}/proofs/${proof}`,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    receivedOn: payment.receivedOn,
  };
}

/** Selects the ledger movements of payments, in the filtered period; their sum is the net amount received. */
function selectMovements(ids: SQL, filter: PaymentFilter, timeZone: string): SQL {
  const { movement } = filter;
  const condition = and(
    movement ? sql`(all_movements.kind in ('payment', 'voided')) = ${movement === 'received'}` : undefined,
    isInPeriod(filter, timeZone, sql`all_movements.at`),
  );
  return sql`(select * from (
  select payments.id as payment_id, 'payment' as kind, coalesce(-entry.amount, 0) as amount,
    coalesce(entry.posted_at, payments.settled_at, payments.created_at) as at, payments.reference, 0 as step
  from payments left join ledger_entries entry on entry.payment_id = payments.id and entry.kind = 'paid'
  where payments.id = ${ids}
  union all
  select entry.payment_id, 'voided', -entry.amount, entry.posted_at, null, entry.id
  from ledger_entries entry where entry.kind = 'voided' and entry.payment_id = ${ids}
  union all
  select refunds.payment_id, case when entry.kind = 'refunded' then refunds.origin
      when refunds.origin = 'dispute' then 'reinstated' else 'refund_failed' end, -entry.amount,
    entry.posted_at, refunds.reference, entry.id
  from ledger_entries entry join refunds on refunds.id = entry.refund_id
  where entry.kind in ('refunded', 'reinstated') and refunds.payment_id = ${ids}
) all_movements where ${condition ?? sql`true`}) movement`;
}

/**
 * Yields all payments in pages of rows, with their refunds, disputes and won disputes; amounts are minor units.
 */
export function listMovements(db: Db, filter: PaymentFilter, timeZone: string) {
  return listInParts([toSection(db, filter, timeZone)], async part =>
    selectWith(db, {
      kind: sql<MovementKind>`movement.kind`,
      amount: sql`movement.amount`.mapWith(payments.amount),
      at: sql<Date>`movement.at`.mapWith(payments.createdAt),
      reference: sql<string | null>`movement.reference`,
    })
      .innerJoin(selectMovements(toArray(part), filter, timeZone), sql`movement.payment_id = ${payments.id}`)
      .orderBy(...orderTerms(newest), sql`movement.step desc`),
  );
}

/** Refunds that the owner has to send: manual ones, and those that a provider refused. */
const isWaitingRefund = sql`${refunds.status} = 'pending'
  and (${inArray(payments.method, recordedMethods)} or ${refunds.providerError} is not null)`;

/** Returns the items that need the owner's attention, at most `limit` of each kind, oldest first. */
export async function listPaymentsNeedingAttention(
  db: Db,
  services: Pick<ApiServices, 'encryption'>,
  limit: number,
): Promise<PaymentsNeedingAttention> {
  const toDto = (row: PaymentListRow) => toPaymentListItem(services, row);
  const toRefundDto = ({ refund, ...row }: PaymentListRow & { refund: RefundRow }) => ({
    ...toRefund(refund, getPaymentMoney(row.payment).currency),
    providerError: refund.providerError,
    payment: toDto(row),
  });
  const amountDue = sql`(select greatest(balance.owed, 0) from document_balances balance
    where balance.document_id = ${billingDocuments.id})`.mapWith(payments.amount);
  const refundStatus = sql<RefundStatus | null>`(select max(refunds.status) from refunds
    where refunds.payment_id = ${payments.id} and refunds.origin = 'system')`;
  const isRefundRefused = sql<boolean>`exists (select from refunds where refunds.payment_id = ${payments.id}
    and refunds.status = 'pending' and refunds.provider_error is not null)`;
  const selectRefunds = () =>
    selectWith(db, { refund: refunds })
      .innerJoin(refunds, eq(refunds.paymentId, payments.id))
      .orderBy(asc(refunds.createdAt), asc(refunds.id))
      .limit(limit);
  const [inReview, mismatches, pending, reversals] = await Promise.all([
    selectWith(db, { amountDue }).where(eq(payments.status, 'in_review')).orderBy(asc(payments.createdAt)).limit(limit),
    selectWith(db, { refundStatus, isRefundRefused })
      .where(and(eq(payments.status, 'amount_mismatch'), isNull(payments.acknowledgedAt)))
      .orderBy(asc(payments.createdAt))
      .limit(limit),
    selectRefunds().where(isWaitingRefund),
    selectRefunds().where(and(ne(refunds.origin, 'system'), isNull(refunds.acknowledgedAt))),
  ]);
  return {
    inReview: inReview.map(row => ({ ...toDto(row), amountDue: row.amountDue })),
    mismatches: mismatches.map(row => ({
      ...toDto(row),
      refundStatus: row.refundStatus,
      isRefundRefused: row.isRefundRefused,
    })),
    refunds: pending.map(toRefundDto),
    reversals: reversals.map(toRefundDto),
  };
}

function toRefund(refund: RefundRow, currency: string) {
  const { id, amount, origin, status, reason, decision, disputeLostAt, createdAt } = refund;
  const isDisputeLost = disputeLostAt !== null && status === 'succeeded';
  const state = { state: status, decision, isDisputeLost };
  return { id, amount, currency, origin, reason, ...state, createdAt: createdAt.toISOString() };
}

async function getRow(db: Db, id: number): Promise<PaymentListRow> {
  const [row] = await select(db).where(eq(payments.id, id));
  if (!row) throw new AppError('NOT_FOUND', 'This payment doesn’t exist.');
  return row;
}

/** Returns a payment for the owner. Throws NOT_FOUND for an unknown one. */
export async function getPaymentListItem(db: Db, services: Pick<ApiServices, 'encryption'>, id: number) {
  return toPaymentListItem(services, await getRow(db, id));
}

/** Returns a payment with its refunds and disputes. Throws NOT_FOUND for an unknown one. */
export async function readPayment(
  db: Db,
  services: Pick<ApiServices, 'encryption'>,
  id: number,
): Promise<PaymentDetails> {
  const row = await getRow(db, id);
  const { payment } = row;
  const { currency } = getPaymentMoney(payment);
  return {
    payment: toPaymentListItem(services, row),
    refundable: isReceived(payment) ? await getRefundableAmount(db, payment) : ZERO,
    canVoid: (await findVoidObstacle(db, payment)) === null,
    voided: payment.status === 'voided' ? await findVoid(db, id) : null,
    currency,
    refunds: (await listRefundsByPayment(db, id)).map(refund => ({
      ...toRefund(refund, currency),
      settledAt: refund.settledAt?.toISOString() ?? null,
      providerError: refund.providerError,
    })),
  };
}

/** Returns how many items of each kind need the owner's attention. */
export async function countWaiting(db: Db): Promise<Record<keyof PaymentsNeedingAttention, number>> {
  const { rows } = await db.execute<Record<keyof PaymentsNeedingAttention, number>>(sql`select
    (select count(*)::integer from payments where status = 'in_review') as "inReview",
    (select count(*)::integer from refunds join payments on payments.id = payment_id where ${isWaitingRefund}) as refunds,
    (select count(*)::integer from payments where status = 'amount_mismatch' and acknowledged_at is null) as mismatches,
    (select count(*)::integer from refunds where origin <> 'system' and acknowledged_at is null) as reversals`);
  return rows[0] ?? { inReview: 0, refunds: 0, mismatches: 0, reversals: 0 };
}
