import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { RateLimit } from '#platform/http/rate-limits.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { authorizationRequests } from '../../tables.ts';
import { findAndDeleteAuthorizationRequest } from '../queries.ts';

/**
 * Provider sign-ins per network. Nothing can be guessed here, so the limit is wider than for passwords; it protects the
 * table and the provider from floods.
 */
const limit = { maxAttempts: 30, windowSeconds: 60, hasBackoff: true };
export const AUTHORIZE_RATE_LIMIT: RateLimit = { name: 'provider sign-in', ...limit };
export const CALLBACK_RATE_LIMIT: RateLimit = { name: 'provider return', ...limit };

/** How long a user may take at the provider, in seconds. */
const STATE_TTL_SECONDS = 600;

/** Cookie that binds an authorization request to the browser. A new request replaces the previous one. */
const COOKIE = 'authorization';

/** Why a user is sent to a provider. */
export type AuthorizationIntent = Pick<
  typeof authorizationRequests.$inferSelect,
  /** The user to link the account to; null for sign-in. */
  | 'linkUserId'
  /** Where to redirect afterwards. */
  | 'redirectTo'
  /** BroadcastChannel name of the page that opened the popup; null without a popup. */
  | 'broadcastChannel'
>;

/** Creates the OAuth state, nonce and PKCE verifier. */
export function createOAuthSecrets() {
  return { state: createToken(), nonce: createToken(), codeVerifier: createToken() };
}

/** Stores an authorization request before redirecting to the provider. */
export async function saveAuthorizationRequest(
  { db, cookies, now }: ApiContext,
  provider: string,
  intent: AuthorizationIntent,
  { state, nonce, codeVerifier }: ReturnType<typeof createOAuthSecrets>,
) {
  const browser = createToken();
  await db.insert(authorizationRequests).values({
    ...intent,
    stateHash: hashToken(state),
    browserTokenHash: hashToken(browser),
    provider,
    codeVerifier,
    nonce,
    expiresAt: toDate(now().add({ seconds: STATE_TTL_SECONDS })),
  });
  cookies.set(COOKIE, browser, STATE_TTL_SECONDS);
}

/** Consumes the authorization request of a callback. Undefined unless it belongs to this browser. */
export async function consumeAuthorizationRequest({ db, cookies, now }: ApiContext, provider: string, state: string) {
  const browser = cookies.get(COOKIE);
  if (!browser || !state) return undefined;
  const request = { stateHash: hashToken(state), browserTokenHash: hashToken(browser), provider };
  const row = await findAndDeleteAuthorizationRequest(db, request, toDate(now()));
  if (row) cookies.clear(COOKIE);
  return row;
}
