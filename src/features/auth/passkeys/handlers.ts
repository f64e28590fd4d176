import { implement } from '@orpc/server';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import { notifySignInMethodChanged, removeSignInMethod } from '../actions/sign-in-methods.ts';
import { SIGN_IN_NETWORK_LIMIT } from '../password/actions/sign-in.ts';
import { getUser } from '../queries.ts';
import { requireRecentAuthentication } from '../sessions/actions/reauthentication.ts';
import { respondWithSession, signInUser } from '../sessions/actions/sessions.ts';
import type { passkeys as passkeysTable } from '../tables.ts';
import { CHALLENGE_TTL_MINUTES, consumeChallenge, createChallenge } from './actions/challenges.ts';
import { type AuthenticationResponse, passkeysContract, type RegistrationResponse } from './contract.ts';
import {
  countPasskeys,
  deletePasskey,
  findPasskeyByCredentialId,
  insertPasskey,
  listCredentials,
  listPasskeys,
  updatePasskeyCounter,
  updatePasskeyName,
} from './queries.ts';
import { getDefaultPasskeyName } from './rules/default-name.ts';
import { findRelyingParty } from './rules/relying-party.ts';

/** Upper limit of passkeys per user. */
const MAX_PASSKEYS = 20;

/** EdDSA, ES256, RS256 (IANA COSE algorithms): supported by current authenticators. */
const ALGORITHMS = [-8, -7, -257];

/** Challenges per network: every login page view creates one so browsers can autofill passkeys. */
const PASSKEY_CHALLENGE_LIMIT: RateLimit = { name: 'passkey challenges', maxAttempts: 60, windowSeconds: 600 };

const NOT_FOUND_MESSAGE = 'This passkey doesn’t exist. It may have been removed.';

const passkeys = implement(passkeysContract).$context<ApiContext>();

const formatPasskeyName = (name: string) => `the passkey “${name}”`;

/** Returns the site's relying party. Throws NOT_FOUND where browsers offer no passkeys. */
function requireRelyingParty({ siteUrl }: ApiContext) {
  const party = findRelyingParty(siteUrl);
  if (party) return party;
  throw new AppError('NOT_FOUND', 'Passkeys require a domain name and HTTPS. This site uses an IP address or HTTP.');
}

async function assertPasskeyLimit({ db }: ApiContext, userId: string) {
  if ((await countPasskeys(db, userId)) < MAX_PASSKEYS) return;
  throw new AppError('CONFLICT', `You already have ${MAX_PASSKEYS} passkeys. Remove one you don’t use and try again.`);
}

/** Returns the credential of a new passkey. Throws GONE if the challenge expired, and BAD_REQUEST if it is invalid. */
async function verifyRegistration(
  context: ApiContext,
  userId: string,
  { response, ...credential }: RegistrationResponse,
) {
  const party = requireRelyingParty(context);
  const expectedChallenge = await consumeChallenge(context, response.clientDataJSON, userId);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verification = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...response, transports: response.transports ?? [] },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    context.log.info(
      { reason: error instanceof Error ? error.message : String(error) },
      'passkey registration rejected',
    );
    return { verified: false as const };
  });
  if (!verification.verified) throw new AppError('BAD_REQUEST', 'This passkey couldn’t be verified. Try again.');
  return verification.registrationInfo;
}

/** Returns the passkey's new counter and whether it is synced, or undefined if the assertion is invalid. */
async function verifyAssertion(
  context: ApiContext,
  { response, ...credential }: AuthenticationResponse,
  passkey: typeof passkeysTable.$inferSelect,
  expectedChallenge: string,
) {
  const party = requireRelyingParty(context);
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
    context.log.info({ reason: error instanceof Error ? error.message : String(error) }, 'passkey sign-in rejected');
    return undefined;
  }
}

