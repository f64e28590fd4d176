import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorizeDocumentUrl } from '#features/billing/index.ts';
import { TRACKING_TAG, isTrackingEnabled, canTrack } from '#features/insights/index.ts';
import { findTarget, keysOf, withQueryOf } from '#features/redirects/index.ts';
import { getFaviconUrl } from '#features/seo/index.ts';
import { requireRole } from '#platform/api/access.ts';
import type { ApiContext, RequestContextFactory } from '#platform/api/context.ts';
import { toErrorHeaders, fromFastifyError, toAppError } from '#platform/api/errors.ts';
import { consumeRateLimit } from '#platform/http/rate-limits.ts';
import { createSecurityHeaders, DATA_CSP, createPageCsp } from '#platform/http/security-headers.ts';
import {
  FALLBACK_STYLE_HASH,
  VIEW_TRANSITION_STYLE_HASH,
  toCspHash,
  renderFallbackDocument,
  renderHtmlDocument,
} from '#platform/pages/html-document.ts';
import {
  createCachedPage,
  type PageCache,
  sendCachedPage,
  sendUncachedPage,
  type PageResponse,
} from '#platform/pages/page-cache.ts';
import type { FormUpload } from '#platform/pages/page-definitions.ts';
import { getPageCacheKey, isCacheable } from '#platform/pages/page-keys.ts';
import type { SitePage } from '#platform/pages/page-registry.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_IMAGE_BYTES } from '#shared/uploads.ts';
import { generateOpenApiDocument } from './openapi.ts';
import { getResponseHeaders } from './contexts.ts';
import { isDashboardPath } from '#shared/paths.ts';
import { createInProcessApi } from './in-process-api.ts';
import { sitePages } from './site-pages.ts';
import type { PageRenderer, RenderResult, SubmittedForm } from './page-renderer.ts';

export interface PageOptions {
  readonly siteUrl: string;
  readonly renderer: PageRenderer;
  readonly cache: PageCache;
  readonly contexts: RequestContextFactory;
}

/** Serves every URL that isn't an API, file or feed as a page. Public pages are rendered once, then cached. */
export async function registerPageRoutes(app: FastifyInstance, options: PageOptions): Promise<void> {
  await app.register(async pages => {
    pages.setErrorHandler(sendErrorPage);
    registerGetRoute(pages, options);
    await pages.register(async forms =>
      registerFormRoute(forms, options, '/*', { maxBytes: MAX_IMAGE_BYTES, access: 'member' }),
    );
    for (const { path, upload } of sitePages.all) {
      if (upload) await pages.register(async forms => registerFormRoute(forms, options, path, upload));
    }
  });
}

function registerGetRoute(app: FastifyInstance, options: PageOptions): void {
  const { cache } = options;
  app.get('/*', async (request, reply) => {
    const { pathname, search } = new URL(`http://page${request.url}`);
    const path = `/${pathname.replace(/^\/+|\/+$/g, '')}`;
    const url = path + search;
    const found = sitePages.find(path);
    // WordPress identifies posts by query parameters of the home page, which has no other redirects.
    if (!found || path === '/') {
      const redirect = await findRedirect(request, options.contexts);
      if (redirect) return sendRedirect(reply, redirect);
    }
    if (found?.audience === 'reader') {
      const key = getPageCacheKey(url, found.cache);
      const page = await cache.getOrMake(key, () => renderCachedPage(request, key, found, options));
      const redirect = page.status === 404 && (await findRedirect(request, options.contexts));
      if (redirect) return sendRedirect(reply, redirect);
      if (path !== pathname && page.status !== 301) return reply.redirect(url, 301);
      reply.hijack();
      sendCachedPage(request.raw, reply.raw, page);
      return reply;
    }
    if (path !== pathname) return reply.redirect(url, 301);
    const page = await renderPrivatePage(request, options);
    const redirect = found && page.status === 404 && (await findRedirect(request, options.contexts));
    if (redirect) return sendRedirect(reply, redirect);
    reply.hijack();
    await sendUncachedPage(request.raw, reply.raw, page);
    return reply;
  });
}

