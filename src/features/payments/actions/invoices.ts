import type { z } from 'zod';
import {
  type BillingDocumentRow,
  buildDocumentPath,
  findBillingDocument,
  findBillingDocumentByNumber,
  getAmountDue,
  getAmountPaid,
  getBalance,
  insertAdjustment,
  insertLedgerEntry,
  isPayable,
  formatAmount,
} from '#features/billing/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { dayOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, sumAmounts, toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import type {
  appliedCredit,
  InvoiceBalance,
  partialPaymentSchema,
  undoneCredit,
  undoneWriteOff,
  writeOffSchema,
} from '../contract/invoices.ts';
import {
  findAppliedCredit,
  getPartialPayment,
  isUndone,
  listCredits,
  listInvoiceEntries,
  savePartialPayment,
} from '../queries/invoices.ts';
import { findProcessingPayment, listPaymentsByDocument } from '../queries/payments.ts';
import { getPendingRefundAmount } from '../queries/refunds.ts';
import { invalidAmount, parseEnteredAmount } from './entered-amount.ts';
import { getProviderName, paymentMethodLabels } from '../rules/labels.ts';
import { listPaymentListeners } from '../rules/payment-listener.ts';
import { notifyClient } from './notifications.ts';
import { lockSubject } from './payments.ts';
import {
  announceBalance,
  cancelExcessRefunds,
  cancelPendingRefunds,
  recordBalanceEvent,
  refundOverpayment,
} from './refunds.ts';

const done = { done: true as const };

async function getInvoice(db: Db, number: string): Promise<BillingDocumentRow> {
  const document = await findBillingDocumentByNumber(db, number);
  if (!document || !isPayable(document.kind)) throw new AppError('NOT_FOUND', 'This invoice doesn’t exist.');
  return document;
}

/** Returns an invoice and locks it and its order until the transaction ends. Throws NOT_FOUND for another document. */
export async function getLockedInvoice(tx: Transaction, context: ApiContext, number: string) {
  const document = await getInvoice(tx, number);
  await lockSubject(tx, context, document);
  return document;
}

/** Returns the smallest part of a document that its client may pay; null if it is only payable in full. */
export async function getMinAmount(
  db: Db,
  services: Pick<ApiServices, 'features'>,
  document: BillingDocumentRow,
): Promise<MinorUnits | null> {
  return (await requiresFullPayment(db, services, document)) ? null : (await getPartialPayment(db, document)).minAmount;
}

async function requiresFullPayment(db: Db, services: Pick<ApiServices, 'features'>, document: BillingDocumentRow) {
  for (const { requiresFullPayment: requires } of listPaymentListeners(services)) {
    if (await requires?.(db, document)) return true;
  }
  return false;
}

/** Returns an invoice's balance with each change of it. Throws NOT_FOUND for another document. */
export async function getInvoiceBalance(
  db: Db,
  services: Pick<ApiServices, 'now' | 'encryption' | 'features'>,
  number: string,
): Promise<InvoiceBalance> {
  const document = await getInvoice(db, number);
  const timeZone = await getTimeZone(db);
  const { id, kind, currency, total, issuedOn, content } = document;
  let balance = ZERO;
  const rows = await listInvoiceEntries(db, id);
  const undone = new Set(rows.map(({ undoesId }) => undoesId));
  const dateOf = (at: Date) => dayOf(at.toTemporalInstant(), timeZone).toString();
  const entries = rows.map(({ at, method, adjustmentId: _adjustment, undoesId, ...entry }) => {
    balance = sumAmounts([balance, entry.amount]);
    const label = method && paymentMethodLabels[method];
    return { ...entry, date: dateOf(at), balance, method: label, isUndo: undoesId !== null };
  });
  const processing = await findProcessingPayment(db, id);
  const isPossible = !(await requiresFullPayment(db, services, document));
  return {
    kind,
    number,
    path: buildDocumentPath(services, number),
    currency,
    total,
    issuedOn,
    today: dayOf(services.now(), timeZone).toString(),
    client: { name: content.client.name, email: content.client.email },
    orderNumber: content.order?.orderNumber ?? null,
    balance: await getBalance(db, services, document),
    entries,
    hasPaymentInReview: (await listPaymentsByDocument(db, id)).some(({ status }) => status === 'in_review'),
    processingPayment: processing
      ? {
          id: processing.id,
          amount: processing.amount,
          provider: getProviderName(processing.method),
          reason: processing.processingReason,
        }
      : null,
    credits: (await listCredits(db, document)).map(({ number: other, amount }) => ({
      number: other,
      path: buildDocumentPath(services, other),
      amount,
    })),
    appliedCredits: rows.flatMap(({ kind: what, amount, at, document: other, adjustmentId, undoesId }) =>
      what === 'applied' && amount < 0 && adjustmentId !== null && undoesId === null && !undone.has(adjustmentId)
        ? [{ id: adjustmentId, number: other ?? '', date: dateOf(at), amount: subtractAmounts(ZERO, amount) }]
        : [],
    ),
    partialPayment: { ...(await getPartialPayment(db, document)), isPossible },
  };
}

