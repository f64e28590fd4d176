import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentFixture } from '../support/payment-site-fixture.ts';
import type { WebhookEvent } from '../support/fake-payment-providers.ts';

let fixture: Awaited<ReturnType<typeof paymentFixture>>;
beforeAll(async () => (fixture = await paymentFixture()));
afterEach(() => fixture.cleanUp());
afterAll(() => fixture.close());

/** How often each webhook is sent in each of three orders, so a hundred times. */
const TIMES = 34;

/** Returns the rows about a document and the emails that were sent, without values that differ each time. */
async function rowsOf(documentId: number) {
  const ask = async (sql: string) => (await fixture.db.$client.query(sql, [documentId])).rows;
  return {
    payments: await ask(
      'select method, status, amount, failure_reason from payments where billing_document_id = $1 order by id',
    ),
    refunds: await ask(
      `select r.status, r.origin, r.amount, r.reason from refunds r join payments p on p.id = r.payment_id
        where p.billing_document_id = $1 order by r.origin, r.amount`,
    ),
    ledger: await ask('select kind, amount from ledger_entries where billing_document_id = $1 order by kind, amount'),
    receipts: await ask(`select total from billing_documents where related_document_id = $1 and kind = 'receipt'`),
    mails: (
      await fixture.db.$client.query(`select template, count(*)::int from emails group by template order by template`)
    ).rows,
    jobs: (
      await fixture.db.$client.query(
        `select name, count(*)::int from pgboss.job where name in ('payments.process_refund', 'billing.send_document') group by name order by name`,
      )
    ).rows,
  };
}

const chargeOf = (charge: string, refunded: number, key: string) => ({
  object: 'charge',
  payment_intent: charge,
  amount: 1000,
  amount_refunded: refunded,
  currency: 'usd',
  metadata: { payment: key },
});
const disputeOf = (charge: string, status: string) => ({
  id: `dp_${charge}`,
  object: 'dispute',
  payment_intent: charge,
  amount: 600,
  currency: 'usd',
  status,
});

/** Returns every Stripe webhook about one payment: its outcome and its later refunds and disputes. */
async function recordStripeWebhooks(): Promise<{ documentId: number; events: WebhookEvent[] }> {
  const document = await fixture.documents.issue(1000);
  const { id, reference } = await fixture.begin(document, 'stripe');
  const { idempotencyKey } = await fixture.paymentOf(id);
  const expired = { id: reference, status: 'expired', payment_status: 'unpaid' };
  const paid = fixture.payAt('stripe', reference);
  const charge = /"(pi_fake_\w+)"/.exec(paid.body)?.[1] ?? '';
  const { stripe } = fixture.providers;
  stripe.announce('charge.refunded', chargeOf(charge, 400, idempotencyKey));
  stripe.announce('charge.dispute.created', disputeOf(charge, 'needs_response'));
  stripe.announce('charge.dispute.closed', disputeOf(charge, 'lost'));
  const later = fixture.providers.takeWebhooks();
  return {
    documentId: document.id,
    events: [fixture.stripeEvent({ type: 'checkout.session.expired', session: expired }), paid, ...later],
  };
}

/** Returns every PayPal webhook about one payment that the site has captured. */
async function recordPaypalWebhooks(): Promise<{ documentId: number; events: WebhookEvent[] }> {
  const document = await fixture.documents.issue(1000);
  const { id, reference } = await fixture.begin(document, 'paypal');
  const approved = fixture.payAt('paypal', reference);
  await fixture.ask(id);
  const { providerChargeId, idempotencyKey } = await fixture.paymentOf(id);
  const links = [{ rel: 'up', href: `https://paypal.example/v2/payments/captures/${providerChargeId}` }];
  const about = (refund: string, value: string) => ({ id: refund, amount: { value, currency_code: 'USD' }, links });
  // About a check that has ended.
  const pending = { id: providerChargeId, custom_id: idempotencyKey, status_details: { reason: 'PENDING_REVIEW' } };
  fixture.providers.paypal.announce('PAYMENT.CAPTURE.PENDING', pending);
  fixture.providers.paypal.announce('PAYMENT.CAPTURE.REFUNDED', about('R1', '2.50'));
  fixture.providers.paypal.announce('PAYMENT.CAPTURE.REVERSED', about('R2', '7.50'));
  return { documentId: document.id, events: [approved, ...fixture.providers.takeWebhooks()] };
}

/** Delivers webhooks in order and expects each to be accepted. */
async function deliverInOrder(events: readonly WebhookEvent[]): Promise<void> {
  for (const event of events) expect((await fixture.deliver(event)).statusCode).toBe(200);
}

/** Delivers every webhook many times in random order, 25 at a time, and finally each once more in order. */
async function deliverShuffled(events: readonly WebhookEvent[], seed: number): Promise<void> {
  const all = events.flatMap(event => Array.from({ length: TIMES }, () => event));
  const [mixed = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { seed, numRuns: 1 });
  for (let place = 0; place < mixed.length; place += 25) {
    await fixture.db.$client.query('delete from rate_limits');
    const answers = await Promise.all(mixed.slice(place, place + 25).map(event => fixture.deliver(event)));
    // 503 asks the provider to retry: the payment hasn't been recorded yet.
    for (const { statusCode, body } of answers) expect([200, 503], body).toContain(statusCode);
  }
  await deliverInOrder(events);
}

describe('shuffled and repeated webhooks', () => {
  it.each([
    ['Stripe', recordStripeWebhooks],
    ['PayPal', recordPaypalWebhooks],
  ] as const)('leave the same rows as %s’s ordered ones', async (_who, record) => {
    const once = await record();
    await fixture.db.$client.query('delete from emails; delete from pgboss.job');
    await deliverInOrder(once.events);
    const expected = await rowsOf(once.documentId);
    // Otherwise no webhook had any effect.
    expect(expected.ledger.length).toBeGreaterThan(3);
    for (const seed of [1, 2, 3]) {
      const often = await record();
      await fixture.db.$client.query('delete from emails; delete from pgboss.job');
      await deliverShuffled(often.events, seed);
      expect(await rowsOf(often.documentId), `seed ${seed}`).toEqual(expected);
    }
  });
});
