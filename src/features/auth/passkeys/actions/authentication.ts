import { signInUser, type SignedInResult } from '../../sessions/actions/sign-in-result.ts';
import { SIGN_IN_NETWORK_LIMIT } from '../../password/actions/sign-in.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { AuthenticationResponse } from '../contract.ts';
import { findPasskeyByCredentialId, updatePasskeyCounter } from '../queries.ts';
import type { passkeys } from '../../tables.ts';
import { CHALLENGE_TTL_MINUTES, createChallenge, consumeChallenge } from './challenges.ts';
import { requireRelyingParty } from './registration.ts';

/** Challenges per network: every login page view creates one so that browsers can autofill passkeys. */
const PASSKEY_CHALLENGE_LIMIT: RateLimit = { name: 'passkey challenges', maxAttempts: 60, windowSeconds: 600 };

/**
 * Returns WebAuthn request options for any discoverable passkey. Throws NOT_FOUND where passkeys are unavailable, and
 * TOO_MANY_REQUESTS.
 */
export async function createAuthenticationOptions(context: ApiContext) {
  const party = requireRelyingParty(context.siteUrl);
  await consumeRateLimit(context.db, PASSKEY_CHALLENGE_LIMIT, context.client.network, context.now());
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: CHALLENGE_TTL_MINUTES * 60_000,
    userVerification: 'required',
  });
  await createChallenge(context.db, context, options.challenge, null);
  return options;
}

/**
 * Signs in the user whose passkey signed this browser's challenge. Throws GONE if the challenge expired, UNAUTHORIZED
 * for an unknown passkey or invalid signature, FORBIDDEN for a disabled account, and TOO_MANY_REQUESTS.
 */
export async function signInWithPasskey(context: ApiContext, answer: AuthenticationResponse): Promise<SignedInResult> {
  const { db, client, now } = context;
  await consumeRateLimit(db, SIGN_IN_NETWORK_LIMIT, client.network, now());
  const challenge = await consumeChallenge(db, context, answer.response.clientDataJSON, null);
  const passkey = await findPasskeyByCredentialId(db, answer.id);
  if (!passkey) {
    await recordSecurityEvent(db, context, 'sign_in_failed', { detail: 'unknown passkey' });
    throw new AppError('UNAUTHORIZED', 'This site does not know that passkey: it was removed here. Sign in otherwise.');
  }
  const { userId, email } = passkey;
  const use = await verifyAssertion(context, answer, passkey, challenge);
  const signedIn =
    use &&
    (await db.transaction(async tx => {
      // A repeated signature counter indicates a cloned authenticator.
      const counted = await updatePasskeyCounter(tx, passkey.id, {
        ...use,
        lastUsedAt: new Date(now().epochMilliseconds),
      });
      return counted ? signInUser(tx, context, { id: userId, email }, 'passkey') : undefined;
    }));
  if (signedIn) return signedIn;
  await recordSecurityEvent(db, context, 'sign_in_failed', { userId, email, detail: `passkey “${passkey.name}”` });
  throw new AppError('UNAUTHORIZED', 'That passkey was not accepted. Try again, or sign in otherwise.');
}

/** Returns the passkey's new counter and whether it is synced, or undefined if the assertion is invalid. */
async function verifyAssertion(
  { siteUrl, log }: ApiContext,
  { response, ...credential }: AuthenticationResponse,
  passkey: typeof passkeys.$inferSelect,
  expectedChallenge: string,
): Promise<{ signCount: number; synced: boolean } | undefined> {
  const party = requireRelyingParty(siteUrl);
  const { userHandle } = response;
  // The user handle must match the passkey's user (Web Authentication, level 3, 7.2, step 6).
  if (userHandle !== Buffer.from(passkey.userId).toString('base64url')) return undefined;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response: { ...response, userHandle }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.signCount,
        transports: passkey.transports,
      },
      requireUserVerification: true,
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { signCount: newCounter, synced: credentialBackedUp } : undefined;
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'a passkey was refused');
    return undefined;
  }
}
