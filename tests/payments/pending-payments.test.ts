import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getAmountDue } from '#features/billing/queries/ledger.ts';
import { payments } from '#features/payments/tables.ts';
import { expectApiError, postApi } from '../support/api-client.ts';
import { referenceTo } from '../support/billing-fixture.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import { paymentFixture } from '../support/payment-site-fixture.ts';

let shop: Awaited<ReturnType<typeof paymentFixture>>;
beforeAll(async () => (shop = await paymentFixture()));
afterEach(() => shop.tidy());
afterAll(() => shop.close());

describe('starting a payment', () => {
  it('creates one payment for fifty requests with one key', async () => {
    const document = await shop.papers.issue(1000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.pay(document, 'stripe', 'key-1')));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await shop.site.db.$count(payments, eq(payments.billingDocumentId, document.id))).toBe(1);
    expect(shop.providers.takeCalls()).toEqual(['POST /v1/checkout/sessions']);
    expectApiError(await shop.pay(document, 'paypal', 'key-1'), 'UNPROCESSABLE');
  });

  it('reports an unreachable provider and can be retried', async () => {
    const document = await shop.papers.issue(1000);
    shop.providers.setDown(true);
    for (const method of ['stripe', 'paypal'] as const) {
      const { message } = expectApiError(await shop.pay(document, method, `down-${method}`), 'UNAVAILABLE');
      expect(message).toContain('does not answer. Nothing was paid.');
    }
    shop.providers.setDown(false);
    const answer = await shop.pay(document, 'stripe', 'down-stripe');
    expect(answer.json()).toMatchObject({ checkoutUrl: expect.stringContaining('/pay/') as string });
    expect(await shop.site.db.$count(payments, eq(payments.billingDocumentId, document.id))).toBe(2);
  });

  it('again continues the started payment', async () => {
    const document = await shop.papers.issue(1000);
    const [one, other] = [await shop.begin(document, 'stripe'), await shop.begin(document, 'stripe')];
    expect(other).toEqual(one);
  });

  it('is rate-limited and refused for paid, unknown or unavailable methods', async () => {
    const document = await shop.papers.issue(1000);
    const { reference } = await shop.begin(document, 'stripe');
    await shop.deliver(shop.payAt('stripe', reference));
    expectApiError(await shop.pay(document, 'stripe'), 'CONFLICT');
    const path = shop.papers.apiPathOf(document);
    expectApiError(await postApi(shop.site, `${path}x/payments`, { method: 'stripe' }), 'NOT_FOUND');
    const bank = { method: 'bank_transfer', sender: 'Noor', reference: '1' };
    expectApiError(await postApi(shop.site, `${path}/payments`, bank), 'UNPROCESSABLE');
    const open = await shop.papers.issue(1000);
    for (let time = 0; time < 20; time++) await shop.pay(open, 'stripe');
    expectApiError(await shop.pay(open, 'stripe'), 'TOO_MANY_REQUESTS');
  });
});

describe('payment without a webhook', () => {
  it('is polled after a quarter of an hour, then hourly, until it counts', async () => {
    const document = await shop.papers.issue(1000);
    const { id, reference } = await shop.begin(document, 'stripe');
    shop.providers.stripe.pay(reference);
    const begun = shop.clock.now;
    const sweepAfter = async (minutes: number) => {
      shop.clock.now = begun.add({ minutes });
      await shop.site.db.$client.query('delete from pgboss.job');
      await shop.sweep();
      const waiting = await shop.site.db.$client.query<{ id: number }>(
        `select (data ->> 'paymentId')::int as id from pgboss.job where name = 'payments.refresh_payment'`,
      );
      return waiting.rows.some(row => row.id === id);
    };
    expect(await sweepAfter(14)).toBe(false);
    expect(await sweepAfter(16)).toBe(true);
    expect(await sweepAfter(60)).toBe(false);
    expect(await sweepAfter(77)).toBe(true);
    shop.providers.setDown(true);
    await expect(shop.ask(id)).rejects.toMatchObject({ kind: 'unavailable' });
    shop.providers.setDown(false);
    await shop.ask(id);
    await shop.ask(id);
    expect([await shop.stateOf(id), await shop.paidEntries(id)]).toEqual(['confirmed', 1]);
  });

  it('fails when the provider does not know it', async () => {
    const document = await shop.papers.issue(1000);
    const { id } = await shop.begin(document, 'paypal');
    await shop.site.db.update(payments).set({ reference: 'GONE' }).where(eq(payments.id, id));
    await shop.ask(id);
    expect(await shop.stateOf(id)).toBe('failed');
    shop.providers.setDown(true);
    await shop.pay(document, 'paypal');
    const [row] = await shop.site.db
      .select()
      .from(payments)
      .where(and(eq(payments.billingDocumentId, document.id), eq(payments.status, 'pending')));
    shop.clock.now = shop.clock.now.add({ minutes: 16 });
    await shop.ask(row?.id ?? 0);
    expect(await shop.stateOf(row?.id ?? 0)).toBe('failed');
  });
});

