import { letIn, type SignedIn } from '../../sessions/actions/sign-in-result.ts';
import { countSecondStepTry, endSecondStep, MOST_CODES, takeSecondStepBack } from './challenge.ts';
import { forgetSignIns } from '../../password/actions/sign-in.ts';
import { getUser } from '../../queries/users.ts';
import { queueMail } from '#features/email/actions.ts';
import { recordSecurityEvent } from '#features/security-events/actions.ts';
import { getSiteContent } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { countRecoveryCodes } from '../queries/two-factor.ts';
import { consumeCode, countCode, forgetCodes, readTypedCode, refuseCode } from './codes.ts';

/**
 * Ends the sign-in that this browser has begun with a code of the app or a recovery code. Throws BAD_REQUEST beside the
 * code's field, GONE when the sign-in is over, with the fifth wrong code too, and TOO_MANY_REQUESTS.
 */
export async function finishSignIn(context: ApiContext, typed: string): Promise<SignedIn> {
  const { db } = context;
  const code = readTypedCode(typed);
  const pending = await countSecondStepTry(db, context);
  const who = { id: pending.userId, email: pending.email };
  await countCode(context, who.id);
  const signedIn = await db.transaction(async tx => {
    if (!(await consumeCode(tx, context, who.id, code))) return undefined;
    await endSecondStep(tx, context);
    await forgetCodes(tx, who.id);
    await forgetSignIns(tx, context, who);
    if (code.kind === 'recovery') await tellOfRecovery(tx, context, who.id);
    return letIn(tx, context, who, pending.method);
  });
  if (signedIn) return signedIn;
  const refusal = await refuseCode(context, who);
  if (pending.tries < MOST_CODES) throw refusal;
  takeSecondStepBack(context);
  throw new AppError('GONE', 'That was the fifth wrong code, so this sign-in is over. Sign in again.');
}

async function tellOfRecovery(tx: Transaction, context: ApiContext, userId: string): Promise<void> {
  const { name, email } = await getUser(tx, userId);
  const { profile } = await getSiteContent(tx, ['profile']);
  await recordSecurityEvent(tx, context, 'recovery-code-used', { userId, email });
  await queueMail(tx, context, {
    to: { name, address: email },
    template: 'recoveryCodeUsed',
    props: {
      name,
      left: await countRecoveryCodes(tx, userId),
      when: context.now().toString(),
      timeZone: profile.timeZone,
      profileLink: context.siteUrl + dashboardPaths.updateProfile,
    },
  });
}
