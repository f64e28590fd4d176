/** Relying party of the passkeys (Web Authentication, level 3, 4). */
export interface RelyingParty {
  /** The host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party of the site at `siteUrl`. Undefined where browsers offer no passkeys: at an IP address, and
 * without HTTPS except on localhost.
 */
export function findRelyingParty(siteUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(siteUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined;
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || local ? { id: hostname, origin } : undefined;
}
