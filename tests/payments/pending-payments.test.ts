import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getAmountDue } from '#features/billing/queries/ledger.ts';
import { payments } from '#features/payments/tables.ts';
import { expectApiError, postApi } from '../support/api-client.ts';
import { referenceTo } from '../support/billing-fixture.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import { paymentFixture } from '../support/payment-site-fixture.ts';
import { createSignedInUser } from '../support/user-factory.ts';

let fixture: Awaited<ReturnType<typeof paymentFixture>>;
beforeAll(async () => (fixture = await paymentFixture()));
afterEach(() => fixture.cleanUp());
afterAll(() => fixture.close());

describe('starting a payment', () => {
  it('creates one payment for fifty requests with one key', async () => {
    const document = await fixture.documents.issue(1000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => fixture.pay(document, 'stripe', 'key-1')));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await fixture.site.db.$count(payments, eq(payments.billingDocumentId, document.id))).toBe(1);
    expect(fixture.providers.takeCalls()).toEqual(['POST /v1/checkout/sessions']);
    expectApiError(await fixture.pay(document, 'paypal', 'key-1'), 'UNPROCESSABLE');
  });

  it('reports an unreachable provider and can be retried', async () => {
    const document = await fixture.documents.issue(1000);
    fixture.providers.setDown(true);
    for (const method of ['stripe', 'paypal'] as const) {
      const { message } = expectApiError(await fixture.pay(document, method, `down-${method}`), 'UNAVAILABLE');
      expect(message).toContain('isn’t responding. You have not been charged.');
    }
    fixture.providers.setDown(false);
    const answer = await fixture.pay(document, 'stripe', 'down-stripe');
    expect(answer.json()).toMatchObject({ checkoutUrl: expect.stringContaining('/pay/') as string });
    expect(await fixture.site.db.$count(payments, eq(payments.billingDocumentId, document.id))).toBe(2);
  });

  it('a second time continues the started payment', async () => {
    const document = await fixture.documents.issue(1000);
    const [one, other] = [await fixture.begin(document, 'stripe'), await fixture.begin(document, 'stripe')];
    expect(other).toEqual(one);
  });

  it('is rate-limited and refused for paid, unknown or unavailable methods', async () => {
    const document = await fixture.documents.issue(1000);
    const { reference } = await fixture.begin(document, 'stripe');
    await fixture.deliver(fixture.payAt('stripe', reference));
    expectApiError(await fixture.pay(document, 'stripe'), 'CONFLICT');
    const path = fixture.documents.apiPathOf(document);
    expectApiError(await postApi(fixture.site, `${path}x/payments`, { method: 'stripe' }), 'NOT_FOUND');
    const bank = { method: 'bank_transfer', sender: 'Noor', reference: '1' };
    expectApiError(await postApi(fixture.site, `${path}/payments`, bank), 'UNPROCESSABLE');
    const open = await fixture.documents.issue(1000);
    for (let time = 0; time < 20; time++) await fixture.pay(open, 'stripe');
    expectApiError(await fixture.pay(open, 'stripe'), 'TOO_MANY_REQUESTS');
  });
});

describe('payment without a webhook', () => {
  it('is polled after a quarter of an hour, then hourly, until it counts', async () => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    fixture.providers.stripe.pay(reference);
    const begun = fixture.clock.now;
    const sweepAfter = async (minutes: number) => {
      fixture.clock.now = begun.add({ minutes });
      await fixture.site.db.$client.query('delete from pgboss.job');
      await fixture.sweep();
      const waiting = await fixture.site.db.$client.query<{ id: number }>(
        `select (data ->> 'paymentId')::int as id from pgboss.job where name = 'payments.refresh_payment'`,
      );
      return waiting.rows.some(row => row.id === id);
    };
    expect(await sweepAfter(14)).toBe(false);
    expect(await sweepAfter(16)).toBe(true);
    expect(await sweepAfter(60)).toBe(false);
    expect(await sweepAfter(77)).toBe(true);
    fixture.providers.setDown(true);
    await expect(fixture.ask(id)).rejects.toMatchObject({ kind: 'unavailable' });
    fixture.providers.setDown(false);
    await fixture.ask(id);
    await fixture.ask(id);
    expect([await fixture.stateOf(id), await fixture.paidEntries(id)]).toEqual(['confirmed', 1]);
  });

  it('fails when the provider does not know it', async () => {
    const document = await fixture.documents.issue(1000);
    const { id } = await fixture.begin(document, 'paypal');
    await fixture.site.db.update(payments).set({ reference: 'GONE' }).where(eq(payments.id, id));
    await fixture.ask(id);
    expect(await fixture.stateOf(id)).toBe('failed');
    fixture.providers.setDown(true);
    await fixture.pay(document, 'paypal');
    const [row] = await fixture.site.db
      .select()
      .from(payments)
      .where(and(eq(payments.billingDocumentId, document.id), eq(payments.status, 'pending')));
    fixture.clock.now = fixture.clock.now.add({ minutes: 16 });
    await fixture.ask(row?.id ?? 0);
    expect(await fixture.stateOf(row?.id ?? 0)).toBe('failed');
  });
});

