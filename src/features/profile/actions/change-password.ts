import { deleteSessionsOf } from '#features/auth/sessions/queries/sessions.ts';
import { getUser, savePassword } from '#features/auth/queries/users.ts';
import { type MailServices, queueMail } from '#features/email/actions.ts';
import { recordSecurityEvent } from '#features/security-events/actions.ts';
import { getSiteContent } from '#features/site/queries.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { paths } from '#shared/paths.ts';
import { deleteAddressChangeOf } from '../queries/email-changes.ts';

/**
 * Gives whoever is signed in another password, signs them out everywhere but here, drops a wish for another address that
 * was not theirs perhaps, and tells them by mail. They must have proved themselves before.
 */
export async function changePassword(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'client'> & MailServices,
  passwordHash: string,
): Promise<void> {
  const { userId, email, sessionId } = signedInActor(context);
  const now = context.now();
  await savePassword(tx, userId, passwordHash, new Date(now.epochMilliseconds));
  await deleteSessionsOf(tx, userId, sessionId);
  await deleteAddressChangeOf(tx, userId);
  await recordSecurityEvent(tx, context, 'password-changed', { userId, email });
  const { name } = await getUser(tx, userId);
  const { timeZone } = (await getSiteContent(tx, ['profile'])).profile;
  const resetLink = context.siteUrl + paths.forgetPassword;
  await queueMail(tx, context, {
    to: { name, address: email },
    template: 'passwordChanged',
    props: { name, when: now.toString(), timeZone, resetLink },
  });
}
