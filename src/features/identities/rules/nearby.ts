/**
 * Whether a request comes from this machine or its own network, such as a container's, and nobody passed it on: a site
 * whose owner forgot to say that it is public must not let the whole world play its owner. Where
 * proxies are believed, `ips` is there, and `ip` is whom they name.
 */
export function isNearby({
  ip,
  ips,
  headers,
}: {
  readonly ip: string | undefined;
  readonly ips?: readonly string[] | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}): boolean {
  if (!ips && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)) return false;
  const address = (ip ?? '').replace(/^::ffff:/, '');
  return (
    /^(?:127|10)\./.test(address) ||
    address.startsWith('192.168.') ||
    /^172\.(?:1[6-9]|2\d|3[01])\./.test(address) ||
    address === '::1' ||
    /^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/i.test(address)
  );
}
