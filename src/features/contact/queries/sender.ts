import { asc, desc, eq, inArray, or } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { hasDeposit, orders } from '#features/orders/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { DataSubject } from '#platform/api/personal-data.ts';
import { contactMessages, contactReplies } from '../tables.ts';

/** Maximum number of the sender's orders and other messages to show. */
const MAX_RELATED_ITEMS = 5;

/** Returns the account with an email address. */
export async function findSenderAccount(db: Db, email: string) {
  const [row] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.email, email));
  return row ?? null;
}

/** Lists the newest orders with an email address, either typed or of the client's account. */
export function listOrdersByEmail(db: Db, email: string) {
  return db
    .select({ number: orders.id, title: orders.title, state: orders.status, hasDeposit })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.clientId))
    .where(or(eq(orders.clientEmail, email), eq(users.email, email)))
    .orderBy(desc(orders.id))
    .limit(MAX_RELATED_ITEMS);
}

/** Lists the newest messages from an address, except one. */
export async function listOtherMessages(db: Db, email: string, exceptId: number) {
  const { id, subject, receivedAt } = contactMessages;
  const rows = await db
    .select({ id, subject, receivedAt })
    .from(contactMessages)
    .where(eq(contactMessages.email, email))
    .orderBy(desc(id))
    .limit(MAX_RELATED_ITEMS + 1);
  return rows
    .filter(row => row.id !== exceptId)
    .slice(0, MAX_RELATED_ITEMS)
    .map(row => ({ ...row, receivedAt: row.receivedAt.toISOString() }));
}

/** Condition: sent by this user, or from their address. */
export const isWrittenBy = ({ userId, email }: DataSubject) =>
  or(eq(contactMessages.email, email), eq(contactMessages.userId, userId));

/** Lists all messages by a person or from their address, with replies, for their data export. */
export async function listMessagesByPerson(db: Db, person: DataSubject) {
  const messages = await db.select().from(contactMessages).where(isWrittenBy(person)).orderBy(asc(contactMessages.id));
  const ids = messages.map(({ id }) => id);
  if (ids.length === 0) return [];
  const replies = await db
    .select()
    .from(contactReplies)
    .where(inArray(contactReplies.messageId, ids))
    .orderBy(asc(contactReplies.id));
  return messages.map(({ id, name, email, subject, budget, body, receivedAt, fileName, fileSizeBytes }) => ({
    name,
    email,
    subject,
    budget,
    body,
    receivedAt,
    file: fileName === null ? null : { name: fileName, sizeBytes: fileSizeBytes },
    answers: replies
      .filter(({ messageId }) => messageId === id)
      .map(({ body: answer, sentAt }) => ({ body: answer, sentAt })),
  }));
}
