import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createOwnerSetupToken } from '#features/auth/index.ts';
import { settleRestore } from '#features/backups/index.ts';
import { preparePictures, listPictures } from '#features/media/index.ts';
import { getSettings } from '#features/settings/index.ts';
import { listenForInvalidations } from '#platform/cache/cache-invalidation.ts';
import { type Database, createDatabase } from '#platform/database/database.ts';
import { openNotifications } from '#platform/database/notifications.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { maySiteStart } from '#platform/database/site-lock.ts';
import { deleteRemovedFiles, openCheckedStore } from '#platform/files/checked-store.ts';
import { openDataFolder } from '#platform/files/data-folder.ts';
import { inMegabytes, watchDisk, writeReserve } from '#platform/files/disk-space.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { TemporaryFolder } from '#platform/files/local-file.ts';
import { openFileStore } from '#platform/files/open-file-store.ts';
import { loadOrCreateSecretKey } from '#platform/files/secret-key.ts';
import { isOwnStore } from '#platform/files/store-id.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLog, type Log } from '#platform/log.ts';
import { root } from '#platform/root.ts';
import { createShutdownStack } from '#platform/shutdown-stack.ts';
import { findErrorCode, StartupError } from '#platform/startup-error.ts';
import { paths } from '#shared/paths.ts';
import { type Config, applyConfiguredSiteUrl } from './config.ts';
import { checkReadiness } from './disk-guard.ts';
import { createHttpServer } from './http.ts';
import { queues, startWorkers } from './jobs.ts';
import { createProductionRenderer, type PageRenderer } from './page-renderer.ts';
import { prepareDatabase } from './prepare-database.ts';
import { loadSampleContent } from './sample-content.ts';

