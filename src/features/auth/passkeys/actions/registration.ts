import { notifySignInMethodChanged, removeSignInMethod } from '../../actions/sign-in-methods.ts';
import { getUser } from '../../queries.ts';
import { findRelyingParty } from '../rules/relying-party.ts';
import { getSiteSections } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Passkey, RegistrationResponse } from '../contract.ts';
import { countPasskeys, deletePasskey, insertPasskey, listCredentials } from '../queries.ts';
import { getDefaultPasskeyName } from '../rules/default-name.ts';
import { CHALLENGE_TTL_MINUTES, createChallenge, consumeChallenge } from './challenges.ts';

/** Upper limit of passkeys per user. */
const MAX_PASSKEYS = 20;

/** EdDSA, ES256, RS256 (IANA COSE algorithms): what current authenticators support. */
const ALGORITHMS = [-8, -7, -257];

const formatPasskeyName = (name: string) => `the passkey “${name}”`;

/** Returns the site's relying party. Throws NOT_FOUND where browsers offer no passkeys. */
export function requireRelyingParty(siteUrl: string) {
  const party = findRelyingParty(siteUrl);
  if (party) return party;
  throw new AppError('NOT_FOUND', 'Passkeys need a site with a name and https. This one has an address of numbers.');
}

/**
 * Returns WebAuthn creation options for a discoverable passkey with user verification. Throws NOT_FOUND where passkeys
 * are unavailable, and CONFLICT at the passkey limit.
 */
export async function createRegistrationOptions(context: ApiContext) {
  const { db, siteUrl } = context;
  const { userId, email } = requireUser(context);
  const party = requireRelyingParty(siteUrl);
  await assertPasskeyLimit(context, userId);
  const { name } = await getUser(db, userId);
  const { profile } = await getSiteSections(db, ['profile']);
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
    excludeCredentials: await listCredentials(db, userId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await createChallenge(db, context, options.challenge, userId);
  return options;
}

async function assertPasskeyLimit({ db }: Pick<ApiContext, 'db'>, userId: string): Promise<void> {
  if ((await countPasskeys(db, userId)) < MAX_PASSKEYS) return;
  throw new AppError('CONFLICT', `You have ${MAX_PASSKEYS} passkeys already. Remove one that you do not use.`);
}

/**
 * Adds a passkey for the current user and notifies them by email. Throws GONE if the challenge expired, BAD_REQUEST if
 * verification fails, and CONFLICT if the passkey is already registered.
 */
export async function registerPasskey(
  context: ApiContext,
  { response, name }: { response: RegistrationResponse; name?: string | undefined },
): Promise<Passkey> {
  const { db, client, now } = context;
  const { userId } = requireUser(context);
  await assertPasskeyLimit(context, userId);
  const { credential, credentialBackedUp } = await verifyRegistration(context, userId, response);
  return db.transaction(async tx => {
    const passkey = await insertPasskey(tx, {
      credentialId: credential.id,
      userId,
      name: name ?? getDefaultPasskeyName(client.userAgent),
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      signCount: credential.counter,
      transports: credential.transports ?? [],
      synced: credentialBackedUp,
      createdAt: new Date(now().epochMilliseconds),
    });
    if (!passkey) throw new AppError('CONFLICT', 'This passkey is known already.');
    await notifySignInMethodChanged(tx, context, userId, formatPasskeyName(passkey.name), 'added');
    return passkey;
  });
}

async function verifyRegistration(
  context: ApiContext,
  userId: string,
  { response, ...credential }: RegistrationResponse,
) {
  const party = requireRelyingParty(context.siteUrl);
  const expectedChallenge = await consumeChallenge(context.db, context, response.clientDataJSON, userId);
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
    context.log.info({ reason: error instanceof Error ? error.message : String(error) }, 'a new passkey was refused');
    return { verified: false as const };
  });
  if (!verification.verified) throw new AppError('BAD_REQUEST', 'This passkey could not be verified. Try again.');
  return verification.registrationInfo;
}

/** Removes one of the current user's passkeys. Throws NOT_FOUND, and CONFLICT for the last sign-in method. */
export async function removePasskey(tx: Transaction, context: ApiContext, id: string): Promise<void> {
  const { userId } = requireUser(context);
  const remove = async () => {
    const name = await deletePasskey(tx, userId, id);
    return name && formatPasskeyName(name);
  };
  await removeSignInMethod(tx, context, userId, remove, 'You have no such passkey.');
}
