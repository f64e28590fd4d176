import { randomBytes } from 'node:crypto';
import { requireRecentAuthentication } from '../../sessions/actions/reauthentication.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, resetRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { findTotpSecret, replaceRecoveryCodes, updateLastUsedStep, consumeRecoveryCode } from '../queries.ts';
import { RECOVERY_CODE_COUNT, parseCode, type ParsedCode, formatRecoveryCode } from '../rules/codes.ts';
import { findTotpStep } from '../rules/totp.ts';

/** Codes per account across all sign-ins: three of a million are valid at any time. */
const CODE_ACCOUNT_LIMIT: RateLimit = { name: 'second step', maxAttempts: 10, windowSeconds: 900, hasBackoff: true };

/** Codes per network (security page, "Limits"). */
const CODE_NETWORK_LIMIT: RateLimit = { name: 'second step network', maxAttempts: 20, windowSeconds: 3600 };

/** Returns the encryption context of a user's secret: copied to another user's row, it can't be decrypted. */
export const getEncryptionContext = (userId: string) => `totp_secrets:${userId}`;

/** Parses a code. Throws BAD_REQUEST on its field if it is malformed. */
export function parseCodeOrThrow(typed: string): ParsedCode {
  const code = parseCode(typed);
  if (code) return code;
  const problem = 'Enter the 6-digit code from your app or a recovery code';
  throw new AppError('BAD_REQUEST', problem, { code: problem });
}

/** Counts a code before it is verified. Throws TOO_MANY_REQUESTS. */
export async function consumeCodeLimits({ db, client, now }: ApiContext, userId: string): Promise<void> {
  await consumeRateLimit(db, CODE_NETWORK_LIMIT, client.network, now());
  await consumeRateLimit(db, CODE_ACCOUNT_LIMIT, userId, now());
}

/** Resets the account's limit after a valid code. */
export const resetCodeLimits = (db: Db, userId: string) => resetRateLimit(db, CODE_ACCOUNT_LIMIT, userId);

/**
 * Verifies and consumes a code: it must be the user's, current and unused. Throws UNAVAILABLE if the secret's
 * encryption key is missing.
 */
export async function verifyAndConsumeCode(db: Db, context: ApiContext, userId: string, typed: ParsedCode) {
  const now = context.now();
  if (typed.kind === 'recovery') return consumeRecoveryCode(db, userId, hashToken(typed.code), toDate(now));
  const encryptedSecret = await findTotpSecret(db, userId);
  if (!encryptedSecret) return false;
  const step = findTotpStep(typed.code, decryptTotpSecret(context, userId, encryptedSecret), now);
  return step !== undefined && updateLastUsedStep(db, userId, step);
}

/** Returns a user's secret in base32. Throws UNAVAILABLE. */
export function decryptTotpSecret({ encryption, log }: ApiContext, userId: string, encryptedSecret: string): string {
  const secret = encryption.decrypt(encryptedSecret, getEncryptionContext(userId));
  if (secret) return secret;
  log.error('two-factor secret can’t be decrypted: SECRET_KEY or secret.key has changed since it was encrypted');
  throw new AppError('UNAVAILABLE', 'Codes from your app can’t be checked right now. Use a recovery code.');
}

/** Records a rejected code and returns the error to throw. */
export async function createCodeRejectedError(
  context: ApiContext,
  { id: userId, email }: { id: string; email: string },
  kind: ParsedCode['kind'],
) {
  await recordSecurityEvent(context.db, context, 'code_rejected', {
    userId,
    email,
    detail: 'two-factor authentication',
  });
  return new AppError('BAD_REQUEST', 'This code is incorrect or was already used.', {
    code:
      kind === 'recovery'
        ? 'This recovery code is incorrect or was already used. Use another one.'
        : 'This code is incorrect or was already used. Your app shows a new one every 30 seconds.',
  });
}

/**
 * Requires a code if one is given, else recent authentication. Throws like `requireRecentAuthentication`, or
 * BAD_REQUEST on the code's field.
 */
export async function requireCodeOrRecentAuthentication(context: ApiContext, typed: string | undefined) {
  if (typed === undefined) return requireRecentAuthentication(context);
  const { userId, email } = requireUser(context);
  const code = parseCodeOrThrow(typed);
  await consumeCodeLimits(context, userId);
  if (!(await verifyAndConsumeCode(context.db, context, userId, code))) {
    throw await createCodeRejectedError(context, { id: userId, email }, code.kind);
  }
  await resetCodeLimits(context.db, userId);
}

/** Replaces a user's recovery codes and returns them; the database stores only hashes. */
export async function createRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => formatRecoveryCode(randomBytes(16)));
  const hashes = codes.map(code => hashToken(parseCodeOrThrow(code).code));
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}
