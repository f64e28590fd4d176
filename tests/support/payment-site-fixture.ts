import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { ledgerEntries } from '#features/billing/tables.ts';
import { refreshPayment, processRefund, cleanUpPayments } from '#features/payments/jobs.ts';
import { findProvider } from '#features/payments/actions/start-checkout.ts';
import { signStripeWebhook } from '#fakes/fake-stripe.ts';
import { payments, refunds } from '#features/payments/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { keys } from './response-shapes.ts';
import { postApi } from './api-client.ts';
import { createDraftInvoice, type IssuedDocument } from './billing-fixture.ts';
import { billingDocumentFactory } from './billing-document-factory.ts';
import { startFakeProviders, type WebhookEvent } from './fake-payment-providers.ts';
import { createTestSite } from './test-site.ts';

/** Creates a site with fake Stripe and PayPal servers and a clock that tests can set. */
export async function paymentFixture() {
  const clock = { now: Temporal.Instant.from('2026-11-20T12:00:00Z') };
  const providers = await startFakeProviders();
  const site = await createTestSite({ environment: providers.environment, now: () => clock.now });
  const { db, http } = site;
  const documents = await billingDocumentFactory(site);
  const services = () => ({ ...http.services, log: site.log.log });

  const pay = (document: IssuedDocument, method: 'stripe' | 'paypal', key?: string) =>
    postApi(site, `${documents.apiPathOf(document)}/payments`, { method, ...(key ? { idempotencyKey: key } : {}) });

  async function paymentOf(id: number) {
    const [row] = await db.select().from(payments).where(eq(payments.id, id));
    if (!row) throw new Error('This payment doesn’t exist.');
    return row;
  }

  return {
    site,
    db,
    clock,
    providers,
    documents,
    /** The client's email address on every document. */
    client: createDraftInvoice(1).client.email ?? '',
    pay,
    paymentOf,
    /** Starts a payment. Returns its row and the provider's reference. */
    async begin(document: IssuedDocument, method: 'stripe' | 'paypal') {
      const answer = await pay(document, method);
      expect(answer.statusCode, answer.body).toBe(201);
      const { id, checkoutUrl } = answer.json<{ id: number; checkoutUrl: string }>();
      return { id, checkoutUrl, reference: checkoutUrl.split('/').at(-1) ?? '' };
    },
    /** Pays at the provider, and returns its webhook without delivering it. */
    payAt(method: 'stripe' | 'paypal', reference: string): WebhookEvent {
      providers[method].pay(reference);
      const event = providers.takeWebhooks().at(-1);
      if (!event) throw new Error('No webhook was sent.');
      return event;
    },
    deliver: ({ provider, body, headers }: WebhookEvent) =>
      http.app.inject({
        method: 'POST',
        url: `${API_PREFIX}/webhooks/${provider}`,
        payload: body,
        headers: { 'content-type': 'application/json', ...headers },
        remoteAddress: '198.51.100.9',
      }),
    /** Returns a Stripe webhook about a checkout session, signed as Stripe signs it. */
    stripeEvent(
      event: { id?: string; type?: string; session: object },
      secret: string = providers.webhookSecret,
    ): WebhookEvent {
      const { id = `evt_${crypto.randomUUID()}`, type = 'checkout.session.completed', session } = event;
      const object = { object: 'checkout.session', ...session };
      const body = JSON.stringify({ id, object: 'event', type, data: { object } });
      const signature = signStripeWebhook(body, secret, Math.floor(Date.now() / 1000));
      return { provider: 'stripe', body, headers: { 'stripe-signature': signature } };
    },
    /** Captures an approved PayPal payment, as if the site had ended right after it. Returns PayPal's webhook. */
    async captureAtPaypal(id: number): Promise<WebhookEvent> {
      const { reference, idempotencyKey: key } = await paymentOf(id);
      await findProvider(services(), 'paypal')?.getStatus({ reference: reference ?? '', key, isDue: true });
      const event = providers.takeWebhooks().find(({ body }) => body.includes('PAYMENT.CAPTURE.COMPLETED'));
      if (!event) throw new Error('Nothing was captured.');
      return event;
    },
    stateOf: async (id: number) => (await paymentOf(id)).status,
    paidEntries: (id: number) => db.$count(ledgerEntries, eq(ledgerEntries.paymentId, id)),
    refundsOf: (id: number) => db.select().from(refunds).where(eq(refunds.paymentId, id)),
    ask: (paymentId: number) => refreshPayment(services(), { paymentId }),
    sweep: () => cleanUpPayments(services()),
    carryOut: (refundId: number) => processRefund(services(), { refundId }),
    /** Deletes the data of a test. */
    async cleanUp() {
      providers.setDown(false);
      providers.takeWebhooks();
      providers.takeCalls();
      await db.$client.query('delete from rate_limits; delete from emails; delete from pgboss.job');
    },
    async close() {
      await site.close();
      providers.close();
    },
  };
}

/** Inserts a payment that was refunded, so the document is still unpaid. */
export async function insertRefundedPayment(db: Database, document: IssuedDocument): Promise<IssuedDocument> {
  const createdAt = new Date('2026-11-20T12:00:00Z');
  const [payment] = await db
    .insert(payments)
    .values({
      billingDocumentId: document.id,
      method: 'bank_transfer',
      status: 'confirmed',
      amount: toMinorUnits(100),
      currency: 'USD',
      reference: 'T-1',
      createdAt,
      settledAt: createdAt,
    })
    .returning({ paymentId: payments.id });
  if (!payment) throw new Error('The payment was not written.');
  const refund = {
    status: 'succeeded',
    amount: toMinorUnits(100),
    reason: 'Term 7',
    createdAt,
    settledAt: createdAt,
  } as const;
  await db.insert(refunds).values({ ...payment, ...refund });
  return document;
}

/** The response shape of a document's payment options. */
export const paymentMethodShape = {
  ...keys('amountDue minAmount currency language returnPath managePath cardConsent automaticChargeOn credits'),
  options: keys('method label isFake instructions send'),
  payments: keys(
    'id method label status isAutomatic amount sent createdAt settledAt reference reason checkoutUrl proofPath',
  ),
  refunds: keys('amount currency origin status reason createdAt settledAt'),
};
