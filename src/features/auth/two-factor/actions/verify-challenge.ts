import { signInUser, type SignedInResult } from '../../sessions/actions/sign-in-result.ts';
import {
  recordChallengeAttempt,
  consumeTwoFactorChallenge,
  MAX_CODE_ATTEMPTS,
  clearChallengeCookie,
} from './challenge.ts';
import { forgetSignIns } from '../../password/actions/sign-in.ts';
import { getUser } from '../../queries.ts';
import { enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { countUnusedRecoveryCodes } from '../queries.ts';
import {
  verifyAndConsumeCode,
  consumeCodeLimits,
  resetCodeLimits,
  parseCodeOrThrow,
  createCodeRejectedError,
} from './codes.ts';

/**
 * Completes this browser's sign-in with an app or recovery code. Throws BAD_REQUEST on the code's field, GONE if the
 * challenge has expired or after the fifth wrong code, and TOO_MANY_REQUESTS.
 */
export async function verifyTwoFactorChallenge(context: ApiContext, typed: string): Promise<SignedInResult> {
  const { db } = context;
  const code = parseCodeOrThrow(typed);
  const pending = await recordChallengeAttempt(db, context);
  const who = { id: pending.userId, email: pending.email };
  await consumeCodeLimits(context, who.id);
  const signedIn = await db.transaction(async tx => {
    if (!(await verifyAndConsumeCode(tx, context, who.id, code))) return undefined;
    await consumeTwoFactorChallenge(tx, context);
    await resetCodeLimits(tx, who.id);
    await forgetSignIns(tx, context, who);
    if (code.kind === 'recovery') await notifyRecoveryCodeUsed(tx, context, who.id);
    return signInUser(tx, context, who, pending.method);
  });
  if (signedIn) return signedIn;
  const refusal = await createCodeRejectedError(context, who);
  if (pending.tries < MAX_CODE_ATTEMPTS) throw refusal;
  clearChallengeCookie(context);
  throw new AppError('GONE', 'That was the fifth wrong code, so this sign-in is over. Sign in again.');
}

async function notifyRecoveryCodeUsed(tx: Transaction, context: ApiContext, userId: string): Promise<void> {
  const { name, email } = await getUser(tx, userId);
  await recordSecurityEvent(tx, context, 'recovery_code_used', { userId, email });
  await enqueueEmail(tx, context, {
    to: { name, email },
    template: 'recovery_code_used',
    props: {
      name,
      remainingCodes: await countUnusedRecoveryCodes(tx, userId),
      occurredAt: context.now().toString(),
    },
  });
}
