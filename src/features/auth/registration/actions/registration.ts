import { type EmailServices, enqueueEmail } from '#features/email/actions.ts';
import { recordSecurityEvent } from '#features/security-events/actions.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { RateLimit } from '#platform/http/rate-limits.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { type ProviderAccount, insertLinkedAccount } from '../../social-login/queries/linked-accounts.ts';
import {
  deleteRegistration,
  deleteRegistrationsByEmail,
  findRegistration,
  insertRegistration,
} from '../queries/registrations.ts';
import { findUserByEmail, insertUser, upsertPasswordHash } from '../../queries/users.ts';

/** Registrations from one network, and for one address, which is sent a mail each time (security page, "Limits"). */
export const REGISTRATION_NETWORK_LIMIT: RateLimit = { name: 'register', maxAttempts: 5, windowSeconds: 3600 };
export const REGISTRATION_EMAIL_LIMIT: RateLimit = { name: 'register address', maxAttempts: 3, windowSeconds: 3600 };

/** How long the link works, in hours. */
const LINK_TTL_HOURS = 24;

const expiredLinkError = () =>
  new AppError(
    'NOT_FOUND',
    'This link is no longer valid: it works once, for 24 hours. Register again to get a new one.',
  );

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** How somebody who registers will sign in: by a password (its PHC string), or by an identity elsewhere. */
type RegistrationCredential =
  | { passwordHash: string; identity?: undefined }
  | { passwordHash?: undefined; identity: ProviderAccount & { providerLabel: string } };

/**
 * Keeps somebody's wish for an account and sends a link that confirms the address. For an address that has an account the
 * work is the same, but the mail tells its holder that; whoever asks cannot tell one from the other.
 */
export async function requestRegistration(
  tx: Transaction,
  context: Pick<ApiContext, 'client'> & EmailServices,
  input: { name: string; email: string } & RegistrationCredential,
): Promise<void> {
  const { name, email, passwordHash, identity } = input;
  const now = context.now();
  const token = createToken();
  const holder = await findUserByEmail(tx, email);
  await insertRegistration(tx, {
    tokenSha256: hashToken(token),
    email,
    name,
    password: passwordHash ?? null,
    ...identity,
    createdAt: dateOf(now),
    expiresAt: dateOf(now.add({ hours: LINK_TTL_HOURS })),
  });
  if (holder) {
    // The token is told to nobody, so this wish comes to nothing.
    const signInLink = context.siteUrl + paths.login;
    const resetLink = context.siteUrl + paths.forgetPassword;
    const props = { name: holder.name, signInLink, resetLink };
    await enqueueEmail(tx, context, {
      to: { name: holder.name, address: holder.email },
      template: 'alreadyRegistered',
      props,
    });
  } else {
    const by = identity ? { by: identity.providerLabel } : {};
    const props = { name, url: context.siteUrl + paths.confirmEmail(token), expiresInHours: LINK_TTL_HOURS, ...by };
    await enqueueEmail(tx, context, {
      to: { name, address: email },
      template: 'confirmAddress',
      props,
      containsSecret: true,
    });
  }
  await recordSecurityEvent(tx, context, 'registered', { email, ...(identity ? { detail: identity.providerId } : {}) });
}

/** Whose address a link confirms. Throws NOT_FOUND when it is dead. */
export async function getPendingRegistrationEmail(db: Db, token: string, now: Temporal.Instant): Promise<string> {
  const registration = await findRegistration(db, hashToken(token), dateOf(now));
  if (!registration) throw expiredLinkError();
  return registration.email;
}

/**
 * Opens the account that a link stands for, with the name and the way to sign in that came with it, and uses the link up.
 * Throws NOT_FOUND when it is dead, and CONFLICT when the address has got an account meanwhile.
 */
export async function confirmRegistration(
  tx: Transaction,
  context: Pick<ApiContext, 'client' | 'now'>,
  token: string,
): Promise<string> {
  const now = dateOf(context.now());
  const registration = await deleteRegistration(tx, hashToken(token), now);
  if (!registration) throw expiredLinkError();
  const { name, email, password, providerId, accountId, accountName } = registration;
  const userId = await insertUser(tx, { name, email, role: 'member' });
  if (!userId) throw new AppError('CONFLICT', 'There is an account with this address already. Sign in.');
  if (password !== null) await upsertPasswordHash(tx, userId, password, now);
  if (providerId !== null && accountId !== null) {
    const added = await insertLinkedAccount(tx, userId, { providerId, accountId, accountName }, now);
    if (!added)
      throw new AppError('CONFLICT', 'This way to sign in belongs to another account already. Sign in by it.');
  }
  await deleteRegistrationsByEmail(tx, email);
  await recordSecurityEvent(tx, context, 'address-confirmed', { userId, email });
  return email;
}
