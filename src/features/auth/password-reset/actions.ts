import { randomInt, timingSafeEqual } from 'node:crypto';
import { checkPassword } from '../password/actions/policy-check.ts';
import { knownDevice } from '../sessions/actions/device-cookie.ts';
import { forgetSignIns } from '../password/actions/sign-in.ts';
import { deleteSessionsOf } from '../sessions/queries/sessions.ts';
import { findUserToSignIn, savePassword } from '../queries/users.ts';
import { type MailServices, queueMail } from '#features/email/actions.ts';
import { recordSecurityEvent } from '#features/security-events/actions.ts';
import { getSiteContent } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { takeBackUnless } from '#platform/database/rollback.ts';
import { countTry, type RateLimit } from '#platform/http/rate-limits.ts';
import { makeToken, tokenHash } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { WaitingReset } from './contract.ts';
import {
  deleteVerifiedReset,
  deletePasswordReset,
  deletePasswordResetsOf,
  findPasswordReset,
  insertPasswordReset,
  updateResetVerified,
  updateTriesOfReset,
} from './queries.ts';
import { CODE_MINUTES, MOST_TRIES, RESEND_SECONDS, wrongCodeText } from './rules.ts';

/** Codes asked for (security page, "Limits"): by address, known or not, and by network. */
const REQUESTS_A_MINUTE: RateLimit = { name: 'forgot', most: 1, seconds: RESEND_SECONDS };
const REQUESTS_AN_HOUR: RateLimit = { name: 'forgot hour', most: 3, seconds: 3600 };
const REQUESTS_BY_NETWORK: RateLimit = { name: 'forgot network', most: 10, seconds: 3600 };
const CODES_BY_NETWORK: RateLimit = { name: 'code', most: 20, seconds: 3600 };

/** The cookie by which the browser that asked is known, in seconds: as long as code and new password may take. */
const COOKIE = 'password-reset';
const COOKIE_SECONDS = 2 * CODE_MINUTES * 60;

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

const nothingWaits = () =>
  new AppError('GONE', 'There is no code that this could be, or its time is over. Ask for a new one.');

/**
 * What is kept of a code. The token has more randomness than anyone can try and is in the browser's cookie alone, so the
 * database does not tell which of the million codes it is.
 */
function codeHash(token: string, code: string): string {
  return tokenHash(`${token} ${code}`);
}

/**
 * Counts a request for a code. Throws TOO_MANY_REQUESTS, for addresses with and without account alike. A browser that has
 * signed in to the account before has a budget of its own, which strangers' requests do not use up.
 */
export async function countRequest(
  context: Pick<ApiContext, 'db' | 'client' | 'now' | 'cookies' | 'sealer'>,
  email: string,
): Promise<void> {
  const { db, client, now } = context;
  const user = await findUserToSignIn(db, email);
  const device = user && knownDevice(context, user.id);
  const who = device ? `${user.id} ${device}` : email.toLowerCase();
  if (!device) await countTry(db, REQUESTS_BY_NETWORK, client.network, now());
  await countTry(db, REQUESTS_A_MINUTE, who, now());
  await countTry(db, REQUESTS_AN_HOUR, who, now());
}

/**
 * Makes a code, which voids the one that this browser asked for before, and has it sent to the address if that has an account. The work is the same if
 * it has none: then the mail is written and taken back. Answers the token for the browser that asked.
 */
export async function requestCode(
  tx: Transaction,
  context: Pick<ApiContext, 'client' | 'cookies'> & MailServices,
  email: string,
): Promise<string> {
  const now = context.now();
  await deletePasswordReset(tx, tokenHash(context.cookies.get(COOKIE) ?? ''));
  const token = makeToken();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const holder = await findUserToSignIn(tx, email);
  const user = holder?.disabledAt ? undefined : holder;
  await insertPasswordReset(tx, {
    tokenSha256: tokenHash(token),
    email,
    userId: user?.id ?? null,
    codeSha256: codeHash(token, code),
    createdAt: dateOf(now),
    expiresAt: dateOf(now.add({ minutes: CODE_MINUTES })),
  });
  await takeBackUnless(user !== undefined, tx, inner =>
    queueMail(inner, context, {
      to: { name: user?.name ?? '', address: user?.email ?? email },
      template: 'resetCode',
      props: { code, minutes: CODE_MINUTES },
      secret: true,
    }),
  );
  await recordSecurityEvent(tx, context, 'reset-requested', { email, ...(user ? { userId: user.id } : {}) });
  return token;
}

/** Has the browser know that it asked. */
export function rememberRequest({ cookies }: Pick<ApiContext, 'cookies'>, token: string): void {
  cookies.set(COOKIE, token, COOKIE_SECONDS);
}

