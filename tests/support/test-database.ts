import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** The migrated database with the sample content that every test database is copied from. */
export const TEMPLATE = 'freehold_template';

/** A database on the test server. */
export interface TestDatabase {
  readonly connectionString: string;
  readonly drop: () => Promise<void>;
}

/** A database that others can be copied from. */
export interface ClonedDatabase extends TestDatabase {
  readonly name: string;
}

/** Creates a database on the test server: `empty`, or a copy of another to which nothing is connected. */
export async function cloneDatabase(
  server: string,
  from: 'template' | 'empty' | ClonedDatabase = 'template',
): Promise<ClonedDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = from === 'template' ? TEMPLATE : from === 'empty' ? 'template0' : from.name;
  // Copies files: the default strategy, which logs every block, takes twice as long.
  await execute(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    name,
    connectionString: toDatabaseUrl(server, name),
    drop: () => execute(server, `drop database ${name} with (force)`),
  };
}

/** Returns the address of another database on the same server. `URL` can't parse a socket's address, which has no host. */
export function toDatabaseUrl(server: string, name: string): string {
  return server.replace(/\/freehold(?=\?|$)/, `/${name}`);
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}
