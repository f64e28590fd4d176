import { findOwner } from '#features/auth/queries/users.ts';
import { type MailServices, queueMail } from '#features/email/actions.ts';
import type { Transaction } from '#platform/database/database.ts';
import { countTry, type RateLimit, TooOften } from '#platform/http/rate-limits.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { MessageRow } from '../queries/messages.ts';

/** Confirmations to one address: whoever has others' mailboxes filled through this site does not get far. */
const CONFIRMATIONS: RateLimit = { name: 'contact confirmations', most: 3, seconds: 24 * 3600 };

/** Tells the owner, whose answer goes to the sender; the id of that mail, if there is an owner. */
export async function tellOwner(
  tx: Transaction,
  services: MailServices,
  message: MessageRow,
): Promise<string | undefined> {
  const owner = await findOwner(tx);
  if (!owner) return undefined;
  const { id, name: by, email, subject, budget, body, fileName, checked } = message;
  return queueMail(tx, services, {
    to: { name: owner.name, address: owner.email },
    replyTo: { name: by, address: email },
    template: 'contactArrived',
    props: {
      name: owner.name,
      by,
      email,
      subject,
      budget,
      body,
      file: fileName,
      isUnchecked: checked === 'none',
      link: services.siteUrl + dashboardPaths.inboxMessage(id),
    },
  });
}

/** Tells the sender that it has arrived. Nothing of what they wrote is in it: the address may be a stranger's. */
export async function acknowledge(tx: Transaction, services: MailServices, message: MessageRow): Promise<void> {
  const { name, email } = message;
  try {
    await countTry(tx, CONFIRMATIONS, email.toLowerCase(), services.now());
  } catch (error) {
    if (error instanceof TooOften) return;
    throw error;
  }
  await queueMail(tx, services, { to: { name, address: email }, template: 'contactReceived', props: {} });
}