export const passkeysHandlers = passkeys.router({
  list: passkeys.list.handler(async ({ context }) => ({
    isSupported: findRelyingParty(context.siteUrl) !== undefined,
    items: await listPasskeys(context.db, requireUser(context).userId),
  })),
  createRegistrationOptions: passkeys.createRegistrationOptions.handler(async ({ context }) => {
    await requireRecentAuthentication(context);
    const { userId, email } = requireUser(context);
    const party = requireRelyingParty(context);
    await assertPasskeyLimit(context, userId);
    const { name } = await getUser(context.db, userId);
    const { profile } = await getSiteSections(context.db, ['profile']);
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const options = await generateRegistrationOptions({
      rpName: profile.name,
      rpID: party.id,
      userID: new TextEncoder().encode(userId),
      userName: email,
      userDisplayName: name,
      timeout: CHALLENGE_TTL_MINUTES * 60_000,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: await listCredentials(context.db, userId),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await createChallenge(context, options.challenge, userId);
    return options;
  }),
  // The challenge implies recent authentication: it is issued only after one and expires within minutes.
  register: passkeys.register.handler(async ({ context, input: { response, name } }) => {
    const { userId } = requireUser(context);
    await assertPasskeyLimit(context, userId);
    const { credential, credentialBackedUp } = await verifyRegistration(context, userId, response);
    return context.db.transaction(async tx => {
      const passkey = await insertPasskey(tx, {
        credentialId: credential.id,
        userId,
        name: name ?? getDefaultPasskeyName(context.client.userAgent),
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        signCount: credential.counter,
        transports: credential.transports ?? [],
        synced: credentialBackedUp,
        createdAt: toDate(context.now()),
      });
      if (!passkey) throw new AppError('CONFLICT', 'This passkey is already registered.');
      await notifySignInMethodChanged(tx, context, userId, formatPasskeyName(passkey.name), 'added');
      return passkey;
    });
  }),
  rename: passkeys.rename.handler(async ({ context, input }) => {
    const renamed = await updatePasskeyName(context.db, requireUser(context).userId, input.id, input.name);
    if (!renamed) throw new AppError('NOT_FOUND', NOT_FOUND_MESSAGE);
    return renamed;
  }),
  delete: passkeys.delete.handler(async ({ context, input }) => {
    await requireRecentAuthentication(context);
    const { userId } = requireUser(context);
    await context.db.transaction(tx =>
      removeSignInMethod(tx, context, userId, NOT_FOUND_MESSAGE, async () => {
        const name = await deletePasskey(tx, userId, input.id);
        return name && formatPasskeyName(name);
      }),
    );
    return { removed: true as const };
  }),
  createAuthenticationOptions: passkeys.createAuthenticationOptions.handler(async ({ context }) => {
    const party = requireRelyingParty(context);
    await consumeRateLimit(context.db, PASSKEY_CHALLENGE_LIMIT, context.client.network, context.now());
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      timeout: CHALLENGE_TTL_MINUTES * 60_000,
      userVerification: 'required',
    });
    await createChallenge(context, options.challenge, null);
    return options;
  }),
  // Signs in the user whose passkey signed this browser's challenge.
  signIn: passkeys.signIn.handler(async ({ context, input: { response } }) => {
    const { db } = context;
    await consumeRateLimit(db, SIGN_IN_NETWORK_LIMIT, context.client.network, context.now());
    const challenge = await consumeChallenge(context, response.response.clientDataJSON, null);
    const passkey = await findPasskeyByCredentialId(db, response.id);
    if (!passkey) {
      await recordSecurityEvent(db, context, 'sign_in_failed', { detail: 'unknown passkey' });
      throw new AppError(
        'UNAUTHORIZED',
        'This passkey isn’t registered here. It may have been removed. Sign in another way.',
      );
    }
    const { userId, email } = passkey;
    const use = await verifyAssertion(context, response, passkey, challenge);
    const signedIn =
      use &&
      (await db.transaction(async tx => {
        // A repeated signature counter indicates a cloned authenticator.
        const lastUsedAt = toDate(context.now());
        const counted = await updatePasskeyCounter(tx, passkey.id, { ...use, lastUsedAt });
        return counted ? signInUser(tx, context, { id: userId, email }, 'passkey') : undefined;
      }));
    if (signedIn) return respondWithSession(context, signedIn);
    await recordSecurityEvent(db, context, 'sign_in_failed', { userId, email, detail: `passkey “${passkey.name}”` });
    throw new AppError('UNAUTHORIZED', 'This passkey wasn’t accepted. Try again or sign in another way.');
  }),
});
