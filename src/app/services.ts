import { join } from 'node:path';
import type { ApiServices, CoreServices, FeatureServices } from '#platform/api/context.ts';
import { TaggedCache } from '#platform/cache/tagged-cache.ts';
import type { Database } from '#platform/database/database.ts';
import { createEncryption } from '#platform/encryption.ts';
import type { Feature, FeatureSetup } from '#platform/feature.ts';
import type { Disk } from '#platform/files/disk-space.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { TemporaryFolder } from '#platform/files/local-file.ts';
import { watchForeignHosts } from '#platform/http/foreign-host.ts';
import { createSafeFetch, type SafeFetch } from '#platform/http/safe-fetch.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { root, version } from '#platform/root.ts';
import type { Config } from './config.ts';
import { features as allFeatures } from './features.ts';
import type { PageRenderer } from './page-renderer.ts';
import { sitePages } from './site-pages.ts';

/** The inputs of a site's services. */
export interface ServiceParts {
  readonly config: Config;
  /** Database connections for requests that write. */
  readonly writes: Database;
  readonly secretKey: Uint8Array;
  readonly files: FileStore;
  /** Where uploads are stored during their request. */
  readonly temporary: TemporaryFolder;
  readonly disk: Disk;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly renderer: PageRenderer;
  readonly dist: string;
  /** Folder of the sample content. */
  readonly content: string;
  readonly now: () => Temporal.Instant;
  /** Replaces requests to other sites in tests. */
  readonly safeFetch?: SafeFetch;
  /** The features to serve; all by default. */
  readonly features?: readonly Feature[];
}

/** Creates the core services, then those of the features. */
export function createServices(parts: ServiceParts, setup: Omit<FeatureSetup, 'secretKey'>): ApiServices {
  const { config, features = allFeatures } = parts;
  const core: CoreServices = {
    db: parts.writes,
    files: parts.files,
    temporary: parts.temporary,
    disk: parts.disk,
    minFreeDisk: config.minFreeDisk,
    dataDir: config.dataDir,
    version,
    migrations: join(root, 'migrations'),
    isSecretKeyConfigured: config.secretKey !== undefined,
    dist: parts.dist,
    content: parts.content,
    features,
    siteUrl: config.siteUrl,
    pages: sitePages,
    isSiteUrlConfigured: config.isSiteUrlConfigured,
    safeFetch: parts.safeFetch ?? createSafeFetch(),
    foreignHosts: watchForeignHosts(parts.log, config.isLocal && !config.isSiteUrlConfigured),
    now: parts.now,
    cache: new TaggedCache<unknown>(500),
    searches: new TaggedCache<unknown>(500),
    jobs: parts.jobs,
    encryption: createEncryption(parts.secretKey),
    renderEmail: parts.renderer.renderEmail,
  };
  const featureServices = features.map(({ services }) =>
    services?.({ ...setup, secretKey: parts.secretKey }, core),
  ) as FeatureServices[];
  return Object.assign({}, core, ...featureServices) as ApiServices;
}
