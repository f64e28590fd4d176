import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accentHues } from '#features/site/contract/options.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { TaggedCache } from '#platform/cache/tagged-cache.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { DATA_CSP } from '#platform/http/security-headers.ts';
import type { SitePages } from '#platform/pages/page-registry.ts';
import { slug } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { filePaths } from '#shared/paths.ts';
import { getListedPages } from './feeds/guides.ts';
import { SocialCardRenderer } from './social-card/renderer.ts';
import { socialCardKinds, getSocialCard } from './social-card/content.ts';
import { renderIconPng, renderFaviconSvg, createIco } from './social-card/icons.ts';
import { sitemapParts, writeSitemapPart } from './sitemaps.ts';
import { textFiles } from './text-files.ts';

interface DiscoveryParts {
  readonly db: Database;
  readonly files: FileStore;
  /** The site's public origin. */
  readonly siteUrl: string;
  readonly pages: SitePages;
  readonly cache: TaggedCache<unknown>;
  /** The build folder, which contains the fonts for social cards. */
  readonly dist: string;
}

/** A response body with its validators for conditional requests. */
interface Answer {
  readonly body: string | Buffer;
  readonly etag: string;
}

const FEW_MINUTES = 'public, max-age=300';
const ONE_DAY = 'public, max-age=86400';

/** Serves sitemap, feeds, guides for crawlers, icons and social cards. */
export function registerSeoRoutes(app: FastifyInstance, parts: DiscoveryParts): void {
  registerTexts(app, parts);
  registerSitemapParts(app, parts);
  registerIcons(app, parts);
  registerCards(app, parts);
}

function registerTexts(app: FastifyInstance, { db, siteUrl, pages, cache }: DiscoveryParts): void {
  const source = { db, siteUrl, pages: getListedPages(pages) };
  for (const text of textFiles) {
    app.get(text.path, async (request, reply) => {
      const make = async () => ({ value: answerOf(await text.write(source)), tags: text.tags });
      const answer = (await cache.getOrMake(`discovery:${text.path}`, make)) as Answer;
      return send(request, reply.headers({ 'content-type': text.type, 'cache-control': FEW_MINUTES }), answer);
    });
  }
}

function registerSitemapParts(app: FastifyInstance, { db, siteUrl, pages }: DiscoveryParts): void {
  const source = { db, siteUrl, pages: getListedPages(pages) };
  for (const part of sitemapParts) {
    app.get<{ Params: { number: string } }>(`/sitemap-${part}-:number(^[1-9]\\d{0,4}).xml`, async (request, reply) => {
      const text = await writeSitemapPart(source, part, Number(request.params.number));
      if (text === null) throw new AppError('NOT_FOUND', 'This file of the sitemap does not exist.');
      const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': FEW_MINUTES };
      return send(request, reply.headers(headers), answerOf(text));
    });
  }
}

/** Sizes in px that browsers, iOS, Android and launchers request. */
const icons = [
  {
    path: filePaths.faviconBitmap,
    type: 'image/x-icon',
    draw: async (hue: number) => createIco(await renderIconPng(32, 'rounded', hue), 32),
  },
  { path: filePaths.appleTouchIcon, type: 'image/png', draw: (hue: number) => renderIconPng(180, 'square', hue) },
  { path: filePaths.icon192, type: 'image/png', draw: (hue: number) => renderIconPng(192, 'rounded', hue) },
  { path: filePaths.icon512, type: 'image/png', draw: (hue: number) => renderIconPng(512, 'rounded', hue) },
  { path: filePaths.iconMaskable, type: 'image/png', draw: (hue: number) => renderIconPng(512, 'maskable', hue) },
] as const;

/** Returns the accent's hue, used in all icons. */
async function accentHue(db: Database): Promise<number> {
  const { appearance } = await getSiteSections(db, ['appearance']);
  return accentHues[appearance.accent];
}

function registerIcons(app: FastifyInstance, { db, cache }: DiscoveryParts): void {
  const keep = async (path: string, draw: (hue: number) => string | Promise<Buffer>) => {
    const make = async () => ({ value: answerOf(await draw(await accentHue(db))), tags: ['site'] });
    return (await cache.getOrMake(`discovery:${path}`, make)) as Answer;
  };
  app.get(filePaths.favicon, async (request, reply) => {
    // The icon's theme is in a style element, which the policy would otherwise block when it is opened as a document.
    const policy = `${DATA_CSP}; style-src 'unsafe-inline'`;
    return send(
      request,
      reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': ONE_DAY, 'content-security-policy': policy }),
      await keep(filePaths.favicon, renderFaviconSvg),
    );
  });
  for (const icon of icons) {
    app.get(icon.path, async (request, reply) => {
      const answer = await keep(icon.path, icon.draw);
      return send(request, reply.headers({ 'content-type': icon.type, 'cache-control': ONE_DAY }), answer);
    });
  }
}

function registerCards(app: FastifyInstance, { db, files, siteUrl, cache, dist }: DiscoveryParts): void {
  const drawer = new SocialCardRenderer(files, dist);
  app.get<{ Params: { kind: string; file: string } }>('/social/:kind/:file', async (request, reply) => {
    const kind = socialCardKinds.find(known => known === request.params.kind);
    const { data: id } = slug.safeParse(/^(.+)\.png$/.exec(request.params.file)?.[1]);
    if (!kind || !id) throw new AppError('NOT_FOUND', 'This picture doesn’t exist.');
    const getCard = () => getSocialCard(db, kind, id, siteUrl);
    const name = (await cache.getOrMake(`discovery:card:${kind}:${id}`, async () => {
      const card = await getCard();
      return { value: (await drawer.plan(card)).name, tags: card.tags };
    })) as string;
    const answer = { body: await drawer.get(name, async () => drawer.plan(await getCard())), etag: `"${name}"` };
    return send(request, reply.headers({ 'content-type': 'image/png', 'cache-control': FEW_MINUTES }), answer);
  });
}

/** Uses a weak entity tag, because the response is also served compressed (RFC 9110, 8.8.1). */
function answerOf(body: string | Buffer): Answer {
  return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function send(request: FastifyRequest, reply: FastifyReply, { body, etag }: Answer): FastifyReply {
  reply.header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.send(body);
}
