import type { IncomingHttpHeaders } from 'node:http';
import type { Order } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import {
  type ArrivedMoney,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderState,
  ProviderTrouble,
} from '#platform/api/payment-provider.ts';
import { fromDecimal, takesCurrency, toDecimal } from '../rules/provider-amounts.ts';
import type { PaypalSettings } from '../rules/settings.ts';
import { createPaypalCalls, type PaypalCalls } from './paypal-client.ts';

const amount = z.object({ currency_code: z.string(), value: z.string() });

const event = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string(),
  resource: z
    .object({
      id: z.string().optional(),
      custom_id: z.string().optional(),
      purchase_units: z.array(z.object({ custom_id: z.string().optional() })).optional(),
      amount: amount.partial().optional(),
      links: z.array(z.object({ href: z.string(), rel: z.string() })).optional(),
      seller_payable_breakdown: z.object({ total_refunded_amount: amount.partial().optional() }).partial().optional(),
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: z.string() }).partial() })
        .partial()
        .optional(),
    })
    .optional(),
});
type Told = z.infer<typeof event>;

/** What is signed besides the body, by the names of the question and of the headers (Webhooks, "verify-webhook-signature"). */
const SIGNED = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

/** Asks for an answer with all that is known (PayPal, "Prefer"). */
const WHOLE = 'return=representation';

/** Payments by PayPal (Orders, version 2), by its SDK. */
export function createPaypal(
  settings: PaypalSettings,
  { standIn, fetch }: { readonly standIn: boolean; readonly fetch?: typeof globalThis.fetch },
): PaymentProvider {
  const calls = createPaypalCalls(settings, fetch);
  return {
    name: 'paypal',
    label: 'PayPal',
    standIn,
    takes: currency => takesCurrency('paypal', currency),

    async begin({ key, amount: asked, title, returnTo, cancelTo }) {
      const value = toDecimal('paypal', asked);
      if (value === null) throw new ProviderTrouble('refused', `PayPal takes no such amount of ${asked.currency}.`);
      const { id, links } = await calls.ask(({ orders, words }) =>
        orders.createOrder({
          paypalRequestId: key,
          prefer: WHOLE,
          body: {
            intent: words.CheckoutPaymentIntent.Capture,
            purchaseUnits: [
              { customId: key, description: title.slice(0, 127), amount: { currencyCode: asked.currency, value } },
            ],
            paymentSource: {
              paypal: {
                experienceContext: {
                  returnUrl: returnTo,
                  cancelUrl: cancelTo,
                  userAction: words.PaypalExperienceUserAction.PayNow,
                  shippingPreference: words.PaypalWalletContextShippingPreference.NoShipping,
                },
              },
            },
          },
        }),
      );
      const page = links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
      if (!id || !page) throw new ProviderTrouble('refused', 'PayPal gave no page to pay on.');
      return { reference: id, address: page.href };
    },

    async find({ reference, key }) {
      const found = await findOrder(calls, reference);
      return isApproved(found) ? takeMoney(calls, reference, key) : stateOf(found);
    },

    async refund({ key, charge, amount: given }) {
      const value = toDecimal('paypal', given);
      if (value === null) throw new ProviderTrouble('refused', `PayPal takes no such amount of ${given.currency}.`);
      const refund = await calls.ask(({ payments }) =>
        payments.refundCapturedPayment({
          captureId: charge,
          paypalRequestId: key,
          prefer: WHOLE,
          body: { amount: { currencyCode: given.currency, value } },
        }),
      );
      const status: string | undefined = refund.status;
      if (!refund.id || status === 'FAILED' || status === 'CANCELLED') {
        throw new ProviderTrouble('refused', 'PayPal could not give it back.');
      }
      return { reference: refund.id };
    },

    async readEvent(body, headers) {
      const told = readBody(body);
      const signed = told && signedBy(headers);
      if (!told || !signed) return null;
      // The body goes back as it came: written anew it might be other bytes than those that were signed.
      const question = JSON.stringify({ ...signed, webhook_id: settings.webhookId });
      const asked = `${question.slice(0, -1)},"webhook_event":${body}}`;
      const answer = await calls.ask(({ post }) => post('/v1/notifications/verify-webhook-signature', asked));
      const { verification_status: status } = z.object({ verification_status: z.string() }).parse(answer);
      if (status !== 'SUCCESS') return null;
      return LEAVING.has(told.event_type) ? leavingOf(calls, told) : eventOf(told);
    },
  };
}

