import { getUser } from '#features/auth/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import type { Party } from '../contract/enums.ts';
import type { RequestedRevision } from '../rules/revisions.ts';
import { insertOrderMessage } from '../queries/orders.ts';
import type { OrderAccess } from './access.ts';
import { type NotificationServices, notifyParty } from './notifications.ts';

/** Per order and party; limits the emails that messages cause. */
const MESSAGES: RateLimit = { name: 'order messages', maxAttempts: 30, windowSeconds: 3600 };

type Message = Pick<OrderAccess, 'order' | 'actorId'> & {
  readonly sender: Party;
  readonly body: string;
  /** If it requests a revision; the email then says so. */
  readonly revision?: RequestedRevision;
};

/** Sends a message to the other party, also by email. Throws TOO_MANY_REQUESTS. */
export async function sendMessage(tx: Transaction, services: NotificationServices, message: Message): Promise<void> {
  const { order, sender, body, revision } = message;
  const { senderName } = await createMessage(tx, services, message);
  await notifyParty(sender === 'owner' ? 'client' : 'owner', tx, services, order, {
    template: 'order_message',
    props: ({ about }) => ({ ...about, clientName: senderName, body, ...(revision ? { revision } : {}) }),
  });
}

/** Stores a message without emailing it; the caller notifies the other party. Throws TOO_MANY_REQUESTS. */
export async function createMessage(
  tx: Transaction,
  services: NotificationServices,
  { order, sender, actorId, body }: Message,
) {
  await consumeRateLimit(tx, MESSAGES, `${order.id} ${sender}`, services.now());
  const senderName = sender === 'owner' && actorId ? (await getUser(tx, actorId)).name : order.clientName;
  const sentAt = toDate(services.now());
  const id = await insertOrderMessage(tx, { orderId: order.id, sender, senderName, body, sentAt });
  return { id, senderName };
}
