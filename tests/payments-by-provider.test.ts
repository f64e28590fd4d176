import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getOwed } from '#features/billing/queries/ledger.ts';
import { ledgerEntries } from '#features/billing/tables.ts';
import { askAboutPayment, carryOutRefund, sweepPayments } from '#features/payments/jobs.ts';
import { signAsStripe } from '#features/payments/provider/stand-in-stripe.ts';
import { payments, providerEvents, refunds } from '#features/payments/tables.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { expectRefusal, sendApi } from './support/api-answers.ts';
import { draft, type IssuedDocument, referenceTo } from './support/billing.ts';
import { issuesOn } from './support/issued-documents.ts';
import { countJobs, mailsTo } from './support/mails.ts';
import { openProviders, type ToldEvent } from './support/payment-providers.ts';
import { openTestSite, type TestSite } from './support/test-site.ts';

let providers: Awaited<ReturnType<typeof openProviders>>;
let site: TestSite;
let papers: Awaited<ReturnType<typeof issuesOn>>;
let clock = Temporal.Instant.from('2026-11-20T12:00:00Z');
beforeAll(async () => {
  providers = await openProviders();
  site = await openTestSite({ environment: providers.environment, now: () => clock });
  papers = await issuesOn(site);
});
afterEach(async () => {
  providers.setDown(false);
  providers.takeTold();
  providers.takeCalls();
  await site.db.$client.query('delete from rate_limits; delete from mails; delete from pgboss.job');
});
afterAll(async () => {
  await site.close();
  providers.close();
});

const services = () => ({ ...site.http.services, log: site.log.log });
const client = draft(1).client.email ?? '';

const pay = (document: IssuedDocument, method: 'stripe' | 'paypal', key?: string) =>
  sendApi(site, `${papers.apiPathOf(document)}/payments`, { method, ...(key ? { key } : {}) });

/** Begins a payment; its row, and what the provider calls it. */
async function begin(document: IssuedDocument, method: 'stripe' | 'paypal') {
  const answer = await pay(document, method);
  expect(answer.statusCode, answer.body).toBe(201);
  const { id, address } = answer.json<{ id: number; address: string }>();
  return { id, address, reference: address.split('/').at(-1) ?? '' };
}

/** Pays at the provider's page; what it tells the site of it, which nobody has delivered yet. */
function payAt(method: 'stripe' | 'paypal', reference: string): ToldEvent {
  providers[method].pay(reference);
  const [event] = providers.takeTold();
  if (!event) throw new Error('Nothing was told.');
  return event;
}

const deliver = ({ provider, body, headers }: ToldEvent) =>
  site.http.app.inject({
    method: 'POST',
    url: `${API_PREFIX}/webhooks/${provider}`,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
    remoteAddress: '198.51.100.9',
  });

const paymentOf = async (id: number) => {
  const [row] = await site.db.select().from(payments).where(eq(payments.id, id));
  if (!row) throw new Error('There is no such payment.');
  return row;
};
const stateOf = async (id: number) => (await paymentOf(id)).state;
const paidEntries = (id: number) => site.db.$count(ledgerEntries, eq(ledgerEntries.paymentId, id));
const refundsOf = (id: number) => site.db.select().from(refunds).where(eq(refunds.paymentId, id));
const ask = (paymentId: number) => askAboutPayment(services(), { paymentId });

/** An event of Stripe as the real one would sign it. */
function stripeEvent(
  changes: { id?: string; type?: string; session: object },
  secret = providers.webhookSecret,
): ToldEvent {
  const { id = `evt_${crypto.randomUUID()}`, type = 'checkout.session.completed', session } = changes;
  const body = JSON.stringify({
    id,
    object: 'event',
    type,
    data: { object: { object: 'checkout.session', ...session } },
  });
  return {
    provider: 'stripe',
    body,
    headers: { 'stripe-signature': signAsStripe(body, secret, Math.floor(Date.now() / 1000)) },
  };
}

