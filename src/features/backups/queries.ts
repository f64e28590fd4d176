import { desc, eq, inArray, sql } from 'drizzle-orm';
import { toDate } from '#platform/database/dates.ts';
import type { Db } from '#platform/database/database.ts';
import { backupRuns, backupSettings } from './tables.ts';

export type BackupRunRow = typeof backupRuns.$inferSelect;

export async function getBackupSettings(db: Db) {
  const [row] = await db.select().from(backupSettings);
  if (!row) throw new Error('The backup settings are missing.');
  return row;
}

export async function updateBackupSettings(db: Db, values: Partial<typeof backupSettings.$inferInsert>): Promise<void> {
  await db.update(backupSettings).set(values);
}

export async function insertBackupRun(
  db: Db,
  { fileName, isScheduled, now }: { fileName: string; isScheduled: boolean; now: Temporal.Instant },
): Promise<BackupRunRow> {
  const at = toDate(now);
  const [row] = await db
    .insert(backupRuns)
    .values({ fileName, isScheduled, status: 'writing', startedAt: at, updatedAt: at })
    .returning();
  if (!row) throw new Error('The backup run was not inserted.');
  return row;
}

export async function updateBackupRun(
  db: Db,
  id: number,
  values: Partial<typeof backupRuns.$inferInsert> & { updatedAt: Date },
): Promise<void> {
  await db.update(backupRuns).set(values).where(eq(backupRuns.id, id));
}

export async function findBackupRun(db: Db, id: number): Promise<BackupRunRow | undefined> {
  const [row] = await db.select().from(backupRuns).where(eq(backupRuns.id, id));
  return row;
}

/** Deletes the runs that were in progress when a restored backup was written, such as its own. */
export async function deleteUnfinishedRuns(db: Db): Promise<void> {
  await db.delete(backupRuns).where(inArray(backupRuns.status, ['writing', 'verifying']));
}

/** Returns the last runs, newest first. */
export function listLastRuns(db: Db, limit: number): Promise<BackupRunRow[]> {
  return db.select().from(backupRuns).orderBy(desc(backupRuns.id)).limit(limit);
}

/** Returns the last scheduled run that didn't fail. */
export async function findLastScheduledRun(db: Db): Promise<BackupRunRow | undefined> {
  const [row] = await db
    .select()
    .from(backupRuns)
    .where(sql`${backupRuns.isScheduled} and ${backupRuns.status} <> 'failed'`)
    .orderBy(desc(backupRuns.id))
    .limit(1);
  return row;
}

/** Returns the completed runs of these files. */
export async function listRunsOf(db: Db, names: readonly string[]): Promise<BackupRunRow[]> {
  if (names.length === 0) return [];
  return db
    .select()
    .from(backupRuns)
    .where(inArray(backupRuns.fileName, [...names]));
}

/** Returns the size of the database and of all stored files, in bytes. */
export async function getSiteBytes(db: Db): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database()) + coalesce((select sum(bytes) from stored_files), 0)::bigint as bytes`,
  );
  return rows[0]?.bytes ?? 0;
}

/** Returns the SHA-256 of all stored files, in hex, by name. */
export async function listStoredChecksums(db: Db): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await db.execute<{ name: string; sha256: string }>(
    sql`select name, encode(sha256, 'hex') as sha256 from stored_files order by name`,
  );
  return rows;
}
