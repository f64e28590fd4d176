import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createPaypalClient } from './paypal-client.ts';

const SETTINGS = { clientId: 'us', clientSecret: 'secret', webhookId: 'WH-1', host: 'http://127.0.0.1:9' };
const TOKEN = { access_token: 'token', expires_in: 32_400, token_type: 'Bearer' };
const orderSchema = z.object({ id: z.string() });

const answer = (status: number, body: unknown = {}) => Response.json(body, { status });

/** Returns a client of a PayPal that gives these answers in turn, and the requests that it received. */
function connect(answers: readonly (() => Response)[], giveToken = () => answer(200, TOKEN)) {
  const requests: Request[] = [];
  const left = [...answers];
  const client = createPaypalClient(SETTINGS, async (address, init) => {
    const request = new Request(address, init);
    requests.push(request.clone());
    return request.url.endsWith('/oauth2/token') ? giveToken() : (left.shift() as () => Response)();
  });
  return {
    client,
    requests,
    getOrder: () => client.get('/v2/checkout/orders/A1', orderSchema),
    countTokens: () => requests.filter(({ url }) => url.endsWith('/oauth2/token')).length,
  };
}

describe('PayPal client', () => {
  it('sends requests to the configured host with a token and an idempotency key', async () => {
    const { client, requests } = connect([() => answer(201, { id: 'A1', status: 'COMPLETED' })]);
    const options = { body: { intent: 'CAPTURE' }, requestId: 'key' };
    expect(await client.post('/v2/checkout/orders', orderSchema, options)).toEqual({ id: 'A1' });
    const [token, order] = requests;
    expect(token?.url).toBe('http://127.0.0.1:9/v1/oauth2/token');
    expect(token?.headers.get('authorization')).toBe(`Basic ${Buffer.from('us:secret').toString('base64')}`);
    expect(token?.headers.get('content-type')).toMatch('application/x-www-form-urlencoded');
    expect(await token?.text()).toBe('grant_type=client_credentials');
    expect(order?.url).toBe('http://127.0.0.1:9/v2/checkout/orders');
    expect(order?.method).toBe('POST');
    expect(Object.fromEntries(order?.headers ?? [])).toEqual({
      authorization: 'Bearer token',
      'content-type': 'application/json',
      'paypal-request-id': 'key',
      prefer: 'return=representation',
    });
    expect(await order?.json()).toEqual({ intent: 'CAPTURE' });
  });

  it('shares one token among requests', async () => {
    const { getOrder, countTokens } = connect(Array(4).fill(() => answer(200, { id: 'A1' })));
    await Promise.all([getOrder(), getOrder()]);
    await Promise.all([getOrder(), getOrder()]);
    expect(countTokens()).toBe(1);
  });

  it.each([
    [61, 1],
    [60, 2],
  ])('with a token valid for %i seconds requests %i for two requests', async (seconds, tokens) => {
    const { getOrder, countTokens } = connect(
      Array(2).fill(() => answer(200, { id: 'A1' })),
      () => answer(200, { ...TOKEN, expires_in: seconds }),
    );
    await getOrder();
    await getOrder();
    expect(countTokens()).toBe(tokens);
  });

  it('returns null for a resource that does not exist', async () => {
    const { getOrder } = connect([() => answer(404, { name: 'RESOURCE_NOT_FOUND' })]);
    expect(await getOrder()).toBeNull();
  });

  it.each([
    [400, 'rejected'],
    [404, 'rejected'],
    [422, 'rejected'],
    [401, 'unavailable'],
    [403, 'unavailable'],
    [408, 'unavailable'],
    [409, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('maps status %i to "%s" with the reason from PayPal', async (status, kind) => {
    const error = { name: 'N', message: 'More general.', details: [{ issue: 'I', description: 'The reason.' }] };
    const { client } = connect([() => answer(status, error)]);
    const refund = client.post('/v2/payments/captures/C1/refund', orderSchema, { body: {} });
    await expect(refund).rejects.toMatchObject({ name: 'ProviderError', kind, message: 'PayPal: The reason.' });
  });

  it.each([
    ['HTML', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'PayPal: 502'],
    ['details in another form', () => answer(502, { details: 'none' }), 'PayPal: 502'],
    ['only a message', () => answer(502, { message: 'Come back later.' }), 'PayPal: Come back later.'],
  ])('reports an error that contains %s', async (_, give, message) => {
    await expect(connect([give]).getOrder()).rejects.toMatchObject({ kind: 'unavailable', message });
  });

  it.each([
    ['invalid JSON', () => new Response('{', { status: 200 })],
    ['other fields than expected', () => answer(200, { status: 'COMPLETED' })],
  ])('can retry after an answer with %s', async (_, give) => {
    const { getOrder } = connect([give, () => answer(200, { id: 'A1' })]);
    await expect(getOrder()).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
    expect(await getOrder()).toEqual({ id: 'A1' });
  });

  it.each([
    ['is denied', () => answer(401, { error: 'invalid_client' }), 'PayPal denied access (401). Check the API keys.'],
    [
      'is refused with 400',
      () => answer(400, { error: 'unsupported' }),
      'PayPal denied access (400). Check the API keys.',
    ],
    ['fails', () => answer(500), 'PayPal denied access (500). Check the API keys.'],
    ['is unreadable', () => answer(200, { access_token: 'token' }), 'PayPal sent an invalid response.'],
  ])('requests a new token after one that %s', async (_, deny, message) => {
    const tokens = [deny];
    const { getOrder } = connect([() => answer(200, { id: 'A1' })], () =>
      (tokens.pop() ?? (() => answer(200, TOKEN)))(),
    );
    await expect(getOrder()).rejects.toMatchObject({ kind: 'unavailable', message });
    expect(await getOrder()).toEqual({ id: 'A1' });
  });

  it('works again after PayPal could not be reached', async () => {
    let isDown = true;
    const { getOrder } = connect([() => answer(200, { id: 'A1' })], () => {
      if (isDown) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
      return answer(200, TOKEN);
    });
    await expect(getOrder()).rejects.toMatchObject({
      kind: 'unavailable',
      message: /can't be reached: .*ECONNREFUSED/,
    });
    isDown = false;
    expect(await getOrder()).toEqual({ id: 'A1' });
  });

  it('requests a new token after the current one was rejected', async () => {
    const { getOrder, countTokens } = connect([() => answer(401), () => answer(200, { id: 'A1' })]);
    await expect(getOrder()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await getOrder()).toEqual({ id: 'A1' });
    expect(countTokens()).toBe(2);
  });

  it('gives up after 10 seconds', async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const client = createPaypalClient(
      SETTINGS,
      (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject)),
    );
    const order = client.get('/v2/checkout/orders/A1', orderSchema);
    limit.abort();
    await expect(order).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
    expect(timeout).toHaveBeenCalledWith(10_000);
    timeout.mockRestore();
  });

  it('sends JSON text unchanged', async () => {
    const { client, requests } = connect([() => answer(200, { verification_status: 'SUCCESS' })]);
    const body =
      '{"webhook_id":"WH-1","webhook_event":{ "amount": 1.0, "big":12345678901234567890, "name":"M\\u00fcller ü" }}';
    await client.post('/v1/notifications/verify-webhook-signature', z.unknown(), { body });
    expect(await requests.at(-1)?.text()).toBe(body);
    expect(requests.at(-1)?.headers.get('content-type')).toBe('application/json');
    expect(requests.at(-1)?.headers.has('paypal-request-id')).toBe(false);
  });
});
