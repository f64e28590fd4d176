import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import fastifyCors from '@fastify/cors';
import fastifyStatic from '@fastify/static';
import { sql } from 'drizzle-orm';
import { fastify, LogController, type FastifyInstance } from 'fastify';
import { registerSeoRoutes } from '#features/seo/routes.ts';
import { registerVisitRoutes } from '#features/insights/handlers/visit-routes.ts';
import { isOneClickUnsubscribeUrl } from '#features/newsletter/handlers/routes.ts';
import { registerSocialLoginRoutes } from '#features/auth/social-login/handlers/routes.ts';
import { listProviders } from '#features/auth/social-login/rules/providers.ts';
import { registerMediaRoutes } from '#features/media/handlers.ts';
import { registerPaymentRoutes } from '#features/payments/handlers/routes.ts';
import { createPaymentProviders } from '#features/payments/providers/providers.ts';
import { registerExportRoute } from '#features/import-export/handlers.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { toErrorBody, toErrorHeaders, fromFastifyError, getDefaultMessage, toAppError } from '#platform/api/errors.ts';
import { createEncryption } from '#platform/encryption.ts';
import { TaggedCache } from '#platform/cache/tagged-cache.ts';
import type { Database } from '#platform/database/database.ts';
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
import type { Config } from './config.ts';
import { createContexts } from './contexts.ts';
import { checkReadiness, refuseWritesOnFullDisk } from './disk-guard.ts';
import { hasOwnRateLimit, registerFeatureRoutes } from './feature-doors.ts';
import { loggedRoute } from './logged-route.ts';
import type { PageRenderer } from './page-renderer.ts';
import { registerPageRoutes } from './page-routes.ts';
import { registerSectionPreview } from './preview-routes.ts';
import { paymentListeners } from './payment-followers.ts';
import { personalDataProviders } from './personal-data.ts';
import { sitePages } from './site-pages.ts';
import { createSampleContentService } from './sample-service.ts';
import { mediaUsageProviders } from './picture-uses.ts';
import { deleteExpired } from './upkeep.ts';

/** What the street door needs; tests put their own clock and files here. */
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
  /** In place of what fetches from other sites, for tests. */
  readonly fetchOutside?: SafeFetch;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Forgets what was made from a feature's content. */
  readonly contentChanged: (tag: string) => void;
  readonly contentUnknown: () => void;
  /** Writes down the visits that wait for it, as otherwise happens within seconds. */
  readonly flushVisits: () => Promise<void>;
  /** What every call works with, for what is called from elsewhere than HTTP. */
  readonly services: ApiServices;
  /** On a local site: the link that opens developer mail and fake providers to a browser, until the site stops. */
  readonly developerLink: string | undefined;
}

/** JSON bodies are at most this large (security page, "service"). */
const MAX_JSON_BYTES = 256 * 1024;

/** Whoever changes something, whatever it is (security page, "Limits"). */
const WRITE_RATE_LIMIT: RateLimit = { name: 'writes', most: 200, seconds: 60 };