describe('a payment by card', () => {
  it('begins at the provider, counts when it tells so, and the order goes on by it', async () => {
    const document = await papers.issue(49_900, { kind: 'deposit invoice' });
    const { id, address, reference } = await begin(document, 'stripe');
    expect(address).toContain('/pay/cs_');
    expect(await paymentOf(id)).toMatchObject({ state: 'started', amount: 49_900, reference });
    expect((await deliver(payAt('stripe', reference))).statusCode).toBe(200);
    expect(await paymentOf(id)).toMatchObject({ state: 'confirmed', charge: expect.stringMatching(/^pi_/) as string });
    expect(await getOwed(site.db, document.id)).toBe(0);
  });

  it('is taken in once, though it is told a hundred times, at once and in any order', async () => {
    const document = await papers.issue(1000);
    const { id, reference } = await begin(document, 'stripe');
    const late = stripeEvent({
      type: 'checkout.session.expired',
      session: { id: reference, status: 'expired', payment_status: 'unpaid' },
    });
    const event = payAt('stripe', reference);
    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(event)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await deliver(late)).statusCode).toBe(200);
    expect([await stateOf(id), await paidEntries(id), await getOwed(site.db, document.id)]).toEqual([
      'confirmed',
      1,
      0,
    ]);
    expect(await refundsOf(id)).toEqual([]);
  });

  it('counts also where it was told to have failed before', async () => {
    const document = await papers.issue(1000);
    const { id, reference } = await begin(document, 'stripe');
    const expired = stripeEvent({
      type: 'checkout.session.expired',
      session: { id: reference, status: 'expired', payment_status: 'unpaid' },
    });
    await deliver(expired);
    expect(await stateOf(id)).toBe('failed');
    await deliver(payAt('stripe', reference));
    expect([await stateOf(id), await paidEntries(id)]).toEqual(['confirmed', 1]);
  });

  it.each([
    ['another secret', 'whsec_other', undefined],
    ['another body', undefined, (body: string) => body.replace('paid', 'paid ')],
  ])('is not believed with a signature over %s', async (_what, secret, change) => {
    const document = await papers.issue(1000);
    const { id, reference } = await begin(document, 'stripe');
    const session = {
      id: reference,
      payment_status: 'paid',
      amount_total: 1000,
      currency: 'usd',
      payment_intent: 'pi_1',
    };
    const event = stripeEvent({ session }, secret);
    expectRefusal(await deliver({ ...event, body: change ? change(event.body) : event.body }), 'BAD_REQUEST');
    expectRefusal(await deliver({ ...event, headers: {} }), 'BAD_REQUEST');
    expect(await stateOf(id)).toBe('started');
  });

  it.each([
    ['less', 999, 'usd'],
    ['more', 100_000, 'usd'],
    ['another currency', 1000, 'eur'],
  ])('of %s counts for nothing, and is kept for the owner', async (_what, total, currency) => {
    const document = await papers.issue(1000);
    const { id, reference } = await begin(document, 'stripe');
    const session = { id: reference, payment_status: 'paid', amount_total: total, currency, payment_intent: 'pi_2' };
    expect((await deliver(stripeEvent({ session }))).statusCode).toBe(200);
    const payment = await paymentOf(id);
    expect(payment).toMatchObject({
      state: 'mismatched',
      arrivedAmount: total,
      arrivedCurrency: currency.toUpperCase(),
    });
    expect([await getOwed(site.db, document.id), await paidEntries(id)]).toEqual([1000, 0]);
  });

  it('is told of by our own name where its own is not known yet, and not where it is another’s', async () => {
    const document = await papers.issue(1000);
    const { id } = await begin(document, 'stripe');
    const { key } = await paymentOf(id);
    await site.db.update(payments).set({ reference: null }).where(eq(payments.id, id));
    const paid = { payment_status: 'paid', amount_total: 1000, currency: 'usd', payment_intent: 'pi_3' };
    await deliver(stripeEvent({ session: { id: 'cs_x', metadata: { payment: crypto.randomUUID() }, ...paid } }));
    await deliver(stripeEvent({ session: { id: 'cs_y', metadata: { payment: "' or 1=1" }, ...paid } }));
    expect(await stateOf(id)).toBe('started');
    await deliver(stripeEvent({ session: { id: 'cs_z', metadata: { payment: key }, ...paid } }));
    expect(await stateOf(id)).toBe('confirmed');
  });

  it('whose taking in ends halfway is taken in when it is told again', async () => {
    const document = await papers.issue(1000);
    const { id, reference } = await begin(document, 'stripe');
    const event = payAt('stripe', reference);
    await site.db.$client.query(
      `create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
       create trigger stop_here before insert on ledger_entries for each row when (new.kind = 'paid') execute function stop_here()`,
    );
    expect((await deliver(event)).statusCode).toBe(500);
    site.log.takeErrors();
    await site.db.$client.query('drop function stop_here cascade');
    expect([await stateOf(id), await paidEntries(id)]).toEqual(['started', 0]);
    expect((await deliver(event)).statusCode).toBe(200);
    expect([await stateOf(id), await paidEntries(id)]).toEqual(['confirmed', 1]);
  });
});

