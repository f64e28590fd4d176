import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getSettings } from '#features/settings/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { createDatabase } from '#platform/database/database.ts';
import { listPendingMigrations } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { openCheckedStore } from '#platform/files/checked-store.ts';
import { watchDisk } from '#platform/files/disk-space.ts';
import { TemporaryFolder } from '#platform/files/local-file.ts';
import { openFileStore } from '#platform/files/open-file-store.ts';
import { loadOrCreateSecretKey } from '#platform/files/secret-key.ts';
import { createCookieJar } from '#platform/http/cookies.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import { root } from '#platform/root.ts';
import { createShutdownStack } from '#platform/shutdown-stack.ts';
import { StartupError } from '#platform/startup-error.ts';
import { applyConfiguredSiteUrl, type Config } from './config.ts';
import { queues } from './jobs.ts';
import { createProductionRenderer } from './page-renderer.ts';
import { createServices } from './services.ts';

/** A site's data and services without its server. */
export interface OpenedSite {
  readonly context: ApiContext;
  readonly close: () => Promise<void>;
}

/**
 * Opens a site for a command, while its server runs or is stopped. Throws a StartupError if there is no site, or if its
 * database is older or newer than this version.
 */
export async function openSite(environment: Config, onNotice: (text: string) => void): Promise<OpenedSite> {
  const { dataDir, databaseUrl } = environment;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
    throw new StartupError(`There is no site in ${dataDir}. Start one with freehold start, or set DATA_DIR.`);
  }
  const shutdown = createShutdownStack();
  try {
    const log = createLog(environment.logLevel);
    const { connectionString, stop } = await openDatabase(environment, { claim: false, onNotice });
    shutdown.add(stop);
    const db = createDatabase(connectionString, 'jobs');
    shutdown.add(() => db.$client.end());
    const pending = await listPendingMigrations(db.$client, join(root, 'migrations'));
    if (pending.length > 0) {
      throw new StartupError('This version of Freehold needs a newer database. Start the site once to update it.');
    }
    const config = applyConfiguredSiteUrl(environment, (await getSettings(db)).configuredSiteUrl);
    const dist = join(root, 'dist');
    const temporary = new TemporaryFolder(join(dataDir, 'temporary'));
    const jobs = createJobs(db, log, queues);
    shutdown.add(() => jobs.stop());
    const services = createServices(
      {
        config,
        writes: db,
        secretKey: config.secretKey ?? (await loadOrCreateSecretKey(dataDir)),
        files: openCheckedStore(await openFileStore(config, temporary), db, () => {}),
        temporary,
        disk: watchDisk([dataDir]),
        jobs,
        log,
        renderer: await createProductionRenderer(dist),
        dist,
        content: join(root, 'content'),
        now: () => Temporal.Now.instant(),
      },
      { ...config, log, createFakeProvider: undefined, fakePayments: undefined },
    );
    return { context: createCommandContext(services, log), close: () => shutdown.run() };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/** Creates the context of a command. The security log shows `command line` as its IP address. */
function createCommandContext(services: ReturnType<typeof createServices>, log: ApiContext['log']): ApiContext {
  return {
    ...services,
    log,
    actor: { role: 'visitor' },
    client: { ip: 'command line', network: 'command line', userAgent: '' },
    cookies: createCookieJar(undefined, services.siteUrl),
    hasDeveloperAccess: false,
    grantDeveloperAccess: () => {},
    responseHeaders: {},
    cacheTags: new Set(),
    requestId: 'command line',
  };
}
