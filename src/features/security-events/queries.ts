import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { SecurityEventQuery, SecurityEvent } from './contract/index.ts';
import { securityEvents } from './tables.ts';

/** Searched text; must match the expression of its index. */
const words = sql`(coalesce(${securityEvents.email}::text, '') || E'\\n' || ${securityEvents.ip})`;

function matching({ type, search }: SecurityEventQuery) {
  return and(
    type ? eq(securityEvents.type, type) : undefined,
    search ? sql`${words} ilike ${toLikePattern(search)}` : undefined,
  );
}

const newest: ListOrder = {
  from: securityEvents,
  keys: [securityEvents.occurredAt, securityEvents.id],
  descending: true,
  cursor: securityEvents.id,
};

export async function listSecurityEvents(db: Db, query: SecurityEventQuery): Promise<SecurityEvent[]> {
  // Finds the page by index only, then reads its rows.
  const ids = (await listPage(query, [idSection(db, newest, securityEvents.id, matching(query))])).map(({ id }) => id);
  const rows = await db
    .select()
    .from(securityEvents)
    .where(inArray(securityEvents.id, ids))
    .orderBy(...orderTerms(newest));
  return rows.map(toSecurityEventDto);
}

export function countSecurityEvents(db: Db, query: SecurityEventQuery): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(securityEvents).where(matching(query)));
}

/** Returns a user's most recent events. */
export async function listSecurityEventsByUser(db: Db, userId: string): Promise<SecurityEvent[]> {
  const rows = await db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.occurredAt), desc(securityEvents.id))
    .limit(200);
  return rows.map(toSecurityEventDto);
}

function toSecurityEventDto({ userId: _, occurredAt, ...row }: typeof securityEvents.$inferSelect): SecurityEvent {
  return { ...row, occurredAt: occurredAt.toISOString() };
}

/** Deletes IP, user agent and detail from a user's events. */
export async function anonymizeSecurityEvents(tx: Transaction, userId: string): Promise<void> {
  await tx.update(securityEvents).set({ ip: '', userAgent: '', detail: null }).where(eq(securityEvents.userId, userId));
}
