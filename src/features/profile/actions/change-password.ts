import { deleteUserSessions, getUser, upsertPasswordHash } from '#features/auth/index.ts';
import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { deleteEmailChangeByUser } from '../queries.ts';

/**
 * Changes the current user's password, ends all other sessions, deletes a pending email change, which may be an
 * attacker's, and notifies the user by email. Requires prior reauthentication.
 */
export async function changePassword(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'client'> & EmailServices,
  passwordHash: string,
): Promise<void> {
  const { userId, email, sessionId } = requireUser(context);
  const now = context.now();
  await upsertPasswordHash(tx, userId, passwordHash, new Date(now.epochMilliseconds));
  await deleteUserSessions(tx, userId, sessionId);
  await deleteEmailChangeByUser(tx, userId);
  await recordSecurityEvent(tx, context, 'password_changed', { userId, email });
  const { name } = await getUser(tx, userId);
  await enqueueEmail(tx, context, {
    to: { name, email },
    template: 'password_changed',
    props: { name, occurredAt: now.toString() },
  });
}
