import { asc, eq, notInArray } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { healthChecks } from './tables.ts';

type CheckRow = typeof healthChecks.$inferSelect;

/** Returns the states of all checks by name, and locks them until the transaction ends. */
export async function lockCheckStates(tx: Transaction): Promise<Map<string, CheckRow>> {
  const rows = await tx.select().from(healthChecks).for('update');
  return new Map(rows.map(row => [row.name, row]));
}

/** Replaces all states. */
export async function replaceCheckStates(tx: Transaction, rows: readonly CheckRow[]): Promise<void> {
  const names = rows.map(({ name }) => name);
  await tx.delete(healthChecks).where(notInArray(healthChecks.name, names));
  for (const row of rows) {
    await tx.insert(healthChecks).values(row).onConflictDoUpdate({ target: healthChecks.name, set: row });
  }
}

/** Lists the checks that failed in the last two scheduled runs. */
export function listFailingChecks(db: Db) {
  const { name, message, since, isFailing } = healthChecks;
  return db.select({ name, message, since }).from(healthChecks).where(eq(isFailing, true)).orderBy(asc(name));
}
