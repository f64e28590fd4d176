import type { EmailServices } from '#features/email/index.ts';
import { countSignInMethods } from '../../passkeys/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { LinkedAccount } from '../contract.ts';
import { deleteLinkedAccount, findUserForUpdate, listLinkedAccountRows } from '../queries/social-login.ts';
import { canRemoveSignInMethod } from '../rules/account-linking.ts';
import { getProviderLabel, type ProviderSettings } from '../rules/providers.ts';
import { notifySignInMethodChanged } from './notifications.ts';

/** Returns a user's linked provider accounts. */
export async function listLinkedAccounts(
  db: Db,
  providers: readonly ProviderSettings[],
  userId: string,
): Promise<LinkedAccount[]> {
  const [rows, ways] = await Promise.all([listLinkedAccountRows(db, userId), countSignInMethods(db, userId)]);
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    label: getProviderLabel(row.provider, providers),
    linkedAt: createdAt.toISOString(),
    canUnlink: canRemoveSignInMethod(ways),
  }));
}

/**
 * Unlinks one of the user's provider accounts. Throws NOT_FOUND if it is not theirs, and CONFLICT for the last sign-in
 * method. Locks the user, so concurrent removals can't delete both.
 */
export async function unlinkAccount(
  tx: Transaction,
  context: Pick<ApiContext, 'client' | 'signInProviders'> & EmailServices,
  userId: string,
  id: string,
): Promise<void> {
  const person = await findUserForUpdate(tx, userId);
  const ways = await countSignInMethods(tx, userId);
  const provider = await deleteLinkedAccount(tx, userId, id);
  if (!person || provider === undefined) throw new AppError('NOT_FOUND', 'You have no such way to sign in.');
  if (!canRemoveSignInMethod(ways)) {
    throw new AppError('CONFLICT', 'This is your last way to sign in. Set a password or add another one first.');
  }
  await notifySignInMethodChanged(tx, context, person, getProviderLabel(provider, context.signInProviders), 'removed');
}
