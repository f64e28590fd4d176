import { encode } from 'uqr';
import { notifySignInMethodChanged } from '../../actions/notifications.ts';
import { updateTwoFactorEnabledAt } from '../../queries/users.ts';
import { getSiteSections } from '#features/site/queries.ts';
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
} from '../queries/two-factor.ts';
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

/** Setting up may take so long, in minutes. */
const SETUP_TTL_MINUTES = 30;

/** What the mails and the log call it. */
const METHOD_LABEL = 'two-step sign-in';

const twoFactorDisabledError = () => new AppError('CONFLICT', 'Two-step sign-in is off. Set it up first.');
const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Whether a person signs in in two steps. */
export async function getTwoFactorStatus(db: Db, userId: string): Promise<TwoFactorStatus> {
  const since = await findTwoFactorEnabledAt(db, userId);
  return { since: since?.toISOString() ?? null, recoveryCodesLeft: await countUnusedRecoveryCodes(db, userId) };
}

/** Makes a secret for who is signed in, which counts once a code was made from it. Throws CONFLICT when one does. */
export async function startTwoFactorSetup(tx: Transaction, context: ApiContext): Promise<TwoFactorSetup> {
  const { userId, email } = requireUser(context);
  const secret = generateTotpSecret();
  const sealed = context.encryption.encrypt(secret, getEncryptionContext(userId));
  if (!(await upsertPendingTotpSecret(tx, userId, sealed, dateOf(context.now())))) {
    throw new AppError('CONFLICT', 'Two-step sign-in is on already. To use another app, turn it off first.');
  }
  const { profile } = await getSiteSections(tx, ['profile']);
  const address = createOtpauthUrl(secret, profile.name, email);
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  return { secret, address, qr: { size, path: toQrSvgPath(data) } };
}

/**
 * Turns two-step sign-in on with a first code of the app, and answers the recovery codes. Throws BAD_REQUEST beside the
 * code's field when it is not the app's, and GONE when the setting up took too long.
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
    await updateTwoFactorEnabledAt(tx, userId, dateOf(now));
    await resetCodeLimits(tx, userId);
    await notifySignInMethodChanged(tx, context, userId, METHOD_LABEL, 'added');
    return createRecoveryCodes(tx, userId);
  });
}

/** Makes new recovery codes for who is signed in. Throws CONFLICT when two-step sign-in is off. */
export async function regenerateRecoveryCodes(tx: Transaction, context: ApiContext): Promise<string[]> {
  const { userId } = requireUser(context);
  if (!(await findTwoFactorEnabledAt(tx, userId))) throw twoFactorDisabledError();
  return createRecoveryCodes(tx, userId);
}

/** Turns two-step sign-in off for who is signed in. Throws CONFLICT when it is. */
export async function disableTwoFactor(tx: Transaction, context: ApiContext): Promise<void> {
  const { userId } = requireUser(context);
  if (!(await deleteTwoFactor(tx, userId))) throw twoFactorDisabledError();
  await updateTwoFactorEnabledAt(tx, userId, null);
  await notifySignInMethodChanged(tx, context, userId, METHOD_LABEL, 'removed');
}
