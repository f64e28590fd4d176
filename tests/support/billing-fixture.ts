import { billingDocuments } from '#features/billing/tables.ts';
import { issueDocument, type IssueContext } from '#features/billing/actions/issue-document.ts';
import { confirmPayment, insertPendingPayment } from '#features/payments/actions/payments.ts';
import { createRefund } from '#features/payments/actions/refunds.ts';
import type { PaymentMethod } from '#features/payments/contract/enums.ts';
import type { UnissuedDocument } from '#features/billing/rules/documents.ts';
import { documentDraftFixture } from './billing-document-fixture.ts';
import { orders } from '#features/orders/lifecycle/tables.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { createOrderRow } from './order-factory.ts';
import { createTestSite } from './test-site.ts';

export type IssuedDocument = typeof billingDocuments.$inferSelect;

export const now = Temporal.Instant.from('2026-11-20T12:00:00Z');

/** Returns an invoice with one untaxed line, without a number. */
export function createDraftInvoice(amount: number, changes: Partial<UnissuedDocument> = {}): UnissuedDocument {
  const { number: _number, issuedOn: _issuedOn, ...rest } = documentDraftFixture();
  const line = { description: 'Work', detail: null, quantity: 1, unitAmount: toMinorUnits(amount), term: null };
  return { ...rest, lineItems: [line], tax: { name: 'VAT', basisPoints: 0 }, dueOn: '2099-01-01', ...changes };
}

/** Returns the reference by which a credit note or receipt names another document. */
export function referenceTo({ kind, number, issuedOn }: IssuedDocument) {
  return { kind, number, issuedOn };
}

/** Returns how many promises were fulfilled, and the error codes of the rejected ones. */
export async function countOutcomes(tries: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(tries);
  const failed = settled.flatMap(it => (it.status === 'rejected' ? [(it.reason as { code?: string }).code] : []));
  return { done: settled.length - failed.length, failed };
}

/** Creates a site for issuing and paying documents, each in its own transaction. */
export async function billingFixture() {
  const site = await createTestSite();
  const { db } = site;

  const [order] = await db.insert(orders).values(createOrderRow()).returning({ id: orders.id });
  const orderId = order?.id ?? 0;
  const { jobs, encryption, siteUrl, renderEmail } = site.http.services;
  const issuingAt = (at: Temporal.Instant, timeZone = 'UTC'): IssueContext => ({
    jobs,
    encryption,
    siteUrl,
    renderEmail,
    now: at,
    timeZone,
  });
  const issue = (amount: number, issuing = issuingAt(now)) =>
    db.transaction(tx => issueDocument(tx, issuing, createDraftInvoice(amount), { orderId }));

  /** Issues a document that refers to another one, such as a credit note. */
  const issueAbout = (invoice: IssuedDocument, unissued: UnissuedDocument) =>
    db.transaction(tx =>
      issueDocument(
        tx,
        issuingAt(now),
        { ...unissued, reference: referenceTo(invoice) },
        { orderId, referenceId: invoice.id },
      ),
    );
  const creditOf = (invoice: IssuedDocument, amount: number) =>
    issueAbout(invoice, createDraftInvoice(-amount, { kind: 'credit_note', dueOn: null }));
  const pay = (documentId: number, reference: string = crypto.randomUUID(), method: PaymentMethod = 'bank_transfer') =>
    db.transaction(tx => insertPendingPayment(tx, now, { documentId, method, reference }));
  const confirm = (id: number) => db.transaction(tx => confirmPayment(tx, now, id));
  const refund = (paymentId: number, amount: number) =>
    db.transaction(tx =>
      createRefund(tx, issuingAt(now), { paymentId, amount: toMinorUnits(amount), reason: 'Term 7' }),
    );

  async function paid(amount: number) {
    const invoice = await issue(amount);
    const payment = await pay(invoice.id);
    await confirm(payment.id);
    return { invoice, payment };
  }

  return { db, close: () => site.close(), orderId, issuingAt, issue, issueAbout, creditOf, pay, confirm, refund, paid };
}