describe('a payment by PayPal', () => {
  it('is taken once the client agreed, and counts when that is told', async () => {
    const document = await papers.issue(49_950);
    const { id, reference } = await begin(document, 'paypal');
    await deliver(payAt('paypal', reference));
    expect([await stateOf(id), await countJobs(site, 'payments.ask')]).toEqual(['started', 1]);
    await ask(id);
    expect(await paymentOf(id)).toMatchObject({
      state: 'confirmed',
      charge: expect.stringMatching(/^499D50X/) as string,
    });
    const [captured] = providers.takeTold();
    if (!captured) throw new Error('Nothing was told.');
    for (let time = 0; time < 5; time++) expect((await deliver(captured)).statusCode).toBe(200);
    expect([await paidEntries(id), await getOwed(site.db, document.id)]).toEqual([1, 0]);
  });

  it('is not believed where PayPal does not vouch for it, and told again where it cannot be asked', async () => {
    const document = await papers.issue(1000);
    const { id, reference } = await begin(document, 'paypal');
    await ask(id);
    const event = payAt('paypal', reference);
    const forged = { ...event, headers: { ...event.headers, 'paypal-transmission-sig': 'x' } };
    expectRefusal(await deliver(forged), 'BAD_REQUEST');
    const smuggled = { ...event, body: `{},"webhook_id":"WH-2","webhook_event":${event.body}` };
    expectRefusal(await deliver(smuggled), 'BAD_REQUEST');
    providers.setDown(true);
    expectRefusal(await deliver(event), 'UNAVAILABLE');
    providers.setDown(false);
    expect((await deliver(event)).statusCode).toBe(200);
    expect(await countJobs(site, 'payments.ask')).toBe(1);
  });
});

describe('beginning', () => {
  it('fifty times at once under one key is one payment, begun once', async () => {
    const document = await papers.issue(1000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(document, 'stripe', 'key-1')));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await site.db.$count(payments, eq(payments.documentId, document.id))).toBe(1);
    expect(providers.takeCalls()).toEqual(['POST /v1/checkout/sessions']);
    expectRefusal(await pay(document, 'paypal', 'key-1'), 'UNPROCESSABLE');
  });

  it('where nobody answers says so, loses nothing, and can be tried again', async () => {
    const document = await papers.issue(1000);
    providers.setDown(true);
    for (const method of ['stripe', 'paypal'] as const) {
      const { message } = expectRefusal(await pay(document, method, `down-${method}`), 'UNAVAILABLE');
      expect(message).toContain('does not answer. Nothing was paid.');
    }
    providers.setDown(false);
    const answer = await pay(document, 'stripe', 'down-stripe');
    expect(answer.json()).toMatchObject({ address: expect.stringContaining('/pay/') as string });
    expect(await site.db.$count(payments, eq(payments.documentId, document.id))).toBe(2);
  });

  it('again goes on with what was begun', async () => {
    const document = await papers.issue(1000);
    const [one, other] = [await begin(document, 'stripe'), await begin(document, 'stripe')];
    expect(other).toEqual(one);
  });

  it('is limited, and refused for what is paid, unknown or not offered', async () => {
    const document = await papers.issue(1000);
    const { reference } = await begin(document, 'stripe');
    await deliver(payAt('stripe', reference));
    expectRefusal(await pay(document, 'stripe'), 'CONFLICT');
    const path = papers.apiPathOf(document);
    expectRefusal(await sendApi(site, `${path}x/payments`, { method: 'stripe' }), 'NOT_FOUND');
    const bank = { method: 'bank', sender: 'Noor', reference: '1' };
    expectRefusal(await sendApi(site, `${path}/payments`, bank), 'UNPROCESSABLE');
    const open = await papers.issue(1000);
    for (let time = 0; time < 20; time++) await pay(open, 'stripe');
    expectRefusal(await pay(open, 'stripe'), 'TOO_MANY_REQUESTS');
  });
});

