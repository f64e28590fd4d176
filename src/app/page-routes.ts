import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '#features/contact/contract/limits.ts';
import { TRACKING_TAG, isTrackingEnabled } from '#features/insights/actions/settings.ts';
import { canTrack } from '#features/insights/rules/pages.ts';
import { MAX_FORM_ARCHIVE_BYTES } from '#features/import-export/contract/constants.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toErrorHeaders, fromFastifyError, toAppError } from '#platform/api/errors.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { createSecurityHeaders, DATA_CSP, createPageCsp } from '#platform/http/security-headers.ts';
import {
  FALLBACK_STYLE_HASH,
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
import { MAX_IMAGE_BYTES } from '#shared/uploads.ts';
import { generateOpenApiDocument } from './api-routes.ts';
import { requireBillingDocumentToken, requireRole } from './body-routes.ts';
import { type RequestContextFactory, ownHeaders } from './contexts.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { createInProcessApi } from './in-process-api.ts';
import { findMoved, sendMoved } from './moved-pages.ts';
import { isCacheable, pageKey } from './page-keys.ts';
import type { PageRenderer, RenderResult, SubmittedForm } from './page-renderer.ts';

/**
 * The pages that are read: the same for everyone, so that they are kept. All others are for one person, and neither we
 * nor anyone on the way keeps them (security page, "cache").
 */
const CACHED_PAGE_PATTERN =
  /^\/(?:(?:about|projects|pricing|blogs|search|privacy-policy|terms-conditions|api\/reference)?|(?:projects|blogs|blog)\/[^/]+)$/;

/** A form of an order with files in it has at most so many bytes. */
const MAX_ORDER_FORM_BYTES = 20 * 1024 * 1024;

const ORDER_FORM_RATE_LIMIT: RateLimit = { name: 'order forms', most: 30, seconds: 3600 };

/** The form of a message with a file in it, with room for a file that is too large to be told so beside its field. */
const MAX_CONTACT_FORM_BYTES = 2 * MAX_FILE_BYTES;

const CONTACT_FORM_RATE_LIMIT: RateLimit = { name: 'message forms', most: 30, seconds: 3600 };

/** A form with files is much to read: from one network so many in an hour, before any of it is read. */
async function consumeFormRateLimit(
  contexts: RequestContextFactory,
  request: FastifyRequest,
  limit: RateLimit,
): Promise<void> {
  const { db, client, now } = contexts.forAnyone(request);
  await consumeRateLimit(db, limit, client.network, now());
}

/** Pages that show a document of ours inside them; all of the dashboard, since a page's policy stays while others come. */
const FRAME_PAGE_PATTERN = /^\/(?:dashboard|dev\/mail)(?:\/|$)/;

/** Whether the page at this path is one that is read. */
export function isCachedPage(path: string): boolean {
  return CACHED_PAGE_PATTERN.test(path);
}

export interface PageOptions {
  readonly siteUrl: string;
  readonly renderer: PageRenderer;
  readonly cache: PageCache;
  readonly contexts: RequestContextFactory;
}

/** Serves every address that is no API, file or feed as a page: rendered once, then kept. */
export async function registerPageRoutes(app: FastifyInstance, options: PageOptions): Promise<void> {
  await app.register(async pages => {
    pages.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply));
    registerGetRoute(pages, options);
    await pages.register(async forms => registerFormRoute(forms, options));
    // A client may have no account: the address of what they pay lets them send a picture of the transfer.
    await pages.register(async forms =>
      registerFormRoute(forms, options, {
        url: '/document/:number/:token',
        limit: MAX_IMAGE_BYTES,
        check: request => requireBillingDocumentToken(options.contexts, request),
      }),
    );
    // An archive is much more to read, so that only the owner may send one.
    await pages.register(async forms =>
      registerFormRoute(forms, options, {
        url: dashboardPaths.transfer,
        limit: MAX_FORM_ARCHIVE_BYTES,
        check: request => requireRole(options.contexts, request, 'owner'),
      }),
    );
    // Files come with an order before its client has an account, and on its page by its link.
    for (const url of [
      paths.customPackage,
      '/order/:link',
      '/order/:kind/:id',
      `${dashboardPaths.orders}/:order`,
      '/booking/:link',
      `${dashboardPaths.bookings}/:booking`,
    ]) {
      await pages.register(async forms =>
        registerFormRoute(forms, options, {
          url,
          limit: MAX_ORDER_FORM_BYTES,
          check: request => consumeFormRateLimit(options.contexts, request, ORDER_FORM_RATE_LIMIT),
        }),
      );
    }
    await pages.register(async forms =>
      registerFormRoute(forms, options, {
        url: paths.contact,
        limit: MAX_CONTACT_FORM_BYTES,
        check: request => consumeFormRateLimit(options.contexts, request, CONTACT_FORM_RATE_LIMIT),
      }),
    );
  });
}

