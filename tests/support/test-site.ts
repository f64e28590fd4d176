import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { readConfig } from '#app/config.ts';
import { createHttpServer, type HttpServer } from '#app/http.ts';
import { features as allFeatures } from '#app/features.ts';
import { listQueues } from '#app/jobs.ts';
import { createProductionRenderer, type PageRenderer } from '#app/page-renderer.ts';
import { type Database, createDatabase } from '#platform/database/database.ts';
import { asServingRole } from '#platform/database/serving-role.ts';
import type { Feature } from '#platform/feature.ts';
import { openCheckedStore } from '#platform/files/checked-store.ts';
import type { Disk } from '#platform/files/disk-space.ts';
import { type FileStore, createDiskStore } from '#platform/files/file-store.ts';
import { TemporaryFolder } from '#platform/files/local-file.ts';
import type { SafeFetch } from '#platform/http/safe-fetch.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import './built-workers.ts';
import { getResponseCookies } from './user-factory.ts';
import { createTestLog, type TestLog } from './test-log.ts';
import { cloneDatabase, type TestDatabase } from './test-database.ts';

const dist = join(import.meta.dirname, '../../dist');

export interface TestSite {
  readonly http: HttpServer;
  /** Connected as the owner of the tables, who can change their schema. The site can't. */
  readonly db: Database;
  readonly log: TestLog;
  /** The connection string of this site's database. */
  readonly connectionString: string;
  /** The cookie of a browser that opened the developer link; empty unless the site is local. */
  readonly developerCookie: string;
  /** Throws if the site logged an error that no test took (`log.takeErrors()`). */
  close(): Promise<void>;
}

interface TestSiteOptions {
  /** Whether the site renders pages, from the build in `dist`. */
  readonly pages?: boolean;
  /** Replaces the renderer of the built pages. */
  readonly renderer?: PageRenderer;
  readonly environment?: Record<string, string>;
  /** The site's clock. It doesn't move unless the test moves it. */
  readonly now?: () => Temporal.Instant;
  /** Replaces the file store that all tests share, for tests that delete files. */
  readonly files?: FileStore;
  /** The folder for uploads in progress. All tests share one by default. */
  readonly temporary?: string;
  /** Replaces the copy of the template, for tests with their own data. */
  readonly database?: TestDatabase;
  /** The free disk space; unlimited by default. */
  readonly disk?: Disk;
  /** The site's features; all by default. */
  readonly features?: readonly Feature[];
  /** The folder of the sample content; the site's own by default. */
  readonly content?: string;
  /** Replaces the fetch for requests to other sites. */
  readonly safeFetch?: SafeFetch;
  /** Replaces the site's connection string, for tests that put a proxy in between. */
  readonly proxyDatabase?: (connectionString: string) => string;
}

/** The default for API tests: fails for pages, so tests of pages must set `pages: true`. */
export const rejectingRenderer: PageRenderer = {
  isCacheable: false,
  renderEmail: async (template, props, site) =>
    (await import('#app/emails.tsx')).renderEmailTemplate(template, props, site),
  assets: () => Promise.reject(new Error('This test site renders no pages.')),
  render: () => Promise.reject(new Error('This test site renders no pages.')),
};

/** Renders cacheable pages without assets. */
export const cachedPages: PageRenderer = {
  ...rejectingRenderer,
  isCacheable: true,
  assets: async () => ({
    publicStyleSheet: '',
    dashboardStyleSheet: '',
    fontStyleSheet: '',
    fontFiles: [],
    themeScript: '',
    bootstrapScript: '',
    trackingScript: '',
    entryScript: '/a.js',
    entryPreloads: [],
    pagePreloads: {},
  }),
};

/** Creates a server with its own database, copied from the template. Send requests with `http.app.inject`. */
export async function createTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const { connectionString, drop } = options.database ?? (await createTestDatabase());
  const address = options.proxyDatabase?.(connectionString) ?? connectionString;
  const db = createDatabase(address, 'jobs');
  const serving = asServingRole(address);
  const [reads, writes] = [createDatabase(serving, 'reads'), createDatabase(serving, 'writes')];
  const config = readConfig({ ...options.environment });
  const testLog = createTestLog();
  const { features = allFeatures } = options;
  const jobs = createJobs(db, testLog.log, listQueues(features));
  const http = await createHttpServer({
    config,
    reads,
    writes,
    secretKey: config.secretKey ?? randomBytes(32),
    files: openCheckedStore(options.files ?? createDiskStore(inject('sampleFiles')), db, name =>
      testLog.log.error({ file: name }, 'a stored file is missing or damaged'),
    ),
    temporary: new TemporaryFolder(options.temporary ?? join(tmpdir(), 'freehold-test-temporary')),
    disk: options.disk ?? { free: async () => Infinity },
    jobs,
    log: testLog.log,
    renderer: options.renderer ?? (options.pages ? await createProductionRenderer(dist) : rejectingRenderer),
    dist,
    content: options.content ?? join(import.meta.dirname, '../../content'),
    features,
    ...(options.safeFetch ? { safeFetch: options.safeFetch } : {}),
    now: options.now ?? (() => Temporal.Instant.from('2026-11-20T12:00:00Z')),
  });
  await http.app.ready();
  const { developerLink } = http;
  const opened = developerLink && (await http.app.inject(new URL(developerLink).pathname));
  return {
    http,
    db,
    log: testLog,
    connectionString,
    developerCookie: opened ? getResponseCookies(opened) : '',
    async close() {
      await http.app.close();
      await jobs.stop();
      for (const { $client } of [db, reads, writes]) await $client.end();
      await drop();
      const errors = testLog.takeErrors();
      if (errors.length > 0) throw new Error(`The site logged errors that no test expected: ${JSON.stringify(errors)}`);
    },
  };
}

/** Creates a migrated database with the sample content. */
export const createTestDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('databaseServer'));

/** Creates an empty database. */
export const createEmptyDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('databaseServer'), 'empty');
