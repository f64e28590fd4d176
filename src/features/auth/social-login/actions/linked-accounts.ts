import type { EmailServices } from '#features/email/index.ts';
import { removeSignInMethod } from '../../actions/sign-in-methods.ts';
import { countSignInMethods } from '../../queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { LinkedAccount } from '../contract.ts';
import { deleteLinkedAccount, listLinkedAccountRows } from '../queries.ts';
import { getProviderLabel, type ProviderSettings } from '../rules/providers.ts';

/** Returns a user's linked provider accounts. */
export async function listLinkedAccounts(
  db: Db,
  providers: readonly ProviderSettings[],
  userId: string,
): Promise<LinkedAccount[]> {
  const [rows, methodCount] = await Promise.all([listLinkedAccountRows(db, userId), countSignInMethods(db, userId)]);
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    label: getProviderLabel(row.provider, providers),
    linkedAt: createdAt.toISOString(),
    canUnlink: methodCount > 1,
  }));
}

/** Unlinks one of the user's provider accounts. Throws NOT_FOUND, and CONFLICT for the last sign-in method. */
export async function unlinkAccount(
  tx: Transaction,
  context: Pick<ApiContext, 'client' | 'signInProviders'> & EmailServices,
  userId: string,
  id: string,
): Promise<void> {
  const remove = async () => {
    const provider = await deleteLinkedAccount(tx, userId, id);
    return provider && getProviderLabel(provider, context.signInProviders);
  };
  await removeSignInMethod(tx, context, userId, remove, 'You have no such way to sign in.');
}
