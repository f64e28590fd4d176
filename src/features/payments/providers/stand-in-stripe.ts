import { createHmac, randomBytes } from 'node:crypto';
import { formatMoney } from '#shared/money.ts';
import { fromProviderUnits } from '../rules/provider-amounts.ts';
import { standInKeys, type StripeSettings } from '../rules/provider-keys.ts';
import { createOnce, type PlayedProvider, remember, type StandInAnswer, type StandInStage } from './stand-in.ts';

interface PlayedSession {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly returnTo: string;
  readonly cancelTo: string;
  intent: string | null;
}

const ok = (body: unknown): StandInAnswer => ({ status: 200, body });
const refusal = (status: number, message: string, type = 'invalid_request_error'): StandInAnswer => ({
  status,
  body: { error: { type, message } },
});

const id = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Plays what the site uses of Stripe: Checkout Sessions with their page, refunds, and signed news. */
export function playStripe(
  { address, tell }: StandInStage,
  { secretKey, webhookSecret }: StripeSettings = standInKeys.stripe,
): PlayedProvider {
  const sessions = new Map<string, PlayedSession>();
  const refunded = new Map<string, number>();
  const disputed = new Map<string, boolean>();
  const once = createOnce(
    refusal(400, 'Keys for idempotent requests can only be used with the same parameters.', 'idempotency_error'),
  );

  const written = (session: PlayedSession) => ({
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

  function begin(form: URLSearchParams): StandInAnswer {
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'));
    if (!Number.isSafeInteger(amount) || amount < 50) return refusal(400, 'The amount is below the smallest one.');
    const session: PlayedSession = {
      id: id('cs_standin'),
      title: form.get('line_items[0][price_data][product_data][name]') ?? '',
      amount,
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: { payment: form.get('metadata[payment]') ?? '' },
      returnTo: form.get('success_url') ?? '',
      cancelTo: form.get('cancel_url') ?? '',
      intent: null,
    };
    remember(sessions, session.id, session);
    return ok(written(session));
  }

  function refund(form: URLSearchParams): StandInAnswer {
    const intent = form.get('payment_intent') ?? '';
    const amount = Number(form.get('amount'));
    // An id holds its amount, so that money can be given back after the site was started anew.
    const paid = Number(/^pi_standin_(\d+)_/.exec(intent)?.[1]);
    if (!paid) return refusal(404, `No such payment_intent: '${intent}'`);
    if (disputed.get(intent)) return refusal(400, 'This charge has been charged back.');
    const before = refunded.get(intent) ?? 0;
    if (!Number.isSafeInteger(amount) || amount <= 0 || before + amount > paid) {
      return refusal(400, 'Refund amount is greater than unrefunded amount on charge.');
    }
    remember(refunded, intent, before + amount);
    const session = [...sessions.values()].find(one => one.intent === intent);
    if (session) {
      const { currency, metadata } = session;
      const charge = { object: 'charge', payment_intent: intent, amount: paid, currency, metadata };
      announce('charge.refunded', { id: id('ch_standin'), ...charge, amount_refunded: before + amount });
    }
    return ok({ id: id('re_standin'), object: 'refund', status: 'succeeded', amount, payment_intent: intent });
  }

  function announce(type: string, object: object): void {
    const { object: kind, payment_intent: intent, status } = object as Record<string, unknown>;
    if (kind === 'dispute' && typeof intent === 'string') remember(disputed, intent, status !== 'won');
    const created = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id: id('evt_standin'), object: 'event', type, created, data: { object } });
    tell(body, { 'stripe-signature': signAsStripe(body, webhookSecret, created) });
  }

  return {
    name: 'stripe',
    announce,
    label: 'Stripe',
    answer(call) {
      const { method, path, headers, body } = call;
      if (headers.authorization !== `Bearer ${secretKey}`) return refusal(401, 'Invalid API Key provided.');
      const key = headers['idempotency-key'] as string | undefined;
      const form = new URLSearchParams(body);
      if (method === 'POST' && path === '/v1/checkout/sessions') return once(key, call, () => begin(form));
      if (method === 'POST' && path === '/v1/refunds') return once(key, call, () => refund(form));
      const intent = /^\/v1\/payment_intents\/(\w+)$/.exec(path)?.[1];
      const paid = intent === undefined ? undefined : [...sessions.values()].find(one => one.intent === intent);
      if (paid) return ok({ id: intent, object: 'payment_intent', metadata: paid.metadata });
      const session = sessions.get(/^\/v1\/checkout\/sessions\/(\w+)$/.exec(path)?.[1] ?? '');
      return method === 'GET' && session ? ok(written(session)) : refusal(404, 'No such checkout.session.');
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
      session.intent = `pi_standin_${session.amount}_${randomBytes(8).toString('hex')}`;
      announce('checkout.session.completed', written(session));
    },
  };
}

/** The `Stripe-Signature` of a body, as Stripe's documentation tells how to check it. */
export function signAsStripe(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}
