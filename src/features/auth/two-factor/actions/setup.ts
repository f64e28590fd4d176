import { encode } from 'uqr';
import { notifySignInMethodChanged } from '../../actions/sign-in-methods.ts';
import { updateUser } from '../../queries.ts';
import { getSiteSections } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { TwoFactorStatus, TwoFactorSetup } from '../contract.ts';
import {
  countUnusedRecoveryCodes,
  deleteTwoFactor,
  findPendingTotpSecret,
  findTwoFactorEnabledAt,
  upsertPendingTotpSecret,
  confirmTotpSecret,
} from '../queries.ts';
import { toQrSvgPath } from '../rules/qr.ts';
import { generateTotpSecret, createOtpauthUrl, findTotpStep } from '../rules/totp.ts';
import {
  consumeCodeLimits,
  resetCodeLimits,
  createRecoveryCodes,
  decryptTotpSecret,
  parseCodeOrThrow,
  createCodeRejectedError,
  getEncryptionContext,
} from './codes.ts';

/** Time limit for the setup, in minutes. */
const SETUP_TTL_MINUTES = 30;

/** Name in emails and in the log. */
const METHOD_LABEL = 'two-step sign-in';

const twoFactorDisabledError = () => new AppError('CONFLICT', 'Two-step sign-in is off. Set it up first.');
const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Returns a user's two-factor status. */
export async function getTwoFactorStatus(db: Db, userId: string): Promise<TwoFactorStatus> {
  const since = await findTwoFactorEnabledAt(db, userId);
  return {
    enabledAt: since?.toISOString() ?? null,
    remainingRecoveryCodes: await countUnusedRecoveryCodes(db, userId),
  };
}

/**
 * Creates a secret for the current user, pending until a code confirms it. Throws CONFLICT if two-factor is enabled.
 */
export async function startTwoFactorSetup(tx: Transaction, context: ApiContext): Promise<TwoFactorSetup> {
  const { userId, email } = requireUser(context);
  const secret = generateTotpSecret();
  const sealed = context.encryption.encrypt(secret, getEncryptionContext(userId));
  if (!(await upsertPendingTotpSecret(tx, userId, sealed, dateOf(context.now())))) {
    throw new AppError('CONFLICT', 'Two-step sign-in is on already. To use another app, turn it off first.');
  }
  const { profile } = await getSiteSections(tx, ['profile']);
  const otpauthUrl = createOtpauthUrl(secret, profile.name, email);
  const { data, size } = encode(otpauthUrl, { ecc: 'M', border: 0 });
  return { secret, otpauthUrl, qr: { size, path: toQrSvgPath(data) } };
}

/**
 * Enables two-factor with a first code and returns the recovery codes. Throws BAD_REQUEST on the code's field if it is
 * wrong, and GONE if the setup has expired.
 */
export async function enableTwoFactor(context: ApiContext, typed: string): Promise<string[]> {
  const { db } = context;
  const { userId, email } = requireUser(context);
  const { code } = parseCodeOrThrow(typed);
  const now = context.now();
  const sealed = await findPendingTotpSecret(db, userId, dateOf(now.subtract({ minutes: SETUP_TTL_MINUTES })));
  if (!sealed) throw new AppError('GONE', 'This took too long, or was ended in another window. Begin again.');
  await consumeCodeLimits(context, userId);
  const step = findTotpStep(code, decryptTotpSecret(context, userId, sealed), now);
  if (step === undefined) throw await createCodeRejectedError(context, { id: userId, email });
  return db.transaction(async tx => {
    if (!(await confirmTotpSecret(tx, userId, sealed, step, dateOf(now)))) {
      throw new AppError('CONFLICT', 'Two-step sign-in was changed in another window. Load the page again.');
    }
    await updateUser(tx, userId, { twoFactorEnabledAt: dateOf(now) });
    await resetCodeLimits(tx, userId);
    await notifySignInMethodChanged(tx, context, userId, METHOD_LABEL, 'added');
    return createRecoveryCodes(tx, userId);
  });
}

/** Replaces the current user's recovery codes. Throws CONFLICT if two-factor is disabled. */
export async function regenerateRecoveryCodes(tx: Transaction, context: ApiContext): Promise<string[]> {
  const { userId } = requireUser(context);
  if (!(await findTwoFactorEnabledAt(tx, userId))) throw twoFactorDisabledError();
  return createRecoveryCodes(tx, userId);
}

/** Disables two-factor for the current user. Throws CONFLICT if it is already disabled. */
export async function disableTwoFactor(tx: Transaction, context: ApiContext): Promise<void> {
  const { userId } = requireUser(context);
  if (!(await deleteTwoFactor(tx, userId))) throw twoFactorDisabledError();
  await updateUser(tx, userId, { twoFactorEnabledAt: null });
  await notifySignInMethodChanged(tx, context, userId, METHOD_LABEL, 'removed');
}