describe('another payment of an invoice that was paid', () => {
  it('is closed at Stripe, so the client can’t pay again', async () => {
    const document = await fixture.documents.issue(1000);
    const card = await fixture.begin(document, 'stripe');
    const paypal = await fixture.begin(document, 'paypal');
    fixture.providers.paypal.pay(paypal.reference);
    await fixture.ask(paypal.id);
    expect([await fixture.stateOf(paypal.id), await fixture.stateOf(card.id)]).toEqual(['confirmed', 'pending']);
    expect(await countJobs(fixture.site, 'payments.refresh_payment')).toBe(1);
    await fixture.ask(card.id);
    expect(await fixture.stateOf(card.id)).toBe('failed');
    fixture.providers.takeWebhooks();
    fixture.providers.stripe.pay(card.reference);
    expect(fixture.providers.takeWebhooks()).toEqual([]);
    expect(await listEmailsTo(fixture.site, fixture.client)).not.toContainEqual(
      expect.objectContaining({ template: 'payment_exceeded' }),
    );
  });

  it('isn’t captured at PayPal, even if the client approved it', async () => {
    const document = await fixture.documents.issue(1000);
    const card = await fixture.begin(document, 'stripe');
    const paypal = await fixture.begin(document, 'paypal');
    fixture.providers.paypal.pay(paypal.reference);
    await fixture.deliver(fixture.payAt('stripe', card.reference));
    fixture.providers.takeCalls();
    fixture.providers.takeWebhooks();
    await Promise.all([fixture.ask(paypal.id), fixture.ask(paypal.id)]);
    expect(fixture.providers.takeCalls().filter(call => call.endsWith('/capture'))).toEqual([]);
    const [row] = await fixture.site.db.select().from(payments).where(eq(payments.id, paypal.id));
    expect(row).toMatchObject({
      status: 'failed',
      failureReason: 'The invoice was already paid, so the client wasn’t charged again.',
    });
    expect(await fixture.refundsOf(paypal.id)).toEqual([]);
    expect(await getAmountDue(fixture.site.db, document.id)).toBe(0);
  });

  it('stays open while a part is due', async () => {
    const document = await fixture.documents.issue(1000);
    const card = await fixture.begin(document, 'stripe');
    await fixture.documents.issue(
      -400,
      { kind: 'credit_note', dueOn: null, reference: referenceTo(document) },
      document,
    );
    await fixture.ask(card.id);
    expect(await fixture.stateOf(card.id)).toBe('pending');
  });
});

describe('overpayment', () => {
  it('is refunded once and the payer is notified', async () => {
    const document = await fixture.documents.issue(1000);
    const card = await fixture.begin(document, 'stripe');
    const paypal = await fixture.begin(document, 'paypal');
    fixture.providers.paypal.pay(paypal.reference);
    await fixture.captureAtPaypal(paypal.id);
    await fixture.deliver(fixture.payAt('stripe', card.reference));
    await Promise.all([fixture.ask(paypal.id), fixture.ask(paypal.id), fixture.ask(paypal.id)]);
    expect(await fixture.refundsOf(card.id)).toEqual([]);
    const [refund, ...others] = await fixture.refundsOf(paypal.id);
    expect([refund?.amount, refund?.status, others.length]).toEqual([1000, 'pending', 0]);
    expect((await listEmailsTo(fixture.site, fixture.client)).map(({ template }) => template)).toContain(
      'payment_exceeded',
    );
    const refundId = refund?.id ?? 0;
    fixture.providers.takeCalls();
    await Promise.all([1, 2, 3].map(() => fixture.carryOut(refundId)));
    expect((await fixture.refundsOf(paypal.id)).map(({ status }) => status)).toEqual(['succeeded']);
    expect(await getAmountDue(fixture.site.db, document.id)).toBe(0);
    const mails = (await listEmailsTo(fixture.site, fixture.client)).filter(
      ({ template }) => template === 'refund_sent',
    );
    expect(mails).toHaveLength(1);
  });

  it('is refunded if the invoice has been credited', async () => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    await fixture.documents.issue(
      -400,
      { kind: 'credit_note', dueOn: null, reference: referenceTo(document) },
      document,
    );
    await fixture.deliver(fixture.payAt('stripe', reference));
    expect((await fixture.refundsOf(id)).map(({ amount }) => amount)).toEqual([400]);
  });
});

describe('refund', () => {
  it('is retried while the provider is down and shown to the owner when refused', async () => {
    const document = await fixture.documents.issue(1000);
    const first = await fixture.begin(document, 'stripe');
    const second = await fixture.begin(document, 'paypal');
    fixture.providers.paypal.pay(second.reference);
    await fixture.captureAtPaypal(second.id);
    await fixture.deliver(fixture.payAt('stripe', first.reference));
    await fixture.ask(second.id);
    const [refund] = await fixture.refundsOf(second.id);
    const refundId = refund?.id ?? 0;
    expect(await countJobs(fixture.site, 'payments.process_refund')).toBe(1);
    fixture.providers.setDown(true);
    await expect(fixture.carryOut(refundId)).rejects.toMatchObject({ kind: 'unavailable' });
    const [waiting] = await fixture.refundsOf(second.id);
    expect(waiting?.providerError).toMatch(/^Couldn’t reach PayPal: .*\. The refund is retried automatically\.$/);
    // The owner doesn't have to wait for the next attempt.
    const isWaiting = "from pgboss.job where name = 'payments.process_refund' and start_after > now()";
    await fixture.db.$client.query("update pgboss.job set start_after = now() + interval '6 hours'");
    const owner = await createSignedInUser(fixture.site, { role: 'owner' });
    const retried = await postApi(fixture.site, `/refunds/${refundId}/retry`, {}, { cookie: owner.cookie });
    expect(retried.statusCode, retried.body).toBe(200);
    expect((await fixture.db.$client.query(`select ${isWaiting}`)).rowCount).toBe(0);
    fixture.providers.setDown(false);
    await fixture.site.db.update(payments).set({ providerChargeId: 'UNKNOWN' }).where(eq(payments.id, second.id));
    await fixture.carryOut(refundId);
    const [after] = await fixture.refundsOf(second.id);
    expect(after).toMatchObject({ status: 'pending', providerError: 'PayPal: INVALID_RESOURCE_ID.' });
  });
});
