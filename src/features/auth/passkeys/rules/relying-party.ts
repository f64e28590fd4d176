/**
 * Returns the relying party (Web Authentication, level 3, 4) of the site at `siteUrl`. Undefined where browsers offer no
 * passkeys: at an IP address, and without HTTPS except on localhost.
 */
export function findRelyingParty(siteUrl: string): { id: string; origin: string } | undefined {
  const { hostname, origin, protocol } = new URL(siteUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined;
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || local ? { id: hostname, origin } : undefined;
}
