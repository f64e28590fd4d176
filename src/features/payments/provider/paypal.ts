import type { IncomingHttpHeaders } from 'node:http';
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
import { createPaypalCalls, type PaypalCalls } from './paypal-calls.ts';

const amount = z.object({ currency_code: z.string(), value: z.string() });
const capture = z.object({ id: z.string(), status: z.string(), amount });
const order = z.object({
  id: z.string(),
  status: z.string(),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).default([]),
  purchase_units: z
    .array(z.object({ payments: z.object({ captures: z.array(capture).default([]) }).optional() }))
    .default([]),
});
type Order = z.infer<typeof order>;

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

/** Payments by PayPal (Orders, version 2). */
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
      const begun = order.parse(
        await calls.post('/v2/checkout/orders', key, {
          intent: 'CAPTURE',
          purchase_units: [
            { custom_id: key, description: title.slice(0, 127), amount: { currency_code: asked.currency, value } },
          ],
          payment_source: {
            paypal: {
              experience_context: {
                return_url: returnTo,
                cancel_url: cancelTo,
                user_action: 'PAY_NOW',
                shipping_preference: 'NO_SHIPPING',
              },
            },
          },
        }),
      );
      const page = begun.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
      if (!page) throw new ProviderTrouble('refused', 'PayPal gave no page to pay on.');
      return { reference: begun.id, address: page.href };
    },

    async find({ reference, key }) {
      const found = await findOrder(calls, reference);
      if (found?.status !== 'APPROVED') return stateOf(found);
      return takeMoney(calls, found, key);
    },

    async refund({ key, charge, amount: given }) {
      const value = toDecimal('paypal', given);
      if (value === null) throw new ProviderTrouble('refused', `PayPal takes no such amount of ${given.currency}.`);
      const body = { amount: { currency_code: given.currency, value } };
      const path = `/v2/payments/captures/${encodeURIComponent(charge)}/refund`;
      const refund = z.object({ id: z.string(), status: z.string() }).parse(await calls.post(path, key, body));
      if (refund.status === 'FAILED' || refund.status === 'CANCELLED') {
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
      const answer = await calls.postText(
        '/v1/notifications/verify-webhook-signature',
        `${question.slice(0, -1)},"webhook_event":${body}}`,
      );
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
  const found = z.object({ custom_id: z.string().optional() }).nullable();
  const { custom_id: key = null } = found.parse(await calls.find(`/v2/payments/captures/${charge}`)) ?? {};
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
async function findOrder(calls: PaypalCalls, reference: string): Promise<Order | null> {
  const found = await calls.find(`/v2/checkout/orders/${encodeURIComponent(reference)}`);
  return found === null ? null : order.parse(found);
}

/** Takes the money that a client agreed to pay. Asked twice, it is taken once. */
async function takeMoney(calls: PaypalCalls, { id }: Order, key: string): Promise<ProviderState> {
  try {
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
    return stateOf(order.parse(await calls.post(path, `${key}-capture`, {})));
  } catch (error) {
    if (!(error instanceof ProviderTrouble) || error.kind !== 'refused') throw error;
    // Whoever was quicker took it. Where the client's means were declined, they may choose others, so it stays open.
    const now = await findOrder(calls, id);
    return now?.status === 'APPROVED' ? { state: 'open' } : stateOf(now);
  }
}

function stateOf(found: Order | null): ProviderState {
  if (!found) return { state: 'failed', reason: 'It was not paid in time.' };
  if (found.status === 'VOIDED') return { state: 'failed', reason: 'It was called off at PayPal.' };
  const [taken] = found.purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
  if (!taken) return { state: 'open' };
  if (taken.status === 'DECLINED' || taken.status === 'FAILED') {
    return { state: 'failed', reason: 'PayPal declined the payment.' };
  }
  if (taken.status === 'PENDING') return { state: 'open' };
  return { state: 'paid', arrived: arrivedOf(taken) };
}

function arrivedOf({ id, amount: { value, currency_code: currency } }: z.infer<typeof capture>): ArrivedMoney {
  return { amount: fromDecimal('paypal', value, currency), told: `${value} ${currency}`, charge: id };
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
      return {
        id,
        reference: orderId,
        key,
        news: {
          state: 'paid',
          arrived: {
            amount: fromDecimal('paypal', value, currency),
            told: `${value} ${currency}`,
            charge: resource.id,
          },
        },
      };
    default:
      return { id, reference: null, key: null, news: null };
  }
}
