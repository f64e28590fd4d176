import type { Db } from './database.ts';

/** A query with placeholders. */
interface Prepared<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>;
}

const known = new WeakMap<Db, Map<string, Prepared<unknown>>>();

/**
 * Runs a prepared statement, which each connection parses once; for frequent queries. Everything that changes the SQL
 * must be part of the name (at most 63 bytes) and take few values, since the server keeps each statement. All else is a
 * placeholder.
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
