import { documentPath } from '#features/billing/actions/document-urls.ts';
import { findDocument } from '#features/billing/queries/documents.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { difference, NOTHING } from '#shared/money-arithmetic.ts';
import type { PaymentDetails, PaymentLine, WaitingPayments } from '../contract/review.ts';
import {
  findRefund,
  getRefunded,
  listRefundsOfPayment,
  type RefundRow,
  updateProblem,
  updateSeen,
} from '../queries/refunds.ts';
import {
  findWork,
  listInReview,
  listMismatches,
  listTakenBack,
  listWaitingRefunds,
  updateHandled,
  type WorkRow,
} from '../queries/list-payments.ts';
import { hasArrived, moneyOf } from '../rules/received.ts';
import { isByHand } from '../rules/methods.ts';
import { refundQueue } from '../rules/queues.ts';
import { sentOf } from '../rules/sent.ts';
import { rejectPayment } from './payments.ts';
import { finishRefund } from './refunds.ts';
import { lockPayment } from './lock-payment.ts';
import { countMoney } from './settle-payment.ts';
import { tellOfRefund, tellOfRejection } from './notifications.ts';

/** A payment as the owner sees it. */
export function presentWork(services: Pick<ApiServices, 'sealer'>, row: WorkRow): PaymentLine {
  const { payment, number, orderId, orderNumber, client, proof } = row;
  const path = documentPath(services, number);
  const { id, method, state, amount, currency, sender, reference, reason, createdAt, settledAt } = payment;
  return {
    id,
    method,
    state,
    amount,
    currency,
    sent: sentOf(payment),
    client,
    number,
    path,
    orderId,
    orderNumber,
    sender,
    reference,
    reason,
    proof: proof === null ? null : `${path}/proofs/${proof}`,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/** Returns what waits for the owner, at most `most` of each kind, oldest first. */
export async function readWaiting(
  db: Db,
  services: Pick<ApiServices, 'sealer'>,
  most: number,
): Promise<WaitingPayments> {
  const present = (row: WorkRow) => presentWork(services, row);
  const [review, mismatches, refunds, takenBack] = await Promise.all([
    listInReview(db, most),
    listMismatches(db, most),
    listWaitingRefunds(db, most),
    listTakenBack(db, most),
  ]);
  return {
    review: review.map(present),
    mismatches: mismatches.map(row => ({ ...present(row), back: row.back })),
    refunds: refunds.map(({ refund: { id, amount, reason, problem, createdAt }, ...row }) => ({
      id,
      amount,
      currency: moneyOf(row.payment).currency,
      reason,
      problem,
      createdAt: createdAt.toISOString(),
      payment: present(row),
    })),
    takenBack: takenBack.map(({ refund, ...row }) => ({
      ...toRefund(refund, moneyOf(row.payment).currency),
      payment: present(row),
    })),
  };
}

function toRefund({ id, amount, origin, state, reason, decision, createdAt }: RefundRow, currency: string) {
  return { id, amount, currency, origin, state, reason, decision, createdAt: createdAt.toISOString() };
}

/** Returns a payment with its refunds and disputes. Throws NOT_FOUND for an unknown one. */
export async function readPayment(db: Db, services: Pick<ApiServices, 'sealer'>, id: number): Promise<PaymentDetails> {
  const row = await findWork(db, id);
  if (!row) throw new AppError('NOT_FOUND', 'This payment does not exist.');
  const { minor, currency } = moneyOf(row.payment);
  const refunds = await listRefundsOfPayment(db, id);
  const left = difference(minor, await getRefunded(db, id));
  return {
    payment: presentWork(services, row),
    refundable: hasArrived(row.payment) && left > 0 ? left : NOTHING,
    currency,
    refunds: refunds.map(refund => ({
      ...toRefund(refund, currency),
      settledAt: refund.settledAt?.toISOString() ?? null,
    })),
  };
}

async function getWork(db: Db, services: Pick<ApiServices, 'sealer'>, id: number): Promise<PaymentLine> {
  const row = await findWork(db, id);
  if (!row) throw new AppError('NOT_FOUND', 'There is no such payment.');
  return presentWork(services, row);
}

/** Confirms a payment by hand, with all that follows. CONFLICT where it does not wait for that (any more). */
export async function confirmByOwner(tx: Transaction, services: ApiServices, id: number): Promise<PaymentLine> {
  const { state } = await getWork(tx, services, id);
  const payment = await findPaymentOf(tx, id);
  if (state !== 'in_review' || !(await countMoney(tx, services, payment, null))) throw settledAlready();
  return getWork(tx, services, id);
}

/** Rejects a payment by hand, and tells its client why. CONFLICT where it does not wait for that (any more). */
export async function rejectByOwner(
  tx: Transaction,
  services: ApiServices,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<PaymentLine> {
  const payment = await lockPayment(tx, services, id);
  if (!payment) throw new AppError('NOT_FOUND', 'There is no such payment.');
  if (payment.state !== 'in_review' || !(await rejectPayment(tx, services.now(), id, reason))) throw settledAlready();
  const document = await findDocument(tx, payment.documentId);
  if (document) {
    await tellOfRejection(tx, services, { ...payment, reason }, document);
    for (const { hear } of services.paymentFollowers) await hear?.(tx, services, { sold: document, state: 'rejected' });
  }
  return getWork(tx, services, id);
}

async function findPaymentOf(tx: Transaction, id: number) {
  const row = await findWork(tx, id);
  if (!row) throw new AppError('NOT_FOUND', 'There is no such payment.');
  return row.payment;
}

const settledAlready = () =>
  new AppError('CONFLICT', 'This payment does not wait for you any more. Load the page again.');

/** Marks a payment of another amount than was asked for as looked after. */
export async function handleMismatch(tx: Transaction, { now }: Pick<ApiServices, 'now'>, id: number): Promise<void> {
  if (await updateHandled(tx, id, new Date(now().epochMilliseconds))) return;
  throw new AppError('NOT_FOUND', 'There is no such payment.');
}

/** Marks money that left at a provider as looked after. Throws CONFLICT while the owner has to decide what it means. */
export async function seeTakenBack(tx: Transaction, { now }: Pick<ApiServices, 'now'>, id: number): Promise<void> {
  const found = await findRefund(tx, id);
  if (found?.refund.decision === 'pending') {
    throw new AppError('CONFLICT', 'Decide first: credit the invoice, or keep the amount owed.');
  }
  if (await updateSeen(tx, id, new Date(now().epochMilliseconds))) return;
  throw new AppError('NOT_FOUND', 'There is no such thing to look after.');
}

/** Marks money as given back by hand, and tells its client. CONFLICT while a provider is still to do it, or where it is done. */
export async function sendRefundByHand(
  tx: Transaction,
  services: ApiServices,
  { id, reference }: { readonly id: number; readonly reference: string },
): Promise<void> {
  const found = await findRefund(tx, id);
  if (!found) throw new AppError('NOT_FOUND', 'There is no such refund.');
  const { refund, payment } = found;
  if (!isByHand(payment.method) && refund.problem === null) {
    throw new AppError('CONFLICT', 'The provider gives this back by itself.');
  }
  if (!(await finishRefund(tx, services.now(), id, reference))) {
    throw new AppError('CONFLICT', 'This was given back already.');
  }
  const document = await findDocument(tx, payment.documentId);
  if (document) await tellOfRefund(tx, services, { ...refund, reference }, payment, document);
}

/** Asks the provider once more for a refund that it did not take. */
export async function retryRefund(tx: Transaction, { jobs }: Pick<ApiServices, 'jobs'>, id: number): Promise<void> {
  const found = await findRefund(tx, id);
  if (!found || isByHand(found.payment.method)) throw new AppError('NOT_FOUND', 'There is no such refund.');
  if (found.refund.state !== 'started') throw new AppError('CONFLICT', 'This was given back already.');
  await updateProblem(tx, id, null);
  await jobs.enqueue(tx, refundQueue, { refundId: id }, { key: String(id) });
}
