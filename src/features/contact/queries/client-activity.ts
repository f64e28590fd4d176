import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { ClientActivitySource } from '#features/clients/index.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { contactMessages, contactReplies } from '../tables.ts';

/** The messages from a client's addresses, and the replies. */
export const contactActivity: ClientActivitySource = {
  group: 'messages',
  async list(db, _services, emails, limit) {
    const isOf = and(
      sql`${contactMessages.email} = any(${sql.param([...emails])}::citext[])`,
      ne(contactMessages.state, 'spam'),
    );
    const { id, subject, name, userId, receivedAt } = contactMessages;
    const [messages, replies] = await Promise.all([
      db
        .select({ id, subject, name, userId, at: receivedAt })
        .from(contactMessages)
        .where(isOf)
        .orderBy(desc(id))
        .limit(limit),
      db
        .select({ id, subject, at: contactReplies.sentAt })
        .from(contactReplies)
        .innerJoin(contactMessages, eq(id, contactReplies.messageId))
        .where(isOf)
        .orderBy(desc(contactReplies.id))
        .limit(limit),
    ]);
    const toEntry = (row: { readonly id: number; readonly subject: string; readonly at: Date }, sender: string) => ({
      kind: 'message' as const,
      at: row.at.toISOString(),
      title: `${sender}: ${row.subject}`,
      detail: 'Inbox',
      path: dashboardPaths.inboxMessage(row.id),
      amount: null,
    });
    const received = messages.map(row => ({
      ...toEntry(row, row.name),
      ...(row.userId === null && { hasUnverifiedEmail: true as const }),
    }));
    return [...received, ...replies.map(row => toEntry(row, 'You'))]
      .toSorted((one, other) => (one.at < other.at ? 1 : -1))
      .slice(0, limit);
  },
};
