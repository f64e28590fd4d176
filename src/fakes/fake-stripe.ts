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

interface FakeRefund {
  readonly id: string;
  readonly object: 'refund';
  readonly status: 'succeeded' | 'failed';
  readonly amount: number;
  readonly payment_intent: string;
  readonly metadata: Record<string, string>;
}

interface FakeSession {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly returnTo: string;
  readonly cancelTo: string;
  /** Whether the session saves a card, with or without a payment. */
  readonly saves: 'payment' | 'setup' | null;
  readonly customer: string | null;
  status: 'open' | 'complete' | 'expired';
  /** The saved card. */
  method: string | null;
  intent: string | null;
}

interface FakeIntent {
  readonly id: string;
  readonly customer: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  status: 'succeeded' | 'processing' | 'requires_payment_method';
  readonly error: { readonly code: string; readonly decline_code: string } | null;
}

/** Cards that a client can save, by a part of their id, so they work after a restart. */
const fakeCards = {
  ok: { label: 'Visa 4242: is charged', brand: 'visa', last4: '4242', expires: [12, 2034], decline: null },
  funds: {
    label: 'Visa 9995: declined later',
    brand: 'visa',
    last4: '9995',
    expires: [12, 2034],
    decline: 'insufficient_funds',
  },
  auth: {
    label: 'Visa 3184: needs authentication later',
    brand: 'visa',
    last4: '3184',
    expires: [12, 2034],
    decline: 'authentication_required',
  },
  soon: {
    label: 'Mastercard 4444: expires this month',
    brand: 'mastercard',
    last4: '4444',
    expires: null,
    decline: null,
  },
  silent: {
    label: 'Visa 0077: is charged, without a webhook',
    brand: 'visa',
    last4: '0077',
    expires: [12, 2034],
    decline: null,
  },
} as const;
type FakeCard = keyof typeof fakeCards;

const isFakeCard = (name: string | undefined): name is FakeCard => name !== undefined && name in fakeCards;
const cardOf = (method: string | null) => {
  const name = /^pm_fake_([a-z]+)_/.exec(method ?? '')?.[1];
  return isFakeCard(name) ? name : 'ok';
};

function toPaymentMethod(id: string) {
  const { brand, last4, expires } = fakeCards[cardOf(id)];
  const today = new Date();
  const [month, year] = expires ?? [today.getUTCMonth() + 1, today.getUTCFullYear()];
  return { id, object: 'payment_method', type: 'card', card: { brand, last4, exp_month: month, exp_year: year } };
}

const ok = (body: unknown): FakeResponse => ({ status: 200, body });
const failure = (status: number, message: string, type = 'invalid_request_error'): FakeResponse => ({
  status,
  body: { error: { type, message } },
});

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/**
 * Creates a fake of the parts of Stripe that the site uses: Checkout Sessions, saved cards, refunds and signed webhooks.
 */
