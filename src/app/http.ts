import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import fastifyCors from '@fastify/cors';
import fastifyStatic from '@fastify/static';
import { sql } from 'drizzle-orm';
import { fastify, LogController, type FastifyInstance } from 'fastify';
import { registerDiscovery } from '#features/seo/routes.ts';
import { registerVisits } from '#features/insights/handlers/visit-routes.ts';
import { isOneClick } from '#features/newsletter/handlers/routes.ts';
import { registerSignIn } from '#features/auth/social-login/handlers/routes.ts';
import { offeredProviders } from '#features/auth/social-login/rules/providers.ts';
import { registerMedia } from '#features/media/handlers.ts';
import { registerPayments } from '#features/payments/handlers/routes.ts';
import { createPaymentProviders } from '#features/payments/providers/providers.ts';
import { registerExport } from '#features/import-export/handlers.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { errorBody, errorHeaders, fromFramework, sentenceFor, toAppError } from '#platform/api/errors.ts';
import { createSealer } from '#platform/encryption.ts';
import { TaggedCache } from '#platform/cache/tagged-cache.ts';
import type { Database } from '#platform/database/database.ts';
import type { Disk } from '#platform/files/disk-space.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { TemporaryFolder } from '#platform/files/local-file.ts';
import { registerCompression } from '#platform/http/compression.ts';
import { type FetchOutside, openOutside } from '#platform/http/safe-fetch.ts';
import { watchForeignHosts } from '#platform/http/foreign-host.ts';
import { countTry, networkOf, type RateLimit } from '#platform/http/rate-limits.ts';
import { isReading, mayWrite } from '#platform/http/same-origin.ts';
import { commonHeaders, dataPolicy } from '#platform/http/security-headers.ts';
import { limitSending } from '#platform/http/request-timeouts.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { PageCache, sendKeptPage } from '#platform/pages/page-cache.ts';
import { AppError } from '#shared/errors.ts';
import { registerApi } from './api-routes.ts';
import type { Config } from './config.ts';
import { createContexts } from './contexts.ts';
import { checkReadiness, refuseWritesOnFullDisk } from './disk-guard.ts';
import { countsItself, registerFeatureDoors } from './feature-doors.ts';
import { loggedRoute } from './logged-route.ts';
import type { PageRenderer } from './page-renderer.ts';
import { registerPages } from './page-routes.ts';
import { registerPreview } from './preview-routes.ts';
import { paymentFollowers } from './payment-followers.ts';
import { personalData } from './personal-data.ts';
import { createSampleContent } from './sample-service.ts';
import { pictureUses } from './picture-uses.ts';
import { deleteExpired } from './upkeep.ts';

