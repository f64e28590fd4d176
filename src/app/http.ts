import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import fastifyCors from '@fastify/cors';
import fastifyStatic from '@fastify/static';
import { fastify, LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { listFailingChecks } from '#features/status/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { toErrorBody, toErrorHeaders, fromFastifyError, createDefaultError, toAppError } from '#platform/api/errors.ts';
import type { Database } from '#platform/database/database.ts';
import { describeProbe } from '#platform/health/public-address.ts';
import { registerCompression } from '#platform/http/compression.ts';
import { registerMetrics } from '#platform/http/metrics.ts';
import { consumeRateLimit, toClientNetwork, type RateLimit } from '#platform/http/rate-limits.ts';
import { setRequestTimeout } from '#platform/http/request-timeouts.ts';
import { isSafeMethod, isTrustedOrigin } from '#platform/http/same-origin.ts';
import { createSecurityHeaders, DATA_CSP } from '#platform/http/security-headers.ts';
import { FALLBACK_STYLE_HASH, renderFallbackDocument } from '#platform/pages/html-document.ts';
import { PageCache, sendCachedPage } from '#platform/pages/page-cache.ts';
import { AppError } from '#shared/errors.ts';
import { API_PREFIX, isDashboardPath, paths, withQuery } from '#shared/paths.ts';
import { registerApiRoutes } from './api-routes.ts';
import { deleteExpired } from './cleanup.ts';
import { createContexts } from './contexts.ts';
import { checkReadiness, refuseWritesOnFullDisk } from './disk-guard.ts';
import { features as allFeatures } from './features.ts';
import { findRoute, loggedRoute } from './logged-route.ts';
import { registerPageRoutes } from './page-routes.ts';
import { registerSectionPreview } from './preview-routes.ts';
import { createServices, type ServiceParts } from './services.ts';

/** Parts of the server. Tests pass their own clock, files and features. */
export interface HttpServerOptions extends ServiceParts {
  /** Database connections for requests that read. */
  readonly reads: Database;
  /** Whether the site is about to stop. A load balancer then sends requests to other instances. */
  readonly isStopping?: () => boolean;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Invalidates everything that was cached under a tag. */
  readonly invalidateTag: (tag: string) => void;
  readonly invalidateAll: () => void;
  /** The services, for jobs. */
  readonly services: ApiServices;
  /** On a local site, the link that unlocks developer mail and fake providers in a browser until the site stops. */
  readonly developerLink: string | undefined;
}

/** Maximum size of JSON bodies (security page, "service"). */
const MAX_JSON_BYTES = 256 * 1024;

/** Limits all writes per client network (security page, "Limits"). */
const WRITE_RATE_LIMIT: RateLimit = { name: 'writes', maxAttempts: 200, windowSeconds: 60 };

/** Creates the HTTP server: cached pages first, then files, API, features' routes and pages. Does not listen yet. */
export async function createHttpServer(parts: HttpServerOptions): Promise<HttpServer> {
  const { config, reads, log, features = allFeatures } = parts;
  const pages = new PageCache();
  const app = createFastify(parts, pages);
  const fakes = config.isLocal ? (await import('#fakes/fakes.ts')).createFakes(app, config.siteUrl) : undefined;
  const services = createServices(parts, {
    ...config,
    log,
    createFakeProvider: fakes?.signIn,
    fakePayments: fakes?.payments,
  });
  const developerTools = fakes?.developerTools;
  const contexts = createContexts(services, { reads, developerTools });

  addHooks(app, parts, services);
  await registerFiles(app, parts, services);
  await app.register(async api => {
    await api.register(fastifyCors, {
      origin: [...config.allowedOrigins],
      credentials: true,
      // OPTIONS without an Origin isn't a preflight; handle it like any other method.
      strictPreflight: false,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['x-request-id', 'retry-after'],
      maxAge: 600,
    });
    registerApiRoutes(api, { ...services, features, contexts });
  });
  if (config.metricsToken !== undefined) {
    await registerMetrics(app, config.metricsToken, { ...parts, features, pages, findRoute });
  }
  for (const { routes } of features) await routes?.(app, { services, reads, contexts, developerTools });
  await fakes?.register(services);
  const pageOptions = { siteUrl: config.siteUrl, renderer: parts.renderer, cache: pages, contexts };
  await registerSectionPreview(app, pageOptions);
  await registerPageRoutes(app, pageOptions);

  // Cached pages contain dates, such as the year in the footer, so they are dropped every hour.
  const clock = setInterval(() => {
    pages.clear();
    void deleteExpired({ ...services, log }, features);
  }, 3_600_000).unref();
  app.addHook('onClose', async () => clearInterval(clock));
  if (parts.renderer.close) app.addHook('onClose', parts.renderer.close);
  const caches = [pages, services.cache, services.searches];
  return {
    app,
    services,
    developerLink: fakes?.developerLink,
    invalidateTag(tag) {
      for (const cache of caches) cache.invalidateTag(tag);
    },
    invalidateAll() {
      for (const cache of caches) cache.clear();
    },
  };
}

/** Creates a server with request limits that serves cached pages before routing. */
function createFastify({ config, log, renderer }: HttpServerOptions, pages: PageCache): FastifyInstance {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: MAX_JSON_BYTES,
    // Unparsable URLs never reach the hooks.
    frameworkErrors: (error, request, reply) => {
      const appError = toAppError(fromFastifyError(error), request.log);
      const isApi = request.url.startsWith(API_PREFIX);
      reply.raw.writeHead(appError.status, {
        ...createSecurityHeaders(config.siteUrl),
        ...toErrorHeaders(appError),
        'content-type': isApi ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
        'content-security-policy': isApi ? DATA_CSP : `${DATA_CSP}; style-src ${FALLBACK_STYLE_HASH}`,
        'x-request-id': request.id,
      });
      const page = () =>
        renderFallbackDocument('This link is incomplete', 'Copy the full link and try again.', request.id);
      reply.raw.end(isApi ? JSON.stringify(toErrorBody(appError, request.id)) : page());
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

/** Adds the hooks of every request: headers, cross-site protection, write limit, log and errors. */
function addHooks(app: FastifyInstance, parts: HttpServerOptions, { foreignHosts, now }: ApiServices): void {
  const { config, disk, writes } = parts;
  const headers = createSecurityHeaders(config.siteUrl);
  const origins = [config.siteUrl, ...config.allowedOrigins];
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request;
    foreignHosts.check(request.headers.host);
    // Static assets are many, so send only the one header that matters for them.
    if (isStaticAsset(url)) reply.header('x-content-type-options', 'nosniff');
    else reply.headers({ ...headers, 'content-security-policy': DATA_CSP, 'x-request-id': request.id });
    // A leading double slash would name another host wherever the URL is resolved.
    if (/^\/[/\\]/.test(url)) throw createDefaultError('NOT_FOUND');
    const { acceptsAnyOrigin, hasOwnRateLimit } = request.routeOptions.config;
    if (!acceptsAnyOrigin && !isTrustedOrigin(method, request.headers, origins)) {
      throw new AppError('FORBIDDEN', 'This request came from another site, so it was blocked.');
    }
    // Once the connection is closed, the address is unknown.
    const network = toClientNetwork(request.ip);
    await refuseWritesOnFullDisk(disk, config.minFreeDisk, method);
    if (!isSafeMethod(method) && !hasOwnRateLimit) await consumeRateLimit(writes, WRITE_RATE_LIMIT, network, now());
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const signIn = reply.statusCode === 401 ? findSignInPath(request, config.siteUrl) : undefined;
    if (signIn === undefined) return payload;
    reply.removeHeader('content-type').removeHeader('content-length').code(303).header('location', signIn);
    return '';
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
    const appError = toAppError(fromFastifyError(error), request.log);
    return reply.code(appError.status).headers(toErrorHeaders(appError)).send(toErrorBody(appError, request.id));
  });
  app.setNotFoundHandler((request, reply) => {
    const error = createDefaultError('NOT_FOUND');
    return reply.code(404).headers(toErrorHeaders(error)).send(toErrorBody(error, request.id));
  });
}

/** Serves the build's files and the health check. */
async function registerFiles(
  app: FastifyInstance,
  { config, disk, dist, isStopping, reads }: HttpServerOptions,
  services: ApiServices,
): Promise<void> {
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
  app.get('/healthz', async request => {
    if (isStopping?.()) throw new AppError('UNAVAILABLE', 'The site is stopping.');
    return { status: 'ok', seen: describeProbe(request, services) };
  });
  app.get('/readyz', async () => {
    await checkReadiness(disk, config.minFreeDisk);
    const degraded = (await listFailingChecks(reads)).map(({ name }) => name);
    return { status: 'ready', ...(degraded.length > 0 ? { degraded } : {}) };
  });
}

/** Returns where a visitor signs in for a file or API URL opened in a tab, and comes back to the page they were on. */
function findSignInPath({ method, url, headers }: FastifyRequest, siteUrl: string): string | undefined {
  const isOpened = method === 'GET' && headers['sec-fetch-dest'] === 'document';
  if (!isOpened || !(url.startsWith(API_PREFIX) || isDashboardPath(url))) return undefined;
  const page = URL.parse(headers.referer ?? '');
  return withQuery(paths.login, { next: page?.origin === siteUrl ? page.pathname + page.search : undefined });
}

function isStaticAsset(url: string): boolean {
  return url.startsWith('/assets/') || url.startsWith('/media/');
}