export function createFakeStripe(
  { address, sendWebhook }: FakeProviderOptions,
  { secretKey, webhookSecret }: StripeSettings = fakePaymentKeys.stripe,
): FakeProvider {
  const sessions = new Map<string, FakeSession>();
  const intents = new Map<string, FakeIntent>();
  const refunds = new Map<string, FakeRefund[]>();
  const disputed = new Map<string, boolean>();
  const detached = new Map<string, true>();
  const withIdempotencyKey = createIdempotencyCache(
    failure(400, 'Keys for idempotent requests can only be used with the same parameters.', 'idempotency_error'),
  );

  const toCheckoutSession = (session: FakeSession) => ({
    id: session.id,
    object: 'checkout.session',
    mode: session.saves === 'setup' ? 'setup' : 'payment',
    url: session.status === 'open' ? `${address}/pay/${session.id}` : null,
    status: session.status,
    payment_status: session.intent ? 'paid' : session.saves === 'setup' ? 'no_payment_required' : 'unpaid',
    customer: session.customer,
    amount_total: session.amount,
    currency: session.currency,
    client_reference_id: session.metadata.payment ?? null,
    metadata: session.metadata,
    payment_intent: session.intent,
  });

  /** Returns a session as it is retrieved with its card. */
  function toExpandedSession(session: FakeSession) {
    const { intent, method, saves } = session;
    const details = { payment_method: method && saves ? toPaymentMethod(method) : method };
    return {
      ...toCheckoutSession(session),
      payment_intent: intent ? { id: intent, object: 'payment_intent', ...details } : null,
      setup_intent: saves === 'setup' && method ? { id: newId('seti_fake'), object: 'setup_intent', ...details } : null,
    };
  }

  function createSession(form: URLSearchParams): FakeResponse {
    const isSetup = form.get('mode') === 'setup';
    const amount = isSetup ? 0 : Number(form.get('line_items[0][price_data][unit_amount]'));
    if (!isSetup && (!Number.isSafeInteger(amount) || amount < 50))
      return failure(400, 'The amount is below the minimum.');
    const saves = isSetup ? 'setup' : form.has('payment_intent_data[setup_future_usage]') ? 'payment' : null;
    const session: FakeSession = {
      id: newId('cs_fake'),
      title: form.get('line_items[0][price_data][product_data][name]') ?? '',
      amount,
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: isSetup ? { card: form.get('metadata[card]') ?? '' } : { payment: form.get('metadata[payment]') ?? '' },
      returnTo: form.get('success_url') ?? '',
      cancelTo: form.get('cancel_url') ?? '',
      saves,
      customer: form.get('customer') ?? (saves && newId('cus_fake')),
      status: 'open',
      method: null,
      intent: null,
    };
    setWithLimit(sessions, session.id, session);
    return ok(toCheckoutSession(session));
  }

  const toIntent = ({ error, ...intent }: FakeIntent) => ({
    object: 'payment_intent',
    ...intent,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    last_payment_error: error && { type: 'card_error', ...error },
  });

  /** Charges a saved card without its client. */
  function chargeCard(form: URLSearchParams): FakeResponse {
    const amount = Number(form.get('amount'));
    const customer = form.get('customer') ?? '';
    const card = cardOf(form.get('payment_method'));
    if (detached.has(form.get('payment_method') ?? '') || form.get('off_session') !== 'true')
      return failure(400, 'The payment method can’t be used.');
    const { decline } = fakeCards[card];
    const code = decline === 'authentication_required' ? decline : 'card_declined';
    const intent: FakeIntent = {
      id: `pi_fake_${amount}_${randomBytes(8).toString('hex')}`,
      customer,
      amount,
      currency: form.get('currency') ?? '',
      metadata: { payment: form.get('metadata[payment]') ?? '', attempt: form.get('metadata[attempt]') ?? '' },
      status: decline ? 'requires_payment_method' : card === 'silent' ? 'processing' : 'succeeded',
      error: decline ? { code, decline_code: decline } : null,
    };
    setWithLimit(intents, intent.id, intent);
    if (card !== 'silent') announce(`payment_intent.${decline ? 'payment_failed' : 'succeeded'}`, toIntent(intent));
    if (!decline) return ok(toIntent(intent));
    const error = { type: 'card_error', code, decline_code: decline, message: 'Your card was declined.' };
    return { status: 402, body: { error: { ...error, payment_intent: toIntent(intent) } } };
  }

  /** Lists a customer's charges. Those without a webhook have succeeded by then. */
  function listIntents(customer: string | null): FakeResponse {
    const found = [...intents.values()].filter(one => one.customer === customer);
    for (const intent of found) if (intent.status === 'processing') intent.status = 'succeeded';
    return ok({ object: 'list', data: found.map(toIntent), has_more: false, url: '/v1/payment_intents' });
  }

  function refund(form: URLSearchParams): FakeResponse {
    const intent = form.get('payment_intent') ?? '';
    const amount = Number(form.get('amount'));
    // The id contains the amount, so payments can be refunded after a restart. Earlier ids began with pi_standin.
    const paid = Number(/^pi_(?:fake|standin)_(\d+)_/.exec(intent)?.[1]);
    if (!paid) return failure(404, `No such payment_intent: '${intent}'`);
    if (disputed.get(intent)) return failure(400, 'This charge has been charged back.');
    const earlier = refunds.get(intent) ?? [];
    const before = earlier.reduce((sum, one) => sum + (one.status === 'failed' ? 0 : one.amount), 0);
    if (!Number.isSafeInteger(amount) || amount <= 0 || before + amount > paid) {
      return failure(400, 'Refund amount is greater than unrefunded amount on charge.');
    }
    const made: FakeRefund = {
      id: newId('re_fake'),
      object: 'refund',
      status: 'succeeded',
      amount,
      payment_intent: intent,
      metadata: { refund: form.get('metadata[refund]') ?? '' },
    };
    setWithLimit(refunds, intent, [...earlier, made]);
    const session = [...sessions.values()].find(one => one.intent === intent) ?? intents.get(intent);
    if (session) {
      const { currency, metadata } = session;
      const charge = { object: 'charge', payment_intent: intent, amount: paid, currency, metadata };
      announce('charge.refunded', { id: newId('ch_fake'), ...charge, amount_refunded: before + amount });
    }
    return ok(made);
  }

  function announce(type: string, object: object): void {
    const { id, object: kind, payment_intent: intent, status } = object as Record<string, unknown>;
    if (kind === 'refund' && typeof intent === 'string') {
      const made = refunds.get(intent) ?? [];
      const failed = made.map(one =>
        one.id === id && status !== 'succeeded' ? { ...one, status: 'failed' as const } : one,
      );
      setWithLimit(refunds, intent, failed);
    }
    if (kind === 'dispute' && typeof intent === 'string') setWithLimit(disputed, intent, status !== 'won');
    const created = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id: newId('evt_fake'), object: 'event', type, created, data: { object } });
    sendWebhook(body, { 'stripe-signature': signStripeWebhook(body, webhookSecret, created) });
  }

  const listMadeRefunds = (sessionId: string) =>
    (refunds.get(sessions.get(sessionId)?.intent ?? '') ?? []).filter(({ status }) => status === 'succeeded');

  return {
    name: 'stripe',
    announce,
    failRefunds(sessionId) {
      const currency = sessions.get(sessionId)?.currency;
      for (const made of listMadeRefunds(sessionId))
        announce('refund.failed', {
          ...made,
          currency,
          status: 'failed',
          failure_reason: 'expired_or_canceled_card',
        });
    },
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
      const { pathname, searchParams } = new URL(path, 'http://fake');
      if (method === 'GET' && pathname === '/v1/refunds') {
        const data = refunds.get(searchParams.get('payment_intent') ?? '') ?? [];
        return ok({ object: 'list', data, has_more: false, url: pathname });
      }
      if (pathname === '/v1/payment_intents') {
        if (method === 'GET') return listIntents(searchParams.get('customer'));
        return withIdempotencyKey(key, request, () => chargeCard(form));
      }
      const detaching = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(pathname)?.[1];
      if (detaching) {
        setWithLimit(detached, detaching, true);
        announce('payment_method.detached', { ...toPaymentMethod(detaching), customer: null });
        return ok({ ...toPaymentMethod(detaching), customer: null });
      }
      const intent = /^\/v1\/payment_intents\/(\w+)$/.exec(pathname)?.[1] ?? '';
      const paid = [...sessions.values()].find(one => one.intent === intent) ?? intents.get(intent);
      if (paid) return ok({ id: intent, object: 'payment_intent', metadata: paid.metadata });
      const [, id = '', isExpiring] = /^\/v1\/checkout\/sessions\/(\w+?)(\/expire)?$/.exec(pathname) ?? [];
      const session = sessions.get(id);
      if (!session) return failure(404, 'No such checkout.session.');
      if (!isExpiring) return ok(searchParams.size > 0 ? toExpandedSession(session) : toCheckoutSession(session));
      if (session.status !== 'open') return failure(400, 'Only open sessions can be expired.');
      session.status = 'expired';
      return ok(toCheckoutSession(session));
    },
    find(sessionId) {
      const session = sessions.get(sessionId);
      if (!session) return undefined;
      const { title, amount, currency, status, saves, returnTo, cancelTo } = session;
      const money = saves === 'setup' ? null : fromProviderUnits('stripe', amount, currency.toUpperCase());
      return {
        title,
        amount: saves === 'setup' ? '' : money ? formatMoney(money, { exact: true }) : `${amount} ${currency}`,
        open: status === 'open',
        isRefunded: listMadeRefunds(sessionId).length > 0,
        returnTo,
        cancelTo,
        ...(saves
          ? { cards: Object.fromEntries(Object.entries(fakeCards).map(([name, { label }]) => [name, label])) }
          : {}),
      };
    },
    pay(sessionId, { card, isSilent = false } = {}) {
      const session = sessions.get(sessionId);
      if (session?.status !== 'open') return;
      session.status = 'complete';
      if (session.saves) session.method = `pm_fake_${isFakeCard(card) ? card : 'ok'}_${randomBytes(8).toString('hex')}`;
      if (session.saves !== 'setup') session.intent = `pi_fake_${session.amount}_${randomBytes(8).toString('hex')}`;
      if (!isSilent) announce('checkout.session.completed', toCheckoutSession(session));
    },
  };
}

/** Returns the `Stripe-Signature` header of a webhook sent at `at` (Unix seconds). */
export function signStripeWebhook(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}
