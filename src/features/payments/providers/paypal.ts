import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { parseJson } from '#shared/parse-json.ts';
import type { Money } from '#shared/money.ts';
import { ownValue } from '#shared/own-value.ts';
import {
  type ReceivedMoney,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderPaymentStatus,
  ProviderError,
  type PaypalSettings,
} from '../rules/payment-provider.ts';
import { fromProviderDecimal, toProviderDecimal } from '../rules/provider-amounts.ts';
import { createPaypalClient, type PaypalClient } from './paypal-client.ts';
import { findMissingEvents } from './webhook-events.ts';

const amount = z.object({ currency_code: z.string(), value: z.string() });

const statusDetails = z.object({ reason: z.string() }).partial();

const link = z.object({ href: z.string(), rel: z.string() });

const orderSchema = z.object({
  id: z.string(),
  status: z.string().optional(),
  links: z.array(link).optional(),
  purchase_units: z
    .array(
      z.object({
        payments: z
          .object({
            captures: z.array(
              z.object({
                id: z.string(),
                status: z.string().optional(),
                status_details: statusDetails.optional(),
                amount: amount.optional(),
              }),
            ),
          })
          .partial()
          .optional(),
      }),
    )
    .optional(),
});
type Order = z.infer<typeof orderSchema>;

const refundSchema = z.object({ id: z.string(), status: z.string().optional() });

const captureSchema = z.object({ custom_id: z.string().optional() });

const webhookSchema = z.object({ event_types: z.array(z.object({ name: z.string() })) });

const verificationSchema = z.object({ verification_status: z.string() });

const event = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string(),
  resource: z
    .object({
      id: z.string().optional(),
      order_id: z.string().optional(),
      custom_id: z.string().optional(),
      purchase_units: z.array(z.object({ custom_id: z.string().optional() })).optional(),
      amount: amount.partial().optional(),
      links: z.array(link).optional(),
      status_details: statusDetails.optional(),
      seller_payable_breakdown: z.object({ total_refunded_amount: amount.partial().optional() }).partial().optional(),
      dispute_id: z.string().optional(),
      disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() }).partial()).optional(),
      dispute_outcome: z.object({ outcome_code: z.string() }).partial().optional(),
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: z.string() }).partial() })
        .partial()
        .optional(),
    })
    .optional(),
});
type Webhook = z.infer<typeof event>;

/** Signed values in addition to the body: request field by header name (Webhooks, "verify-webhook-signature"). */
const SIGNED = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

/** Creates the provider that takes payments through PayPal (Orders v2, Payments v2). */
export function createPaypalProvider(
  settings: PaypalSettings,
  { isFake, fetch }: { readonly isFake: boolean; readonly fetch?: typeof globalThis.fetch },
): PaymentProvider {
  const client = createPaypalClient(settings, fetch);
  return {
    name: 'paypal',
    label: 'PayPal',
    isFake,
    keyProblem:
      !isFake && settings.host.includes('sandbox')
        ? 'PAYPAL_HOST is the sandbox, so clients aren’t charged.'
        : undefined,

    async createCheckout({ key, amount: price, title, returnTo, cancelTo }) {
      const { id, links } = await client.post('/v2/checkout/orders', orderSchema, {
        requestId: key,
        body: {
          intent: 'CAPTURE',
          purchase_units: [{ amount: toPaypalAmount(price), description: title.slice(0, 127), custom_id: key }],
          payment_source: {
            paypal: {
              experience_context: {
                shipping_preference: 'NO_SHIPPING',
                return_url: returnTo,
                cancel_url: cancelTo,
                user_action: 'PAY_NOW',
              },
            },
          },
        },
      });
      const page = links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
      if (!page) throw new ProviderError('rejected', 'PayPal returned no payment page.');
      return { reference: id, redirectUrl: page.href };
    },

    async getStatus({ reference, key, isDue }) {
      const found = await findOrder(client, reference);
      if (!isApproved(found)) return toStatus(found);
      return isDue ? captureOrder(client, reference, key) : notDue;
    },

    async refund({ key, charge, amount: money }) {
      const refund = await client.post(`/v2/payments/captures/${encodeURIComponent(charge)}/refund`, refundSchema, {
        requestId: key,
        body: { amount: toPaypalAmount(money) },
      });
      if (refund.status === 'FAILED' || refund.status === 'CANCELLED') {
        throw new ProviderError('rejected', 'PayPal couldn’t complete the refund.');
      }
      return { reference: refund.id };
    },

    async parseWebhook(body, headers) {
      const { data: parsed } = event.safeParse(parseJson(body));
      const signature = parsed && readSignature(headers);
      if (!parsed || !signature) return null;
      // Send the body unchanged: serializing it again could change the signed bytes.
      const request = JSON.stringify({ ...signature, webhook_id: settings.webhookId });
      const { verification_status: status } = await client.post(
        '/v1/notifications/verify-webhook-signature',
        verificationSchema,
        { body: `${request.slice(0, -1)},"webhook_event":${body}}` },
      );
      if (status !== 'SUCCESS') return null;
      if (REVERSALS.has(parsed.event_type)) return toReversal(client, parsed);
      return parsed.event_type === 'CUSTOMER.DISPUTE.RESOLVED' ? toResolution(parsed) : toEvent(parsed);
    },

    async listMissingEvents() {
      const id = encodeURIComponent(settings.webhookId);
      const webhook = await client.get(`/v1/notifications/webhooks/${id}`, webhookSchema);
      return webhook
        ? findMissingEvents(
            'paypal',
            webhook.event_types.map(({ name }) => name),
          )
        : [];
    },
  };
}

