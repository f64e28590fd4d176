import { parseCookie, stringifySetCookie } from 'cookie';

/** The cookies of a request, and those set by its response. */
export interface Cookies {
  /** Returns the value sent by the browser, or set since. */
  get(name: string): string | undefined;
  /** Sets an HttpOnly, SameSite=Lax cookie for `maxAge` seconds. */
  set(name: string, value: string, maxAge: number): void;
  clear(name: string): void;
  /** The response's `Set-Cookie` headers (RFC 6265). */
  readonly headers: readonly string[];
}

/**
 * Parses the cookies of a request to the site at `siteUrl`. With https, names get the prefix `__Host-`, which binds
 * them to this host (RFC 6265bis, 4.1.3.2). Without it, names contain the port, since local sites share a host.
 */
export function createCookieJar(header: string | undefined, siteUrl: string): Cookies {
  const { protocol, port } = new URL(siteUrl);
  const secure = protocol === 'https:';
  const nameOf = (name: string) => (secure ? `__Host-${name}` : port ? `${name}-${port}` : name);
  const values = new Map(Object.entries(parseCookie(header ?? '')));
  const changes = new Map<string, string>();
  const write = (name: string, value: string, maxAge: number) => {
    const cookie = { name: nameOf(name), value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
    changes.set(name, stringifySetCookie(cookie));
  };
  return {
    get: name => values.get(nameOf(name)) || undefined,
    set(name, value, maxAge) {
      values.set(nameOf(name), value);
      write(name, value, maxAge);
    },
    clear(name) {
      values.delete(nameOf(name));
      write(name, '', 0);
    },
    get headers() {
      return [...changes.values()];
    },
  };
}
