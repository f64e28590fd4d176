import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { RateLimit } from '#platform/http/rate-limits.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { type ProviderAccount, insertLinkedAccount } from '../../social-login/queries.ts';
import { deleteRegistration, deleteRegistrationsByEmail, findRegistration } from '../queries.ts';
import { findUserByEmail, insertUser, upsertPasswordHash } from '../../queries.ts';
import { registrations } from '../../tables.ts';

/** Registrations per network, and per address, which gets an email each time (security page, "Limits"). */
export const REGISTRATION_NETWORK_LIMIT: RateLimit = { name: 'register', maxAttempts: 5, windowSeconds: 3600 };
export const REGISTRATION_EMAIL_LIMIT: RateLimit = { name: 'register address', maxAttempts: 3, windowSeconds: 3600 };

/** Lifetime of the confirmation link, in hours. */
const LINK_TTL_HOURS = 24;

const expiredLinkError = () =>
  new AppError(
    'NOT_FOUND',
    'This link has expired or was already used. If you opened it before, sign in. Otherwise, register again to get a new one.',
  );

/** How the new user will sign in: with a password (PHC string) or a linked account. */
type RegistrationCredential =
  | { passwordHash: string; identity?: undefined }
  | { passwordHash?: undefined; identity: ProviderAccount & { providerLabel: string } };

/**
 * Stores a registration and emails a confirmation link. For an address with an account, the work is the same, but the
 * email informs its holder, so the requester can't tell the difference.
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
  await tx.insert(registrations).values({
    tokenHash: hashToken(token),
    email,
    name,
    passwordHash: passwordHash ?? null,
    ...identity,
    createdAt: toDate(now),
    expiresAt: toDate(now.add({ hours: LINK_TTL_HOURS })),
  });
  if (holder) {
    // The token is never sent, so this registration can't be confirmed.
    await enqueueEmail(tx, context, { to: holder, template: 'account_exists', props: { name: holder.name } });
  } else {
    const by = identity ? { providerLabel: identity.providerLabel } : {};
    const props = { name, url: context.siteUrl + paths.confirmEmail(token), expiresInHours: LINK_TTL_HOURS, ...by };
    await enqueueEmail(tx, context, { to: { name, email }, template: 'verify_email', props, containsSecret: true });
  }
  await recordSecurityEvent(tx, context, 'registration_requested', { email, detail: identity?.provider });
}

/** Returns the address that a link confirms. Throws NOT_FOUND if the link is invalid. */
export async function getPendingRegistration({ db, now }: ApiContext, token: string) {
  const registration = await findRegistration(db, hashToken(token), toDate(now()));
  if (!registration) throw expiredLinkError();
  return { email: registration.email };
}

/**
 * Creates the account of a registration and consumes its link. Throws NOT_FOUND if the link is invalid, and CONFLICT if
 * the address has an account by now.
 */
export async function confirmRegistration(tx: Transaction, context: ApiContext, { token }: { token: string }) {
  const now = toDate(context.now());
  const registration = await deleteRegistration(tx, hashToken(token), now);
  if (!registration) throw expiredLinkError();
  const { name, email, passwordHash, provider, providerAccountId, providerAccountName } = registration;
  const userId = await insertUser(tx, { name, email, role: 'member' });
  if (!userId) throw new AppError('CONFLICT', 'This email address already has an account. Sign in instead.');
  if (passwordHash !== null) await upsertPasswordHash(tx, userId, passwordHash, now);
  if (provider !== null && providerAccountId !== null) {
    const account = { provider, providerAccountId, providerAccountName };
    if (!(await insertLinkedAccount(tx, userId, account, now)))
      throw new AppError(
        'CONFLICT',
        'This sign-in method is already linked to another account. Use it to sign in instead.',
      );
  }
  await deleteRegistrationsByEmail(tx, email);
  await recordSecurityEvent(tx, context, 'email_verified', { userId, email });
  return { email };
}
