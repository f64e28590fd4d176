import { randomBytes } from 'node:crypto';
import { requireRecentAuthentication } from '../../sessions/actions/reauthentication.ts';
import { recordSecurityEvent } from '#features/security-events/actions.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, resetRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import {
  findTotpSecret,
  replaceRecoveryCodes,
  updateLastUsedStep,
  consumeRecoveryCode,
} from '../queries/two-factor.ts';
import { RECOVERY_CODE_COUNT, parseCode, type ParsedCode, formatRecoveryCode } from '../rules/codes.ts';
import { findTotpStep } from '../rules/totp.ts';

/** Codes typed for one account, at however many sign-ins: of a million, three are right at any time. */
const CODE_ACCOUNT_LIMIT: RateLimit = { name: 'second step', maxAttempts: 10, windowSeconds: 900, hasBackoff: true };

/** Codes typed from one network (security page, "Limits"). */
const CODE_NETWORK_LIMIT: RateLimit = { name: 'second step network', maxAttempts: 20, windowSeconds: 3600 };

type CodeContext = Pick<ApiContext, 'db' | 'client' | 'now' | 'log' | 'encryption'>;

/** Which place a person's sealed secret is for: copied to another person's row, it does not open. */
export const getEncryptionContext = (userId: string) => `totp_secrets:${userId}`;

/** What a typed code can only be. Throws BAD_REQUEST beside its field when it is no code. */
export function parseCodeOrThrow(typed: string): ParsedCode {
  const code = parseCode(typed);
  if (code) return code;
  const objection = 'Type the six digits that your app shows, or one of your recovery codes';
  throw new AppError('BAD_REQUEST', objection, { code: objection });
}

/** Counts a code before it is judged. Throws TOO_MANY_REQUESTS. */
export async function consumeCodeLimits({ db, client, now }: CodeContext, userId: string): Promise<void> {
  await consumeRateLimit(db, CODE_NETWORK_LIMIT, client.network, now());
  await consumeRateLimit(db, CODE_ACCOUNT_LIMIT, userId, now());
}

/** Takes back what was counted for an account, after a right code. */
export async function resetCodeLimits(db: Db, userId: string): Promise<void> {
  await resetRateLimit(db, CODE_ACCOUNT_LIMIT, userId);
}

/**
 * Judges a code and uses it up: whether it is the person's, is from about now, and was not used before. Throws
 * UNAVAILABLE when the site has not the key that the person's secret was sealed with.
 */
export async function verifyAndConsumeCode(
  db: Db,
  context: CodeContext,
  userId: string,
  typed: ParsedCode,
): Promise<boolean> {
  const now = context.now();
  if (typed.kind === 'recovery') {
    return consumeRecoveryCode(db, userId, hashToken(typed.code), new Date(now.epochMilliseconds));
  }
  const sealed = await findTotpSecret(db, userId);
  if (!sealed) return false;
  const step = findTotpStep(typed.code, decryptTotpSecret(context, userId, sealed), now);
  return step !== undefined && updateLastUsedStep(db, userId, step);
}

/** A person's secret in base32. Throws UNAVAILABLE. */
export function decryptTotpSecret({ encryption, log }: CodeContext, userId: string, sealed: string): string {
  const secret = encryption.decrypt(sealed, getEncryptionContext(userId));
  if (secret) return secret;
  log.error('a two-step secret does not open: SECRET_KEY or secret.key is not the one that it was sealed with');
  throw new AppError('UNAVAILABLE', 'Codes from apps cannot be checked right now. Use a recovery code.');
}

/** Writes a refused code down, and answers what to throw. */
export async function createCodeRejectedError(
  context: CodeContext,
  { id: userId, email }: { id: string; email: string },
): Promise<AppError> {
  await recordSecurityEvent(context.db, context, 'code-refused', { userId, email, detail: 'two-step sign-in' });
  return new AppError('BAD_REQUEST', 'The code is not right, or was used before.', {
    code: 'This code is not right, or was used before. Apps show a new one every 30 seconds.',
  });
}

/**
 * Asks for a code where one is given, else for a fresh sign-in, before two-step sign-in of who is signed in is changed.
 * Throws as `requireRecentAuthentication`, or BAD_REQUEST beside the code's field.
 */
export async function requireCodeOrRecentAuthentication(
  context: CodeContext & Pick<ApiContext, 'actor'>,
  typed: string | undefined,
): Promise<void> {
  if (typed === undefined) return requireRecentAuthentication(context);
  const { userId, email } = requireUser(context);
  const code = parseCodeOrThrow(typed);
  await consumeCodeLimits(context, userId);
  if (!(await verifyAndConsumeCode(context.db, context, userId, code))) {
    throw await createCodeRejectedError(context, { id: userId, email });
  }
  await resetCodeLimits(context.db, userId);
}

/** Gives a person new recovery codes in place of those before, and answers them; the database keeps their hashes. */
export async function createRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => formatRecoveryCode(randomBytes(16)));
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map(code => hashToken(parseCodeOrThrow(code).code)),
  );
  return codes;
}
