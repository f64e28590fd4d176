import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FakeProvider, FakeProviderOptions } from '#fakes/fake-payment-provider.ts';
import { createFakePaypal } from '#fakes/fake-paypal.ts';
import { createFakeStripe } from '#fakes/fake-stripe.ts';

/** A webhook request that a provider sends to the site. */
export interface WebhookEvent {
  readonly provider: 'stripe' | 'paypal';
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** A refund that a provider made, in minor units of a currency with two decimals. */
interface MadeRefund {
  readonly charge: string;
  readonly amount: number;
}

/** Returns the amount in a refund request to a provider. */
function amountIn(body: string): number {
  if (!body.startsWith('{')) return Number(new URLSearchParams(body).get('amount'));
  const { amount } = JSON.parse(body) as { amount: { value: string } };
  return Math.round(Number(amount.value) * 100);
}

/** Starts fake Stripe and PayPal servers, each on its own port, with the endpoints that the site uses. */
export async function startFakeProviders() {
  const webhooks: WebhookEvent[] = [];
  const calls: string[] = [];
  const madeRefunds = new Map<string, MadeRefund>();
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
        madeRefunds.set(id, { charge, amount: amountIn(body) });
      // The refund is made, but the response is lost.
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
      sendWebhook: (body, headers) => void webhooks.push({ provider: name, body, headers }),
    });
    return { provider, host, close: () => void server.close(() => {}) };
  }

  const stripe = await serve('stripe', options => createFakeStripe(options, stripeKeys));
  const paypal = await serve('paypal', options => createFakePaypal(options, paypalKeys));
  return {
    /** The environment variables of a site that uses these servers. */
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
    /** Returns and clears the webhooks sent so far. */
    takeWebhooks: () => webhooks.splice(0),
    /** Returns the refunded amount of a charge, by the site or by the owner at the provider, in minor units. */
    refundedAmount: (charge: string) =>
      [...madeRefunds.values()].filter(one => one.charge === charge).reduce((sum, { amount }) => sum + amount, 0),
    /** Returns the ids of a charge's refunds. */
    listRefunds: (charge: string) => [...madeRefunds].filter(([, one]) => one.charge === charge).map(([id]) => id),
    /** Returns how many refunds were made. */
    countRefunds: () => madeRefunds.size,
    /**
     * Refunds part of a charge, in minor units, as the owner can in their account at the provider. Returns false if the
     * provider refuses.
     */
    async refundAtProvider(provider: WebhookEvent['provider'], charge: string, amount: number): Promise<boolean> {
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
    /** Returns and clears the requests received so far. */
    takeCalls: () => calls.splice(0),
    /** While held, refunds are made but their requests get no response. */
    setHeld: (held: boolean) => void (isHeld = held),
    /** While down, the servers close every connection. */
    setDown: (down: boolean) => void (isDown = down),
    close: () => {
      stripe.close();
      paypal.close();
    },
  };
}
