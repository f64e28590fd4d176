import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '#platform/api/context.ts';
import type { TaggedCache } from '#platform/cache/tagged-cache.ts';
import { cspHash, writeDocument } from '#platform/pages/document.ts';
import { type KeptPage, makeKeptPage, sendKeptPage } from '#platform/pages/page-cache.ts';
import { commonHeaders, pagePolicy } from '#platform/http/security-headers.ts';
import { describeApi } from './api-routes.ts';
import type { PageRenderer } from './page-renderer.ts';
import { createInProcessApi } from './in-process-api.ts';

/** The only query keys that change a public page; all others are left out of a page's address before rendering. */
const PAGE_QUERY_KEYS = ['category', 'tag', 'search', 'sort', 'page'];

/** The address a page is kept under: path and known query, the latter in one order. */
export function pageKey(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://page');
  const known = new URLSearchParams();
  for (const key of PAGE_QUERY_KEYS) {
    const value = searchParams.get(key);
    if (value) known.set(key, value);
  }
  return known.size > 0 ? `${pathname}?${known}` : pathname;
}

/** Serves every address that is no API, file or feed as a page: rendered once, then kept. */
export function registerPages(
  app: FastifyInstance,
  options: {
    siteUrl: string;
    renderer: PageRenderer;
    cache: TaggedCache<KeptPage>;
    contextOf: (request: FastifyRequest) => ApiContext;
  },
): void {
  const { renderer, cache, siteUrl, contextOf } = options;

  app.get('/*', async (request, reply) => {
    const { pathname, search } = new URL(request.url, 'http://page');
    if (pathname.length > 1 && pathname.endsWith('/')) {
      return reply.redirect(`/${pathname.replace(/^\/+|\/+$/g, '')}${search}`, 301);
    }
    return sendPage(request, reply);
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const key = pageKey(request.url);
    const assets = await renderer.assets();
    const page = await cache.getOrMake(key, async () => {
      const used = new Set<string>();
      const api = createInProcessApi(contextOf(request), used);
      const rendered = await renderer.render(key, { api, describeApi: () => describeApi(siteUrl) }, request.id);
      if ('redirect' in rendered) return { value: await makeRedirect(rendered), tags: [...used] };
      const html = writeDocument(rendered, assets);
      const lasting = rendered.status < 500 && renderer.keeps;
      const headers = {
        ...commonHeaders(siteUrl),
        'content-security-policy':
          assets.developmentPolicy ??
          pagePolicy({ style: [cspHash(assets.style)], script: [cspHash(assets.themeScript)] }),
        'cache-control': rendered.status === 200 ? 'public, max-age=0, s-maxage=60, must-revalidate' : 'no-store',
      };
      const value = await makeKeptPage(rendered.status, html, headers, { improve: rendered.status === 200 && lasting });
      return { value, tags: [...used], keep: lasting && rendered.status === 200 };
    });
    reply.hijack();
    sendKeptPage(request.raw, reply.raw, page);
    return reply;
  }

  function makeRedirect(rendered: { status: number; redirect: string }): Promise<KeptPage> {
    const headers = { ...commonHeaders(siteUrl), location: rendered.redirect, 'cache-control': 'public, max-age=3600' };
    return makeKeptPage(rendered.status, '', headers, { improve: false });
  }
}
