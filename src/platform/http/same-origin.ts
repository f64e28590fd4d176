import type { IncomingHttpHeaders } from 'node:http';

/** Returns whether a method is safe (RFC 9110, 9.2.1). */
export function isSafeMethod(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/**
 * Returns whether a request passes the CSRF check (security page, "CSRF"): safe methods always; others if the browser
 * reports same-origin, or an allowed origin. A client that sends neither header may write only without a cookie.
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
