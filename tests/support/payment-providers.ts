import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PlayedProvider, StandInStage } from '#features/payments/provider/stand-in.ts';
import { playPaypal } from '#features/payments/provider/stand-in-paypal.ts';
import { playStripe } from '#features/payments/provider/stand-in-stripe.ts';

/** What a provider tells a site by itself. */
export interface ToldEvent {
  readonly provider: 'stripe' | 'paypal';
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Stripe and PayPal as services outside, each on a port of its own, as far as a site uses them. */
export async function openProviders() {
  const told: ToldEvent[] = [];
  const calls: string[] = [];
  let isDown = false;
  const stripeKeys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
  const paypalKeys = { clientId: 'freehold', clientSecret: 'secret', webhookId: 'WH-1', host: '' };

  async function serve(name: ToldEvent['provider'], play: (stage: StandInStage) => PlayedProvider) {
    const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request);
      const { method = 'GET', url: path = '/', headers } = request;
      calls.push(`${method} ${path}`);
      const answer = provider.answer({ method, path, headers, body });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    };
    const server = createServer((request, response) => {
      if (isDown) request.socket.destroy();
      else void answerTo(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = play({
      address: host,
      tell: (body, headers) => void told.push({ provider: name, body, headers }),
    });
    return { provider, host, close: () => void server.close(() => {}) };
  }

  const stripe = await serve('stripe', stage => playStripe(stage, stripeKeys));
  const paypal = await serve('paypal', stage => playPaypal(stage, paypalKeys));
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
    /** What they were asked since that was last taken. */
    takeCalls: () => calls.splice(0),
    /** Nobody answers, or everybody again. */
    setDown: (down: boolean) => void (isDown = down),
    close: () => {
      stripe.close();
      paypal.close();
    },
  };
}