/** Builds the HTTP server: kept pages first, then files, API and pages. It does not listen yet. */
export async function createHttpServer(parts: HttpServerOptions): Promise<HttpServer> {
  const { config, reads, writes, log } = parts;
  const pages = new PageCache();
  const memory = new TaggedCache<unknown>(500);
  const searches = new TaggedCache<unknown>(500);
  const headers = createSecurityHeaders(config.siteUrl);

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: MAX_JSON_BYTES,
    // An address that cannot be read at all never reaches the hooks below.
    frameworkErrors: (error, request, reply) => {
      const known = toAppError(fromFastifyError(error), request.log);
      reply.raw.writeHead(known.status, {
        ...headers,
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
          // A kept page is answered here, before any routing: this is what most readers ask for.
          if (request.method === 'GET' || request.method === 'HEAD') {
            const page = pages.get(request.url ?? '');
            if (page) {
              page.improve?.();
              return sendCachedPage(request, response, page);
            }
          }
          if (parts.renderer.middleware)
            return parts.renderer.middleware(request, response, () => handle(request, response));
          return handle(request, response);
        },
      );
    },
  });

  const foreignHosts = watchForeignHosts(log, config.local && !config.siteUrlIsGiven);
  const fakes = config.local ? (await import('#fakes/fakes.ts')).createFakes(app, config.siteUrl) : undefined;
  const developerTools = fakes?.developerTools;
  const providers = listProviders(config.providers, fakes?.signIn);
  const paymentProviders = createPaymentProviders(config.payments, fakes?.payments);
  const services: ApiServices = {
    db: writes,
    files: parts.files,
    temporary: parts.temporary,
    disk: parts.disk,
    dist: parts.dist,
    personalData: personalDataProviders,
    sampleContent: createSampleContentService(parts.files, parts.content),
    pictureUses: mediaUsageProviders,
    paymentProviders,
    paymentFollowers: paymentListeners,
    siteUrl: config.siteUrl,
    pages: sitePages,
    fetchOutside: parts.fetchOutside ?? createSafeFetch(),
    siteUrlIsGiven: config.siteUrlIsGiven,
    foreignHosts,
    signInProviders: providers.map(({ name, label, isFake }) => ({ name, label, isFake })),
    now: parts.now,
    memory,
    searches,
    jobs: parts.jobs,
    deliversMail: config.mail !== undefined,
    sealer: createEncryption(parts.secretKey),
    writeMail: parts.renderer.writeMail,
  };
  const contexts = createContexts(services, { reads, developerTools });

  app.removeContentTypeParser('text/plain');
  const writers = [config.siteUrl, ...config.allowedOrigins];
  app.addHook('onRequest', async (request, reply) => {
    foreignHosts.check(request.headers.host);
    // Scripts, styles, fonts and pictures come by the dozen: they carry the one header that means something on them.
    if (isStaticAsset(request.url)) reply.header('x-content-type-options', 'nosniff');
    else reply.headers({ ...headers, 'content-security-policy': DATA_CSP, 'x-request-id': request.id });
    // Two slashes in front would name another host wherever the address is read as a whole.
    if (/^\/[/\\]/.test(request.url)) throw new AppError('NOT_FOUND', getDefaultMessage('NOT_FOUND'));
    if (!isOneClickUnsubscribeUrl(request.url) && !isTrustedOrigin(request.method, request.headers, writers)) {
      throw new AppError('FORBIDDEN', 'This came from another site, so it was not carried out.');
    }
    await refuseWritesOnFullDisk(parts.disk, config.minFreeDisk, request.method);
    if (!isSafeMethod(request.method) && !hasOwnRateLimit(request.url) && !fakes?.isApi(request.url))
      await consumeRateLimit(writes, WRITE_RATE_LIMIT, toClientNetwork(request.ip), parts.now());
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

  await registerCompression(app);
  await app.register(fastifyStatic, {
    root: join(parts.dist, 'client/assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    // A name stands for one content for ever, so that nobody asks whether it is still the same.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    index: false,
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await checkReadiness(parts.disk, config.minFreeDisk);
    await reads.execute(sql`select 1`);
    return { status: 'ready' };
  });

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
    registerApiRoutes(api, { siteUrl: config.siteUrl, contexts, temporary: parts.temporary, disk: parts.disk });
  });
  registerFeatureRoutes(app, contexts, config);
  registerMediaRoutes(app, parts.files, contexts.forCaller);
  registerExportRoute(app, { db: reads, files: parts.files, now: parts.now, contextOf: contexts.forCaller });
  registerSeoRoutes(app, {
    db: reads,
    files: parts.files,
    siteUrl: config.siteUrl,
    pages: sitePages,
    memory,
    dist: parts.dist,
  });
  await registerSocialLoginRoutes(app, {
    siteUrl: config.siteUrl,
    providers,
    developerTools,
    contextOf: contexts.forCaller,
  });
  registerPaymentRoutes(app, { services, developerTools, contextOf: contexts.forAnyone });
  await fakes?.register(services, providers);
  const flushVisits = await registerVisitRoutes(app, { services, log, contextOf: contexts.forCaller });
  const pageOptions = { siteUrl: config.siteUrl, renderer: parts.renderer, cache: pages, contexts };
  await registerSectionPreview(app, pageOptions);
  await registerPageRoutes(app, pageOptions);

  // What a page takes from the clock (the year in the footer) is at most an hour old.
  const clock = setInterval(() => {
    pages.clear();
    void deleteExpired({ db: writes, log, now: parts.now });
  }, 3_600_000).unref();
  app.addHook('onClose', async () => clearInterval(clock));
  if (parts.renderer.close) app.addHook('onClose', parts.renderer.close);
  return {
    app,
    services,
    developerLink: fakes?.developerLink,
    flushVisits,
    contentChanged(tag) {
      pages.drop(tag);
      memory.drop(tag);
      searches.drop(tag);
    },
    contentUnknown() {
      pages.clear();
      memory.clear();
      searches.clear();
    },
  };
}

function isStaticAsset(url: string): boolean {
  return url.startsWith('/assets/') || url.startsWith('/media/');
}