/** Money that left: given back by us or by the owner, or taken back by PayPal, for a dispute for example. */
const LEAVING: ReadonlySet<string> = new Set(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED']);

/** What it is about is a refund, which names its capture by a link; the capture tells which payment of ours it was. */
async function leavingOf(calls: PaypalCalls, { id, event_type: type, resource }: Told): Promise<ProviderEvent> {
  const up = resource?.links?.find(({ rel }) => rel === 'up')?.href ?? '';
  const charge = /\/captures\/([\w-]+)$/.exec(up)?.[1];
  if (!resource?.id || !charge) return { id, reference: null, key: null, news: null };
  const found = await calls.find(({ payments }) => payments.getCapturedPayment({ captureId: charge }));
  const key = found?.customId ?? null;
  const about = { id, reference: null, key, charge };
  const moneyOf = (said: { value?: string | undefined; currency_code?: string | undefined } = {}) =>
    fromDecimal('paypal', said.value ?? '', said.currency_code ?? '');
  if (type === 'PAYMENT.CAPTURE.REVERSED') {
    const news = { state: 'disputed', dispute: resource.id, amount: moneyOf(resource.amount), money: 'taken' } as const;
    return { ...about, news };
  }
  const total = resource.seller_payable_breakdown?.total_refunded_amount ?? resource.amount;
  return { ...about, news: { state: 'returned', total: moneyOf(total) } };
}

/** An order; null where PayPal has forgotten it. */
const findOrder = (calls: PaypalCalls, id: string) => calls.find(({ orders }) => orders.getOrder({ id }));

/** Takes the money that a client agreed to pay. Asked twice, it is taken once. */
async function takeMoney(calls: PaypalCalls, id: string, key: string): Promise<ProviderState> {
  try {
    const request = { id, paypalRequestId: `${key}-capture`, prefer: WHOLE, body: {} };
    return stateOf(await calls.ask(({ orders }) => orders.captureOrder(request)));
  } catch (error) {
    if (!(error instanceof ProviderTrouble) || error.kind !== 'refused') throw error;
    // Whoever was quicker took it. Where the client's means were declined, they may choose others, so it stays open.
    const now = await findOrder(calls, id);
    return isApproved(now) ? { state: 'open' } : stateOf(now);
  }
}

function isApproved(order: Order | null): boolean {
  const status: string | undefined = order?.status;
  return status === 'APPROVED';
}

function stateOf(order: Order | null): ProviderState {
  if (!order) return { state: 'failed', reason: 'It was not paid in time.' };
  const status: string | undefined = order.status;
  if (status === 'VOIDED') return { state: 'failed', reason: 'It was called off at PayPal.' };
  const [taken] = order.purchaseUnits?.flatMap(({ payments }) => payments?.captures ?? []) ?? [];
  const taking: string | undefined = taken?.status;
  if (taking === 'DECLINED' || taking === 'FAILED') return { state: 'failed', reason: 'PayPal declined the payment.' };
  if (!taken?.id || !taken.amount || taking === 'PENDING') return { state: 'open' };
  return { state: 'paid', arrived: arrivedOf(taken.id, taken.amount.value, taken.amount.currencyCode) };
}

function arrivedOf(charge: string, value: string, currency: string): ArrivedMoney {
  return { amount: fromDecimal('paypal', value, currency), told: `${value} ${currency}`, charge };
}

function readBody(body: string): Told | null {
  try {
    return event.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

function signedBy(headers: IncomingHttpHeaders): Record<string, string> | null {
  const entries = Object.entries(SIGNED).map(([name, header]) => [name, headers[header]] as const);
  const given = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
  return given.length === entries.length ? Object.fromEntries(given) : null;
}

function eventOf({ id, event_type: type, resource }: Told): ProviderEvent {
  const orderId = resource?.supplementary_data?.related_ids?.order_id ?? null;
  const key = resource?.custom_id ?? resource?.purchase_units?.[0]?.custom_id ?? null;
  const { value, currency_code: currency } = resource?.amount ?? {};
  switch (type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return { id, reference: resource?.id ?? null, key, news: { state: 'ask' } };
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED':
      return { id, reference: orderId, key, news: { state: 'failed', reason: 'PayPal took the payment back.' } };
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return { id, reference: orderId, key, news: { state: 'failed', reason: 'PayPal declined the payment.' } };
    case 'PAYMENT.CAPTURE.COMPLETED':
      if (!resource?.id || !value || !currency) return { id, reference: null, key: null, news: null };
      return { id, reference: orderId, key, news: { state: 'paid', arrived: arrivedOf(resource.id, value, currency) } };
    default:
      return { id, reference: null, key: null, news: null };
  }
}
