import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';

/** Records a change of sign-in methods and notifies the user by email. `method` fits into a sentence. */
export async function notifySignInMethodChanged(
  tx: Transaction,
  context: Pick<ApiContext, 'client'> & EmailServices,
  person: { id: string; name: string; email: string },
  method: string,
  change: 'added' | 'removed',
): Promise<void> {
  const { id: userId, name, email } = person;
  await recordSecurityEvent(tx, context, `sign_in_method_${change}`, { userId, email, detail: method });
  const { profile } = await getSiteSections(tx, ['profile']);
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
