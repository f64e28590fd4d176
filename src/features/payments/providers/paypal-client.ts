import { z } from 'zod';
import { parseJson } from '#shared/parse-json.ts';
import { ProviderError, type PaypalSettings } from '../rules/payment-provider.ts';

/** In milliseconds. */
const TIMEOUT = 10_000;

/** An access token is replaced this many seconds before it expires. */
const EXPIRY_MARGIN = 60;

interface PostOptions {
  /** JSON text is sent unchanged. */
  readonly body: object | string;
  /** Idempotency key; the answer then contains the complete resource. */
  readonly requestId?: string;
}

/** PayPal's REST API. Both methods throw ProviderError, with PayPal's issue as its cause. */
export interface PaypalClient {
  /** Returns a resource, or null if PayPal doesn't have it. */
  readonly get: <Answer>(path: string, schema: z.ZodType<Answer>) => Promise<Answer | null>;
  readonly post: <Answer>(path: string, schema: z.ZodType<Answer>, options: PostOptions) => Promise<Answer>;
}

interface AuthorizedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface RawResponse {
  readonly status: number;
  readonly text: string;
}

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });

const errorSchema = z.object({
  message: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional(), description: z.string().optional() })).optional(),
});

/** Creates a client that shares one access token among its requests. */
export function createPaypalClient(
  { clientId, clientSecret, host }: PaypalSettings,
  fetch = globalThis.fetch,
): PaypalClient {
  let accessToken: Promise<string>;
  let expiresAt = 0;

  async function send(path: string, request: RequestInit): Promise<RawResponse> {
    try {
      const response = await fetch(new URL(path, host), { ...request, signal: AbortSignal.timeout(TIMEOUT) });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
      throw new ProviderError('unavailable', `Couldn’t reach PayPal: ${reason}`);
    }
  }

  async function requestToken(): Promise<string> {
    try {
      const { status, text } = await send('/v1/oauth2/token', {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      if (status !== 200)
        throw new ProviderError('unavailable', `PayPal denied access (${status}). Check the API keys.`);
      const { access_token: token, expires_in: seconds } = parse(tokenSchema, text);
      expiresAt = Date.now() + (seconds - EXPIRY_MARGIN) * 1000;
      return token;
    } catch (error) {
      expiresAt = 0;
      throw error;
    }
  }

  async function sendAuthorized(path: string, request: AuthorizedRequest): Promise<RawResponse> {
    if (Date.now() >= expiresAt) {
      // Requests that start before the token arrives wait for the same one.
      expiresAt = Number.POSITIVE_INFINITY;
      accessToken = requestToken();
    }
    const authorization = `Bearer ${await accessToken}`;
    const response = await send(path, { ...request, headers: { ...request.headers, authorization } });
    if (response.status === 401) expiresAt = 0;
    return response;
  }

  return {
    async get(path, schema) {
      const response = await sendAuthorized(path, { method: 'GET' });
      return response.status === 404 ? null : parseResponse(schema, response);
    },

    async post(path, schema, { body, requestId }) {
      const headers = {
        'content-type': 'application/json',
        ...(requestId && { 'paypal-request-id': requestId, prefer: 'return=representation' }),
      };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return parseResponse(schema, await sendAuthorized(path, { method: 'POST', headers, body: text }));
    },
  };
}

function parseResponse<Answer>(schema: z.ZodType<Answer>, { status, text }: RawResponse): Answer {
  if (status >= 200 && status < 300) return parse(schema, text);
  const error = errorSchema.safeParse(parseJson(text)).data;
  const [detail] = error?.details ?? [];
  const reason = detail?.description ?? error?.message ?? String(status);
  // Access, conflicts and limits can change, so the same request may succeed later.
  const isRejected = status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status);
  throw new ProviderError(isRejected ? 'rejected' : 'unavailable', `PayPal: ${reason}`, { cause: detail?.issue });
}

function parse<Answer>(schema: z.ZodType<Answer>, text: string): Answer {
  const { success, data } = schema.safeParse(parseJson(text));
  if (!success) throw new ProviderError('unavailable', 'PayPal sent an invalid response.');
  return data;
}
