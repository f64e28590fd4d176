/** Returns the headers of every response (security page: "pages", "popup"). HSTS only if the site uses https. */
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
 * Returns a page's content security policy: own files, data URLs for images, and inline scripts and a style with these
 * hashes. `framing` allows frames of the site in the page; `framed` allows the page in a frame of the site.
 */
export function createPageCsp(
  scriptHashes: readonly string[],
  styleHash: string,
  options: { framing?: boolean; framed?: boolean } = {},
): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.join(' ')}`,
    `style-src 'self' ${styleHash}`,
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

/** For responses other than pages: data, images, feeds. Nothing in them may run. */
export const DATA_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** For an email in a frame of the site: inline styles, and links that open in a new window. Nothing in it may run. */
export const EMAIL_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'self'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';
