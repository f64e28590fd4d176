import { createHash } from 'node:crypto';
import { type FormResult, serializeFormResult } from './form-result.ts';
import { extractCriticalCss, type StyleRule } from './page-style.ts';

/** What the build made, as the server needs it to write a page. */
export interface PageAssets {
  /** The style sheet with the faces of our fonts: each page has its part of it inlined. */
  readonly styleRules: readonly StyleRule[];
  /** The address of the whole sheet, which the app loads before it changes a page. */
  readonly styleSheet: string;
  /** The script that sets the theme and waits for fonts before the first paint, inlined. */
  readonly themeScript: string;
  /** The address of a style sheet with those faces alone, for development. */
  readonly fontSheet: string;
  /** The addresses of the fonts that every first screen needs. */
  readonly fonts: readonly string[];
  /** The script that every page starts with, inlined: it is too small to be worth an answer of its own. */
  readonly bootstrapScript: string;
  /** The script that tells of visits, inlined at the end of pages: what is read comes first. */
  readonly trackingScript: string;
  /** The address of the app, which that script loads on intent, and of what the app needs at once. */
  readonly entryScript: string;
  readonly entryPreloads: readonly string[];
  /** What each page needs besides, by the path it is declared with; `*` for an address without a page. */
  readonly pagePreloads: Readonly<Record<string, readonly string[]>>;
  /** Tags for the head in place of the inlined style, while developing. */
  readonly developmentHead?: string;
}

/** What rendering gave. */
export interface RenderedPage {
  readonly status: number;
  /** Title, meta and link tags, and structured data. */
  readonly head: string;
  readonly body: string;
  /** For a page that answers a form: what came of it. */
  readonly formAnswer?: FormResult;
  /** What failed unexpectedly while it was made. */
  readonly errors: readonly unknown[];
}

/** The CSP hash of an inline piece. */
export function toCspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The style of pages that need nothing of the build. */
export const FALLBACK_STYLE =
  'html{color-scheme:light dark;font:1.125rem/1.6 system-ui}body{max-width:36rem;margin:20vh auto;padding:0 1.5rem}';

/** The style of `renderFallbackDocument`, as its content security policy names it. */
export const FALLBACK_STYLE_HASH = toCspHash(FALLBACK_STYLE);

/** A page of a few words, which needs nothing of the build: for when making the real one failed. */
export function renderFallbackDocument(title: string, sentence: string, requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${FALLBACK_STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(sentence)}</p>
<p>Request ${escapeHtml(requestId)}</p>
<p><a href="/">Go to the home page</a></p>
</body>
</html>
`;
}

function preloadFont(href: string): string {
  return `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`;
}

/** Text as it may stand between tags and in attributes between double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Puts a rendered page into a whole HTML document. Dark is the default theme (specification, point 4). What can wait
 * until after the first paint stands in noscript elements; the bootstrap fetches it. `style` is what the
 * document has inline, as the content security policy must name it. With `tells` it has the script that tells of visits.
 */
export function renderHtmlDocument(
  page: RenderedPage,
  assets: PageAssets,
  options: { isTracked?: boolean } = {},
): { html: string; style: string } {
  const style = extractCriticalCss(assets.styleRules, page.body);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${assets.fonts.map(preloadFont).join('')}
${assets.developmentHead ?? `<style>${style}</style>`}
<script>${assets.themeScript}</script>
${page.head}
<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="alternate" type="application/rss+xml" title="RSS" href="/rss.xml"><link rel="alternate" type="application/atom+xml" title="Atom" href="/atom.xml"><link rel="alternate" type="application/feed+json" title="JSON Feed" href="/feed.json">
<noscript id="late"><link rel="manifest" href="/manifest.webmanifest"></noscript>
<script type="module" data-app="${assets.entryScript}" data-style="${assets.styleSheet}" data-needs="${assets.entryPreloads.join(' ')}">${assets.bootstrapScript}</script>
</head>
<body>
<div id="root">${page.body}</div>${page.formAnswer ? serializeFormResult(page.formAnswer) : ''}${options.isTracked ? `<script type="module">${assets.trackingScript}</script>` : ''}
</body>
</html>
`;
  return { html, style };
}
