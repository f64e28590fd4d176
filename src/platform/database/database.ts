import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { Pool, types } from 'pg';
import { MIN_WORD_SIMILARITY } from './search.ts';

// bigint columns (`count(*)` aside, only identity keys) stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/** The database outside a transaction. Always the first argument of a query, never ambient. */
export type Database = NodePgDatabase & { $client: Pool };

/** Inside a transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** What a query needs: either of the two. */
export type Db = Database | Transaction;

/** Who uses a pool: requests that read, requests that write, and jobs, so that none waits for another's connections. */
type Purpose = 'reads' | 'writes' | 'jobs';

/** Connections of a pool at most; each holds some 4 MB of the server's memory. The README gives their sum. */
const MOST_CONNECTIONS = 3;

/** Milliseconds after which PostgreSQL cancels a statement; 0 is never. Migrations run on the connections of jobs. */
const LONGEST_STATEMENT: Readonly<Record<Purpose, number>> = { reads: 10_000, writes: 10_000, jobs: 0 };

/** Opens a pool of connections. Nothing connects until the first query. */
export function createDatabase(connectionString: string, purpose: Purpose): Database {
  const settings = [
    // The word similarity from which `%>` finds a title; before it is set, the extension need not be there.
    `set pg_trgm.word_similarity_threshold = ${MIN_WORD_SIMILARITY}`,
    `set statement_timeout = ${LONGEST_STATEMENT[purpose]}`,
  ].join('; ');
  const pool = new Pool({
    connectionString,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for it; its type does not say so.
    onConnect: client => client.query(settings),
  });
  // A lost connection is replaced by the pool; unheard, its error would end the process. The first listener is for those
  // that lie idle, the second for those in use.
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  const db = drizzle({ client: pool });
  return Object.assign(db, {
    // Drizzle's own never returns the connection of a transaction that cannot begin.
    transaction: async <Result>(act: (tx: Transaction) => Promise<Result>, config?: PgTransactionConfig) => {
      const client = await pool.connect();
      try {
        return await drizzle({ client }).transaction(act, config);
      } finally {
        client.release();
      }
    },
  });
}
