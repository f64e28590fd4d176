import type { Database } from '#platform/database/database.ts';

/** What was last begun in this process for each database. */
const last = new WeakMap<Database, Promise<unknown>>();

/**
 * Does what wants a time when all that came before is done. The calendar's lock lets one after the other in anyway; who
 * waits for it there holds one of few connections meanwhile, and so many at once that each of them is taken would keep
 * everybody else from the database.
 */
export function serialize<Answer>(db: Database, want: () => Promise<Answer>): Promise<Answer> {
  const mine = (last.get(db) ?? Promise.resolve()).then(want);
  last.set(
    db,
    // What fails is for whoever asked for it, and not for the next one.
    mine.catch(() => undefined),
  );
  return mine;
}
