import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { PaypalSettings } from '#features/payments/rules/payment-provider.ts';
import {
  createIdempotencyCache,
  fakePaymentKeys,
  type FakeProvider,
  type FakeProviderOptions,
  type FakeResponse,
  setWithLimit,
} from './fake-payment-provider.ts';

interface FakeOrder {
  readonly id: string;
  readonly title: string;
  readonly key: string;
  readonly amount: { readonly currency_code: string; readonly value: string };
  readonly returnTo: string;
  readonly cancelTo: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  capture: string | null;
  captureStatus: 'PENDING' | 'COMPLETED' | 'DECLINED';
  /** Why the capture is pending. */
  reason: string | undefined;
}

interface OrderRequest {
  purchase_units: [{ custom_id: string; description: string; amount: FakeOrder['amount'] }];
  payment_source: { paypal: { experience_context: { return_url: string; cancel_url: string } } };
}

const respond = (status: number, body: unknown): FakeResponse => ({ status, body });
const failure = (status: number, name: string, issue: string) =>
  respond(status, { name, message: issue, details: [{ issue, description: issue }] });

const decimalsOf = (value: string) => value.split('.')[1]?.length ?? 0;

const newId = () => randomBytes(8).toString('hex').toUpperCase();

/** Creates a fake of the parts of PayPal that the site uses: orders, refunds and webhooks with their verification. */
export function createFakePaypal(
  { address, sendWebhook }: FakeProviderOptions,
  { clientId, clientSecret, webhookId }: PaypalSettings = fakePaymentKeys.paypal,
): FakeProvider {
  const orders = new Map<string, FakeOrder>();
  const refunded = new Map<string, number>();
  const token = randomBytes(24).toString('hex');
  const signingKey = randomBytes(32);
  const withIdempotencyKey = createIdempotencyCache(failure(422, 'UNPROCESSABLE_ENTITY', 'PAYPAL_REQUEST_ID_REUSED'));

  const toCapture = ({ capture: id, captureStatus: status, reason, amount, key, id: orderId }: FakeOrder) => ({
    id,
    status,
    ...(reason === undefined ? {} : { status_details: { reason } }),
    amount,
    custom_id: key,
    supplementary_data: { related_ids: { order_id: orderId } },
  });

  const toOrder = (order: FakeOrder) => ({
    id: order.id,
    status: order.status,
    links: [{ href: `${address}/pay/${order.id}`, rel: 'payer-action', method: 'GET' }],
    purchase_units: [
      {
        custom_id: order.key,
        amount: order.amount,
        ...(order.capture ? { payments: { captures: [toCapture(order)] } } : {}),
      },
    ],
  });

  function createOrder(body: string): FakeResponse {
    const request = JSON.parse(body) as OrderRequest;
    const [unit] = request.purchase_units;
    const { return_url: returnTo, cancel_url: cancelTo } = request.payment_source.paypal.experience_context;
    if (!/^\d+(\.\d{2})?$/.test(unit.amount.value) || Number(unit.amount.value) <= 0) {
      return failure(422, 'UNPROCESSABLE_ENTITY', 'CANNOT_BE_ZERO_OR_NEGATIVE');
    }
    const order: FakeOrder = {
      id: newId(),
      title: unit.description,
      key: unit.custom_id,
      amount: unit.amount,
      returnTo,
      cancelTo,
      status: 'PAYER_ACTION_REQUIRED',
      capture: null,
      captureStatus: 'COMPLETED',
      reason: undefined,
    };
    setWithLimit(orders, order.id, order);
    return respond(201, toOrder(order));
  }

  function capture(order: FakeOrder): FakeResponse {
    if (order.status === 'COMPLETED') return failure(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return failure(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED');
    order.status = 'COMPLETED';
    // The id contains the amount, so payments can be refunded after a restart.
    order.capture = `${order.amount.value.replace('.', 'D')}X${newId()}`;
    send(`PAYMENT.CAPTURE.${order.captureStatus}`, toCapture(order));
    return respond(201, toOrder(order));
  }

  function refund(charge: string, body: string): FakeResponse {
    const paid = Number(/^([\dD]+)X/.exec(charge)?.[1]?.replace('D', '.'));
    if (!paid) return failure(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    const { amount } = JSON.parse(body) as { amount: FakeOrder['amount'] };
    const sum = (refunded.get(charge) ?? 0) + Number(amount.value);
    if (sum > paid + 0.001) return failure(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED');
    setWithLimit(refunded, charge, sum);
    const result = { id: newId(), status: 'COMPLETED', amount };
    send('PAYMENT.CAPTURE.REFUNDED', {
      ...result,
      seller_payable_breakdown: { total_refunded_amount: { ...amount, value: sum.toFixed(decimalsOf(amount.value)) } },
      links: [{ rel: 'up', href: `${address}/v2/payments/captures/${charge}` }],
    });
    return respond(201, result);
  }

  const sign = (transmission: string, time: string, body: string) =>
    createHmac('sha256', signingKey).update(`${transmission}|${time}|${webhookId}|${body}`).digest('base64');

  function verify(body: string): FakeResponse {
    const request = JSON.parse(body) as Record<string, unknown>;
    const expected = sign(
      String(request.transmission_id),
      String(request.transmission_time),
      JSON.stringify(request.webhook_event),
    );
    const isValid = request.webhook_id === webhookId && request.transmission_sig === expected;
    return respond(200, { verification_status: isValid ? 'SUCCESS' : 'FAILURE' });
  }

  function send(type: string, resource: object): void {
    const body = JSON.stringify({ id: `WH-${newId()}`, event_type: type, resource });
    const [transmission, time] = [randomUUID(), new Date().toISOString()];
    sendWebhook(body, {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${address}/cert`,
      'paypal-transmission-id': transmission,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': sign(transmission, time, body),
    });
  }

  return {
    name: 'paypal',
    announce: send,
    label: 'PayPal',
    handle(request) {
      const { method, path, headers, body } = request;
      const key = headers['paypal-request-id'] as string | undefined;
      if (path === '/v1/oauth2/token') {
        const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
        if (headers.authorization !== expected) return failure(401, 'invalid_client', 'Client Authentication failed');
        return respond(200, { access_token: token, expires_in: 32_400, token_type: 'Bearer' });
      }
      if (headers.authorization !== `Bearer ${token}`) return failure(401, 'AUTHENTICATION_FAILURE', 'INVALID_TOKEN');
      if (method === 'POST' && path === '/v1/notifications/verify-webhook-signature') return verify(body);
      if (method === 'POST' && path === '/v2/checkout/orders')
        return withIdempotencyKey(key, request, () => createOrder(body));
      const captureId = /^\/v2\/payments\/captures\/(\w+)$/.exec(path)?.[1];
      const owner = captureId === undefined ? undefined : [...orders.values()].find(one => one.capture === captureId);
      if (method === 'GET' && owner) return respond(200, toCapture(owner));
      const [, charge] = /^\/v2\/payments\/captures\/(\w+)\/refund$/.exec(path) ?? [];
      if (method === 'POST' && charge) return withIdempotencyKey(key, request, () => refund(charge, body));
      const [, orderId = '', captures] = /^\/v2\/checkout\/orders\/(\w+)(\/capture)?$/.exec(path) ?? [];
      const order = orders.get(orderId);
      if (!order) return failure(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
      if (captures) return withIdempotencyKey(key, request, () => capture(order));
      return respond(200, toOrder(order));
    },
    find(orderId) {
      const order = orders.get(orderId);
      if (!order) return undefined;
      const { title, amount, status, returnTo, cancelTo } = order;
      const text = `${amount.value} ${amount.currency_code}`;
      return { title, amount: text, open: status === 'PAYER_ACTION_REQUIRED', returnTo, cancelTo };
    },
    review(orderId, captureStatus, reason) {
      const order = orders.get(orderId);
      if (!order) return;
      Object.assign(order, { captureStatus, reason });
      if (order.capture) send(`PAYMENT.CAPTURE.${captureStatus}`, toCapture(order));
    },
    pay(orderId) {
      const order = orders.get(orderId);
      if (order?.status !== 'PAYER_ACTION_REQUIRED') return;
      order.status = 'APPROVED';
      send('CHECKOUT.ORDER.APPROVED', {
        id: order.id,
        status: order.status,
        purchase_units: [{ custom_id: order.key }],
      });
    },
  };
}