/** Returns the redirect target of a request; undefined if there is none. */
async function findRedirect(request: FastifyRequest, contexts: RequestContextFactory): Promise<string | undefined> {
  const url = new URL(`http://page${request.url}`);
  const found = await findTarget(contexts.createAnonymous(request).db, keysOf(url));
  return found && withQueryOf(found.to, url, found.key);
}

/** Sends a 301. Browsers must revalidate it, since the owner may edit redirects. */
function sendRedirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').redirect(to, 301);
}

type UploadLimits = FormUpload | { readonly maxBytes: number; readonly access: 'member' };

/** Throws unless the request may send a form with files, since parsing one is expensive. */
async function authorizeUpload(
  upload: UploadLimits,
  contexts: RequestContextFactory,
  request: FastifyRequest,
): Promise<void> {
  if ('rateLimit' in upload) {
    const { db, client, now } = contexts.createAnonymous(request);
    return consumeRateLimit(db, upload.rateLimit, client.network, now());
  }
  if (upload.access === 'document token') return authorizeDocumentUrl(contexts, request);
  return requireRole(contexts, request, upload.access);
}

const isMultipart = ({ headers }: FastifyRequest) => /^multipart\//i.test(headers['content-type'] ?? '');

/** Public forms sent without JavaScript arrive URL-encoded at the page's URL; the API accepts only JSON. */
function registerFormRoute(app: FastifyInstance, options: PageOptions, url: string, upload: UploadLimits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => body,
  );
  app.addHook('onRequest', async request => {
    if (isDashboardPath(getPath(request)))
      throw new AppError('METHOD_NOT_ALLOWED', 'The dashboard requires JavaScript.');
    if (isMultipart(request)) await authorizeUpload(upload, options.contexts, request);
  });
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: upload.maxBytes + 16 * 1024 },
    async (_request: FastifyRequest, body: Buffer) => new Uint8Array(body),
  );
  app.setErrorHandler((error, request, reply) => {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
    if (!isTooLarge || !isMultipart(request)) return sendErrorPage(error, request, reply);
    // The form's hint names the limit per file, which can be lower than that of the request.
    const message = 'These files are too large for this form. Choose smaller ones.';
    return sendErrorPage(new AppError('PAYLOAD_TOO_LARGE', message), request, reply, request.url);
  });
  app.post<{ Body: SubmittedForm['body'] | undefined }>(url, async (request, reply) => {
    const contentType = request.headers['content-type'] ?? 'application/x-www-form-urlencoded';
    const page = await renderPrivatePage(request, options, { body: request.body ?? '', contentType });
    reply.hijack();
    await sendUncachedPage(request.raw, reply.raw, page);
    return reply;
  });
}

