import { randomInt, timingSafeEqual } from 'node:crypto';
import { assertPasswordAllowed } from '../password/actions/policy-check.ts';
import { knownDevice } from '../sessions/actions/device-cookie.ts';
import { resetSignInAttempts } from '../password/actions/sign-in.ts';
import { deleteUserSessions } from '../sessions/queries.ts';
import { findUserByEmail, upsertPasswordHash } from '../queries.ts';
import { passwordResets } from '../tables.ts';
import { enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { rollbackUnless } from '#platform/database/rollback.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { hashPassword } from '#platform/password.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { password } from '../contract.ts';
import type { PendingReset } from './contract.ts';
import {
  consumeVerifiedReset,
  deletePasswordReset,
  deletePasswordResetsOf,
  findPasswordReset,
  markResetVerified,
  incrementResetAttempts,
} from './queries.ts';
import { CODE_TTL_MINUTES, RESEND_COOLDOWN_SECONDS, formatWrongCodeError } from './rules.ts';

/** Code requests (security page, "Limits"), per address, with or without account, and per network. */
const REQUEST_MINUTE_LIMIT: RateLimit = { name: 'forgot', maxAttempts: 1, windowSeconds: RESEND_COOLDOWN_SECONDS };
const REQUEST_HOUR_LIMIT: RateLimit = { name: 'forgot hour', maxAttempts: 3, windowSeconds: 3600 };
const REQUEST_NETWORK_LIMIT: RateLimit = { name: 'forgot network', maxAttempts: 10, windowSeconds: 3600 };
const CODE_NETWORK_LIMIT: RateLimit = { name: 'code', maxAttempts: 20, windowSeconds: 3600 };

/** Cookie that identifies the requesting browser. Its lifetime covers entering the code and the new password. */
const COOKIE = 'password-reset';
const COOKIE_SECONDS = 2 * CODE_TTL_MINUTES * 60;

const noPendingResetError = () => new AppError('GONE', 'This code has expired. Request a new one.');

/** Returns the hash of the token in this browser's cookie. */
const getTokenHash = ({ cookies }: ApiContext) => hashToken(cookies.get(COOKIE) ?? '');

/**
 * Hashes a code with its token. Only the browser's cookie holds the token, so the hash can't be brute-forced from the
 * database.
 */
function hashCode(token: string, code: string): string {
  return hashToken(`${token} ${code}`);
}

/**
 * Counts a code request. Throws TOO_MANY_REQUESTS for addresses with and without account alike. A browser that has
 * signed in to the account before has its own limit.
 */
async function consumeRequestLimits(context: ApiContext, email: string) {
  const { db, client, now } = context;
  const user = await findUserByEmail(db, email);
  const device = user && knownDevice(context, user.id);
  const who = device ? `${user.id} ${device}` : email.toLowerCase();
  if (!device) await consumeRateLimit(db, REQUEST_NETWORK_LIMIT, client.network, now());
  await consumeRateLimit(db, REQUEST_MINUTE_LIMIT, who, now());
  await consumeRateLimit(db, REQUEST_HOUR_LIMIT, who, now());
}

/**
 * Creates a code, replacing this browser's earlier one, and emails it if the address has an account. Without one, the
 * email is written and rolled back, so both take equally long. Returns the browser's token.
 */
async function createPasswordReset(tx: Transaction, context: ApiContext, email: string) {
  const now = context.now();
  await deletePasswordReset(tx, getTokenHash(context));
  const token = createToken();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const holder = await findUserByEmail(tx, email);
  const user = holder?.disabledAt ? undefined : holder;
  await tx.insert(passwordResets).values({
    tokenHash: hashToken(token),
    email,
    userId: user?.id ?? null,
    codeHash: hashCode(token, code),
    createdAt: toDate(now),
    expiresAt: toDate(now.add({ minutes: CODE_TTL_MINUTES })),
  });
  await rollbackUnless(user !== undefined, tx, inner =>
    enqueueEmail(inner, context, {
      to: { name: user?.name ?? '', email: user?.email ?? email },
      template: 'password_reset_code',
      props: { code, expiresInMinutes: CODE_TTL_MINUTES },
      containsSecret: true,
    }),
  );
  await recordSecurityEvent(tx, context, 'password_reset_requested', { email, userId: user?.id });
  return token;
}

/** Sends a code to an address and returns the pending reset. Throws TOO_MANY_REQUESTS. */
export async function startPasswordReset(context: ApiContext, email: string): Promise<PendingReset> {
  await consumeRequestLimits(context, email);
  const token = await context.db.transaction(tx => createPasswordReset(tx, context, email));
  context.cookies.set(COOKIE, token, COOKIE_SECONDS);
  return getPendingReset(context);
}

/**
 * Sends this browser's address another code, also if the last one has expired. Throws GONE if there was none, and
 * TOO_MANY_REQUESTS.
 */
export async function resendCode(context: ApiContext): Promise<PendingReset> {
  const reset = await findPasswordReset(context.db, getTokenHash(context));
  if (!reset) throw noPendingResetError();
  return startPasswordReset(context, reset.email);
}

/** Returns this browser's pending reset. Throws GONE if there is none or it has expired. */
export async function getPendingReset(context: ApiContext): Promise<PendingReset> {
  const now = context.now();
  const reset = await findPasswordReset(context.db, getTokenHash(context), toDate(now));
  if (!reset) throw noPendingResetError();
  const resendAt = new Date(reset.createdAt.getTime() + RESEND_COOLDOWN_SECONDS * 1000);
  const untilThen = (date: Date) => Math.max(0, date.getTime() - now.epochMilliseconds);
  return {
    email: reset.email,
    expiresAt: reset.expiresAt.toISOString(),
    expiresInMs: untilThen(reset.expiresAt),
    resendAt: resendAt.toISOString(),
    resendInMs: untilThen(resendAt),
    verified: reset.verifiedAt !== null,
  };
}

/**
 * Verifies a code. Throws GONE if there is no valid reset, UNPROCESSABLE for a wrong code, and TOO_MANY_REQUESTS, for
 * addresses without account as well.
 */
export async function verifyCode(context: ApiContext, code: string): Promise<void> {
  const { db, client, cookies } = context;
  const now = context.now();
  await consumeRateLimit(db, CODE_NETWORK_LIMIT, client.network, now);
  const token = cookies.get(COOKIE) ?? '';
  const reset = await incrementResetAttempts(db, hashToken(token), toDate(now));
  if (!reset) throw noPendingResetError();
  const right = timingSafeEqual(Buffer.from(reset.codeHash), Buffer.from(hashCode(token, code)));
  const end = toDate(now.add({ minutes: CODE_TTL_MINUTES }));
  if (right && reset.userId && (await markResetVerified(db, reset.tokenHash, toDate(now), end))) return;
  await recordSecurityEvent(db, context, 'code_rejected', { email: reset.email, userId: reset.userId });
  throw new AppError('UNPROCESSABLE', formatWrongCodeError(reset.attempts));
}

/** Returns the user of a reset. Throws GONE if the account was disabled or has changed its address since. */
async function getResetUser(db: Db, { userId, email }: { userId: string | null; email: string }) {
  const user = await findUserByEmail(db, email);
  if (!user || user.disabledAt || user.id !== userId) throw noPendingResetError();
  return user;
}

/**
 * Sets the new password after a verified code, ends all sessions, resets the sign-in limits and notifies the user by
 * email. Returns their address. Throws GONE if the reset has expired, and BAD_REQUEST if the password is not allowed.
 */
export async function resetPassword(context: ApiContext, newPassword: string) {
  const pending = await findPasswordReset(context.db, getTokenHash(context), toDate(context.now()));
  if (!pending?.verifiedAt) throw noPendingResetError();
  await assertPasswordAllowed(context.db, newPassword, await getResetUser(context.db, pending));
  const passwordHash = await hashPassword(newPassword);
  const address = await context.db.transaction(async tx => {
    const now = context.now();
    const reset = await consumeVerifiedReset(tx, getTokenHash(context), toDate(now));
    if (!reset) throw noPendingResetError();
    const user = await getResetUser(tx, reset);
    await replacePassword(tx, context, user, passwordHash);
    return user.email;
  });
  context.cookies.clear(COOKIE);
  return { email: address };
}

type Person = { readonly id: string; readonly name: string; readonly email: string };

/** Sets a user's password, ends all sessions, resets the sign-in limits and notifies the user by email. */
async function replacePassword(tx: Transaction, context: ApiContext, user: Person, passwordHash: string) {
  const now = context.now();
  await upsertPasswordHash(tx, user.id, passwordHash, toDate(now));
  await deleteUserSessions(tx, user.id);
  await deletePasswordResetsOf(tx, user.id);
  await resetSignInAttempts(tx, context, user);
  await recordSecurityEvent(tx, context, 'password_reset', { userId: user.id, email: user.email });
  await enqueueEmail(tx, context, {
    to: user,
    template: 'password_changed',
    props: { name: user.name, occurredAt: now.toString() },
  });
}

/**
 * Sets a password from the command line, without a code. Otherwise does the same as `resetPassword`. Throws
 * BAD_REQUEST if the password is not allowed.
 */
export async function setPasswordOf(context: ApiContext, user: Person, typed: string): Promise<void> {
  const { success, data, error } = password.safeParse(typed);
  if (!success) throw new AppError('BAD_REQUEST', `${error.issues[0]?.message ?? 'Invalid password'}.`);
  await assertPasswordAllowed(context.db, data, user);
  const passwordHash = await hashPassword(data);
  await context.db.transaction(tx => replacePassword(tx, context, user, passwordHash));
}
