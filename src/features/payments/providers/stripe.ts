import type { Stripe } from 'stripe';
import type { Money } from '#shared/money.ts';
import {
  type PaymentProvider,
  type ProviderEvent,
  type ProviderPaymentStatus,
  ProviderError,
  type StripeSettings,
} from '../rules/payment-provider.ts';
import { fromProviderUnits, providerUnitsText, toProviderUnits } from '../rules/provider-amounts.ts';
import { createStripeCards, savingCheckout, toCardChange } from './stripe-cards.ts';
import { findMissingEvents } from './webhook-events.ts';

/** Milliseconds per call, and how often the SDK retries it under the same idempotency key. */
const TIMEOUT = 10_000;
const RETRIES = 1;

/** Checkout Session events that settle a payment; all others are ignored. */
const SETTLING = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]);

/** Events after which the status of an automatic charge is requested. */
const CHARGED = new Set(['payment_intent.succeeded', 'payment_intent.payment_failed']);

const FUNDS_REINSTATED = 'charge.dispute.funds_reinstated';

/** Events about disputes that move money or are their outcome (Stripe, "Disputes"). */
const DISPUTED = new Set([
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  FUNDS_REINSTATED,
  'charge.dispute.closed',
]);

/** Events about a refund that may have failed, sometimes days later. Older accounts get only the last one. */
const REFUND_UPDATES = new Set(['refund.failed', 'refund.updated', 'charge.refund.updated']);