describe('overpayment', () => {
  it('is refunded once and the payer is notified', async () => {
    const document = await shop.papers.issue(1000);
    const card = await shop.begin(document, 'stripe');
    const paypal = await shop.begin(document, 'paypal');
    await shop.deliver(shop.payAt('stripe', card.reference));
    shop.providers.paypal.pay(paypal.reference);
    shop.providers.takeTold();
    await Promise.all([shop.ask(paypal.id), shop.ask(paypal.id), shop.ask(paypal.id)]);
    expect(await shop.refundsOf(card.id)).toEqual([]);
    const [refund, ...others] = await shop.refundsOf(paypal.id);
    expect([refund?.amount, refund?.status, others.length]).toEqual([1000, 'pending', 0]);
    expect((await listEmailsTo(shop.site, shop.client)).map(({ template }) => template)).toContain('payment_exceeded');
    const refundId = refund?.id ?? 0;
    shop.providers.takeCalls();
    await Promise.all([1, 2, 3].map(() => shop.carryOut(refundId)));
    expect((await shop.refundsOf(paypal.id)).map(({ status }) => status)).toEqual(['succeeded']);
    expect(await getAmountDue(shop.site.db, document.id)).toBe(0);
    const mails = (await listEmailsTo(shop.site, shop.client)).filter(({ template }) => template === 'refund_sent');
    expect(mails).toHaveLength(1);
  });

  it('is refunded when the invoice was credited meanwhile', async () => {
    const document = await shop.papers.issue(1000);
    const { id, reference } = await shop.begin(document, 'stripe');
    await shop.papers.issue(-400, { kind: 'credit_note', dueOn: null, reference: referenceTo(document) }, document);
    await shop.deliver(shop.payAt('stripe', reference));
    expect((await shop.refundsOf(id)).map(({ amount }) => amount)).toEqual([400]);
  });
});

describe('refund', () => {
  it('is retried while the provider is down and shown to the owner when refused', async () => {
    const document = await shop.papers.issue(1000);
    const first = await shop.begin(document, 'stripe');
    const second = await shop.begin(document, 'paypal');
    await shop.deliver(shop.payAt('stripe', first.reference));
    shop.providers.paypal.pay(second.reference);
    await shop.ask(second.id);
    const [refund] = await shop.refundsOf(second.id);
    const refundId = refund?.id ?? 0;
    expect(await countJobs(shop.site, 'payments.process_refund')).toBe(1);
    shop.providers.setDown(true);
    await expect(shop.carryOut(refundId)).rejects.toMatchObject({ kind: 'unavailable' });
    shop.providers.setDown(false);
    await shop.site.db.update(payments).set({ providerChargeId: 'UNKNOWN' }).where(eq(payments.id, second.id));
    await shop.carryOut(refundId);
    const [after] = await shop.refundsOf(second.id);
    expect(after).toMatchObject({ status: 'pending', providerError: 'PayPal: INVALID_RESOURCE_ID' });
  });
});
