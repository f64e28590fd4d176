import { implement } from '@orpc/server';
import { encode } from 'uqr';
import { enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { notifySignInMethodChanged } from '../actions/sign-in-methods.ts';
import { resetSignInAttempts } from '../password/actions/sign-in.ts';
import { getUser, updateUser } from '../queries.ts';
import { requireRecentAuthentication } from '../sessions/actions/reauthentication.ts';
import { respondWithSession, signInUser } from '../sessions/actions/sessions.ts';
import {
  clearChallengeCookie,
  consumeTwoFactorChallenge,
  hasTwoFactorChallenge,
  recordChallengeAttempt,
} from './actions/challenge.ts';
import { disableTwoFactor, METHOD_LABEL, twoFactorDisabledError } from './actions/disable.ts';
import {
  consumeCodeLimits,
  createCodeRejectedError,
  createRecoveryCodes,
  decryptTotpSecret,
  getEncryptionContext,
  parseCodeOrThrow,
  requireCodeOrRecentAuthentication,
  resetCodeLimits,
  verifyAndConsumeCode,
} from './actions/codes.ts';
import { twoFactorContract } from './contract.ts';
import {
  confirmTotpSecret,
  countUnusedRecoveryCodes,
  findPendingTotpSecret,
  findTwoFactorEnabledAt,
  upsertPendingTotpSecret,
  MAX_CODE_ATTEMPTS,
} from './queries.ts';
import { toQrSvgPath } from './rules/qr.ts';
import { createOtpauthUrl, findTotpStep, generateTotpSecret } from './rules/totp.ts';

const twoFactor = implement(twoFactorContract).$context<ApiContext>();

/** Time limit for the setup, in minutes. */
const SETUP_TTL_MINUTES = 30;

async function getStatus(context: ApiContext) {
  const { userId } = requireUser(context);
  const since = await findTwoFactorEnabledAt(context.db, userId);
  const remainingRecoveryCodes = await countUnusedRecoveryCodes(context.db, userId);
  return { enabledAt: since?.toISOString() ?? null, remainingRecoveryCodes };
}

/** Emails the user and records a security event after recovery codes changed. */
async function notifyRecoveryCodesChanged(
  tx: Transaction,
  context: ApiContext,
  userId: string,
  event: 'recovery_code_used' | 'recovery_codes_replaced',
) {
  const { name, email } = await getUser(tx, userId);
  await recordSecurityEvent(tx, context, event, { userId, email });
  const remainingCodes = await countUnusedRecoveryCodes(tx, userId);
  await enqueueEmail(tx, context, {
    to: { name, email },
    template: event,
    props: { name, remainingCodes, occurredAt: context.now().toString() },
  });
}

export const twoFactorHandlers = twoFactor.router({
  getStatus: twoFactor.getStatus.handler(({ context }) => getStatus(context)),
  // Creates a secret that is pending until a code confirms it.
  startSetup: twoFactor.startSetup.handler(async ({ context }) => {
    await requireRecentAuthentication(context);
    const { userId, email } = requireUser(context);
    return context.db.transaction(async tx => {
      const secret = generateTotpSecret();
      const encryptedSecret = context.encryption.encrypt(secret, getEncryptionContext(userId));
      if (!(await upsertPendingTotpSecret(tx, userId, encryptedSecret, toDate(context.now())))) {
        throw new AppError(
          'CONFLICT',
          'Two-factor authentication is already on. To use another app, turn it off first.',
        );
      }
      const { profile } = await getSiteSections(tx, ['profile']);
      const otpauthUrl = createOtpauthUrl(secret, profile.name, email);
      const { data, size } = encode(otpauthUrl, { ecc: 'M', border: 0 });
      return { secret, otpauthUrl, qr: { size, path: toQrSvgPath(data) } };
    });
  }),
  enable: twoFactor.enable.handler(async ({ context, input }) => {
    const { userId, email } = requireUser(context);
    const { code } = parseCodeOrThrow(input.code);
    const now = context.now();
    const since = toDate(now.subtract({ minutes: SETUP_TTL_MINUTES }));
    const encryptedSecret = await findPendingTotpSecret(context.db, userId, since);
    if (!encryptedSecret)
      throw new AppError('GONE', 'This setup has expired or was finished in another tab. Start again.');
    const secret = decryptTotpSecret(context, userId, encryptedSecret);
    if (input.secret !== undefined && input.secret !== secret) {
      throw new AppError(
        'CONFLICT',
        'You started again in another tab or on another device, so this key no longer works. Finish there, or cancel and start again here.',
      );
    }
    await consumeCodeLimits(context, userId);
    const step = findTotpStep(code, secret, now);
    if (step === undefined) throw await createCodeRejectedError(context, { id: userId, email }, 'totp');
    const recoveryCodes = await context.db.transaction(async tx => {
      if (!(await confirmTotpSecret(tx, userId, encryptedSecret, step, toDate(now)))) {
        throw new AppError('CONFLICT', 'Two-factor authentication was changed in another tab. Reload the page.');
      }
      await updateUser(tx, userId, { twoFactorEnabledAt: toDate(now) });
      await resetCodeLimits(tx, userId);
      await notifySignInMethodChanged(tx, context, userId, METHOD_LABEL, 'added');
      return createRecoveryCodes(tx, userId);
    });
    return { recoveryCodes, status: await getStatus(context) };
  }),
  regenerateRecoveryCodes: twoFactor.regenerateRecoveryCodes.handler(async ({ context, input }) => {
    await requireCodeOrRecentAuthentication(context, input.code);
    const { userId } = requireUser(context);
    const recoveryCodes = await context.db.transaction(async tx => {
      if (!(await findTwoFactorEnabledAt(tx, userId))) throw twoFactorDisabledError();
      const codes = await createRecoveryCodes(tx, userId);
      await notifyRecoveryCodesChanged(tx, context, userId, 'recovery_codes_replaced');
      return codes;
    });
    return { recoveryCodes, status: await getStatus(context) };
  }),
  disable: twoFactor.disable.handler(async ({ context, input }) => {
    await requireCodeOrRecentAuthentication(context, input.code);
    const { userId } = requireUser(context);
    await disableTwoFactor(context, userId);
    return getStatus(context);
  }),
  getChallenge: twoFactor.getChallenge.handler(async ({ context }) => ({
    hasChallenge: await hasTwoFactorChallenge(context),
  })),
  verifyChallenge: twoFactor.verifyChallenge.handler(async ({ context, input }) => {
    const code = parseCodeOrThrow(input.code);
    const pending = await recordChallengeAttempt(context);
    const who = { id: pending.userId, email: pending.email };
    await consumeCodeLimits(context, who.id);
    const signedIn = await context.db.transaction(async tx => {
      if (!(await verifyAndConsumeCode(tx, context, who.id, code))) return undefined;
      await consumeTwoFactorChallenge(tx, context);
      await resetCodeLimits(tx, who.id);
      await resetSignInAttempts(tx, context, who);
      if (code.kind === 'recovery') await notifyRecoveryCodesChanged(tx, context, who.id, 'recovery_code_used');
      return signInUser(tx, context, who, pending.method);
    });
    if (signedIn) return respondWithSession(context, signedIn);
    const refusal = await createCodeRejectedError(context, who, code.kind);
    if (pending.attempts < MAX_CODE_ATTEMPTS) throw refusal;
    clearChallengeCookie(context);
    throw new AppError('GONE', 'You’ve entered five wrong codes. Sign in again.');
  }),
});