/** Has the browser forget that it asked. */
export function forgetRequest({ cookies }: Pick<ApiContext, 'cookies'>): void {
  cookies.clear(COOKIE);
}

/** What the browser that asked waits for. Throws GONE when it has not asked, or too long ago. */
export async function getWaitingReset(context: Pick<ApiContext, 'db' | 'cookies' | 'now'>): Promise<WaitingReset> {
  const { db, cookies } = context;
  const now = context.now();
  const reset = await findPasswordReset(db, tokenHash(cookies.get(COOKIE) ?? ''), dateOf(now));
  if (!reset) throw nothingWaits();
  const resendAt = new Date(reset.createdAt.getTime() + RESEND_SECONDS * 1000);
  const untilThen = (date: Date) => Math.max(0, date.getTime() - now.epochMilliseconds);
  return {
    email: reset.email,
    expiresAt: reset.expiresAt.toISOString(),
    expiresIn: untilThen(reset.expiresAt),
    resendAt: resendAt.toISOString(),
    resendIn: untilThen(resendAt),
    verified: reset.verifiedAt !== null,
  };
}

/**
 * Judges a code. Throws GONE when none can be typed (any more), UNPROCESSABLE for a wrong one, TOO_MANY_REQUESTS; all of
 * it for an address without account as well.
 */
export async function verifyCode(
  context: Pick<ApiContext, 'db' | 'client' | 'cookies' | 'now'>,
  code: string,
): Promise<void> {
  const { db, client, cookies } = context;
  const now = context.now();
  await countTry(db, CODES_BY_NETWORK, client.network, now);
  const token = cookies.get(COOKIE) ?? '';
  const reset = await updateTriesOfReset(db, tokenHash(token), MOST_TRIES, dateOf(now));
  if (!reset) throw nothingWaits();
  const right = timingSafeEqual(Buffer.from(reset.codeSha256), Buffer.from(codeHash(token, code)));
  const end = dateOf(now.add({ minutes: CODE_MINUTES }));
  if (right && reset.userId && (await updateResetVerified(db, reset.tokenSha256, dateOf(now), end))) return;
  await recordSecurityEvent(db, context, 'code-refused', concerning(reset));
  throw new AppError('UNPROCESSABLE', wrongCodeText(reset.tries));
}

/** Throws unless the new password may be this person's; to be asked before it is hashed. Answers whose it is. */
export async function checkNewPassword(
  context: Pick<ApiContext, 'db' | 'cookies' | 'now'>,
  password: string,
): Promise<void> {
  const { db, cookies, now } = context;
  const reset = await findPasswordReset(db, tokenHash(cookies.get(COOKIE) ?? ''), dateOf(now()));
  if (!reset?.verifiedAt) throw nothingWaits();
  await checkPassword(db, password, await getHolder(db, reset));
}

/** Whose new password it is. Throws GONE when the account was disabled since, or has another address by now. */
async function getHolder(db: Db, { userId, email }: { userId: string | null; email: string }) {
  const user = await findUserToSignIn(db, email);
  if (!user || user.disabledAt || user.id !== userId) throw nothingWaits();
  return user;
}

/**
 * Sets the new password of whoever has typed the right code, ends all of their sessions, lifts what was counted against
 * their signing in, and tells them by mail. Answers their address. Throws GONE when the time for it is over.
 */
export async function resetPassword(
  tx: Transaction,
  context: Pick<ApiContext, 'client' | 'cookies' | 'sealer'> & MailServices,
  passwordHash: string,
): Promise<string> {
  const now = context.now();
  const reset = await deleteVerifiedReset(tx, tokenHash(context.cookies.get(COOKIE) ?? ''), dateOf(now));
  if (!reset) throw nothingWaits();
  const user = await getHolder(tx, reset);
  await savePassword(tx, user.id, passwordHash, dateOf(now));
  await deleteSessionsOf(tx, user.id);
  await deletePasswordResetsOf(tx, user.id);
  await forgetSignIns(tx, context, user);
  await recordSecurityEvent(tx, context, 'password-reset', { userId: user.id, email: user.email });
  await queueMail(tx, context, {
    to: { name: user.name, address: user.email },
    template: 'passwordChanged',
    props: {
      name: user.name,
      when: now.toString(),
      timeZone: await timeZoneOf(tx),
      resetLink: context.siteUrl + paths.forgetPassword,
    },
  });
  return user.email;
}

async function timeZoneOf(db: Db): Promise<string> {
  return (await getSiteContent(db, ['profile'])).profile.timeZone;
}

function concerning({ email, userId }: { email: string; userId: string | null }) {
  return { email, ...(userId ? { userId } : {}) };
}
