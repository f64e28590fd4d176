import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeEach } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/database/embedded.ts';

/** Creates a folder for a test file's databases, and stops their servers after each test. */
export function embeddedPostgresFixture() {
  // The unprivileged account that PostgreSQL runs under as root needs access to this folder.
  const home = mkdtempSync(join(tmpdir(), 'freehold-test-'));
  chmodSync(home, 0o711);
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  let running: EmbeddedPostgres[] = [];
  const notices: string[] = [];
  beforeEach(() => {
    notices.length = 0;
    running = [];
    return async () => {
      for (const database of running) await database.stop();
    };
  });

  return {
    home,
    /** The messages shown to the person who starts the site, during the current test. */
    notices,
    start: async (dataDir: string): Promise<EmbeddedPostgres> => {
      const database = await startEmbeddedPostgres({ dataDir, onNotice: sentence => notices.push(sentence) });
      running.push(database);
      return database;
    },
  };
}

export async function queryDatabase(database: { connectionString: string }, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