/**
 * Writes off an amount that is due, which then counts as settled, but not as received. Throws NOT_FOUND for an unknown
 * invoice, CONFLICT if nothing is due, and UNPROCESSABLE for an invalid amount.
 */
export function writeOff(tx: Transaction, context: ApiContext, { key, ...input }: z.output<typeof writeOffSchema>) {
  const idempotency = { endpoint: 'payments.writeOff', key, body: input };
  return withIdempotencyKey(tx, context, idempotency, async () => {
    const document = await getLockedInvoice(tx, context, input.number);
    const owed = await getAmountDue(tx, document.id);
    if (owed <= 0) throw new AppError('CONFLICT', `Nothing is due on ${input.number}.`);
    const amount = parseEnteredAmount(input.amount, document.currency, owed);
    return changeWriteOff(tx, context, document, { what: 'written_off', amount, reason: input.reason });
  });
}

/** Makes an amount due again that was written off. Throws NOT_FOUND for an unknown invoice, and CONFLICT without one. */
export function undoWriteOff(tx: Transaction, context: ApiContext, { key, ...input }: z.output<typeof undoneWriteOff>) {
  const idempotency = { endpoint: 'payments.undoWriteOff', key, body: input };
  return withIdempotencyKey(tx, context, idempotency, async () => {
    const document = await getLockedInvoice(tx, context, input.number);
    const { amountWrittenOff: amount } = await getBalance(tx, context, document);
    if (amount <= 0) throw new AppError('CONFLICT', `Nothing is written off on ${input.number}.`);
    return changeWriteOff(tx, context, document, { what: 'write_off_undone', amount, reason: input.reason });
  });
}

async function changeWriteOff(
  tx: Transaction,
  context: ApiContext,
  document: BillingDocumentRow,
  change: { readonly what: 'written_off' | 'write_off_undone'; readonly amount: MinorUnits; readonly reason: string },
) {
  const { what, amount, reason } = change;
  const { userId: actorId } = requireUser(context);
  const postedAt = toDate(context.now());
  const adjustmentId = await insertAdjustment(tx, { reason, actorId, createdAt: postedAt });
  await insertLedgerEntry(tx, {
    billingDocumentId: document.id,
    kind: 'written_off',
    amount: what === 'written_off' ? subtractAmounts(ZERO, amount) : amount,
    adjustmentId,
    postedAt,
  });
  const money = { minor: amount, currency: document.currency };
  await recordBalanceEvent(tx, context, document, { what, by: 'owner', actorId, amount: money, reason });
  await announceBalance(tx, context, document);
  return done;
}

/**
 * Applies credit of a document to an invoice of the same client and currency, instead of refunding it. Throws NOT_FOUND
 * for an unknown invoice, CONFLICT if the credit was used, and UNPROCESSABLE for an amount above the credit or the
 * amount due.
 */
export function applyCredit(tx: Transaction, context: ApiContext, { key, ...input }: z.output<typeof appliedCredit>) {
  const idempotency = { endpoint: 'payments.applyCredit', key, body: input };
  return withIdempotencyKey(tx, context, idempotency, () => applyOnce(tx, context, input));
}

/** Locks two documents and their orders, in one order, so two transactions don't wait for each other. */
async function lockBoth(tx: Transaction, context: ApiContext, ...both: [BillingDocumentRow, BillingDocumentRow]) {
  for (const one of both.toSorted((first, second) => first.id - second.id)) await lockSubject(tx, context, one);
}

