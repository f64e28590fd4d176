import { z } from 'zod';
import { ProviderTrouble } from '#platform/api/payment-provider.ts';
import type { PaypalSettings } from '../rules/settings.ts';

/** Milliseconds that a call may take. */
const TIMEOUT = 10_000;

/** A token is asked for anew this many seconds before it ends. */
const BEFORE_END = 60;

const token = z.object({ access_token: z.string(), expires_in: z.number() });
const refusal = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional(), description: z.string().optional() })).optional(),
});

/** PayPal's REST API. Each throws ProviderTrouble. */
export interface PaypalCalls {
  /** What is there; null where nothing is. */
  find(path: string): Promise<unknown>;
  /** Asked twice with one key, it is done once. */
  post(path: string, key: string, body: object): Promise<unknown>;
  /** The same of a body that is JSON already, for what changes nothing. */
  postText(path: string, body: string): Promise<unknown>;
}

/** Speaks to PayPal as the site, over HTTP. */
export function createPaypalCalls(
  { clientId, clientSecret, host }: PaypalSettings,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): PaypalCalls {
  let access: { readonly token: string; readonly until: number } | undefined;

  async function send(path: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(new URL(path, host), { ...request, signal: AbortSignal.timeout(TIMEOUT) });
    } catch (error) {
      const { message, cause } = error as Error;
      throw new ProviderTrouble(
        'away',
        `PayPal does not answer: ${message} ${cause instanceof Error ? cause.message : ''}`,
      );
    }
  }

  async function accessToken(): Promise<string> {
    if (access && access.until > performance.now()) return access.token;
    const answer = await send('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (!answer.ok) throw new ProviderTrouble('away', `PayPal gives no access (${answer.status}).`);
    const given = token.parse(await answer.json());
    access = { token: given.access_token, until: performance.now() + (given.expires_in - BEFORE_END) * 1000 };
    return access.token;
  }

  async function call(
    path: string,
    request: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> },
  ) {
    const headers = {
      ...request.headers,
      authorization: `Bearer ${await accessToken()}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    };
    const answer = await send(path, { ...request, headers });
    if (answer.status === 401) access = undefined;
    if (answer.ok) return (await answer.json()) as unknown;
    if (answer.status === 404 && request.method === 'GET') return null;
    const told = refusal.safeParse(await answer.json().catch(() => undefined));
    const [detail] = told.data?.details ?? [];
    const words = detail?.description ?? told.data?.message ?? String(answer.status);
    // What is asked too often, or by somebody who is not let in, may be let in later.
    const refused = answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 409, 429].includes(answer.status);
    throw new ProviderTrouble(refused ? 'refused' : 'away', `PayPal: ${words}`);
  }

  return {
    find: path => call(path, { method: 'GET' }),
    post: (path, key, body) =>
      call(path, { method: 'POST', headers: { 'paypal-request-id': key }, body: JSON.stringify(body) }),
    postText: (path, body) => call(path, { method: 'POST', body }),
  };
}
