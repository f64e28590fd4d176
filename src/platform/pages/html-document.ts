import { hash } from 'node:crypto';
import { type HydrationData, serializeHydrationData } from './hydration-data.ts';

/** The parts of the build that the server needs to write a page. */
export interface PageAssets {
  /** The URLs of the style sheets; the dashboard's includes the public one. */
  readonly publicStyleSheet: string;
  readonly dashboardStyleSheet: string;
  /** The URL of the style sheet with the font faces, which pages load after the first paint. */
  readonly fontStyleSheet: string;
  /** The URLs of the font files that every page needs. */
  readonly fontFiles: readonly string[];
  /** Inline script that sets the theme before the first paint. */
  readonly themeScript: string;
  /** Inline script that starts every page; too small for a separate request. */
  readonly bootstrapScript: string;
  /** The URL of the script that reports visits. */
  readonly trackingScript: string;
  /** The URL of the app, which the bootstrap script loads on intent, and of its immediate dependencies. */
  readonly entryScript: string;
  readonly entryPreloads: readonly string[];
  /** Additional files of each page, by its declared path; `*` is for an address without a page. */
  readonly pagePreloads: Readonly<Record<string, readonly string[]>>;
  /** Additional tags for the head during development. */
  readonly developmentHead?: string;
}

export interface RenderedPage {
  readonly status: number;
  /** Title, meta and link tags, and structured data. */
  readonly head: string;
  readonly body: string;
  /** Data for hydration, if it shouldn't come from the API. */
  readonly hydrationData?: HydrationData | undefined;
  /** Unexpected errors while rendering. */
  readonly errors: readonly unknown[];
}

/** Returns the CSP hash of an inline script or style. */
export function toCspHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

/** The style of pages that don't depend on the build. */
const FALLBACK_STYLE =
  'html{color-scheme:light dark;font:1.125rem/1.6 system-ui}body{max-width:36rem;margin:20vh auto;padding:0 1.5rem}';

/** The CSP hash of the style of `renderFallbackDocument`. */
export const FALLBACK_STYLE_HASH = toCspHash(FALLBACK_STYLE);

/**
 * Inline, because browsers end a transition with an error if a style sheet that was just loaded allows it
 * (ui/styles/motion.css styles it).
 */
const VIEW_TRANSITION_STYLE = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

/** The CSP hash of the style of `renderHtmlDocument`. */
export const VIEW_TRANSITION_STYLE_HASH = toCspHash(VIEW_TRANSITION_STYLE);

/** Returns a short page that doesn't depend on the build, for when rendering failed. `form` is the URL of a form. */
export function renderFallbackDocument(title: string, message: string, requestId: string, form?: string): string {
  return renderPlainDocument(
    title,
    message,
    `<p>Request ID: ${escapeHtml(requestId)}</p>
${form === undefined ? '' : `<p><a href="${escapeHtml(form)}">Go back to the form</a></p>\n`}<p><a href="/">Go to the home page</a></p>`,
  );
}

/** Returns a short page that doesn't depend on the build. `end` is HTML. */
export function renderPlainDocument(title: string, message: string, end: string): string {
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
<p>${escapeHtml(message)}</p>
${end}
</body>
</html>
`;
}

/** Escapes text for use between tags and in double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Returns a rendered page as a complete HTML document. Dark is the default theme (specification, point 4). Links in a
 * noscript element, such as that to the fonts, are loaded by the bootstrap script after the first paint, and so is the
 * script that reports visits, if the page `isTracked`. `isDashboard` links the dashboard's style sheet instead of the
 * public one. `icon` is the URL of the SVG icon.
 */
export function renderHtmlDocument(
  page: RenderedPage,
  assets: PageAssets,
  options: { isTracked?: boolean; isDashboard?: boolean; icon?: string } = {},
): string {
  const { isTracked, isDashboard, icon = '/favicon.svg' } = options;
  const styleSheet = isDashboard ? assets.dashboardStyleSheet : assets.publicStyleSheet;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${assets.themeScript}</script>
<style>${VIEW_TRANSITION_STYLE}</style>
<link rel="stylesheet" href="${styleSheet}">${assets.developmentHead ?? ''}
${page.head}
<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="${escapeHtml(icon)}" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="alternate" type="application/rss+xml" title="RSS" href="/rss.xml"><link rel="alternate" type="application/atom+xml" title="Atom" href="/atom.xml"><link rel="alternate" type="application/feed+json" title="JSON Feed" href="/feed.json">
<noscript id="after-paint"><link rel="stylesheet" href="${assets.fontStyleSheet}"><link rel="manifest" href="/manifest.webmanifest"></noscript>
<script type="module" data-app="${assets.entryScript}" data-needs="${assets.entryPreloads.join(' ')}" data-fonts="${assets.fontFiles.join(' ')}" data-dashboard-style="${assets.dashboardStyleSheet}"${isTracked ? ` data-visits="${assets.trackingScript}"` : ''}>${assets.bootstrapScript}</script>
</head>
<body>
<div id="root">${page.body}</div>${page.hydrationData ? serializeHydrationData(page.hydrationData) : ''}
</body>
</html>
`;
}
