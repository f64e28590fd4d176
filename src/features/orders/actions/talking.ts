import { getUser } from '#features/accounts/queries/users.ts';
import type { Transaction } from '#platform/database/database.ts';
import { countTry, type RateLimit } from '#platform/http/rate-limits.ts';
import type { Side } from '../contract/life.ts';
import { insertMessage } from '../queries/messages.ts';
import type { OrderRow } from '../queries/orders.ts';
import { type NoticeServices, tellSide } from './notices.ts';

/** Messages about one order from one side: enough for a conversation, too few for a flood of mails. */
const MESSAGES: RateLimit = { name: 'order messages', most: 30, seconds: 3600 };

/** Writes to the other side of an order, which has it by mail as well. Throws TOO_MANY_REQUESTS. */
export async function writeMessage(
  tx: Transaction,
  services: NoticeServices,
  message: {
    readonly order: OrderRow;
    readonly sender: Side;
    /** The account of whoever writes; null for a client without one. */
    readonly actorId: string | null;
    readonly body: string;
  },
): Promise<void> {
  const { order, sender, actorId, body } = message;
  await countTry(tx, MESSAGES, `${order.id} ${sender}`, services.now());
  const senderName = sender === 'owner' && actorId ? (await getUser(tx, actorId)).name : order.clientName;
  const sentAt = new Date(services.now().epochMilliseconds);
  await insertMessage(tx, { orderId: order.id, sender, senderName, body, sentAt });
  await tellSide(sender === 'owner' ? 'client' : 'owner', tx, services, order, {
    template: 'orderMessage',
    props: ({ name, link }) => ({ name, link, number: order.id, title: order.title, by: senderName, body }),
  });
}
