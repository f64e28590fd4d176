import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getAmountDue } from '#features/billing/queries/ledger.ts';
import type { PaymentSummary } from '#features/payments/contract/checkout.ts';
import { payments, providerEvents } from '#features/payments/tables.ts';
import { expectApiError } from '../support/api-client.ts';
import { countJobs } from '../support/emails.ts';
import { paymentFixture } from '../support/payment-site-fixture.ts';

let fixture: Awaited<ReturnType<typeof paymentFixture>>;
beforeAll(async () => (fixture = await paymentFixture()));
afterEach(() => fixture.cleanUp());
afterAll(() => fixture.close());

describe('card payment', () => {
  it('counts when Stripe reports it and advances the order', async () => {
    const document = await fixture.documents.issue(49_900, { kind: 'deposit_invoice' });
    const { id, checkoutUrl, reference } = await fixture.begin(document, 'stripe');
    expect(checkoutUrl).toContain('/pay/cs_');
    expect(await fixture.paymentOf(id)).toMatchObject({ status: 'pending', amount: 49_900, reference });
    expect((await fixture.deliver(fixture.payAt('stripe', reference))).statusCode).toBe(200);
    expect(await fixture.paymentOf(id)).toMatchObject({
      status: 'confirmed',
      providerChargeId: expect.stringMatching(/^pi_/) as string,
    });
    expect(await getAmountDue(fixture.site.db, document.id)).toBe(0);
  });

  it('counts once for a hundred webhooks in any order', async () => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    const late = fixture.stripeEvent({
      type: 'checkout.session.expired',
      session: { id: reference, status: 'expired', payment_status: 'unpaid' },
    });
    const event = fixture.payAt('stripe', reference);
    const answers = await Promise.all(Array.from({ length: 100 }, () => fixture.deliver(event)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await fixture.deliver(late)).statusCode).toBe(200);
    expect([
      await fixture.stateOf(id),
      await fixture.paidEntries(id),
      await getAmountDue(fixture.site.db, document.id),
    ]).toEqual(['confirmed', 1, 0]);
    expect(await fixture.refundsOf(id)).toEqual([]);
  });

  it('is never shown as received while its amount is still due', async () => {
    const { documents, site } = fixture;
    const document = await documents.issue(1000);
    const { reference } = await fixture.begin(document, 'stripe');
    // Stops the summary between the amount due and the payments.
    const lock = await site.db.$client.connect();
    await lock.query('begin; lock table payment_proofs in access exclusive mode');
    const summary = documents.api(`${documents.apiPathOf(document)}/payments`);
    await expect
      .poll(
        async () =>
          (await lock.query(`select 1 from pg_locks where relation = 'payment_proofs'::regclass and not granted`))
            .rowCount,
      )
      .toBeGreaterThan(0);
    expect((await fixture.deliver(fixture.payAt('stripe', reference))).statusCode).toBe(200);
    await lock.query('commit');
    lock.release();
    const { amountDue, payments: listed } = (await summary).json<PaymentSummary>();
    expect({ amountDue, status: listed[0]?.status }).toEqual({ amountDue: 1000, status: 'pending' });
  });

  it('counts even if it was reported as failed before', async () => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    const expired = fixture.stripeEvent({
      type: 'checkout.session.expired',
      session: { id: reference, status: 'expired', payment_status: 'unpaid' },
    });
    await fixture.deliver(expired);
    expect(await fixture.stateOf(id)).toBe('failed');
    await fixture.deliver(fixture.payAt('stripe', reference));
    expect([await fixture.stateOf(id), await fixture.paidEntries(id)]).toEqual(['confirmed', 1]);
  });

  it.each([
    ['another secret', 'whsec_other', undefined],
    ['another body', undefined, (body: string) => body.replace('paid', 'paid ')],
  ])('rejects a signature over %s', async (_what, secret, change) => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    const session = {
      id: reference,
      payment_status: 'paid',
      amount_total: 1000,
      currency: 'usd',
      payment_intent: 'pi_1',
    };
    const event = fixture.stripeEvent({ session }, secret);
    expectApiError(await fixture.deliver({ ...event, body: change ? change(event.body) : event.body }), 'BAD_REQUEST');
    expectApiError(await fixture.deliver({ ...event, headers: {} }), 'BAD_REQUEST');
    expect(await fixture.stateOf(id)).toBe('pending');
  });

  it.each([
    ['less', 999, 'usd', '$9.99'],
    ['more', 100_000, 'usd', '$1,000.00'],
    ['another currency', 28_693, 'eur', '€286.93'],
    ['a currency without decimals', 28_693, 'jpy', '¥28,693'],
    ['a currency with three decimals', 28_690, 'kwd', 'KWD\u00A028.690'],
  ])('of %s does not count and waits for the owner', async (_what, total, currency, written) => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    const session = { id: reference, payment_status: 'paid', amount_total: total, currency, payment_intent: 'pi_2' };
    expect((await fixture.deliver(fixture.stripeEvent({ session }))).statusCode).toBe(200);
    const payment = await fixture.paymentOf(id);
    expect(payment).toMatchObject({
      status: 'amount_mismatch',
      receivedAmount: total,
      receivedCurrency: currency.toUpperCase(),
      failureReason: `Received ${written}.`,
    });
    expect([await getAmountDue(fixture.site.db, document.id), await fixture.paidEntries(id)]).toEqual([1000, 0]);
  });

  it('is found by our key when its reference is unknown', async () => {
    const document = await fixture.documents.issue(1000);
    const { id } = await fixture.begin(document, 'stripe');
    const { idempotencyKey } = await fixture.paymentOf(id);
    await fixture.site.db.update(payments).set({ reference: null }).where(eq(payments.id, id));
    const paid = { payment_status: 'paid', amount_total: 1000, currency: 'usd', payment_intent: 'pi_3' };
    await fixture.deliver(
      fixture.stripeEvent({ session: { id: 'cs_x', metadata: { payment: crypto.randomUUID() }, ...paid } }),
    );
    await fixture.deliver(fixture.stripeEvent({ session: { id: 'cs_y', metadata: { payment: "' or 1=1" }, ...paid } }));
    expect(await fixture.stateOf(id)).toBe('pending');
    await fixture.deliver(
      fixture.stripeEvent({ session: { id: 'cs_z', metadata: { payment: idempotencyKey }, ...paid } }),
    );
    expect(await fixture.stateOf(id)).toBe('confirmed');
  });

  it('is processed on redelivery after a rollback', async () => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    const event = fixture.payAt('stripe', reference);
    await fixture.site.db.$client.query(
      `create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
       create trigger stop_here before insert on ledger_entries for each row when (new.kind = 'paid') execute function stop_here()`,
    );
    expect((await fixture.deliver(event)).statusCode).toBe(500);
    fixture.site.log.takeErrors();
    await fixture.site.db.$client.query('drop function stop_here cascade');
    expect([await fixture.stateOf(id), await fixture.paidEntries(id)]).toEqual(['pending', 0]);
    expect((await fixture.deliver(event)).statusCode).toBe(200);
    expect([await fixture.stateOf(id), await fixture.paidEntries(id)]).toEqual(['confirmed', 1]);
  });
});

