import { and, asc, desc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { countRows, foundFirst } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import { type ListOrder, listPage, type PagePart } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { InboxItem, InboxMessage, InboxQuery } from '../contract/inbox.ts';
import { contactMessages, contactReplies } from '../tables.ts';

const inInbox = inArray(contactMessages.state, ['new', 'replied']);

const filters: Readonly<Record<NonNullable<InboxQuery['state']>, SQL | undefined>> = {
  unread: and(inInbox, isNull(contactMessages.readAt)),
  new: eq(contactMessages.state, 'new'),
  replied: eq(contactMessages.state, 'replied'),
  archived: eq(contactMessages.state, 'archived'),
  spam: eq(contactMessages.state, 'spam'),
  all: undefined,
};

const by = (keys: SQLWrapper[], descending: boolean): ListOrder => ({
  from: contactMessages,
  keys: [...keys, contactMessages.id],
  descending,
  cursor: contactMessages.id,
});
const byName = sql`lower(${contactMessages.name})`;
const sorts: Readonly<Record<InboxQuery['sort'], ListOrder>> = {
  newest: by([], true),
  oldest: by([], false),
  name_asc: by([byName], false),
  name_desc: by([byName], true),
};

/** Searched text; must match the expression of its index. */
const searchText = sql`(${contactMessages.name} || E'\\n' || ${contactMessages.email}::text || E'\\n' || ${contactMessages.subject} || E'\\n' || ${contactMessages.body})`;

function matching({ search, state }: Pick<InboxQuery, 'search' | 'state'>): SQL | undefined {
  return and(state ? filters[state] : inInbox, search ? sql`${searchText} ilike ${toLikePattern(search)}` : undefined);
}

/** Lists one page of the inbox. */
export async function listMessages(db: Db, query: InboxQuery, { sorted }: { sorted: boolean }): Promise<InboxItem[]> {
  const matches = matching(query);
  const which = sorted ? foundFirst(contactMessages.id, matches) : matches;
  const { id, name, email, subject, state, spamCheck, spamReason, receivedAt, readAt, fileId } = contactMessages;
  const excerpt = sql<string>`left(regexp_replace(${contactMessages.body}, '\\s+', ' ', 'g'), 160)`;
  const select = ({ seek, orderBy, limit, offset }: PagePart) =>
    db
      .select({ id, name, email, subject, excerpt, state, spamCheck, spamReason, receivedAt, readAt, fileId })
      .from(contactMessages)
      .where(and(which, seek))
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset);
  const rows = await listPage(query, [{ order: sorts[query.sort], select }]);
  return rows.map(({ readAt: read, fileId: file, ...row }) => ({
    ...row,
    receivedAt: row.receivedAt.toISOString(),
    isUnread: read === null,
    hasFile: file !== null,
  }));
}

/** Counts the messages that match the filters. */
export function countMessages(db: Db, query: Pick<InboxQuery, 'search' | 'state'>): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(contactMessages).where(matching(query)));
}

/** Counts unanswered and unread messages, and returns the names of the newest senders. */
export async function getInboxCounts(db: Db): Promise<{ pending: number; unread: number; names: string[] }> {
  const newest = db
    .select({ name: contactMessages.name })
    .from(contactMessages)
    .where(filters.new)
    .orderBy(desc(contactMessages.id))
    .limit(3);
  const counted = (which: SQL | undefined) => sql`(select count(*)::int from ${contactMessages} where ${which})`;
  const { rows } = await db.execute<{ pending: number; unread: number; names: string[] }>(
    sql`select ${counted(filters.new)} as pending, ${counted(filters.unread)} as unread, array(${newest}) as names`,
  );
  return rows[0] ?? { pending: 0, unread: 0, names: [] };
}

/** Lists the replies to a message, oldest first. */
export async function listReplies(db: Db, messageId: number): Promise<InboxMessage['replies']> {
  const { id, body, sentAt, emailId } = contactReplies;
  const rows = await db
    .select({ id, body, sentAt, emailId })
    .from(contactReplies)
    .where(eq(contactReplies.messageId, messageId))
    .orderBy(asc(contactReplies.id));
  return rows.map(row => ({ ...row, sentAt: row.sentAt.toISOString() }));
}