function registerGetRoute(app: FastifyInstance, options: PageOptions): void {
  const { cache, renderer } = options;
  app.get('/*', async (request, reply) => {
    const { pathname, search } = new URL(`http://page${request.url}`);
    const path = pathname.replace(/^\/+|\/+$/g, '').replace(/^/, '/');
    const url = path + search;
    const known = (await renderer.routeOf(path)) !== undefined;
    // WordPress identifies posts by parameters of the home page, which has no other redirects.
    if (!known || path === '/') {
      const moved = await findMoved(request, options.contexts);
      if (moved) return sendMoved(reply, moved);
    }
    if (isCachedPage(path)) {
      const page = await cache.getOrMake(pageKey(url), () => renderCachedPage(request, pageKey(url), options));
      const moved = page.status === 404 && (await findMoved(request, options.contexts));
      if (moved) return sendMoved(reply, moved);
      if (path !== pathname && page.status !== 301) return reply.redirect(url, 301);
      reply.hijack();
      sendCachedPage(request.raw, reply.raw, page);
      return reply;
    }
    if (path !== pathname) return reply.redirect(url, 301);
    const page = await renderPrivatePage(request, options);
    const moved = known && page.status === 404 && (await findMoved(request, options.contexts));
    if (moved) return sendMoved(reply, moved);
    reply.hijack();
    await sendUncachedPage(request.raw, reply.raw, page);
    return reply;
  });
}

interface FormRouteOptions {
  readonly url: string;
  /** What a form with a file in it has at most, in bytes. */
  readonly limit: number;
  /** Throws where whoever sends a file may not. */
  readonly check: (request: FastifyRequest) => Promise<void>;
}

/** Forms without script come urlencoded to their page's own address; the API itself takes JSON only. */
function registerFormRoute(
  app: FastifyInstance,
  options: PageOptions,
  { url, limit, check }: FormRouteOptions = {
    url: '/*',
    limit: MAX_IMAGE_BYTES,
    // A form with a file in it is much to read, so that only whoever is signed in may send one.
    check: async request => void requireUser(await options.contexts.forCaller(request)),
  },
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => body,
  );
  app.addHook('onRequest', async request => {
    if (/^multipart\//i.test(request.headers['content-type'] ?? '')) await check(request);
  });
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: limit + 16 * 1024 },
    async (_request: FastifyRequest, body: Buffer) => new Uint8Array(body),
  );
  app.post<{ Body: SubmittedForm['body'] | undefined }>(url, async (request, reply) => {
    const contentType = request.headers['content-type'] ?? 'application/x-www-form-urlencoded';
    const page = await renderPrivatePage(request, options, { body: request.body ?? '', contentType });
    reply.hijack();
    await sendUncachedPage(request.raw, reply.raw, page);
    return reply;
  });
}

/** What keeps a page from being made at all is told in a few words, in a page that needs nothing but itself. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(fromFastifyError(error), request.log);
  const sentence =
    known.code === 'UNSUPPORTED_MEDIA_TYPE' ? 'A page takes what its own form sends, and nothing else.' : known.message;
  return reply
    .code(known.status)
    .headers({
      ...toErrorHeaders(known),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${DATA_CSP}; style-src ${FALLBACK_STYLE_HASH}`,
    })
    .send(
      renderFallbackDocument(
        known.status >= 500 ? 'This page is not working' : 'That did not work',
        sentence,
        request.id,
      ),
    );
}

/** Renders what is the same for everyone, and tells whether it may be kept and what it was made from. */
async function renderCachedPage(request: FastifyRequest, key: string, options: PageOptions) {
  // Whether a page tells of visits is the owner's to say.
  const used = new Set<string>([TRACKING_TAG]);
  const context = options.contexts.forAnyone(request);
  const rendering = await renderPage(request, key, context, used, options);
  const tells = await shouldTrackVisits(request, context, rendering);
  const api = createInProcessApi(context, used);
  const topicsOf = (path: string) => (path === paths.blogs ? api.blog.topics({}) : api.projects.topics({}));
  const keep = rendering.status === 200 && options.renderer.keeps && (await isCacheable(key, topicsOf));
  return {
    value: await createCachedPage(
      await createPageResponse(rendering, { keep, read: true, framing: false, tells }, options),
      {
        improvable: keep,
      },
    ),
    tags: [...used],
    keep,
  };
}

