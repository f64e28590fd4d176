import { createHmac, randomBytes } from 'node:crypto';
import { fromProviderUnits } from '#features/payments/rules/provider-amounts.ts';
import type { StripeSettings } from '#features/payments/rules/payment-provider.ts';
import { formatMoney } from '#shared/money.ts';
import {
  createIdempotencyCache,
  fakePaymentKeys,
  type FakeProvider,
  type FakeProviderOptions,
  type FakeResponse,
  setWithLimit,
} from './fake-payment-provider.ts';

interface FakeSession {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly returnTo: string;
  readonly cancelTo: string;
  intent: string | null;
}

const ok = (body: unknown): FakeResponse => ({ status: 200, body });
const failure = (status: number, message: string, type = 'invalid_request_error'): FakeResponse => ({
  status,
  body: { error: { type, message } },
});

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Creates a fake of the parts of Stripe that the site uses: Checkout Sessions, refunds and signed webhooks. */
export function createFakeStripe(
  { address, sendWebhook }: FakeProviderOptions,
  { secretKey, webhookSecret }: StripeSettings = fakePaymentKeys.stripe,
): FakeProvider {
  const sessions = new Map<string, FakeSession>();
  const refunded = new Map<string, number>();
  const disputed = new Map<string, boolean>();
  const withIdempotencyKey = createIdempotencyCache(
    failure(400, 'Keys for idempotent requests can only be used with the same parameters.', 'idempotency_error'),
  );

  const toCheckoutSession = (session: FakeSession) => ({
    id: session.id,
    object: 'checkout.session',
    url: session.intent ? null : `${address}/pay/${session.id}`,
    status: session.intent ? 'complete' : 'open',
    payment_status: session.intent ? 'paid' : 'unpaid',
    amount_total: session.amount,
    currency: session.currency,
    client_reference_id: session.metadata.payment ?? null,
    metadata: session.metadata,
    payment_intent: session.intent,
  });

  function createSession(form: URLSearchParams): FakeResponse {
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'));
    if (!Number.isSafeInteger(amount) || amount < 50) return failure(400, 'The amount is below the minimum.');
    const session: FakeSession = {
      id: newId('cs_fake'),
      title: form.get('line_items[0][price_data][product_data][name]') ?? '',
      amount,
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: { payment: form.get('metadata[payment]') ?? '' },
      returnTo: form.get('success_url') ?? '',
      cancelTo: form.get('cancel_url') ?? '',
      intent: null,
    };
    setWithLimit(sessions, session.id, session);
    return ok(toCheckoutSession(session));
  }

  function refund(form: URLSearchParams): FakeResponse {
    const intent = form.get('payment_intent') ?? '';
    const amount = Number(form.get('amount'));
    // The id contains the amount, so that payments can be refunded after a restart. Earlier ids began with pi_standin.
    const paid = Number(/^pi_(?:fake|standin)_(\d+)_/.exec(intent)?.[1]);
    if (!paid) return failure(404, `No such payment_intent: '${intent}'`);
    if (disputed.get(intent)) return failure(400, 'This charge has been charged back.');
    const before = refunded.get(intent) ?? 0;
    if (!Number.isSafeInteger(amount) || amount <= 0 || before + amount > paid) {
      return failure(400, 'Refund amount is greater than unrefunded amount on charge.');
    }
    setWithLimit(refunded, intent, before + amount);
    const session = [...sessions.values()].find(one => one.intent === intent);
    if (session) {
      const { currency, metadata } = session;
      const charge = { object: 'charge', payment_intent: intent, amount: paid, currency, metadata };
      announce('charge.refunded', { id: newId('ch_fake'), ...charge, amount_refunded: before + amount });
    }
    return ok({ id: newId('re_fake'), object: 'refund', status: 'succeeded', amount, payment_intent: intent });
  }

  function announce(type: string, object: object): void {
    const { object: kind, payment_intent: intent, status } = object as Record<string, unknown>;
    if (kind === 'dispute' && typeof intent === 'string') setWithLimit(disputed, intent, status !== 'won');
    const created = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id: newId('evt_fake'), object: 'event', type, created, data: { object } });
    sendWebhook(body, { 'stripe-signature': signStripeWebhook(body, webhookSecret, created) });
  }

  return {
    name: 'stripe',
    announce,
    label: 'Stripe',
    handle(request) {
      const { method, path, headers, body } = request;
      if (headers.authorization !== `Bearer ${secretKey}`) return failure(401, 'Invalid API Key provided.');
      const key = headers['idempotency-key'] as string | undefined;
      const form = new URLSearchParams(body);
      if (method === 'POST' && path === '/v1/checkout/sessions') {
        return withIdempotencyKey(key, request, () => createSession(form));
      }
      if (method === 'POST' && path === '/v1/refunds') return withIdempotencyKey(key, request, () => refund(form));
      const intent = /^\/v1\/payment_intents\/(\w+)$/.exec(path)?.[1];
      const paid = intent === undefined ? undefined : [...sessions.values()].find(one => one.intent === intent);
      if (paid) return ok({ id: intent, object: 'payment_intent', metadata: paid.metadata });
      const session = sessions.get(/^\/v1\/checkout\/sessions\/(\w+)$/.exec(path)?.[1] ?? '');
      return method === 'GET' && session ? ok(toCheckoutSession(session)) : failure(404, 'No such checkout.session.');
    },
    find(sessionId) {
      const session = sessions.get(sessionId);
      if (!session) return undefined;
      const { title, amount, currency, intent, returnTo, cancelTo } = session;
      const money = fromProviderUnits('stripe', amount, currency.toUpperCase());
      return {
        title,
        amount: money ? formatMoney(money, { exact: true }) : `${amount} ${currency}`,
        open: intent === null,
        returnTo,
        cancelTo,
      };
    },
    pay(sessionId) {
      const session = sessions.get(sessionId);
      if (!session || session.intent) return;
      session.intent = `pi_fake_${session.amount}_${randomBytes(8).toString('hex')}`;
      announce('checkout.session.completed', toCheckoutSession(session));
    },
  };
}

/** Returns the `Stripe-Signature` header of a webhook sent at `at` (Unix seconds). */
export function signStripeWebhook(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}