function toPaypalAmount(money: Money) {
  const value = toProviderDecimal('paypal', money);
  if (value === null) throw new ProviderError('rejected', `PayPal can’t process this amount in ${money.currency}.`);
  return { currency_code: money.currency, value };
}

/** Events of refunded money, of failed refunds, and of money reversed by PayPal, for example in a dispute. */
const REVERSALS: ReadonlySet<string> = new Set([
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.REFUND.FAILED',
]);

/** Reads an event about a refund. It links to its capture, which identifies the payment. */
async function toReversal(client: PaypalClient, { id, event_type: type, resource }: Webhook): Promise<ProviderEvent> {
  const up = resource?.links?.find(({ rel }) => rel === 'up')?.href ?? '';
  const charge = /\/captures\/([\w-]+)$/.exec(up)?.[1];
  if (!resource?.id || !charge) return { id, reference: null, key: null, change: null };
  const found = await client.get(`/v2/payments/captures/${charge}`, captureSchema);
  const key = found?.custom_id ?? null;
  const about = { id, reference: null, key, charge };
  const isReversed = type === 'PAYMENT.CAPTURE.REVERSED';
  const isFailed = type === 'PAYMENT.REFUND.FAILED';
  const reported =
    (isReversed || isFailed ? null : resource.seller_payable_breakdown?.total_refunded_amount) ?? resource.amount;
  const money = fromProviderDecimal('paypal', reported?.value ?? '', reported?.currency_code ?? '');
  if (isFailed) {
    const reason = resource.status_details?.reason ?? null;
    const failure = { refund: resource.id, refundKey: null, amount: money, reason };
    return { ...about, change: { state: 'refund_failed', ...failure } };
  }
  if (!isReversed) return { ...about, change: { state: 'refunded', total: money } };
  return { ...about, change: { state: 'disputed', dispute: resource.id, amount: money, outcome: null } };
}

/** Returns an order; null if PayPal no longer has it. */
const findOrder = (client: PaypalClient, id: string) => client.get(orderPath(id), orderSchema);

const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;

/** Captures an approved order; repeated calls capture once. */
async function captureOrder(client: PaypalClient, id: string, key: string): Promise<ProviderPaymentStatus> {
  try {
    const options = { requestId: `${key}-capture`, body: {} };
    return toStatus(await client.post(`${orderPath(id)}/capture`, orderSchema, options));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
    // Another request may have captured it.
    const status = toStatus(await findOrder(client, id));
    // Capturing again with the same key would repeat the refusal, so the client needs another order.
    return status.state === 'open' && DECLINED.has(String(error.cause)) ? declined : status;
  }
}

/** Issues for which PayPal refuses a capture until the client pays in another way. */
const DECLINED: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_REFUSED',
]);

const declined: ProviderPaymentStatus = { state: 'failed', reason: 'PayPal declined the payment.' };

const notDue: ProviderPaymentStatus = {
  state: 'failed',
  reason: 'The invoice was already paid, so the client wasn’t charged again.',
};

