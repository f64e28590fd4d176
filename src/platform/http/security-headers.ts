/** Hashes of the inline style and script that every page carries, as CSP source expressions. */
export interface InlineHashes {
  readonly style: readonly string[];
  readonly script: readonly string[];
}

/** Headers on every answer (security page: "pages", "popup"). HSTS only where the site's address is https. */
export function createSecurityHeaders(siteUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    ...(siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/**
 * What a page may load: its own files, pictures inlined as data, and only the inline pieces named by hash. With
 * `framing`, it may also show a document of ours inside it; with `framed`, it may stand inside a page of ours.
 */
export function createPageCsp(hashes: InlineHashes, options: { framing?: boolean; framed?: boolean } = {}): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.script.join(' ')}`,
    `style-src 'self' ${hashes.style.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    ...(options.framing ? ["frame-src 'self'"] : []),
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${options.framed ? "'self'" : "'none'"}`,
  ].join('; ');
}

/** For answers that are no pages: data, pictures, feeds. Nothing in them may run. */
export const DATA_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** For a mail shown inside a page of ours: styles in its markup, and links that open elsewhere. Nothing in it may run. */
export const EMAIL_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'self'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';
