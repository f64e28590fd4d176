import { expect, it } from 'vitest';
import { createPaypalProvider } from './paypal.ts';
import { webhookEvents } from './webhook-events.ts';

const settings = { clientId: 'us', clientSecret: 'secret', webhookId: 'WH-1', host: 'http://127.0.0.1:9' };

/** Returns a provider whose order is approved, and the answer to its capture. */
function connect(capture: () => Response, laterOrder: object = { id: 'A1', status: 'APPROVED' }) {
  let isAsked = false;
  return createPaypalProvider(settings, {
    isFake: false,
    async fetch(address) {
      const { pathname } = new URL(address as URL);
      if (pathname === '/v1/oauth2/token') return Response.json({ access_token: 'token', expires_in: 32_400 });
      if (!pathname.endsWith('/capture')) return Response.json(isAsked ? laterOrder : { id: 'A1', status: 'APPROVED' });
      isAsked = true;
      return capture();
    },
  });
}

const refuse = (issue: string) => () =>
  Response.json({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue, description: issue }] }, { status: 422 });

const request = { reference: 'A1', key: 'key', isDue: true };
const captured = { id: 'C1', status: 'COMPLETED', amount: { currency_code: 'USD', value: '10.00' } };

it.each([
  ['INSTRUMENT_DECLINED', 'APPROVED'],
  ['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'],
  ['PAYER_CANNOT_PAY', 'APPROVED'],
  ['TRANSACTION_REFUSED', 'APPROVED'],
])('reports a capture that PayPal refuses with %s as failed while the order is %s', async (issue, status) => {
  const { getStatus } = connect(refuse(issue), { id: 'A1', status });
  expect(await getStatus(request)).toEqual({ state: 'failed', reason: 'PayPal declined the payment.' });
});

it.each(['PREVIOUS_REQUEST_IN_PROGRESS', 'ORDER_NOT_APPROVED'])(
  'leaves a payment open if PayPal answers its capture with %s',
  async issue => {
    expect(await connect(refuse(issue)).getStatus(request)).toEqual({ state: 'open' });
  },
);

it.each(['ORDER_ALREADY_CAPTURED', 'INSTRUMENT_DECLINED'])(
  'counts money that another request captured before PayPal answered %s',
  async issue => {
    const order = { id: 'A1', status: 'COMPLETED', purchase_units: [{ payments: { captures: [captured] } }] };
    expect(await connect(refuse(issue), order).getStatus(request)).toMatchObject({ state: 'paid' });
  },
);

it('finds the payment whose approval PayPal cancels by its order', async () => {
  const { parseWebhook } = createPaypalProvider(settings, {
    isFake: false,
    fetch: async address =>
      Response.json(
        (address as URL).pathname === '/v1/oauth2/token'
          ? { access_token: 'token', expires_in: 32_400 }
          : { verification_status: 'SUCCESS' },
      ),
  });
  const signature = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig', 'transmission-time'];
  const body = {
    id: 'WH-1',
    event_type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    resource: { order_id: 'A1', purchase_units: [{ reference_id: 'default' }] },
  };
  const headers = Object.fromEntries(signature.map(name => [`paypal-${name}`, 'x']));
  expect(await parseWebhook(JSON.stringify(body), headers)).toEqual({
    id: 'WH-1',
    reference: 'A1',
    key: null,
    change: { state: 'failed', reason: 'PayPal canceled the payment.' },
  });
});

it.each([
  ['has all events', webhookEvents.paypal, []],
  ['sends every event', ['*'], []],
  ['lacks one', webhookEvents.paypal.slice(0, -1), ['CUSTOMER.DISPUTE.RESOLVED']],
  ['doesn’t exist', null, []],
])('reads the events of a webhook that %s', async (_what, events, missing) => {
  const asked: string[] = [];
  const { listMissingEvents } = createPaypalProvider(settings, {
    isFake: false,
    async fetch(address) {
      const { pathname } = address as URL;
      if (pathname === '/v1/oauth2/token') return Response.json({ access_token: 'token', expires_in: 32_400 });
      asked.push(pathname);
      if (!events) return Response.json({ name: 'INVALID_RESOURCE_ID' }, { status: 404 });
      return Response.json({ id: 'WH-1', event_types: events.map(name => ({ name, status: 'ENABLED' })) });
    },
  });
  expect(await listMissingEvents('https://ada.example/hook')).toEqual(missing);
  expect(asked).toEqual(['/v1/notifications/webhooks/WH-1']);
});

it('holds a payment for a reason that PayPal doesn’t document', async () => {
  const pending = { ...captured, status: 'PENDING', status_details: { reason: 'constructor' } };
  const order = { id: 'A1', status: 'COMPLETED', purchase_units: [{ payments: { captures: [pending] } }] };
  const { getStatus } = connect(refuse('ORDER_ALREADY_CAPTURED'), order);
  expect(await getStatus(request)).toEqual({
    state: 'processing',
    reason: 'PayPal is holding this payment. Your PayPal account shows why.',
  });
});
