/** For whom passkeys are made (Web Authentication, level 3, 4: Relying Party). */
export interface RelyingParty {
  /** The host's name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party of the site at `siteUrl`. Undefined where browsers offer no passkeys: at an IP address, and without
 * https, but for this machine.
 */
export function findRelyingParty(siteUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(siteUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined;
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || local ? { id: hostname, origin } : undefined;
}
