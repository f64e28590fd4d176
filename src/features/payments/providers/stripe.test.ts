import { afterAll, beforeAll, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { startFakeProviders } from '#tests/support/fake-payment-providers.ts';
import { createStripeProvider } from './stripe.ts';
import { webhookEvents } from './webhook-events.ts';

let providers: Awaited<ReturnType<typeof startFakeProviders>>;
beforeAll(async () => {
  providers = await startFakeProviders();
});
afterAll(() => providers.close());

it('finds a refund that was made before Stripe forgot its idempotency key', async () => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_HOST: host } = providers.environment;
  const stripe = createStripeProvider({ secretKey, host, webhookSecret: providers.webhookSecret }, { isFake: true });
  const charge = 'pi_fake_10000_a';
  const refund = (key: string) =>
    stripe.refund({ key, charge, amount: { minor: toMinorUnits(3000), currency: 'USD' } });
  // Without an idempotency key, as after the 24 hours for which Stripe stores it.
  const first = await fetch(`${host}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ payment_intent: charge, amount: '3000', 'metadata[refund]': 'refund-1' }).toString(),
  });
  const { id } = (await first.json()) as { id: string };
  expect(await refund('refund-1')).toEqual({ reference: id });
  expect(providers.refundedAmount(charge)).toBe(3000);
  const other = await refund('refund-2');
  expect(other.reference).not.toBe(id);
  expect(await refund('refund-2')).toEqual(other);
  expect(providers.refundedAmount(charge)).toBe(6000);
});

it.each([
  ['has all events', webhookEvents.stripe, 'enabled', []],
  ['sends every event', ['*'], 'enabled', []],
  [
    'lacks two',
    webhookEvents.stripe.filter(event => !event.startsWith('refund.')),
    'enabled',
    ['refund.failed', 'refund.updated'],
  ],
  ['is disabled, so it can’t be judged', [], 'disabled', []],
])('reads the events of a webhook that %s', async (_what, events, status, missing) => {
  const settings = { secretKey: 'sk_live_x', webhookSecret: 'whsec_x', host: 'http://127.0.0.1:9' };
  const other = { url: 'https://other.example/', status: 'enabled', enabled_events: ['charge.refunded'] };
  const { listMissingEvents } = createStripeProvider(settings, {
    isFake: false,
    fetch: async () =>
      Response.json({
        object: 'list',
        data: [other, { url: 'https://ada.example/hook', status, enabled_events: events }],
        has_more: false,
      }),
  });
  expect(await listMissingEvents('https://ada.example/hook')).toEqual(missing);
  expect(await listMissingEvents('https://unknown.example/')).toEqual([]);
});
