import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { getUser } from '../queries/users.ts';

/**
 * Emails the user and records a security event after a sign-in method was added or removed. `method` fits into a
 * sentence: "two-step sign-in", "the passkey “Laptop”".
 */
export async function notifySignInMethodChanged(
  tx: Transaction,
  context: Pick<ApiContext, 'client'> & EmailServices,
  userId: string,
  method: string,
  change: 'added' | 'removed',
): Promise<void> {
  const { name, email } = await getUser(tx, userId);
  const { profile } = await getSiteSections(tx, ['profile']);
  await recordSecurityEvent(tx, context, `sign_in_method_${change}`, { userId, email, detail: method });
  await enqueueEmail(tx, context, {
    to: { name, email: email },
    template: 'sign_in_method_changed',
    props: {
      name,
      method,
      change,
      occurredAt: context.now().toString(),
      timeZone: profile.timeZone,
      profileLink: context.siteUrl + dashboardPaths.updateProfile,
    },
  });
}
