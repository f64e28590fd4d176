import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { Client, type ClientBase, Pool, types } from 'pg';
import { MIN_WORD_SIMILARITY } from './search.ts';

// bigint columns are identity keys, far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/** The database outside a transaction. Always the first argument of a query, never ambient. */
export type Database = NodePgDatabase & { $client: Pool };

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A database or a transaction, for queries that run in either. */
export type Db = Database | Transaction;

/** Reads, writes and jobs have separate pools, so none waits for another's connections. */
type Purpose = 'reads' | 'writes' | 'jobs';

/** Connections per pool; each takes about 4 MB of the server's memory. `docs/operation.md` states the total. */
const MAX_CONNECTIONS = 3;

/** Milliseconds after which PostgreSQL cancels a statement; 0 is never. Migrations run on the connections of jobs. */
const STATEMENT_TIMEOUT: Readonly<Record<Purpose, number>> = { reads: 10_000, writes: 10_000, jobs: 0 };

/** The use at which a connection prepares a statement, and how many statements it keeps. */
const PREPARE_AT_USE = 3;
const MAX_PREPARED = 100;

/**
 * Maximum number of statements whose uses are counted. Lists of different lengths produce many that are never repeated.
 */
const MAX_COUNTED = 1000;

/**
 * Prepares the statements that a connection repeats (named statements of the extended query protocol), so the server
 * parses and plans them once.
 */
function prepareRepeatedStatements(client: ClientBase): void {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  const getName = (text: string) => {
    if (names.has(text) || names.size === MAX_PREPARED) return names.get(text);
    if (uses.size === MAX_COUNTED) uses.clear();
    const count = (uses.get(text) ?? 0) + 1;
    uses.set(text, count);
    if (count === PREPARE_AT_USE) names.set(text, `repeated-${names.size}`);
    return names.get(text);
  };
  Object.assign(client, {
    // Drizzle passes the text in an object. A statement without values may be several, which can't be prepared.
    query: (statement: { readonly text?: string }, values?: unknown, ...rest: unknown[]) => {
      const name = Array.isArray(values) && values.length > 0 && statement.text ? getName(statement.text) : undefined;
      const parameters = [name ? { ...statement, name } : statement, values, ...rest];
      return Client.prototype.query.apply(client, parameters as Parameters<Client['query']>);
    },
  });
}

/** Creates a connection pool. It connects on the first query. */
export function createDatabase(connectionString: string, purpose: Purpose): Database {
  const settings = [
    // The threshold for `%>` on titles. It can be set before the pg_trgm extension is created.
    `set pg_trgm.word_similarity_threshold = ${MIN_WORD_SIMILARITY}`,
    `set statement_timeout = ${STATEMENT_TIMEOUT[purpose]}`,
  ].join('; ');
  const pool = new Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for it; its type does not say so.
    onConnect: client => {
      prepareRepeatedStatements(client);
      return client.query(settings);
    },
  });
  // The pool replaces lost connections, but an unhandled error event would end the process. The first listener is for
  // idle connections, the second for those in use.
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  const db = drizzle({ client: pool });
  return Object.assign(db, {
    // Drizzle's `transaction` leaks the connection if BEGIN fails.
    transaction: async <Result>(action: (tx: Transaction) => Promise<Result>, config?: PgTransactionConfig) => {
      const client = await pool.connect();
      try {
        return await drizzle({ client }).transaction(action, config);
      } finally {
        client.release();
      }
    },
  });
}
