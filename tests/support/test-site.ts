import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { readConfig } from '#app/config.ts';
import { createHttp, type HttpServer } from '#app/http.ts';
import { openBuiltRenderer, type PageRenderer } from '#app/page-renderer.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { openDiskStore } from '#platform/files/file-store.ts';
import { createLog } from '#platform/log.ts';
import { databaseAt, TEMPLATE } from './database-server.ts';

const dist = join(import.meta.dirname, '../../dist');

export interface TestSite {
  readonly http: HttpServer;
  readonly db: Database;
  close(): Promise<void>;
}

/** API tests need no pages: one that asks for a page has forgotten `pages: true`. */
const noPages: PageRenderer = {
  keeps: false,
  assets: () => Promise.reject(new Error('This test site renders no pages.')),
  render: () => Promise.reject(new Error('This test site renders no pages.')),
};

/**
 * The whole server on a database of its own, copied from the template; requests go in by `http.app.inject`. The clock
 * stands still at `now`.
 */
export async function openTestSite(
  options: { pages?: boolean; environment?: Record<string, string>; now?: Temporal.Instant } = {},
): Promise<TestSite> {
  const server = inject('databaseServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} template ${TEMPLATE}`);
  const db = openDatabase(databaseAt(server, name));
  const config = readConfig({ LOG_LEVEL: 'silent', ...options.environment });
  const http = await createHttp({
    config,
    db,
    files: openDiskStore(inject('sampleFiles')),
    log: createLog(config.logLevel),
    renderer: options.pages ? await openBuiltRenderer(dist) : noPages,
    dist,
    now: () => options.now ?? Temporal.Instant.from('2026-11-20T12:00:00Z'),
  });
  await http.app.ready();
  return {
    http,
    db,
    async close() {
      await http.app.close();
      await db.$client.end();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}