/** Creates the provider of card payments on Stripe Checkout. The SDK is loaded on first use. */
export function createStripeProvider(
  { secretKey, webhookSecret, host }: StripeSettings,
  { isFake, fetch }: { readonly isFake: boolean; readonly fetch?: typeof globalThis.fetch },
): PaymentProvider {
  let clientPromise: Promise<Stripe> | undefined;
  const getClient = () => (clientPromise ??= openClient(secretKey, host, fetch));

  /** Calls Stripe and maps its errors to ProviderError. */
  async function callStripe<Answer>(call: (stripe: Stripe) => Promise<Answer>): Promise<Answer> {
    const stripe = await getClient();
    try {
      return await call(stripe);
    } catch (error) {
      throw toProviderError(error) ?? error;
    }
  }

  /**
   * Returns the key of the disputed payment, which the event does not contain; null if the payment is not from this
   * site.
   */
  async function findDisputeKey({ data }: Stripe.Event): Promise<string | null> {
    const intent = idOf((data.object as Stripe.Dispute).payment_intent);
    if (intent === null) return null;
    try {
      return (await callStripe(stripe => stripe.paymentIntents.retrieve(intent))).metadata.payment ?? null;
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'rejected') return null;
      throw error;
    }
  }

  const listRefunds = (charge: string) =>
    callStripe(stripe => stripe.refunds.list({ payment_intent: charge, limit: 100 }));

  /** Returns a refund that was already made. Stripe stores idempotency keys for 24 hours, but retries go on longer. */
  async function findRefund(charge: string, key: string): Promise<Stripe.Refund | undefined> {
    const { data } = await listRefunds(charge);
    return data.find(({ metadata }) => metadata?.refund === key);
  }

  /** Reads an event about a charge's refunds. Its total may include refunds that have failed since. */
  async function toRefunded(event: Stripe.Event): Promise<ProviderEvent> {
    const {
      payment_intent: intent,
      metadata,
      amount_refunded: reported,
      currency,
    } = event.data.object as Stripe.Charge;
    const charge = idOf(intent);
    const made = charge === null ? [] : await listRefundsIfKnown(charge);
    const kept = made.filter(refund => !hasFailed(refund));
    const total = kept.length === made.length ? reported : kept.reduce((sum, { amount }) => sum + amount, 0);
    const about = { id: event.id, reference: null, key: metadata.payment ?? null, charge };
    return { ...about, change: { state: 'refunded', total: toMoney(total, currency) } };
  }

  async function listRefundsIfKnown(charge: string): Promise<Stripe.Refund[]> {
    try {
      return (await listRefunds(charge)).data;
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'rejected') return [];
      throw error;
    }
  }

  return {
    cards: createStripeCards({ callStripe, toUnits, toReceived, toStatus }),
    name: 'stripe',
    label: 'Card',
    isFake,
    keyProblem: isFake ? undefined : findKeyProblem(secretKey, webhookSecret),

    async createCheckout({ key, amount, title, email, returnTo, cancelTo, savesCard }) {
      const currency = amount.currency.toLowerCase();
      const price = { currency, unit_amount: toUnits(amount), product_data: { name: title } };
      const session = await callStripe(stripe =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: key,
            metadata: { payment: key },
            payment_intent_data: {
              description: title,
              metadata: { payment: key },
              ...(savesCard ? { setup_future_usage: 'off_session' } : {}),
            },
            ...(savesCard ? savingCheckout : {}),
            line_items: [{ quantity: 1, price_data: price }],
            ...(email ? { customer_email: email } : {}),
            success_url: returnTo,
            cancel_url: cancelTo,
          },
          { idempotencyKey: key },
        ),
      );
      if (!session.url) throw new ProviderError('rejected', 'Stripe returned no payment page.');
      return { reference: session.id, redirectUrl: session.url };
    },

    async getStatus({ reference }) {
      try {
        return toStatus(await callStripe(stripe => stripe.checkout.sessions.retrieve(reference)));
      } catch (error) {
        if (error instanceof ProviderError && error.kind === 'rejected') {
          return { state: 'failed', reason: 'Stripe couldn’t find the payment.' };
        }
        throw error;
      }
    },

    async refund({ key, charge, amount }) {
      const units = toUnits(amount);
      const made = await findRefund(charge, key);
      const refund =
        made ??
        (await callStripe(stripe =>
          stripe.refunds.create(
            { payment_intent: charge, amount: units, metadata: { refund: key } },
            { idempotencyKey: key },
          ),
        ));
      if (hasFailed(refund)) {
        throw new ProviderError(
          'rejected',
          `Stripe couldn’t complete the refund: ${refund.failure_reason ?? refund.status}.`,
        );
      }
      return { reference: refund.id };
    },

    async parseWebhook(body, headers) {
      const stripe = await getClient();
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') return null;
      try {
        // The SDK accepts timestamps in the future. That is harmless, because event ids are stored permanently.
        const event = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret);
        if (event.type === 'charge.refunded') return await toRefunded(event);
        return DISPUTED.has(event.type) ? toDispute(event, await findDisputeKey(event)) : toEvent(event);
      } catch (error) {
        if (error instanceof Error && (error as { type?: unknown }).type === 'StripeSignatureVerificationError') {
          return null;
        }
        throw error;
      }
    },

    async listMissingEvents(webhookUrl) {
      const { data } = await callStripe(stripe => stripe.webhookEndpoints.list({ limit: 100 }));
      const enabled = data.filter(({ url, status }) => url === webhookUrl && status === 'enabled');
      return enabled.length === 0
        ? []
        : findMissingEvents(
            'stripe',
            enabled.flatMap(one => one.enabled_events),
          );
    },
  };
}

