import { and, eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { issues } from '../tables.ts';

/** Counts somebody who left by a link of an issue. */
export async function updateUnsubscribedOf(tx: Transaction, issueId: number): Promise<void> {
  await tx
    .update(issues)
    .set({ unsubscribed: sql`${issues.unsubscribed} + 1` })
    .where(eq(issues.id, issueId));
}

/** Counts an opening or a click, where the issue counts them. */
export async function updateReadingOf(db: Db, issueId: number, what: 'openings' | 'clicks'): Promise<void> {
  await db
    .update(issues)
    .set({ [what]: sql`${issues[what]} + 1` })
    .where(and(eq(issues.id, issueId), eq(issues.countsReading, true)));
}
