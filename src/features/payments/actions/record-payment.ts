import type { z } from 'zod';
import {
  type BillingDocumentRow,
  createIssueContext,
  getAmountDue,
  insertLedgerEntry,
} from '#features/billing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { dayOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { recordedPayment } from '../contract/invoices.ts';
import { insertPayment } from '../queries/payments.ts';
import { getFirstPaymentDay } from '../rules/received-dates.ts';
import { parseEnteredAmount } from './entered-amount.ts';
import { getLockedInvoice } from './invoices.ts';
import { completePayment } from './settle-payment.ts';

type Recorded = z.output<typeof recordedPayment>;

/**
 * Records a payment that arrived, with its receipt and all its effects; a repeated `key` records one. Money above the
 * amount due has to be refunded. Throws NOT_FOUND for an unknown invoice, CONFLICT if it is settled or the reference
 * was used, and UNPROCESSABLE for an invalid amount or date.
 */
export function recordPayment(tx: Transaction, context: ApiContext, { key, ...payment }: Recorded) {
  const idempotency = { endpoint: 'payments.recordPayment', key, body: payment };
  return withIdempotencyKey(tx, context, idempotency, () => recordOnce(tx, context, payment));
}

async function recordOnce(tx: Transaction, context: ApiContext, payment: Omit<Recorded, 'key'>) {
  const { number, receivedOn, method, reference, sendsReceipt } = payment;
  const document = await getLockedInvoice(tx, context, number);
  const { id: billingDocumentId, currency } = document;
  if ((await getAmountDue(tx, billingDocumentId)) <= 0) throw new AppError('CONFLICT', `Nothing is due on ${number}.`);
  const amount = parseEnteredAmount(payment.amount, currency);
  const issuing = await createIssueContext(tx, context);
  const { now, timeZone } = issuing;
  const today = dayOf(now, timeZone).toString();
  if (receivedOn > today) throw invalidDate('Enter a date that isn’t in the future.');
  const firstDay = getFirstPaymentDay(document.issuedOn);
  if (receivedOn < firstDay) {
    throw invalidDate(
      `Enter ${formatPlainDate(firstDay)} or later. A payment can be up to a year older than its invoice.`,
    );
  }
  const settledAt = receivedOn === today ? toDate(now) : toInstant(receivedOn, timeZone, document);
  const row = await insertPayment(tx, {
    billingDocumentId,
    method,
    status: 'confirmed',
    amount,
    currency,
    reference: reference || null,
    receivedOn,
    createdAt: toDate(now),
    settledAt,
  });
  if (!row) {
    const message = `A payment with this reference was already added to ${number}.`;
    throw new AppError('CONFLICT', message, { reference: message });
  }
  const posted = { billingDocumentId, kind: 'paid', paymentId: row.id, postedAt: settledAt } as const;
  await insertLedgerEntry(tx, { ...posted, amount: subtractAmounts(ZERO, amount) });
  await completePayment(tx, context, issuing, row, {
    isSilent: !sendsReceipt,
    ...(receivedOn === today ? {} : { receivedOn }),
  });
  return { id: row.id };
}

/**
 * Returns noon of an earlier day, so another time zone rarely moves it to another month. On the day of the invoice, the
 * payment comes after it.
 */
function toInstant(day: string, timeZone: string, { issuedOn, issuedAt }: BillingDocumentRow): Date {
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: '12:00' }).epochMilliseconds;
  return new Date(day < issuedOn ? noon : Math.max(noon, issuedAt.getTime()));
}

const invalidDate = (message: string) => new AppError('UNPROCESSABLE', message, { receivedOn: message });
