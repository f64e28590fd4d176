import { businessDocuments } from '#features/billing/tables.ts';
import { issueDocument, type Issuing } from '#features/billing/actions/issue-document.ts';
import { confirmPayment, startPayment } from '#features/payments/actions/payments.ts';
import { startRefund } from '#features/payments/actions/refunds.ts';
import type { PaymentMethod } from '#features/payments/contract/enums.ts';
import type { Unissued } from '#features/billing/rules/documents.ts';
import { sampleDraft } from '#features/billing/samples.ts';
import { orders } from '#features/orders/tables.ts';
import { minorUnits } from '#shared/money-arithmetic.ts';
import { orderRow } from './order-factory.ts';
import { openTestSite } from './test-site.ts';

export type IssuedDocument = typeof businessDocuments.$inferSelect;

export const now = Temporal.Instant.from('2026-11-20T12:00:00Z');

/** An invoice of one line without tax, before it has its number. */
export function draft(amount: number, changes: Partial<Unissued> = {}): Unissued {
  const { number: _number, issuedOn: _issuedOn, ...rest } = sampleDraft();
  const line = { description: 'Work', detail: null, quantity: 1, unitAmount: minorUnits(amount), term: null };
  return { ...rest, lines: [line], tax: { name: 'VAT', basisPoints: 0 }, dueOn: '2099-01-01', ...changes };
}

/** How a document is named on one about it. */
export function referenceTo({ kind, number, issuedOn }: IssuedDocument) {
  return { kind, number, issuedOn };
}

/** How many of some tries went through, and the codes of the others. */
export async function outcomes(tries: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(tries);
  const failed = settled.flatMap(it => (it.status === 'rejected' ? [(it.reason as { code?: string }).code] : []));
  return { done: settled.length - failed.length, failed };
}

/** A site to issue and pay documents on, each in a transaction of its own. */
export async function openBilling() {
  const site = await openTestSite();
  const { db } = site;

  const [order] = await db.insert(orders).values(orderRow()).returning({ id: orders.id });
  const orderId = order?.id ?? 0;
  const { jobs, sealer, siteUrl, writeMail } = site.http.services;
  const issuingAt = (at: Temporal.Instant, timeZone = 'UTC'): Issuing => ({
    jobs,
    sealer,
    siteUrl,
    writeMail,
    now: at,
    timeZone,
  });
  const issue = (amount: number, issuing = issuingAt(now)) =>
    db.transaction(tx => issueDocument(tx, issuing, draft(amount), { orderId }));

  /** Issues a document about another one. */
  const issueAbout = (invoice: IssuedDocument, unissued: Unissued) =>
    db.transaction(tx =>
      issueDocument(
        tx,
        issuingAt(now),
        { ...unissued, reference: referenceTo(invoice) },
        { orderId, referenceId: invoice.id },
      ),
    );
  const creditOf = (invoice: IssuedDocument, amount: number) =>
    issueAbout(invoice, draft(-amount, { kind: 'credit note', dueOn: null }));
  const pay = (documentId: number, reference: string = crypto.randomUUID(), method: PaymentMethod = 'bank') =>
    db.transaction(tx => startPayment(tx, now, { documentId, method, reference }));
  const confirm = (id: number, arrived?: Parameters<typeof confirmPayment>[3]) =>
    db.transaction(tx => confirmPayment(tx, now, id, arrived));
  const refund = (paymentId: number, amount: number) =>
    db.transaction(tx => startRefund(tx, issuingAt(now), { paymentId, amount: minorUnits(amount), reason: 'Term 7' }));

  async function paid(amount: number) {
    const invoice = await issue(amount);
    const payment = await pay(invoice.id);
    await confirm(payment.id);
    return { invoice, payment };
  }

  return { db, close: () => site.close(), orderId, issuingAt, issue, issueAbout, creditOf, pay, confirm, refund, paid };
}
