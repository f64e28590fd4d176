import { deleteUserSessions } from '#features/auth/sessions/queries/sessions.ts';
import { getUser, upsertPasswordHash } from '#features/auth/queries/users.ts';
import { type EmailServices, enqueueEmail } from '#features/email/actions.ts';
import { recordSecurityEvent } from '#features/security-events/actions.ts';
import { getSiteSections } from '#features/site/queries.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { paths } from '#shared/paths.ts';
import { deleteEmailChangeByUser } from '../queries/email-changes.ts';

/**
 * Gives whoever is signed in another password, signs them out everywhere but here, drops a wish for another address that
 * was not theirs perhaps, and tells them by mail. They must have proved themselves before.
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
  await recordSecurityEvent(tx, context, 'password-changed', { userId, email });
  const { name } = await getUser(tx, userId);
  const { timeZone } = (await getSiteSections(tx, ['profile'])).profile;
  const resetLink = context.siteUrl + paths.forgetPassword;
  await enqueueEmail(tx, context, {
    to: { name, address: email },
    template: 'passwordChanged',
    props: { name, occurredAt: now.toString(), timeZone, resetLink },
  });
}
