import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FakeProvider, FakeProviderOptions } from '#fakes/fake-payment-provider.ts';
import { createFakePaypal } from '#fakes/fake-paypal.ts';
import { createFakeStripe } from '#fakes/fake-stripe.ts';

/** What a provider tells a site by itself. */
export interface WebhookEvent {
  readonly provider: 'stripe' | 'paypal';
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Money that a provider gave back, in minor units of a currency with two decimals. */
interface MadeRefund {
  readonly charge: string;
  readonly amount: number;
}

/** The amount of a refund that a provider is asked for. */
function amountIn(body: string): number {
  if (!body.startsWith('{')) return Number(new URLSearchParams(body).get('amount'));
  const { amount } = JSON.parse(body) as { amount: { value: string } };
  return Math.round(Number(amount.value) * 100);
}

/** Stripe and PayPal as services outside, each on a port of its own, as far as a site uses them. */
export async function startFakeProviders() {
  const told: WebhookEvent[] = [];
  const calls: string[] = [];
  const made = new Map<string, MadeRefund>();
  let isDown = false;
  let isHeld = false;
  const stripeKeys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
  const paypalKeys = { clientId: 'freehold', clientSecret: 'secret', webhookId: 'WH-1', host: '' };

  async function serve(name: WebhookEvent['provider'], create: (options: FakeProviderOptions) => FakeProvider) {
    const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request);
      const { method = 'GET', url: path = '/', headers } = request;
      calls.push(`${method} ${path}`);
      const answer = provider.handle({ method, path, headers, body });
      const charge = /captures\/(\w+)\/refund$/.exec(path)?.[1] ?? new URLSearchParams(body).get('payment_intent');
      const { id } = answer.body as { id?: string };
      if (answer.status < 300 && /refunds?$/.test(path) && charge && id)
        made.set(id, { charge, amount: amountIn(body) });
      // It is done, and nobody hears of it.
      if (isHeld && /refunds?$/.test(path)) return;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    };
    const server = createServer((request, response) => {
      if (isDown) request.socket.destroy();
      else void answerTo(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = create({
      address: host,
      sendWebhook: (body, headers) => void told.push({ provider: name, body, headers }),
    });
    return { provider, host, close: () => void server.close(() => {}) };
  }

  const stripe = await serve('stripe', options => createFakeStripe(options, stripeKeys));
  const paypal = await serve('paypal', options => createFakePaypal(options, paypalKeys));
  return {
    /** What a site has to know them by. */
    environment: {
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_HOST: stripe.host,
      PAYPAL_CLIENT_ID: paypalKeys.clientId,
      PAYPAL_CLIENT_SECRET: paypalKeys.clientSecret,
      PAYPAL_WEBHOOK_ID: paypalKeys.webhookId,
      PAYPAL_HOST: paypal.host,
    },
    stripe: stripe.provider,
    paypal: paypal.provider,
    webhookSecret: stripeKeys.webhookSecret,
    /** What they told since it was last taken. */
    takeTold: () => told.splice(0),
    /** What they gave back of each payment, by whomever it was asked for: in minor units. */
    givenBack: (charge: string) =>
      [...made.values()].filter(one => one.charge === charge).reduce((sum, { amount }) => sum + amount, 0),
    /** How often they gave something back. */
    countRefunds: () => made.size,
    /** Has the owner give back a part of a payment in their account there, in minor units; false where that is refused. */
    async refundThere(provider: WebhookEvent['provider'], charge: string, amount: number): Promise<boolean> {
      if (provider === 'stripe') {
        const headers = { authorization: `Bearer ${stripeKeys.secretKey}` };
        const form = new URLSearchParams({ payment_intent: charge, amount: String(amount) });
        return (await fetch(`${stripe.host}/v1/refunds`, { method: 'POST', headers, body: form.toString() })).ok;
      }
      const basic = Buffer.from(`${paypalKeys.clientId}:${paypalKeys.clientSecret}`).toString('base64');
      const access = await fetch(`${paypal.host}/v1/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
      });
      const { access_token: token } = (await access.json()) as { access_token: string };
      const answer = await fetch(`${paypal.host}/v2/payments/captures/${charge}/refund`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ amount: { value: (amount / 100).toFixed(2), currency_code: 'USD' } }),
      });
      return answer.ok;
    },
    /** What they were asked since that was last taken. */
    takeCalls: () => calls.splice(0),
    /** What is to be given back is given back, but not answered, or answered again. */
    setHeld: (held: boolean) => void (isHeld = held),
    /** Nobody answers, or everybody again. */
    setDown: (down: boolean) => void (isDown = down),
    close: () => {
      stripe.close();
      paypal.close();
    },
  };
}
