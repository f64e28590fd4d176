import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import fastifyCors from '@fastify/cors';
import fastifyStatic from '@fastify/static';
import { sql } from 'drizzle-orm';
import { fastify, LogController, type FastifyInstance } from 'fastify';
import type { ApiServices, CoreServices, FeatureServices } from '#platform/api/context.ts';
import { toErrorBody, toErrorHeaders, fromFastifyError, getDefaultMessage, toAppError } from '#platform/api/errors.ts';
import { createEncryption } from '#platform/encryption.ts';
import { TaggedCache } from '#platform/cache/tagged-cache.ts';
import type { Database } from '#platform/database/database.ts';
import type { Feature, FeatureSetup } from '#platform/feature.ts';
import type { Disk } from '#platform/files/disk-space.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { TemporaryFolder } from '#platform/files/local-file.ts';
import { registerCompression } from '#platform/http/compression.ts';
import { type SafeFetch, createSafeFetch } from '#platform/http/safe-fetch.ts';
import { watchForeignHosts } from '#platform/http/foreign-host.ts';
import { consumeRateLimit, toClientNetwork, type RateLimit } from '#platform/http/rate-limits.ts';
import { isSafeMethod, isTrustedOrigin } from '#platform/http/same-origin.ts';
import { createSecurityHeaders, DATA_CSP } from '#platform/http/security-headers.ts';
import { setRequestTimeout } from '#platform/http/request-timeouts.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { PageCache, sendCachedPage } from '#platform/pages/page-cache.ts';
import { AppError } from '#shared/errors.ts';
import { registerApiRoutes } from './api-routes.ts';
import { deleteExpired } from './cleanup.ts';
import type { Config } from './config.ts';
import { createContexts } from './contexts.ts';
import { checkReadiness, refuseWritesOnFullDisk } from './disk-guard.ts';
import { features as allFeatures } from './features.ts';
import { loggedRoute } from './logged-route.ts';
import type { PageRenderer } from './page-renderer.ts';
import { registerPageRoutes } from './page-routes.ts';
import { registerSectionPreview } from './preview-routes.ts';
import { sitePages } from './site-pages.ts';

/** What the server is made of. Tests pass their own clock, files and features. */
export interface HttpServerOptions {
  readonly config: Config;
  /** The connections of requests, by whether they read or write. */
  readonly reads: Database;
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
  /** The folder of the sample content. */
  readonly content: string;
  readonly now: () => Temporal.Instant;
  /** Replaces fetching from other sites, for tests. */
  readonly safeFetch?: SafeFetch;
  /** The features that are served; all by default. */
  readonly features?: readonly Feature[];
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Forgets what was made from a feature's content. */
  readonly contentChanged: (tag: string) => void;
  readonly contentUnknown: () => void;
  /** The services of every call, for jobs. */
  readonly services: ApiServices;
  /** On a local site: the link that opens developer mail and fake providers to a browser, until the site stops. */
  readonly developerLink: string | undefined;
}

/** JSON bodies are at most this large (security page, "service"). */
const MAX_JSON_BYTES = 256 * 1024;

/** Whoever changes something, whatever it is (security page, "Limits"). */
const WRITE_RATE_LIMIT: RateLimit = { name: 'writes', maxAttempts: 200, windowSeconds: 60 };

/** Creates the HTTP server: cached pages first, then files, API, features' routes and pages. It does not listen yet. */
export async function createHttpServer(parts: HttpServerOptions): Promise<HttpServer> {
  const { config, reads, log, features = allFeatures } = parts;
  const pages = new PageCache();
  const app = createFastify(parts, pages);
  const fakes = config.local ? (await import('#fakes/fakes.ts')).createFakes(app, config.siteUrl) : undefined;
  const services = createServices(parts, {
    ...config,
    log,
    createFakeProvider: fakes?.signIn,
    fakePayments: fakes?.payments,
  });
  const developerTools = fakes?.developerTools;
  const contexts = createContexts(services, { reads, developerTools });

  addHooks(app, parts, services);
  await registerFiles(app, parts);
  await app.register(async api => {
    await api.register(fastifyCors, {
      origin: [...config.allowedOrigins],
      credentials: true,
      // OPTIONS without an origin is no preflight; it is answered like any other method.
      strictPreflight: false,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['x-request-id', 'retry-after'],
      maxAge: 600,
    });
    registerApiRoutes(api, { ...services, features, contexts });
  });
  for (const { routes } of features) await routes?.(app, { services, reads, contexts, developerTools });
  await fakes?.register(services);
  const pageOptions = { siteUrl: config.siteUrl, renderer: parts.renderer, cache: pages, contexts };
  await registerSectionPreview(app, pageOptions);
  await registerPageRoutes(app, pageOptions);

  // What a page takes from the clock (the year in the footer) is at most an hour old.
  const clock = setInterval(() => {
    pages.clear();
    void deleteExpired({ ...services, log }, features);
  }, 3_600_000).unref();
  app.addHook('onClose', async () => clearInterval(clock));
  if (parts.renderer.close) app.addHook('onClose', parts.renderer.close);
  const { cache, searches } = services;
  return {
    app,
    services,
    developerLink: fakes?.developerLink,
    contentChanged(tag) {
      pages.drop(tag);
      cache.invalidateTag(tag);
      searches.invalidateTag(tag);
    },
    contentUnknown() {
      pages.clear();
      cache.clear();
      searches.clear();
    },
  };
}

