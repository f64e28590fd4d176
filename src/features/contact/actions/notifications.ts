import { findOwner } from '#features/auth/index.ts';
import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, type RateLimit, RateLimitError } from '#platform/http/rate-limits.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { MessageRow } from '../queries/messages.ts';

/** Limits confirmations per address, so that the form can't be used to flood others' mailboxes. */
const CONFIRMATIONS: RateLimit = { name: 'contact confirmations', maxAttempts: 3, windowSeconds: 24 * 3600 };

/** Notifies the owner, with the sender as reply-to. Returns the email's id, if there is an owner. */
export async function notifyOwner(
  tx: Transaction,
  services: EmailServices,
  message: MessageRow,
): Promise<string | undefined> {
  const owner = await findOwner(tx);
  if (!owner) return undefined;
  const { id, name: senderName, email, subject, budget, body, fileName, spamCheck } = message;
  return enqueueEmail(tx, services, {
    to: { name: owner.name, email: owner.email },
    replyTo: { name: senderName, address: email },
    template: 'contact_message_received',
    props: {
      name: owner.name,
      senderName,
      email,
      subject,
      budget,
      body,
      file: fileName,
      isUnverified: spamCheck === 'unverified',
      url: services.siteUrl + dashboardPaths.inboxMessage(id),
    },
  });
}

/** Confirms receipt to the sender. Doesn't quote the message, because the address may be a stranger's. */
export async function notifySender(tx: Transaction, services: EmailServices, message: MessageRow): Promise<void> {
  const { name, email } = message;
  try {
    await consumeRateLimit(tx, CONFIRMATIONS, email.toLowerCase(), services.now());
  } catch (error) {
    if (error instanceof RateLimitError) return;
    throw error;
  }
  await enqueueEmail(tx, services, { to: { name, email }, template: 'contact_message_confirmation', props: {} });
}