async function applyOnce(tx: Transaction, context: ApiContext, input: Omit<z.output<typeof appliedCredit>, 'key'>) {
  const [document, source] = [await getInvoice(tx, input.number), await getInvoice(tx, input.from)];
  await lockBoth(tx, context, document, source);
  const { currency } = document;
  const owed = await getAmountDue(tx, document.id);
  if (owed <= 0) throw new AppError('CONFLICT', `Nothing is due on ${document.number}.`);
  const [credit] = await listCredits(tx, document, source.number);
  if (!credit)
    throw new AppError('CONFLICT', `There is no credit left on ${source.number}.`, { from: 'Choose a credit.' });
  const amount = parseEnteredAmount(input.amount, currency, toMinorUnits(Math.min(owed, credit.amount)));
  const now = context.now();
  const unused = sumAmounts([await getAmountDue(tx, source.id), amount, await getPendingRefundAmount(tx, source.id)]);
  await cancelPendingRefunds(tx, now, source.id, toMinorUnits(Math.max(0, unused)));
  const { userId: actorId } = requireUser(context);
  const postedAt = toDate(now);
  const reason = `Credit from ${source.number} for ${document.number}`;
  const adjustmentId = await insertAdjustment(tx, { reason, actorId, createdAt: postedAt });
  const entry = { kind: 'applied', adjustmentId, postedAt } as const;
  await insertLedgerEntry(tx, { ...entry, billingDocumentId: source.id, amount });
  await insertLedgerEntry(tx, { ...entry, billingDocumentId: document.id, amount: subtractAmounts(ZERO, amount) });
  const money = { minor: amount, currency };
  const event = {
    what: 'credit_applied',
    by: 'owner',
    actorId,
    amount: money,
    reason,
    invoice: document.number,
  } as const;
  await recordBalanceEvent(tx, context, document, event);
  if (source.orderId !== document.orderId) await recordBalanceEvent(tx, context, source, event);
  await announceBalance(tx, context, document);
  const left = subtractAmounts(owed, amount);
  await notifyClient(tx, context, document, 'credit_applied', about => ({
    ...about,
    amount: formatAmount(amount, currency, about.language),
    from: source.number,
    due: left > 0 ? formatAmount(left, currency, about.language) : null,
  }));
  return done;
}

/**
 * Undoes credit that was applied to an invoice: it is due again, and the credit can be used or is refunded. Throws
 * NOT_FOUND if the credit wasn't applied to it, and CONFLICT if that was undone or the money left the invoice again.
 */
export async function undoCredit(
  tx: Transaction,
  context: ApiContext,
  { number, id, reason, notifiesClient }: Omit<z.output<typeof undoneCredit>, 'key'>,
) {
  const document = await getInvoice(tx, number);
  const credit = await findAppliedCredit(tx, id);
  const source = credit?.documentId === document.id && (await findBillingDocument(tx, credit.sourceId));
  if (!credit || !source) throw new AppError('NOT_FOUND', `This credit wasn’t applied to ${number}.`);
  await lockBoth(tx, context, document, source);
  if (await isUndone(tx, id)) throw new AppError('CONFLICT', 'This credit was already undone.');
  const { amount } = credit;
  const { currency } = document;
  const now = context.now();
  const { userId: actorId } = requireUser(context);
  const postedAt = toDate(now);
  const adjustmentId = await insertAdjustment(tx, { reason, actorId, undoesId: id, createdAt: postedAt });
  const entry = { kind: 'applied', adjustmentId, postedAt } as const;
  await insertLedgerEntry(tx, { ...entry, billingDocumentId: document.id, amount });
  await insertLedgerEntry(tx, { ...entry, billingDocumentId: source.id, amount: subtractAmounts(ZERO, amount) });
  await cancelExcessRefunds(tx, now, document.id);
  if ((await getAmountPaid(tx, document.id)) < (await getPendingRefundAmount(tx, document.id)))
    throw new AppError('CONFLICT', `This credit was refunded or applied to another invoice since. Undo that first.`);
  const money = { minor: amount, currency };
  const event = { what: 'credit_undone', by: 'owner', actorId, amount: money, reason, invoice: number } as const;
  await recordBalanceEvent(tx, context, document, event);
  if (source.orderId !== document.orderId) await recordBalanceEvent(tx, context, source, event);
  await announceBalance(tx, context, document);
  await refundOverpayment(tx, context, { billingDocumentId: source.id });
  if (notifiesClient)
    await notifyClient(tx, context, document, 'credit_undone', about => ({
      ...about,
      amount: formatAmount(amount, currency, about.language),
      from: source.number,
      reason,
    }));
  return done;
}

/**
 * Saves whether the client can pay a part of an invoice. Throws NOT_FOUND for an unknown invoice, and UNPROCESSABLE for
 * an invalid amount.
 */
export async function updatePartialPayment(
  tx: Transaction,
  context: ApiContext,
  { number, choice, amount }: z.output<typeof partialPaymentSchema>,
) {
  const document = await getLockedInvoice(tx, context, number);
  const { id, currency, total } = document;
  if (choice === 'part' && (await requiresFullPayment(tx, context, document)))
    throw invalidAmount('This invoice can only be paid in full.');
  const minAmount = choice === 'part' ? parseEnteredAmount(amount, currency, total) : null;
  await savePartialPayment(tx, id, choice === 'default' ? undefined : minAmount);
  return done;
}
