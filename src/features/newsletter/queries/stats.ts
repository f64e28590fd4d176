import { and, eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { newsletterIssues } from '../tables.ts';

/** Counts an unsubscribe through a link of an issue. */
export async function incrementUnsubscribes(tx: Transaction, issueId: number): Promise<void> {
  await tx
    .update(newsletterIssues)
    .set({ unsubscribeCount: sql`${newsletterIssues.unsubscribeCount} + 1` })
    .where(eq(newsletterIssues.id, issueId));
}

/** Counts an opening or a click if the issue is tracked. */
export async function incrementTrackingCount(
  db: Db,
  issueId: number,
  counter: 'openCount' | 'clickCount',
): Promise<void> {
  await db
    .update(newsletterIssues)
    .set({ [counter]: sql`${newsletterIssues[counter]} + 1` })
    .where(and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.isTrackingEnabled, true)));
}
