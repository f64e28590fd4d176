import type { Database } from '#platform/database/database.ts';

/** The latest task of each database in this process. */
const last = new WeakMap<Database, Promise<unknown>>();

/**
 * Runs tasks one after another. The calendar lock would do so too, but each waiting transaction would occupy a
 * connection, and many at once would exhaust the pool.
 */
export function serialize<Answer>(db: Database, want: () => Promise<Answer>): Promise<Answer> {
  const mine = (last.get(db) ?? Promise.resolve()).then(want);
  last.set(
    db,
    // A failure reaches its own caller, not the next task.
    mine.catch(() => undefined),
  );
  return mine;
}