/** Why PayPal holds the money of a capture (Payments v2, "capture_status_details"), for the owner. */
const HOLDS: Readonly<Record<string, string>> = {
  BUYER_COMPLAINT: 'The client opened a dispute about this payment at PayPal.',
  CHARGEBACK: 'The client disputed this payment at their bank or card issuer.',
  DECLINED_BY_RISK_FRAUD_FILTERS: 'The fraud filters of your PayPal account stopped this payment. Review it there.',
  ECHECK: 'The client paid by eCheck, which takes a few days to clear.',
  INTERNATIONAL_WITHDRAWAL: 'Accept or deny this payment in your PayPal account.',
  PENDING_REVIEW: 'PayPal is reviewing this payment.',
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION:
    'Accept or deny this payment in your PayPal account, for example because of its currency.',
  TRANSACTION_APPROVED_AWAITING_FUNDING: 'The client still has to send the money to PayPal.',
  UNILATERAL: 'Your email address isn’t confirmed at PayPal. Confirm it there to receive this payment.',
  VERIFICATION_REQUIRED: 'Verify your PayPal account to receive this payment.',
};

const toProcessing = (reason = ''): ProviderPaymentStatus => ({
  state: 'processing',
  reason: ownValue(HOLDS, reason) ?? 'PayPal is holding this payment. Your PayPal account shows why.',
});

const isApproved = (order: Order | null) => order?.status === 'APPROVED';

function toStatus(order: Order | null): ProviderPaymentStatus {
  if (!order) return { state: 'failed', reason: 'The payment wasn’t completed in time.' };
  if (order.status === 'VOIDED') return { state: 'failed', reason: 'The payment was canceled at PayPal.' };
  const [capture] = order.purchase_units?.flatMap(({ payments }) => payments?.captures ?? []) ?? [];
  if (capture?.status === 'DECLINED' || capture?.status === 'FAILED') return declined;
  if (capture?.status === 'PENDING') return toProcessing(capture.status_details?.reason);
  if (!capture?.amount) return { state: 'open' };
  return { state: 'paid', received: toReceived(capture.id, capture.amount.value, capture.amount.currency_code) };
}

function toReceived(charge: string, value: string, currency: string): ReceivedMoney {
  return { amount: fromProviderDecimal('paypal', value, currency), rawAmount: `${value} ${currency}`, charge };
}

function readSignature(headers: IncomingHttpHeaders): Record<string, string> | null {
  const entries = Object.entries(SIGNED).map(([name, header]) => [name, headers[header]] as const);
  const found = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
  return found.length === entries.length ? Object.fromEntries(found) : null;
}

/** Outcomes that say who has the money; the others can mean both. */
const OUTCOMES: Readonly<Record<string, 'won' | 'lost'>> = {
  RESOLVED_SELLER_FAVOUR: 'won',
  CANCELED_BY_BUYER: 'won',
  RESOLVED_BUYER_FAVOUR: 'lost',
};

/** Reads the outcome of a dispute, which names the disputed capture. */
function toResolution({ id, resource }: Webhook): ProviderEvent {
  const charge = resource?.disputed_transactions?.[0]?.seller_transaction_id ?? null;
  const dispute = resource?.dispute_id;
  const outcome = ownValue(OUTCOMES, resource?.dispute_outcome?.outcome_code ?? '');
  const change = dispute && outcome ? ({ state: 'dispute_resolved', dispute, outcome } as const) : null;
  return { id, reference: null, key: null, charge, change };
}

function toEvent({ id, event_type: type, resource }: Webhook): ProviderEvent {
  const reference = resource?.supplementary_data?.related_ids?.order_id ?? resource?.order_id ?? null;
  const key = resource?.custom_id ?? resource?.purchase_units?.[0]?.custom_id ?? null;
  const about = { id, reference, key };
  const { value, currency_code: currency } = resource?.amount ?? {};
  switch (type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return { id, reference: resource?.id ?? null, key, change: { state: 'requires_refresh' } };
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED':
      return { ...about, change: { state: 'failed', reason: 'PayPal canceled the payment.' } };
    case 'PAYMENT.CAPTURE.PENDING':
      return { ...about, change: toProcessing(resource?.status_details?.reason) };
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return { ...about, change: declined };
    case 'PAYMENT.CAPTURE.COMPLETED':
      if (!resource?.id || !value || !currency) return { ...about, change: null };
      return { ...about, change: { state: 'paid', received: toReceived(resource.id, value, currency) } };
    default:
      return { ...about, change: null };
  }
}