export interface RunningServer {
  /** URL of the site on this machine. */
  readonly url: string;
  /** One-time link that makes its visitor the owner; undefined once there is an owner. */
  readonly setUpLink: string | undefined;
  /** On a local site, the link that unlocks developer mail and fake providers in a browser until the site stops. */
  readonly developerLink: string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the database, migrations, sample content on first start, and HTTP. If a step fails, everything is stopped and
 * the StartupError says what to do.
 */
export async function startServer(
  environment: Config,
  options: { onNotice: (text: string) => void; openRenderer?: (dist: string) => Promise<PageRenderer> },
): Promise<RunningServer> {
  let config = environment;
  const shutdown = createShutdownStack();
  const disk = watchDisk([config.dataDir, join(config.dataDir, 'postgres')]);
  try {
    const log = createLog(config.logLevel);
    await openDataFolder(config.dataDir);
    await checkReadiness(disk, config.minFreeDisk).catch((error: Error) => options.onNotice(error.message));
    const { ownerUrl, connectionString, stop } = await openDatabase(config, { ...options, claim: true });
    shutdown.add(stop);
    const db = createDatabase(connectionString, 'jobs');
    const reads = createDatabase(connectionString, 'reads');
    const writes = createDatabase(connectionString, 'writes');
    for (const { $client } of [db, reads, writes]) shutdown.add(() => $client.end());
    const dist = join(root, 'dist');
    const rendererPromise = (options.openRenderer ?? createProductionRenderer)(dist);
    if (!(await maySiteStart(ownerUrl))) {
      throw new StartupError('A backup is being restored. Start the site again after that.');
    }
    await settleRestore(config, ownerUrl);
    const secretKey = config.secretKey ?? (await loadOrCreateSecretKey(config.dataDir));
    const temporary = new TemporaryFolder(join(config.dataDir, 'temporary'));
    await temporary.clean(Date.now());
    const store = await openFileStore(config, temporary);
    await prepareDatabase(ownerUrl, config, { files: store, secretKey, onNotice: options.onNotice });
    const files = openCheckedStore(store, db, name => log.error({ file: name }, 'a stored file is missing or damaged'));
    await deleteRemovedFiles(db, files);
    if (!(await isOwnStore(db, store))) {
      log.warn(
        'This database belongs to different files, so images and documents may be missing. Instances that share a DATABASE_URL must also share their files: set S3_ENDPOINT, or use the same DATA_DIR.',
      );
    }
    const firstStart = await loadSampleContent(db, files, join(root, 'content'));
    if (firstStart) options.onNotice('Sample content loaded.');
    config = applyConfiguredSiteUrl(config, (await getSettings(db)).configuredSiteUrl);
    if (config.siteUrl !== environment.siteUrl) {
      options.onNotice(`The site address is ${config.siteUrl}, as set in the dashboard. SITE_URL overrides it.`);
    }
    const setUpToken = await createOwnerSetupToken(db, { isOnlyInstance: config.databaseUrl === undefined });

    let isStopping = false;
    const notifications = await openNotifications(connectionString, log);
    shutdown.add(() => notifications.close());
    const jobs = createJobs(db, log, queues, notifications);
    shutdown.add(() => jobs.stop());
    const http = await createHttpServer({
      config,
      reads,
      writes,
      secretKey,
      files,
      temporary,
      disk,
      jobs,
      log,
      renderer: await rendererPromise,
      dist,
      content: join(root, 'content'),
      isStopping: () => isStopping,
      now: () => Temporal.Now.instant(),
    });
    shutdown.add(() => closeInTime(http.app));
    await listenForInvalidations(notifications, http.invalidateTag, http.invalidateAll);
    await listen(http.app, config);
    // Start workers after listening so the first requests don't wait for the queue's code.
    await startWorkers(jobs, { ...http.services, db, log });
    if (firstStart) shutdown.add(startPreparingPictures(db, files, log));
    return {
      url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`,
      setUpLink: setUpToken && config.siteUrl + paths.setup(setUpToken),
      developerLink: http.developerLink,
      async stop() {
        isStopping = true;
        await delay(config.shutdownDelay);
        // First, so no new requests arrive during shutdown.
        await closeInTime(http.app);
        await shutdown.run();
      },
    };
  } catch (error) {
    await shutdown.run();
    if ((await disk.free()) >= writeReserve(config.minFreeDisk)) throw error;
    throw new StartupError(describeFullDisk(config, await disk.free(), error), { cause: error });
  }
}

/** Milliseconds to wait for requests in flight on shutdown. */
const CLOSE_TIMEOUT = 10_000;

/** Stops accepting connections, waits up to ten seconds for requests in flight, then closes the rest. */
async function closeInTime(app: FastifyInstance): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT);
  // Keep-alive connections would otherwise stay open after their response.
  const idleCheck = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearTimeout(timeout);
  clearInterval(idleCheck);
}

function describeFullDisk(config: Config, free: number, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The disk of the data folder ${config.dataDir} is full (${inMegabytes(free)} MB free). Free up at least ${inMegabytes(config.minFreeDisk)} MB, then start again. (${reason})`;
}

/** Returns a function that stops the work. */
function startPreparingPictures(db: Database, files: FileStore, log: Log): () => Promise<void> {
  const controller = new AbortController();
  const work = listPictures(db)
    .then(pictures => preparePictures(files, pictures, controller.signal))
    .catch((error: unknown) => log.error({ err: error }, 'preparing the images failed'));
  return () => {
    controller.abort();
    return work;
  };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  const foreignHost = `HOST ${host} is not an address of this machine. Set HOST to localhost or 0.0.0.0.`;
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop that program, or set PORT to another number.`,
    EACCES: `This account is not allowed to open port ${port}. Set PORT to a number above 1023.`,
    ENOTFOUND: foreignHost,
    EADDRNOTAVAIL: foreignHost,
  };
  try {
    await app.listen({ port, host });
  } catch (error) {
    const message = messages[findErrorCode(error) ?? ''];
    throw message ? new StartupError(message) : error;
  }
}