describe('a payment that nobody tells the end of', () => {
  it('is asked about after a quarter of an hour, then every hour, and counts where it was paid', async () => {
    const document = await papers.issue(1000);
    const { id, reference } = await begin(document, 'stripe');
    providers.stripe.pay(reference);
    const begun = clock;
    const sweepAfter = async (minutes: number) => {
      clock = begun.add({ minutes });
      await site.db.$client.query('delete from pgboss.job');
      await sweepPayments(services());
      const waiting = await site.db.$client.query<{ id: number }>(
        `select (data ->> 'paymentId')::int as id from pgboss.job where name = 'payments.ask'`,
      );
      return waiting.rows.some(row => row.id === id);
    };
    expect(await sweepAfter(14)).toBe(false);
    expect(await sweepAfter(16)).toBe(true);
    expect(await sweepAfter(60)).toBe(false);
    expect(await sweepAfter(77)).toBe(true);
    providers.setDown(true);
    await expect(ask(id)).rejects.toMatchObject({ kind: 'away' });
    providers.setDown(false);
    await ask(id);
    await ask(id);
    expect([await stateOf(id), await paidEntries(id)]).toEqual(['confirmed', 1]);
  });

  it('has failed where the provider forgot it, or never heard of it', async () => {
    const document = await papers.issue(1000);
    const { id } = await begin(document, 'paypal');
    await site.db.update(payments).set({ reference: 'GONE' }).where(eq(payments.id, id));
    await ask(id);
    expect(await stateOf(id)).toBe('failed');
    providers.setDown(true);
    await pay(document, 'paypal');
    const [row] = await site.db.select().from(payments).where(and(eq(payments.documentId, document.id), eq(payments.state, 'started')));
    clock = clock.add({ minutes: 16 });
    await ask(row?.id ?? 0);
    expect(await stateOf(row?.id ?? 0)).toBe('failed');
  });
});

describe('what is more than was owed', () => {
  it('goes back once, and its payer is told', async () => {
    const document = await papers.issue(1000);
    const card = await begin(document, 'stripe');
    const paypal = await begin(document, 'paypal');
    await deliver(payAt('stripe', card.reference));
    providers.paypal.pay(paypal.reference);
    providers.takeTold();
    await Promise.all([ask(paypal.id), ask(paypal.id), ask(paypal.id)]);
    expect(await refundsOf(card.id)).toEqual([]);
    const [refund, ...others] = await refundsOf(paypal.id);
    expect([refund?.amount, refund?.state, others.length]).toEqual([1000, 'started', 0]);
    expect((await mailsTo(site, client)).map(({ template }) => template)).toContain('paymentExceeded');
    const refundId = refund?.id ?? 0;
    providers.takeCalls();
    await Promise.all([1, 2, 3].map(() => carryOutRefund(services(), { refundId })));
    expect((await refundsOf(paypal.id)).map(({ state }) => state)).toEqual(['done']);
    expect(await getOwed(site.db, document.id)).toBe(0);
    const mails = (await mailsTo(site, client)).filter(({ template }) => template === 'refundSent');
    expect(mails).toHaveLength(1);
  });

  it('goes back where the invoice was taken back meanwhile', async () => {
    const document = await papers.issue(1000);
    const { id, reference } = await begin(document, 'stripe');
    await papers.issue(-400, { kind: 'credit note', dueOn: null, reference: referenceTo(document) }, document);
    await deliver(payAt('stripe', reference));
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([400]);
  });
});

describe('a refund', () => {
  it('is tried again while nobody answers, and shown to the owner where it is refused', async () => {
    const document = await papers.issue(1000);
    const first = await begin(document, 'stripe');
    const second = await begin(document, 'paypal');
    await deliver(payAt('stripe', first.reference));
    providers.paypal.pay(second.reference);
    await ask(second.id);
    const [refund] = await refundsOf(second.id);
    const refundId = refund?.id ?? 0;
    expect(await countJobs(site, 'payments.refund')).toBe(1);
    providers.setDown(true);
    await expect(carryOutRefund(services(), { refundId })).rejects.toMatchObject({ kind: 'away' });
    providers.setDown(false);
    await site.db.update(payments).set({ charge: 'UNKNOWN' }).where(eq(payments.id, second.id));
    await carryOutRefund(services(), { refundId });
    const [after] = await refundsOf(second.id);
    expect(after).toMatchObject({ state: 'started', problem: 'PayPal: INVALID_RESOURCE_ID' });
  });
});

describe('the address of webhooks', () => {
  it('is open to providers and to nobody else’s pages', async () => {
    const event = stripeEvent({ session: { id: 'cs_none' }, type: 'payout.paid', id: 'evt_known' });
    expect((await deliver(event)).json()).toEqual({ received: true });
    expect(await site.db.$count(providerEvents, eq(providerEvents.eventId, 'evt_known'))).toBe(1);
    expectRefusal(
      await deliver({ ...event, headers: { ...event.headers, origin: 'https://evil.example' } }),
      'FORBIDDEN',
    );
    const unknown = { ...event, provider: 'square' as 'stripe' };
    expectRefusal(await deliver(unknown), 'NOT_FOUND');
  });
});
