import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accentHues } from '#features/site/contract/options.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { DATA_CSP } from '#platform/http/security-headers.ts';
import { slug } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { filePaths } from '#shared/paths.ts';
import { getListedPages } from './feeds/guides.ts';
import { SocialCardRenderer } from './social-card/renderer.ts';
import { socialCardKinds, getSocialCard } from './social-card/content.ts';
import { renderIconPng, renderFaviconSvg, createIco } from './social-card/icons.ts';
import { sitemapParts, writeSitemapPart } from './sitemaps.ts';
import { textFiles } from './text-files.ts';

type SeoServices = Pick<ApiServices, 'db' | 'files' | 'siteUrl' | 'pages' | 'cache' | 'dist'>;

const FIVE_MINUTES = 'public, max-age=300';
const ONE_DAY = 'public, max-age=86400';

/** Serves sitemap, feeds, guides for crawlers, icons and social cards. */
export function registerSeoRoutes(app: FastifyInstance, parts: SeoServices): void {
  const { db, siteUrl, cache } = parts;
  const source = { db, siteUrl, pages: getListedPages(parts.pages) };
  const cached = async (path: string, tags: readonly string[], write: () => Promise<string | Buffer>) =>
    (await cache.getOrMake(`discovery:${path}`, async () => ({ value: toPayload(await write()), tags }))) as Payload;
  for (const { path, type, tags, write } of textFiles) {
    app.get(path, async (request, reply) => {
      const response = await cached(path, tags, () => write(source));
      return send(request, reply.headers({ 'content-type': type, 'cache-control': FIVE_MINUTES }), response);
    });
  }
  for (const part of sitemapParts) {
    app.get<{ Params: { number: string } }>(`/sitemap-${part}-:number(^[1-9]\\d{0,4}).xml`, async (request, reply) => {
      const text = await writeSitemapPart(source, part, Number(request.params.number));
      if (text === null) throw new AppError('NOT_FOUND', 'This sitemap file doesn’t exist.');
      const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': FIVE_MINUTES };
      return send(request, reply.headers(headers), toPayload(text));
    });
  }
  for (const { path, headers, draw } of icons) {
    app.get(path, async (request, reply) => {
      const response = await cached(path, ['site'], async () => {
        const { appearance } = await getSiteSections(db, ['appearance']);
        return draw(accentHues[appearance.accent]);
      });
      return send(request, reply.headers({ ...headers, 'cache-control': ONE_DAY }), response);
    });
  }
  registerCards(app, parts);
}

const png = { 'content-type': 'image/png' };

/** Icons in the sizes (px) that browsers, iOS, Android and launchers request. All have the accent's hue. */
const icons: readonly {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly draw: (hue: number) => string | Promise<Buffer>;
}[] = [
  {
    path: filePaths.favicon,
    // The icon's theme is in a style element, which the policy would otherwise block when it is opened as a document.
    headers: { 'content-type': 'image/svg+xml', 'content-security-policy': `${DATA_CSP}; style-src 'unsafe-inline'` },
    draw: renderFaviconSvg,
  },
  {
    path: filePaths.faviconBitmap,
    headers: { 'content-type': 'image/x-icon' },
    draw: async hue => createIco(await renderIconPng(32, 'rounded', hue), 32),
  },
  { path: filePaths.appleTouchIcon, headers: png, draw: hue => renderIconPng(180, 'square', hue) },
  { path: filePaths.icon192, headers: png, draw: hue => renderIconPng(192, 'rounded', hue) },
  { path: filePaths.icon512, headers: png, draw: hue => renderIconPng(512, 'rounded', hue) },
  { path: filePaths.iconMaskable, headers: png, draw: hue => renderIconPng(512, 'maskable', hue) },
];

function registerCards(app: FastifyInstance, { db, files, siteUrl, cache, dist }: SeoServices): void {
  const renderer = new SocialCardRenderer(files, dist);
  app.get<{ Params: { kind: string; file: string } }>('/social/:kind/:file', async (request, reply) => {
    const kind = socialCardKinds.find(known => known === request.params.kind);
    const { data: id } = slug.safeParse(/^(.+)\.png$/.exec(request.params.file)?.[1]);
    if (!kind || !id) throw new AppError('NOT_FOUND', 'This image doesn’t exist.');
    const getCard = () => getSocialCard(db, kind, id, siteUrl);
    const name = (await cache.getOrMake(`discovery:card:${kind}:${id}`, async () => {
      const card = await getCard();
      return { value: (await renderer.plan(card)).name, tags: card.tags };
    })) as string;
    const response = { body: await renderer.get(name, async () => renderer.plan(await getCard())), etag: `"${name}"` };
    return send(request, reply.headers({ 'content-type': 'image/png', 'cache-control': FIVE_MINUTES }), response);
  });
}

/** Uses a weak entity tag, because the response is also served compressed (RFC 9110, 8.8.1). */
function toPayload(body: string | Buffer) {
  return { body, etag: `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
}

/** A response body with its validator for conditional requests. */
type Payload = ReturnType<typeof toPayload>;

function send(request: FastifyRequest, reply: FastifyReply, { body, etag }: Payload): FastifyReply {
  reply.header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.send(body);
}
