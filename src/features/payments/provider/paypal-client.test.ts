import { describe, expect, it } from 'vitest';
import { createPaypalCalls } from './paypal-client.ts';

interface Asked {
  readonly address: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly body: BodyInit | null | undefined;
}

const SETTINGS = { clientId: 'us', clientSecret: 'secret', webhookId: 'WH-1', host: 'http://127.0.0.1:9' };
const TOKEN = { access_token: 'token', expires_in: 32_400, token_type: 'Bearer' };

const answerOf = (status: number, body: unknown = {}) => Response.json(body, { status });

/** PayPal that answers what is asked for in turn; a token is given without being asked for here. */
function play(answers: readonly (() => Response)[], giveToken = () => answerOf(200, TOKEN)) {
  const asked: Asked[] = [];
  const left = [...answers];
  const calls = createPaypalCalls(SETTINGS, async (address, request) => {
    const url = address instanceof Request ? address.url : String(address);
    asked.push({ address: url, method: request?.method, headers: new Headers(request?.headers), body: request?.body });
    return url.endsWith('/oauth2/token') ? giveToken() : (left.shift() as () => Response)();
  });
  return { calls, asked, takeOrder: () => calls.find(({ orders }) => orders.getOrder({ id: 'A1' })) };
}

describe('a call to PayPal', () => {
  it('goes to the host of the settings, as this site, and under the key that it is given', async () => {
    const { calls, asked } = play([() => answerOf(201, { id: 'A1', status: 'COMPLETED' })]);
    await calls.ask(({ orders }) => orders.captureOrder({ id: 'A/1', paypalRequestId: 'key', body: {} }));
    const [token, capture] = asked;
    expect(token?.address).toBe('http://127.0.0.1:9/v1/oauth2/token');
    expect(token?.headers.get('authorization')).toBe(`Basic ${Buffer.from('us:secret').toString('base64')}`);
    expect(capture?.address).toBe('http://127.0.0.1:9/v2/checkout/orders/A%2F1/capture');
    expect(capture?.method).toBe('POST');
    expect(capture?.headers.get('authorization')).toBe('Bearer token');
    expect(capture?.headers.get('paypal-request-id')).toBe('key');
    expect(asked.every(({ address }) => !address.includes('paypal.com'))).toBe(true);
  });

  it('asks for access once, for many calls', async () => {
    const { takeOrder, asked } = play([() => answerOf(200), () => answerOf(200), () => answerOf(200)]);
    await takeOrder();
    await Promise.all([takeOrder(), takeOrder()]);
    expect(asked.filter(({ address }) => address.endsWith('/oauth2/token'))).toHaveLength(1);
  });

  it('gives null for what is not there', async () => {
    const { takeOrder } = play([() => answerOf(404, { name: 'RESOURCE_NOT_FOUND' })]);
    expect(await takeOrder()).toBeNull();
  });

  it.each([
    [400, 'refused'],
    [404, 'refused'],
    [422, 'refused'],
    [401, 'away'],
    [403, 'away'],
    [408, 'away'],
    [409, 'away'],
    [429, 'away'],
    [500, 'away'],
    [503, 'away'],
  ])('that is answered with %i is %s, in the words of PayPal', async (status, kind) => {
    const said = { name: 'N', message: 'More general.', details: [{ issue: 'I', description: 'The reason.' }] };
    const { calls } = play([() => answerOf(status, said)]);
    const asked = calls.ask(({ payments }) => payments.refundCapturedPayment({ captureId: 'C1' }));
    await expect(asked).rejects.toMatchObject({ name: 'ProviderTrouble', kind, message: 'PayPal: The reason.' });
  });

  it.each([
    ['no words', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'PayPal: 502'],
    ['words of another kind', () => answerOf(502, { details: 'none' }), 'PayPal: 502'],
    ['one sentence', () => answerOf(502, { message: 'Come back later.' }), 'PayPal: Come back later.'],
  ])('that fails with %s says so', async (_, answer, message) => {
    await expect(play([answer]).takeOrder()).rejects.toMatchObject({ kind: 'away', message });
  });

  it('that is answered with something unreadable is to be asked again', async () => {
    const { takeOrder } = play([() => new Response('{', { status: 200 }), () => answerOf(200, { id: 'A1' })]);
    await expect(takeOrder()).rejects.toMatchObject({ kind: 'away' });
    expect(await takeOrder()).toMatchObject({ id: 'A1' });
  });

  it.each([
    ['refused access', () => answerOf(401, { error: 'invalid_client' }), 'PayPal gives no access (401).'],
    ['an odd refusal of access', () => answerOf(400, { error: 'unsupported' }), 'PayPal gives no access (400).'],
    ['an access that fails', () => answerOf(500), 'PayPal gives no access (500).'],
  ])('is away after %s, and works once access is given', async (_, refuse, message) => {
    const tokens = [refuse];
    const { takeOrder } = play([() => answerOf(200, { id: 'A1' })], () =>
      (tokens.pop() ?? (() => answerOf(200, TOKEN)))(),
    );
    await expect(takeOrder()).rejects.toMatchObject({ kind: 'away', message });
    expect(await takeOrder()).toMatchObject({ id: 'A1' });
  });

  it('works again after nobody answered', async () => {
    let isDown = true;
    const { takeOrder } = play([() => answerOf(200, { id: 'A1' })], () => {
      if (isDown) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
      return answerOf(200, TOKEN);
    });
    await expect(takeOrder()).rejects.toMatchObject({ kind: 'away', message: /does not answer: .*ECONNREFUSED/ });
    isDown = false;
    expect(await takeOrder()).toMatchObject({ id: 'A1' });
  });

  it('asks for access anew where it was taken away', async () => {
    const { takeOrder, asked } = play([() => answerOf(401), () => answerOf(200, { id: 'A1' })]);
    await expect(takeOrder()).rejects.toMatchObject({ kind: 'away' });
    expect(await takeOrder()).toMatchObject({ id: 'A1' });
    expect(asked.filter(({ address }) => address.endsWith('/oauth2/token'))).toHaveLength(2);
  });

  it('sends a body that is written already as it is written', async () => {
    const { calls, asked } = play([() => answerOf(200, { verification_status: 'SUCCESS' })]);
    const body =
      '{"webhook_id":"WH-1","webhook_event":{ "amount": 1.0, "big":12345678901234567890, "name":"M\\u00fcller ü" }}';
    const answer = await calls.ask(({ post }) => post('/v1/notifications/verify-webhook-signature', body));
    expect(answer).toEqual({ verification_status: 'SUCCESS' });
    expect(asked.at(-1)?.body).toBe(body);
    expect(asked.at(-1)?.headers.get('content-type')).toBe('application/json');
  });
});
