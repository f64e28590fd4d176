import { enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { countSignInMethods, findUserForUpdate, getUser } from '../queries.ts';

/**
 * Emails the user and records a security event after a sign-in method was added or removed. `method` fits into a
 * sentence: "two-factor authentication", "the passkey “Laptop”".
 */
export async function notifySignInMethodChanged(
  tx: Transaction,
  context: ApiContext,
  userId: string,
  method: string,
  change: 'added' | 'removed',
): Promise<void> {
  const { name, email } = await getUser(tx, userId);
  await recordSecurityEvent(tx, context, `sign_in_method_${change}`, { userId, email, detail: method });
  await enqueueEmail(tx, context, {
    to: { name, email },
    template: 'sign_in_method_changed',
    props: { name, method, change, occurredAt: context.now().toString() },
  });
}

/**
 * Removes a sign-in method with `remove`, which returns its name for emails, and notifies the user. Throws NOT_FOUND if
 * there was none, and CONFLICT for the last one. Locks the user, so concurrent removals can't delete both.
 */
export async function removeSignInMethod(
  tx: Transaction,
  context: ApiContext,
  userId: string,
  notFoundMessage: string,
  remove: () => Promise<string | undefined>,
): Promise<void> {
  await findUserForUpdate(tx, userId);
  const methodCount = await countSignInMethods(tx, userId);
  const method = await remove();
  if (method === undefined) throw new AppError('NOT_FOUND', notFoundMessage);
  if (methodCount < 2) {
    throw new AppError('CONFLICT', 'This is your only sign-in method. Set a password or add another method first.');
  }
  await notifySignInMethodChanged(tx, context, userId, method, 'removed');
}
