import { asc, eq, gte } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { TimeRange } from '../lifecycle/contract/states.ts';
import { dateOverrides, weeklyAvailability } from '../lifecycle/tables.ts';

export async function upsertWeeklyAvailability(tx: Transaction, weekday: number, ranges: TimeRange[]): Promise<void> {
  await tx
    .insert(weeklyAvailability)
    .values({ weekday, ranges })
    .onConflictDoUpdate({ target: weeklyAvailability.weekday, set: { ranges } });
}

/** Returns the date overrides from a day on (`2026-11-22`). */
export function listDateOverrides(db: Db, from: string) {
  return db.select().from(dateOverrides).where(gte(dateOverrides.date, from)).orderBy(asc(dateOverrides.date));
}

export async function upsertDateOverride(tx: Transaction, override: typeof dateOverrides.$inferSelect) {
  const { date, ...set } = override;
  await tx.insert(dateOverrides).values(override).onConflictDoUpdate({ target: dateOverrides.date, set });
}

/** Deletes the override of a day. Returns false if there was none. */
export async function deleteDateOverride(tx: Transaction, day: string): Promise<boolean> {
  const { rowCount } = await tx.delete(dateOverrides).where(eq(dateOverrides.date, day));
  return rowCount === 1;
}
