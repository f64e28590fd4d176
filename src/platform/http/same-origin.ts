import type { IncomingHttpHeaders } from 'node:http';

/** Whether a method promises to change nothing (RFC 9110, 9.2.1). */
export function isSafeMethod(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/**
 * Whether a request may change anything, as far as where it comes from goes (security page, "CSRF"): reading always;
 * otherwise the browser says same-origin, or names an origin that is ours or allowed. A program that sends neither
 * header may write only without a cookie, since then it acts for nobody.
 */
export function isTrustedOrigin(
  method: string,
  headers: IncomingHttpHeaders,
  allowedOrigins: readonly string[],
): boolean {
  if (isSafeMethod(method)) return true;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  if (headers.origin !== undefined) return allowedOrigins.includes(headers.origin);
  return site === undefined && headers.cookie === undefined;
}
