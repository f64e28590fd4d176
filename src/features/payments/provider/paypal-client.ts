import type { ApiError, ApiResponse, Client, OrdersController, PaymentsController } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import { ProviderTrouble } from '#platform/api/payment-provider.ts';
import type { PaypalSettings } from '../rules/settings.ts';

/** Milliseconds that a call may take. */
const TIMEOUT = 10_000;

/** A token is asked for anew this many seconds before it ends. */
const BEFORE_END = 60;

type Sdk = typeof import('@paypal/paypal-server-sdk');

/** PayPal as its SDK knows it. */
export interface Paypal {
  readonly orders: OrdersController;
  readonly payments: PaymentsController;
  /** The words that its questions are written in. */
  readonly words: Pick<
    Sdk,
    'CheckoutPaymentIntent' | 'PaypalExperienceUserAction' | 'PaypalWalletContextShippingPreference'
  >;
  /** Asks what the SDK has no call for, by POST, with a body that is JSON already. */
  readonly post: (path: string, body: string) => Promise<ApiResponse<unknown>>;
}

/** Calls PayPal, and tells what went wrong in our words. Both throw ProviderTrouble. */
export interface PaypalCalls {
  readonly ask: <Answer>(call: (paypal: Paypal) => Promise<ApiResponse<Answer>>) => Promise<Answer>;
  /** The same of what may not be there; null where it is not. */
  readonly find: <Answer>(call: (paypal: Paypal) => Promise<ApiResponse<Answer>>) => Promise<Answer | null>;
}

/** What PayPal says of an error, read from the text of its answer. */
const refusal = z.preprocess(
  jsonOf,
  z.object({
    message: z.string().optional(),
    details: z.array(z.object({ description: z.string().optional() })).optional(),
  }),
);

/** The way to PayPal: its SDK, which is read when the first payment asks for it. */
export function createPaypalCalls(settings: PaypalSettings, fetch = globalThis.fetch): PaypalCalls {
  let opened: Promise<Paypal> | undefined;
  // The SDK has two hosts written in. The HTTP client below it takes any fetch (axios, "Custom fetch"), so ours goes on.
  const fetchMoved = (address: string, request: RequestInit) => fetch(moved(address, settings.host), request);

  async function call<Answer>(asked: (paypal: Paypal) => Promise<ApiResponse<Answer>>): Promise<Answer> {
    return (await asked(await (opened ??= openClient(settings, fetchMoved)))).result;
  }

  function fail(error: unknown): never {
    const trouble = troubleOf(error);
    // A client of the SDK goes on with a token that it could not get, or that is no longer taken.
    if (trouble.kind === 'away') opened = undefined;
    throw trouble;
  }

  return {
    ask: asked => call(asked).catch(fail),
    find: asked => call(asked).catch(error => (isAnswer(error) && error.statusCode === 404 ? null : fail(error))),
  };
}

async function openClient(
  { clientId, clientSecret }: PaypalSettings,
  fetch: (address: string, request: RequestInit) => Promise<Response>,
): Promise<Paypal> {
  // Each by its name, so that the build takes nothing else of it.
  const {
    Client,
    OrdersController,
    PaymentsController,
    CheckoutPaymentIntent,
    PaypalExperienceUserAction,
    PaypalWalletContextShippingPreference,
  } = await import('@paypal/paypal-server-sdk');
  const client = new Client({
    timeout: TIMEOUT,
    clientCredentialsAuthCredentials: {
      oAuthClientId: clientId,
      oAuthClientSecret: clientSecret,
      oAuthClockSkew: BEFORE_END,
    },
    unstable_httpClientOptions: { adapter: 'fetch', env: { fetch, Request: null } },
  });
  return {
    orders: new OrdersController(client),
    payments: new PaymentsController(client),
    words: { CheckoutPaymentIntent, PaypalExperienceUserAction, PaypalWalletContextShippingPreference },
    post: (path, body) => post(client, path, body),
  };
}

async function post(client: Client, path: string, body: string): Promise<ApiResponse<unknown>> {
  const request = client.getRequestBuilderFactory()('POST', path);
  request.authenticate([{ oauth2: true }]);
  request.contentType('application/json');
  request.text(body);
  const answer = await request.callAsText();
  return { ...answer, result: JSON.parse(answer.result) };
}

function moved(address: string, host: string): URL {
  const { pathname, search } = new URL(address);
  return new URL(pathname + search, host);
}

/** Whether PayPal answered, and with an error; told by its shape, so that the SDK is not read for it. */
const isAnswer = (error: unknown): error is ApiError => error instanceof Error && 'statusCode' in error;

function troubleOf(error: unknown): ProviderTrouble {
  if (!isAnswer(error)) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : '';
    return new ProviderTrouble('away', `PayPal does not answer: ${message} ${why}`);
  }
  const { statusCode: status, request, body } = error;
  if (request.url.endsWith('/oauth2/token')) return new ProviderTrouble('away', `PayPal gives no access (${status}).`);
  const told = refusal.safeParse(body).data;
  const words = told?.details?.[0]?.description ?? told?.message ?? String(status);
  // What is asked too often, or by somebody who is not let in, may be let in later.
  const refused = status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status);
  return new ProviderTrouble(refused ? 'refused' : 'away', `PayPal: ${words}`);
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
