import { deleteUser, getUser } from '#features/auth/index.ts';
import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { listPersonalData } from '#platform/api/personal-data.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { replaceAvatar } from './avatar.ts';

type Caller = Pick<ApiContext, 'actor' | 'client' | 'now' | 'features'>;

/** Throws CONFLICT for the owner, whose account can't be deleted. */
export function assertAccountDeletable({ actor }: Pick<ApiContext, 'actor'>): void {
  if (actor.role !== 'owner') return;
  throw new AppError('CONFLICT', 'The owner’s account cannot be deleted: without it nobody could run this site.');
}

/**
 * Deletes the current user's account with all personal data. Keeps one security event with the address, and queues a
 * confirmation email. Returns the id of the avatar whose files to delete after the commit. Requires prior
 * reauthentication.
 */
export async function deleteAccount(tx: Transaction, context: Caller & EmailServices): Promise<string | undefined> {
  assertAccountDeletable(context);
  const { userId, email } = requireUser(context);
  const { name } = await getUser(tx, userId);
  // In reverse dependency order: references to a picture are deleted before the picture.
  for (const { erase } of listPersonalData(context).toReversed()) await erase?.(tx, { userId, email }, context);
  const avatarId = await replaceAvatar(tx, userId, null, context.now());
  if (!(await deleteUser(tx, userId))) throw new AppError('NOT_FOUND', 'This account does not exist.');
  const nowhere = { ...context, client: { ip: '', network: '', userAgent: '' } };
  await recordSecurityEvent(tx, nowhere, 'account_deleted', { email });
  await enqueueEmail(tx, context, { to: { name, email }, template: 'account_deleted', props: { name } });
  return avatarId;
}

/** Returns all personal data of the current user, by part (GDPR, article 20). */
export async function exportPersonalData(db: Db, context: Caller): Promise<Record<string, unknown>> {
  const { userId, email } = requireUser(context);
  const parts: Record<string, unknown> = { exportedAt: context.now().toString() };
  for (const { name, export: copy } of listPersonalData(context)) {
    if (copy) parts[name] = await copy(db, { userId, email }, context);
  }
  await recordSecurityEvent(db, context, 'data_exported', { userId, email });
  return parts;
}
