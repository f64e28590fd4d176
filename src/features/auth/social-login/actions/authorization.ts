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
 * People sent to a provider and back, by their network. There is nothing to guess on this way, so the limits are wider than
 * for passwords; they keep the table and the provider from floods.
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

/** Somebody comes back from a provider within so many seconds. */
const STATE_TTL_SECONDS = 600;

/** Binds a request to the browser that made it. There is one at a time: a new one takes the old one's place. */
const COOKIE = 'authorization';

/** What somebody wants who is sent to a provider. */
export interface AuthorizationIntent {
  /** To whose account the identity is to be added; undefined for signing in. */
  readonly addTo: string | undefined;
  /** Where they go afterwards. */
  readonly redirectTo: string;
  /** Where the page behind a popup waits for the outcome; undefined without a popup. */
  readonly channel: string | undefined;
}

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Secrets of which the provider sees one, the hash of another, and the third in its token. */
export function createOAuthSecrets() {
  return { state: createToken(), nonce: createToken(), codeVerifier: createToken() };
}

/** Remembers whom we send to a provider, and with what. */
export async function saveAuthorizationRequest(
  db: Db,
  { cookies, now }: Pick<ApiContext, 'cookies' | 'now'>,
  provider: string,
  wish: AuthorizationIntent,
  checks: ReturnType<typeof createOAuthSecrets>,
): Promise<void> {
  const browser = createToken();
  await insertAuthorizationRequest(db, {
    stateSha256: hashToken(checks.state),
    browserSha256: hashToken(browser),
    provider,
    codeVerifier: checks.codeVerifier,
    nonce: checks.nonce,
    userId: wish.addTo ?? null,
    next: wish.redirectTo,
    channel: wish.channel ?? null,
    expiresAt: dateOf(now().add({ seconds: STATE_TTL_SECONDS })),
  });
  cookies.set(COOKIE, browser, STATE_TTL_SECONDS);
}

/** What was remembered of somebody who comes back, which then is forgotten. Undefined when it is not for this browser. */
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
  const { userId, next: redirectTo, channel, nonce, codeVerifier } = row;
  return {
    addTo: userId ?? undefined,
    redirectTo,
    channel: channel ?? undefined,
    checks: { state, nonce, codeVerifier },
  };
}

/** Forgets whoever did not come back in time. */
export async function cleanupAuthorizationRequests(db: Db, now: Temporal.Instant): Promise<void> {
  await deleteExpiredAuthorizationRequests(db, dateOf(now));
}
