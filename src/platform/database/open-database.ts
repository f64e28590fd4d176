import { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { asServingRole } from './serving-role.ts';

/** A site's database. */
export interface OpenedDatabase {
  /** Connects as the owner of the tables. */
  readonly ownerUrl: string;
  /** Connects as the site's role; on an external database, as the role that the owner configured. */
  readonly connectionString: string;
  /** Disconnects. The last process to disconnect from an embedded database also stops its server. */
  readonly stop: () => Promise<void>;
}

interface OpenOptions {
  /** Whether to claim the data folder of an embedded database, so no other site uses it. */
  readonly claim: boolean;
  readonly onNotice: (text: string) => void;
}

/** Starts the embedded database or joins a running one, or checks the external one. Throws StartupError. */
export async function openDatabase(
  { databaseUrl, dataDir }: { readonly databaseUrl?: string | undefined; readonly dataDir: string },
  { claim, onNotice }: OpenOptions,
): Promise<OpenedDatabase> {
  if (databaseUrl !== undefined) {
    await assertDatabaseUsable(databaseUrl);
    return { ownerUrl: databaseUrl, connectionString: databaseUrl, stop: async () => {} };
  }
  const server = await startEmbeddedPostgres({ dataDir, claim, onNotice });
  const ownerUrl = server.connectionString;
  return { ownerUrl, connectionString: asServingRole(ownerUrl), stop: () => server.stop() };
}

async function assertDatabaseUsable(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  let encoding: string | undefined;
  try {
    await client.connect();
    const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
    encoding = rows[0]?.server_encoding;
    await client.end();
  } catch (error) {
    throw new StartupError(`Could not connect to the database in DATABASE_URL: ${getErrorReason(error)}`);
  }
  if (encoding !== 'UTF8') {
    throw new StartupError(
      `The database in DATABASE_URL has the encoding ${encoding}. Create one with: create database freehold encoding 'UTF8' template template0`,
    );
  }
}

/** Returns the message of an error. An AggregateError of refused connections has no message; its individual errors do. */
export function getErrorReason(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return first instanceof Error && first.message ? first.message : 'unknown error';
}