/** Sends a minimal, self-contained page for errors that prevent rendering. It links to `form`, if given. */
export function sendErrorPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  form?: string,
): FastifyReply {
  const known = toAppError(fromFastifyError(error), request.log);
  const message =
    known.code === 'UNSUPPORTED_MEDIA_TYPE' ? 'This page only accepts data from its own form.' : known.message;
  return reply
    .code(known.status)
    .headers({
      ...toErrorHeaders(known),
      ...getAllowHeader(known.status),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${DATA_CSP}; style-src ${FALLBACK_STYLE_HASH}`,
    })
    .send(renderFallbackDocument('Something went wrong', message, request.id, form));
}

/** Lists the allowed methods in a 405 (RFC 9110, 15.5.6), which pages without a form answer to a POST. */
const getAllowHeader = (status: number) => (status === 405 ? { allow: 'GET, HEAD' } : {});

/** Renders a page that is the same for everyone. Returns whether it may be cached, and its cache tags. */
async function renderCachedPage(request: FastifyRequest, key: string, page: SitePage, options: PageOptions) {
  const context = options.contexts.createAnonymous(request);
  // The owner's tracking setting affects every page.
  context.cacheTags.add(TRACKING_TAG);
  const rendering = await renderPage(request, key, context, options);
  const isTracked = await shouldTrackVisits(request, context, rendering);
  const icon = await getFaviconUrl(context.db);
  const api = createInProcessApi(context);
  const keep = rendering.status === 200 && options.renderer.isCacheable && (await isCacheable(key, page.cache, api));
  const response = await createPageResponse(rendering, { isCacheable: keep, isTracked, icon }, options);
  return {
    value: await createCachedPage(response, { canRecompress: keep }),
    tags: [...context.cacheTags],
    isCacheable: keep,
  };
}

/** Renders a page for one person, or the result of a submitted form. */
async function renderPrivatePage(
  request: FastifyRequest,
  options: PageOptions,
  form?: SubmittedForm,
): Promise<PageResponse> {
  const context = await options.contexts.createForCaller(request);
  const rendering = await renderPage(request, request.url, context, options, form);
  const isTracked = await shouldTrackVisits(request, context, rendering);
  const path = getPath(request);
  const preload = sitePages.find(path)?.path ?? '*';
  return createPageResponse(
    rendering,
    { preload, isDashboard: isDashboardPath(path), isTracked },
    options,
    getResponseHeaders(context),
  );
}

export async function renderPage(
  request: FastifyRequest,
  url: string,
  context: ApiContext,
  { renderer, siteUrl }: PageOptions,
  form?: SubmittedForm,
): Promise<RenderResult> {
  const services = { api: createInProcessApi(context), describeApi: () => generateOpenApiDocument(siteUrl) };
  const rendering = await renderer.render(url, services, request.id, form);
  for (const err of 'errors' in rendering ? rendering.errors : [])
    request.log.error({ err }, 'rendering a page failed');
  return rendering;
}

const getPath = (request: FastifyRequest) => new URL(`http://page${request.url}`).pathname;

/**
 * Returns whether the page reports visits: not on private pages seen by the owner. Uncounted pages include the script
 * too, since readers navigate on within the document.
 */
async function shouldTrackVisits(
  request: FastifyRequest,
  context: ApiContext,
  { status }: RenderResult,
): Promise<boolean> {
  return (
    canTrack(sitePages.findTracked(getPath(request)), status) &&
    context.actor.role !== 'owner' &&
    (await isTrackingEnabled(context))
  );
}

interface PageResponseOptions {
  readonly isCacheable?: boolean;
  /** Declared path of a page that hydrates immediately, or `*` for a missing page. */
  readonly preload?: string;
  /** Whether it has the dashboard's style and may show the site's documents in frames. */
  readonly isDashboard?: boolean;
  /** Whether it includes the script that counts visits. */
  readonly isTracked?: boolean;
  /** Whether it is only shown in a preview frame: never hydrated or indexed. */
  readonly isPreview?: boolean;
  /** The URL of its icon, if not that of the file. */
  readonly icon?: string;
}

export async function createPageResponse(
  rendering: RenderResult,
  {
    isCacheable: mayBeCached = false,
    preload,
    isDashboard = false,
    isTracked = false,
    isPreview = false,
    icon,
  }: PageResponseOptions,
  { renderer, siteUrl }: PageOptions,
  setHeaders: ReturnType<typeof getResponseHeaders> = {},
): Promise<PageResponse> {
  const common = {
    ...createSecurityHeaders(siteUrl),
    'cache-control': mayBeCached ? 'public, max-age=0, s-maxage=60, must-revalidate' : 'no-store',
    ...getAllowHeader(rendering.status),
    ...setHeaders,
    ...(isPreview ? { 'x-robots-tag': 'noindex' } : {}),
  };
  if ('redirect' in rendering) {
    return { status: rendering.status, html: '', headers: { ...common, location: rendering.redirect } };
  }
  const buildAssets = await renderer.assets();
  const preloads = preload === undefined ? [] : (buildAssets.pagePreloads[preload] ?? []);
  const entryPreloads = [...new Set([...buildAssets.entryPreloads, ...preloads])];
  const assets = isPreview ? { ...buildAssets, entryScript: '', entryPreloads: [] } : { ...buildAssets, entryPreloads };
  const html = renderHtmlDocument(rendering, assets, { isTracked, isDashboard, ...(icon ? { icon } : {}) });
  const scripts = [assets.themeScript, assets.bootstrapScript].map(toCspHash);
  const frames = { framing: isDashboard, framed: isPreview };
  const policy = assets.devContentSecurityPolicy ?? createPageCsp(scripts, VIEW_TRANSITION_STYLE_HASH, frames);
  return { status: rendering.status, html, headers: { ...common, 'content-security-policy': policy } };
}