/** Creates a server with limits on what comes in, which answers with cached pages before any routing. */
function createFastify({ config, log, renderer }: HttpServerOptions, pages: PageCache): FastifyInstance {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: MAX_JSON_BYTES,
    // An address that cannot be read at all never reaches the hooks.
    frameworkErrors: (error, request, reply) => {
      const known = toAppError(fromFastifyError(error), request.log);
      reply.raw.writeHead(known.status, {
        ...createSecurityHeaders(config.siteUrl),
        ...toErrorHeaders(known),
        'content-type': 'application/json; charset=utf-8',
        'content-security-policy': DATA_CSP,
        'x-request-id': request.id,
      });
      reply.raw.end(JSON.stringify(toErrorBody(known, request.id)));
    },
    routerOptions: { maxParamLength: 1200, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    serverFactory: handle => {
      return createServer(
        {
          maxHeaderSize: 16 * 1024,
          headersTimeout: 10_000,
          connectionsCheckingInterval: 2000,
          keepAliveTimeout: 65_000,
        },
        (request, response) => {
          setRequestTimeout(request);
          if (request.method === 'GET' || request.method === 'HEAD') {
            const page = pages.get(request.url ?? '');
            if (page) {
              page.recompress?.();
              return sendCachedPage(request, response, page);
            }
          }
          if (renderer.middleware) return renderer.middleware(request, response, () => handle(request, response));
          return handle(request, response);
        },
      );
    },
  });
}

/** Creates the services: those of the app, then those that features make. */
function createServices(parts: HttpServerOptions, setup: FeatureSetup): ApiServices {
  const { config, features = allFeatures } = parts;
  const core: CoreServices = {
    db: parts.writes,
    files: parts.files,
    temporary: parts.temporary,
    disk: parts.disk,
    dist: parts.dist,
    content: parts.content,
    features,
    siteUrl: config.siteUrl,
    pages: sitePages,
    isSiteUrlConfigured: config.isSiteUrlConfigured,
    safeFetch: parts.safeFetch ?? createSafeFetch(),
    foreignHosts: watchForeignHosts(parts.log, config.local && !config.isSiteUrlConfigured),
    now: parts.now,
    cache: new TaggedCache<unknown>(500),
    searches: new TaggedCache<unknown>(500),
    jobs: parts.jobs,
    encryption: createEncryption(parts.secretKey),
    renderEmail: parts.renderer.renderEmail,
  };
  const made = features.map(({ services }) => services?.(setup, core)) as FeatureServices[];
  return Object.assign({}, core, ...made) as ApiServices;
}

/** Adds what every request goes through: headers, protection against other sites, the limit of writes, log and errors. */
function addHooks(app: FastifyInstance, parts: HttpServerOptions, { foreignHosts, now }: ApiServices): void {
  const { config, disk, writes } = parts;
  const headers = createSecurityHeaders(config.siteUrl);
  const origins = [config.siteUrl, ...config.allowedOrigins];
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request;
    foreignHosts.check(request.headers.host);
    // Scripts, styles, fonts and pictures come by the dozen: they carry the one header that means something on them.
    if (isStaticAsset(url)) reply.header('x-content-type-options', 'nosniff');
    else reply.headers({ ...headers, 'content-security-policy': DATA_CSP, 'x-request-id': request.id });
    // Two slashes in front would name another host wherever the address is resolved.
    if (/^\/[/\\]/.test(url)) throw new AppError('NOT_FOUND', getDefaultMessage('NOT_FOUND'));
    const { acceptsAnyOrigin, hasOwnRateLimit } = request.routeOptions.config;
    if (!acceptsAnyOrigin && !isTrustedOrigin(method, request.headers, origins)) {
      throw new AppError('FORBIDDEN', 'This came from another site, so it was not carried out.');
    }
    await refuseWritesOnFullDisk(disk, config.minFreeDisk, method);
    if (!isSafeMethod(method) && !hasOwnRateLimit)
      await consumeRateLimit(writes, WRITE_RATE_LIMIT, toClientNetwork(request.ip), now());
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: loggedRoute(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(fromFastifyError(error), request.log);
    return reply.code(known.status).headers(toErrorHeaders(known)).send(toErrorBody(known, request.id));
  });
  app.setNotFoundHandler((request, reply) => {
    const error = new AppError('NOT_FOUND', getDefaultMessage('NOT_FOUND'));
    return reply.code(404).headers(toErrorHeaders(error)).send(toErrorBody(error, request.id));
  });
}

/** Serves the files of the build, and whether the site works. */
async function registerFiles(app: FastifyInstance, { config, disk, dist, reads }: HttpServerOptions): Promise<void> {
  await registerCompression(app);
  await app.register(fastifyStatic, {
    root: join(dist, 'client/assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    // A file never changes under its name, so browsers need not revalidate it.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    index: false,
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await checkReadiness(disk, config.minFreeDisk);
    await reads.execute(sql`select 1`);
    return { status: 'ready' };
  });
}

function isStaticAsset(url: string): boolean {
  return url.startsWith('/assets/') || url.startsWith('/media/');
}
