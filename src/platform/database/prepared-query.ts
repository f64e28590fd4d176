import type { Db } from './database.ts';

/** A query with places for its values, as the database library prepares it. */
interface Prepared<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>;
}

const known = new WeakMap<Db, Map<string, Prepared<unknown>>>();

/**
 * Runs a query whose text is written once, and parsed once by each connection: for what is asked all the time. What
 * changes the text belongs into the name (at most 63 bytes) and must be of few kinds, since the server keeps each; all
 * else is a placeholder.
 */
export function executePrepared<Rows>(
  db: Db,
  name: string,
  values: Record<string, unknown>,
  write: () => { prepare(name: string): Prepared<Rows> },
): Promise<Rows> {
  let queries = known.get(db);
  if (!queries) known.set(db, (queries = new Map()));
  let query = queries.get(name) as Prepared<Rows> | undefined;
  if (!query) queries.set(name, (query = write().prepare(name)));
  return query.execute(values);
}
