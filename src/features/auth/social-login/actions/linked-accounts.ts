import type { MailServices } from '#features/email/actions.ts';
import { countWaysToSignIn } from '../../passkeys/queries.ts';
import type { ApiContext, SignInProvider } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Identity } from '../contract.ts';
import { deleteIdentity, findPersonToChange, listIdentities } from '../queries/social-login.ts';
import { mayRemove } from '../rules/account-linking.ts';
import { labelOf } from '../rules/providers.ts';
import { tellOfMethod } from './notifications.ts';

/** By which identities elsewhere a person signs in. */
export async function readIdentities(
  db: Db,
  providers: readonly SignInProvider[],
  userId: string,
): Promise<Identity[]> {
  const [rows, ways] = await Promise.all([listIdentities(db, userId), countWaysToSignIn(db, userId)]);
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    label: labelOf(row.provider, providers),
    addedAt: createdAt.toISOString(),
    removable: mayRemove(ways),
  }));
}

/**
 * Takes an identity from a person's ways to sign in. Throws NOT_FOUND where it is not theirs, and CONFLICT when it is the
 * last way: of two removals at once, the second finds what the first has left.
 */
export async function removeIdentity(
  tx: Transaction,
  context: Pick<ApiContext, 'client' | 'signInProviders'> & MailServices,
  userId: string,
  id: string,
): Promise<void> {
  const person = await findPersonToChange(tx, userId);
  const ways = await countWaysToSignIn(tx, userId);
  const provider = await deleteIdentity(tx, userId, id);
  if (!person || provider === undefined) throw new AppError('NOT_FOUND', 'You have no such way to sign in.');
  if (!mayRemove(ways)) {
    throw new AppError('CONFLICT', 'This is your last way to sign in. Set a password or add another one first.');
  }
  await tellOfMethod(tx, context, person, labelOf(provider, context.signInProviders), 'removed');
}