describe('PayPal payment', () => {
  it('is captured after approval and counts when reported', async () => {
    const document = await fixture.documents.issue(49_950);
    const { id, reference } = await fixture.begin(document, 'paypal');
    await fixture.deliver(fixture.payAt('paypal', reference));
    expect([await fixture.stateOf(id), await countJobs(fixture.site, 'payments.refresh_payment')]).toEqual([
      'pending',
      1,
    ]);
    await fixture.ask(id);
    expect(await fixture.paymentOf(id)).toMatchObject({
      status: 'confirmed',
      providerChargeId: expect.stringMatching(/^499D50X/) as string,
    });
    const [captured] = fixture.providers.takeWebhooks();
    if (!captured) throw new Error('No webhook was sent.');
    for (let time = 0; time < 5; time++) expect((await fixture.deliver(captured)).statusCode).toBe(200);
    expect([await fixture.paidEntries(id), await getAmountDue(fixture.site.db, document.id)]).toEqual([1, 0]);
  });

  it('is rejected when PayPal does not verify it and redelivered when PayPal is down', async () => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'paypal');
    await fixture.ask(id);
    const event = fixture.payAt('paypal', reference);
    const forged = { ...event, headers: { ...event.headers, 'paypal-transmission-sig': 'x' } };
    expectApiError(await fixture.deliver(forged), 'BAD_REQUEST');
    const smuggled = { ...event, body: `{},"webhook_id":"WH-2","webhook_event":${event.body}` };
    expectApiError(await fixture.deliver(smuggled), 'BAD_REQUEST');
    fixture.providers.setDown(true);
    expectApiError(await fixture.deliver(event), 'UNAVAILABLE');
    fixture.providers.setDown(false);
    expect((await fixture.deliver(event)).statusCode).toBe(200);
    expect(await countJobs(fixture.site, 'payments.refresh_payment')).toBe(1);
  });
});

describe('webhook endpoint', () => {
  it('accepts providers but no pages of other sites', async () => {
    const event = fixture.stripeEvent({ session: { id: 'cs_none' }, type: 'payout.paid', id: 'evt_known' });
    expect((await fixture.deliver(event)).json()).toEqual({ received: true });
    expect(await fixture.site.db.$count(providerEvents, eq(providerEvents.eventId, 'evt_known'))).toBe(1);
    expectApiError(
      await fixture.deliver({ ...event, headers: { ...event.headers, origin: 'https://evil.example' } }),
      'FORBIDDEN',
    );
    const unknown = { ...event, provider: 'square' as 'stripe' };
    expectApiError(await fixture.deliver(unknown), 'NOT_FOUND');
  });
});
