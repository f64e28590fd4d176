import type { Db } from './database.ts';

/** A query with placeholders. */
interface Prepared<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>;
}

const preparedQueries = new WeakMap<Db, Map<string, Prepared<unknown>>>();

/**
 * Runs a prepared statement, which each connection parses once; for frequent queries. Everything that changes the SQL
 * must be part of the name (at most 63 bytes) and take few values, since the server keeps each statement. All else is a
 * placeholder.
 */
export function executePrepared<Rows>(
  db: Db,
  name: string,
  values: Record<string, unknown>,
  build: () => { prepare(name: string): Prepared<Rows> },
): Promise<Rows> {
  const queries = preparedQueries.getOrInsertComputed(db, () => new Map());
  const query = queries.getOrInsertComputed(name, () => build().prepare(name)) as Prepared<Rows>;
  return query.execute(values);
}
