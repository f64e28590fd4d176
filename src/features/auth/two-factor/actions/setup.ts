import { encode } from 'uqr';
import { announceMethod } from '../../actions/notifications.ts';
import { updateTwoStepSince } from '../../queries/users.ts';
import { getSiteContent } from '#features/site/queries.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { TwoStep, TwoStepSetUp } from '../contract.ts';
import {
  countRecoveryCodes,
  deleteTwoStep,
  findNewTotpSecret,
  findTwoStepSince,
  saveNewTotpSecret,
  updateTotpSecretToConfirmed,
} from '../queries/two-factor.ts';
import { qrPath } from '../rules/qr.ts';
import { makeTotpSecret, totpAddress, totpStep } from '../rules/totp.ts';
import {
  countCode,
  forgetCodes,
  issueRecoveryCodes,
  openSecret,
  readTypedCode,
  refuseCode,
  sealedFor,
} from './codes.ts';

/** Setting up may take so long, in minutes. */
const SET_UP_MINUTES = 30;

/** What the mails and the log call it. */
const METHOD = 'two-step sign-in';

const isOff = () => new AppError('CONFLICT', 'Two-step sign-in is off. Set it up first.');
const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Whether a person signs in in two steps. */
export async function findTwoStep(db: Db, userId: string): Promise<TwoStep> {
  const since = await findTwoStepSince(db, userId);
  return { since: since?.toISOString() ?? null, recoveryCodesLeft: await countRecoveryCodes(db, userId) };
}

/** Makes a secret for who is signed in, which counts once a code was made from it. Throws CONFLICT when one does. */
export async function beginTwoStep(tx: Transaction, context: ApiContext): Promise<TwoStepSetUp> {
  const { userId, email } = signedInActor(context);
  const secret = makeTotpSecret();
  const sealed = context.sealer.seal(secret, sealedFor(userId));
  if (!(await saveNewTotpSecret(tx, userId, sealed, dateOf(context.now())))) {
    throw new AppError('CONFLICT', 'Two-step sign-in is on already. To use another app, turn it off first.');
  }
  const { profile } = await getSiteContent(tx, ['profile']);
  const address = totpAddress(secret, profile.name, email);
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  return { secret, address, qr: { size, path: qrPath(data) } };
}

/**
 * Turns two-step sign-in on with a first code of the app, and answers the recovery codes. Throws BAD_REQUEST beside the
 * code's field when it is not the app's, and GONE when the setting up took too long.
 */
export async function confirmTwoStep(context: ApiContext, typed: string): Promise<string[]> {
  const { db } = context;
  const { userId, email } = signedInActor(context);
  const { code } = readTypedCode(typed);
  const now = context.now();
  const sealed = await findNewTotpSecret(db, userId, dateOf(now.subtract({ minutes: SET_UP_MINUTES })));
  if (!sealed) throw new AppError('GONE', 'This took too long, or was ended in another window. Begin again.');
  await countCode(context, userId);
  const step = totpStep(code, openSecret(context, userId, sealed), now);
  if (step === undefined) throw await refuseCode(context, { id: userId, email });
  return db.transaction(async tx => {
    if (!(await updateTotpSecretToConfirmed(tx, userId, sealed, step, dateOf(now)))) {
      throw new AppError('CONFLICT', 'Two-step sign-in was changed in another window. Load the page again.');
    }
    await updateTwoStepSince(tx, userId, dateOf(now));
    await forgetCodes(tx, userId);
    await announceMethod(tx, context, userId, METHOD, 'added');
    return issueRecoveryCodes(tx, userId);
  });
}

/** Makes new recovery codes for who is signed in. Throws CONFLICT when two-step sign-in is off. */
export async function renewRecoveryCodes(tx: Transaction, context: ApiContext): Promise<string[]> {
  const { userId } = signedInActor(context);
  if (!(await findTwoStepSince(tx, userId))) throw isOff();
  return issueRecoveryCodes(tx, userId);
}

/** Turns two-step sign-in off for who is signed in. Throws CONFLICT when it is. */
export async function turnTwoStepOff(tx: Transaction, context: ApiContext): Promise<void> {
  const { userId } = signedInActor(context);
  if (!(await deleteTwoStep(tx, userId))) throw isOff();
  await updateTwoStepSince(tx, userId, null);
  await announceMethod(tx, context, userId, METHOD, 'removed');
}