/** Renders what is for one person, or what comes of the form that they sent. */
async function renderPrivatePage(
  request: FastifyRequest,
  options: PageOptions,
  form?: SubmittedForm,
): Promise<PageResponse> {
  const context = await options.contexts.forCaller(request);
  const rendering = await renderPage(request, request.url, context, new Set(), options, form);
  const framing = FRAME_PAGE_PATTERN.test(pathOf(request));
  const tells = await shouldTrackVisits(request, context, rendering);
  return createPageResponse(rendering, { keep: false, read: false, framing, tells }, options, ownHeaders(context));
}

export async function renderPage(
  request: FastifyRequest,
  url: string,
  context: ApiContext,
  used: Set<string>,
  { renderer, siteUrl }: PageOptions,
  form?: SubmittedForm,
): Promise<RenderResult> {
  const sources = { api: createInProcessApi(context, used), describeApi: () => generateOpenApiDocument(siteUrl) };
  const rendering = await renderer.render(url, sources, request.id, form);
  for (const err of 'faults' in rendering ? rendering.faults : []) request.log.error({ err }, 'a page failed');
  return rendering;
}

const pathOf = (request: FastifyRequest) => new URL(`http://page${request.url}`).pathname;

/**
 * Whether a page has the script that tells of visits: not where the owner looks at it, as far as it is for one person.
 * A page that is not counted has it too: readers go on from there within the document.
 */
async function shouldTrackVisits(
  request: FastifyRequest,
  context: ApiContext,
  { status }: RenderResult,
): Promise<boolean> {
  return canTrack(pathOf(request), status) && context.actor.role !== 'owner' && (await isTrackingEnabled(context));
}

interface PageResponseOptions {
  readonly keep: boolean;
  /** Whether readers come to it. */
  readonly read: boolean;
  /** Whether it shows a document of ours inside it. */
  readonly framing: boolean;
  /** Whether it has the script that tells of visits. */
  readonly tells?: boolean;
  /** Whether it is only looked at, inside a page of ours: it is never taken over, and no search engine lists it. */
  readonly preview?: boolean;
}

export async function createPageResponse(
  rendering: RenderResult,
  { keep, read, framing, tells = false, preview = false }: PageResponseOptions,
  { renderer, siteUrl }: PageOptions,
  setHeaders: ReturnType<typeof ownHeaders> = {},
): Promise<PageResponse> {
  const common = {
    ...createSecurityHeaders(siteUrl),
    'cache-control': keep ? 'public, max-age=0, s-maxage=60, must-revalidate' : 'no-store',
    ...setHeaders,
    ...(preview ? { 'x-robots-tag': 'noindex' } : {}),
  };
  if ('redirect' in rendering) {
    return { status: rendering.status, html: '', headers: { ...common, location: rendering.redirect } };
  }
  const built = await renderer.assets();
  const own = (rendering.code ?? []).flatMap(file => built.pageNeeds[file] ?? []);
  // What is read is taken over when somebody means to act; the rest at once, so that nothing of it comes after another.
  const appNeeds = read ? built.appNeeds : [...new Set([...built.appNeeds, ...built.furtherNeeds, ...own])];
  const assets = preview ? { ...built, app: '', appNeeds: [] } : { ...built, appNeeds };
  const { html, style } = renderHtmlDocument(rendering, assets, { tells });
  const scripts = [assets.themeScript, assets.bootstrap, ...(tells ? [assets.visits] : [])];
  const policy =
    assets.developmentPolicy ??
    createPageCsp({ style: [toCspHash(style)], script: scripts.map(toCspHash) }, { framing, framed: preview });
  return { status: rendering.status, html, headers: { ...common, 'content-security-policy': policy } };
}