/** What the street door needs; tests put their own clock and files here. */
export interface HttpParts {
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
  readonly fetchOutside?: FetchOutside;
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
const BODY_LIMIT = 256 * 1024;

/** Whoever changes something, whatever it is (security page, "Limits"). */
const WRITES: RateLimit = { name: 'writes', most: 200, seconds: 60 };

/** Builds the HTTP server: kept pages first, then files, API and pages. It does not listen yet. */
export async function createHttp(parts: HttpParts): Promise<HttpServer> {
  const { config, reads, writes, log } = parts;
  const pages = new PageCache();
  const memory = new TaggedCache<unknown>(500);
  const searches = new TaggedCache<unknown>(500);
  const headers = commonHeaders(config.siteUrl);

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    // An address that cannot be read at all never reaches the hooks below.
    frameworkErrors: (error, request, reply) => {
      const known = toAppError(fromFramework(error), request.log);
      reply.raw.writeHead(known.status, {
        ...headers,
        ...errorHeaders(known),
        'content-type': 'application/json; charset=utf-8',
        'content-security-policy': dataPolicy,
        'x-request-id': request.id,
      });
      reply.raw.end(JSON.stringify(errorBody(known, request.id)));
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
          limitSending(request);
          // A kept page is answered here, before any routing: this is what most readers ask for.
          if (request.method === 'GET' || request.method === 'HEAD') {
            const page = pages.get(request.url ?? '');
            if (page) {
              page.improve?.();
              return sendKeptPage(request, response, page);
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
  const providers = offeredProviders(config.providers, fakes?.signIn);
  const paymentProviders = createPaymentProviders(config.payments, fakes?.payments);
  const services: ApiServices = {
    db: writes,
    files: parts.files,
    temporary: parts.temporary,
    disk: parts.disk,
    dist: parts.dist,
    personalData,
    sampleContent: createSampleContent(parts.files, parts.content),
    pictureUses,
    paymentProviders,
    paymentFollowers,
    siteUrl: config.siteUrl,
    fetchOutside: parts.fetchOutside ?? openOutside(),
    siteUrlIsGiven: config.siteUrlIsGiven,
    foreignHosts,
    signInProviders: providers.map(({ name, label, isFake }) => ({ name, label, isFake })),
    now: parts.now,
    memory,
    searches,
    jobs: parts.jobs,
    deliversMail: config.mail !== undefined,
    sealer: createSealer(parts.secretKey),
    writeMail: parts.renderer.writeMail,
  };
  const contexts = createContexts(services, { reads, developerTools });

  app.removeContentTypeParser('text/plain');
  const writers = [config.siteUrl, ...config.allowedOrigins];
  app.addHook('onRequest', async (request, reply) => {
    foreignHosts.check(request.headers.host);
    // Scripts, styles, fonts and pictures come by the dozen: they carry the one header that means something on them.
    if (isFile(request.url)) reply.header('x-content-type-options', 'nosniff');
    else reply.headers({ ...headers, 'content-security-policy': dataPolicy, 'x-request-id': request.id });
    // Two slashes in front would name another host wherever the address is read as a whole.
    if (/^\/[/\\]/.test(request.url)) throw new AppError('NOT_FOUND', sentenceFor('NOT_FOUND'));
    if (!isOneClick(request.url) && !mayWrite(request.method, request.headers, writers)) {
      throw new AppError('FORBIDDEN', 'This came from another site, so it was not carried out.');
    }
    await refuseWritesOnFullDisk(parts.disk, config.minFreeDisk, request.method);
    if (!isReading(request.method) && !countsItself(request.url) && !fakes?.isApi(request.url))
      await countTry(writes, WRITES, networkOf(request.ip), parts.now());
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: await loggedRoute(request, parts.renderer.routeOf),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });

  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(fromFramework(error), request.log);
    return reply.code(known.status).headers(errorHeaders(known)).send(errorBody(known, request.id));
  });
  app.setNotFoundHandler((request, reply) => {
    const error = new AppError('NOT_FOUND', sentenceFor('NOT_FOUND'));
    return reply.code(404).headers(errorHeaders(error)).send(errorBody(error, request.id));
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
    registerApi(api, { siteUrl: config.siteUrl, contexts, temporary: parts.temporary, disk: parts.disk });
  });
  registerFeatureDoors(app, contexts, config);
  registerMedia(app, parts.files, contexts.forCaller);
  registerExport(app, { db: reads, files: parts.files, now: parts.now, contextOf: contexts.forCaller });
  registerDiscovery(app, { db: reads, files: parts.files, siteUrl: config.siteUrl, memory, dist: parts.dist });
  await registerSignIn(app, {
    siteUrl: config.siteUrl,
    providers,
    developerTools,
    contextOf: contexts.forCaller,
  });
  registerPayments(app, { services, developerTools, contextOf: contexts.forAnyone });
  await fakes?.register(services, providers);
  const flushVisits = await registerVisits(app, { services, log, contextOf: contexts.forCaller });
  const pageOptions = { siteUrl: config.siteUrl, renderer: parts.renderer, cache: pages, contexts };
  await registerPreview(app, pageOptions);
  await registerPages(app, pageOptions);

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

function isFile(url: string): boolean {
  return url.startsWith('/assets/') || url.startsWith('/media/');
}
