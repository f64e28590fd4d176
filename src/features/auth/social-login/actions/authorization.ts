import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { RateLimit } from '#platform/http/rate-limits.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import {
  findAndDeleteAuthorizationRequest,
  deleteExpiredAuthorizationRequests,
  insertAuthorizationRequest,
} from '../queries/social-login.ts';

/**
 * Provider sign-ins per network. Nothing can be guessed here, so the limit is wider than for passwords; it protects the
 * table and the provider from floods.
 */
export const AUTHORIZE_RATE_LIMIT: RateLimit = {
  name: 'provider sign-in',
  maxAttempts: 30,
  windowSeconds: 60,
  hasBackoff: true,
};
export const CALLBACK_RATE_LIMIT: RateLimit = {
  name: 'provider return',
  maxAttempts: 30,
  windowSeconds: 60,
  hasBackoff: true,
};

/** How long a user may take at the provider, in seconds. */
const STATE_TTL_SECONDS = 600;

/** Cookie that binds an authorization request to the browser. A new request replaces the previous one. */
const COOKIE = 'authorization';

/** Why a user is sent to a provider. */
export interface AuthorizationIntent {
  /** The user to link the account to; undefined for sign-in. */
  readonly addTo: string | undefined;
  /** Where to redirect afterwards. */
  readonly redirectTo: string;
  /** BroadcastChannel name of the page that opened the popup; undefined without a popup. */
  readonly channel: string | undefined;
}

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Creates the OAuth state, nonce and PKCE verifier. */
export function createOAuthSecrets() {
  return { state: createToken(), nonce: createToken(), codeVerifier: createToken() };
}

/** Stores an authorization request before redirecting to the provider. */
export async function saveAuthorizationRequest(
  db: Db,
  { cookies, now }: Pick<ApiContext, 'cookies' | 'now'>,
  provider: string,
  wish: AuthorizationIntent,
  checks: ReturnType<typeof createOAuthSecrets>,
): Promise<void> {
  const browser = createToken();
  await insertAuthorizationRequest(db, {
    stateHash: hashToken(checks.state),
    browserTokenHash: hashToken(browser),
    provider,
    codeVerifier: checks.codeVerifier,
    nonce: checks.nonce,
    linkUserId: wish.addTo ?? null,
    redirectTo: wish.redirectTo,
    broadcastChannel: wish.channel ?? null,
    expiresAt: dateOf(now().add({ seconds: STATE_TTL_SECONDS })),
  });
  cookies.set(COOKIE, browser, STATE_TTL_SECONDS);
}

/** Consumes the authorization request of a callback. Undefined unless it belongs to this browser. */
export async function consumeAuthorizationRequest(
  db: Db,
  { cookies, now }: Pick<ApiContext, 'cookies' | 'now'>,
  provider: string,
  state: string,
): Promise<(AuthorizationIntent & { readonly checks: ReturnType<typeof createOAuthSecrets> }) | undefined> {
  const browser = cookies.get(COOKIE);
  if (!browser || !state) return undefined;
  const which = { stateSha256: hashToken(state), browserSha256: hashToken(browser), provider };
  const row = await findAndDeleteAuthorizationRequest(db, which, dateOf(now()));
  if (!row) return undefined;
  cookies.clear(COOKIE);
  const { linkUserId, redirectTo, broadcastChannel, nonce, codeVerifier } = row;
  return {
    addTo: linkUserId ?? undefined,
    redirectTo,
    channel: broadcastChannel ?? undefined,
    checks: { state, nonce, codeVerifier },
  };
}

export async function cleanupAuthorizationRequests(db: Db, now: Temporal.Instant): Promise<void> {
  await deleteExpiredAuthorizationRequests(db, dateOf(now));
}