async function openClient(secretKey: string, host?: string, fetch?: typeof globalThis.fetch): Promise<Stripe> {
  const { Stripe: Client } = await import('stripe');
  const url = host === undefined ? undefined : new URL(host);
  return new Client(secretKey, {
    timeout: TIMEOUT,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(fetch ? { httpClient: Client.createFetchHttpClient(fetch) } : {}),
    ...(url
      ? {
          host: url.hostname,
          port: url.port || (url.protocol === 'https:' ? '443' : '80'),
          protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  });
}

function toUnits(amount: Money): number {
  const units = toProviderUnits('stripe', amount);
  if (units === null) throw new ProviderError('rejected', `Stripe can’t process this amount in ${amount.currency}.`);
  return units;
}

function toStatus(session: Stripe.Checkout.Session): ProviderPaymentStatus {
  const { status, payment_status: paid, amount_total: total, currency, payment_intent: intent } = session;
  if (paid === 'paid') return toReceived(total, currency, idOf(intent) ?? '');
  if (status === 'expired') return { state: 'failed', reason: 'The payment wasn’t completed in time.' };
  // Bank debits take days.
  if (status === 'complete') return { state: 'processing', reason: 'The client’s bank hasn’t sent the money yet.' };
  return { state: 'open' };
}

function toReceived(units: number | null, currency: string | null, charge: string) {
  const code = (currency ?? '').toUpperCase();
  const received = {
    amount: units === null ? null : fromProviderUnits('stripe', units, code),
    rawAmount: units === null ? code : providerUnitsText('stripe', units, code),
    charge,
  };
  return { state: 'paid', received } as const;
}

const idOf = (object: string | { readonly id: string } | null) =>
  typeof object === 'string' ? object : (object?.id ?? null);

const toMoney = (units: number, currency: string) => fromProviderUnits('stripe', units, currency.toUpperCase());

function toDispute({ id, type, data }: Stripe.Event, key: string | null): ProviderEvent {
  const { id: dispute, payment_intent: intent, amount, currency, status } = data.object as Stripe.Dispute;
  const about = { id, reference: null, key, charge: idOf(intent) };
  // An inquiry moves no money.
  if (status.startsWith('warning') || status === 'prevented') return { ...about, change: null };
  const isWon = status === 'won' || type === FUNDS_REINSTATED;
  const outcome = isWon ? 'won' : status === 'lost' ? 'lost' : null;
  return { ...about, change: { state: 'disputed', dispute, amount: toMoney(amount, currency), outcome } };
}

const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';

function toRefundUpdate({ id, data }: Stripe.Event): ProviderEvent {
  const refund = data.object as Stripe.Refund;
  const { payment_intent: intent, amount, currency, metadata, status, failure_reason: reason } = refund;
  const about = { id, reference: null, key: null, charge: idOf(intent) };
  if (!hasFailed(refund)) return { ...about, change: null };
  const refundKey = metadata?.refund ?? null;
  const failure = { refund: refund.id, refundKey, amount: toMoney(amount, currency) };
  return { ...about, change: { state: 'refund_failed', ...failure, reason: reason ?? status } };
}

function toEvent(event: Stripe.Event): ProviderEvent {
  if (REFUND_UPDATES.has(event.type)) return toRefundUpdate(event);
  const card = toCardChange(event);
  if (card) return { id: event.id, reference: null, key: null, change: null, card };
  if (CHARGED.has(event.type)) {
    const { id, metadata } = event.data.object as Stripe.PaymentIntent;
    // Checkout makes PaymentIntents, too. Its own events settle those.
    const change = metadata.attempt ? ({ state: 'requires_refresh' } as const) : null;
    return { id: event.id, reference: id, key: metadata.payment ?? null, change };
  }
  if (!SETTLING.has(event.type)) return { id: event.id, reference: null, key: null, change: null };
  const session = event.data.object as Stripe.Checkout.Session;
  const change: ProviderPaymentStatus =
    event.type === 'checkout.session.async_payment_failed'
      ? { state: 'failed', reason: 'The payment was declined.' }
      : toStatus(session);
  return { id: event.id, reference: session.id, key: session.metadata?.payment ?? null, change };
}

/** Maps an SDK error to a ProviderError; undefined for other errors. */
function toProviderError(error: unknown): ProviderError | undefined {
  if (!(error instanceof Error) || !('type' in error)) return undefined;
  const { type, message } = error as { type: unknown; message: string };
  if (type === 'StripeInvalidRequestError' || type === 'StripeCardError')
    return new ProviderError('rejected', message, { cause: error });
  if (type === 'StripeConnectionError') return new ProviderError('unavailable', `Couldn’t reach Stripe: ${message}`);
  if (typeof type === 'string' && type.startsWith('Stripe'))
    return new ProviderError('unavailable', `${type}: ${message}`);
  return undefined;
}

function findKeyProblem(secretKey: string, webhookSecret: string): string | undefined {
  if (!/^[sr]k_(?:live|test)_/.test(secretKey)) return 'STRIPE_SECRET_KEY doesn’t look like a secret key (sk_live_…).';
  if (!webhookSecret.startsWith('whsec_')) return 'STRIPE_WEBHOOK_SECRET doesn’t look like a signing secret (whsec_…).';
  return secretKey.includes('k_test_') ? 'STRIPE_SECRET_KEY is a test key, so clients aren’t charged.' : undefined;
}
