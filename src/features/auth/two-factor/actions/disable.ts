import type { ApiContext } from '#platform/api/context.ts';
import { AppError } from '#shared/errors.ts';
import { notifySignInMethodChanged } from '../../actions/sign-in-methods.ts';
import { updateUser } from '../../queries.ts';
import { deleteTwoFactor } from '../queries.ts';

/** Name in emails and in the security log. */
export const METHOD_LABEL = 'two-factor authentication';

export const twoFactorDisabledError = () =>
  new AppError('CONFLICT', 'Two-factor authentication is off. Set it up first.');

/** Turns a user's two-factor authentication off and notifies them by email. Throws CONFLICT if it is off. */
export async function disableTwoFactor(context: ApiContext, userId: string): Promise<void> {
  await context.db.transaction(async tx => {
    if (!(await deleteTwoFactor(tx, userId))) throw twoFactorDisabledError();
    await updateUser(tx, userId, { twoFactorEnabledAt: null });
    await notifySignInMethodChanged(tx, context, userId, METHOD_LABEL, 'removed');
  });
}
