import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * Returns the name of a cookie as the browser sends it. With https, it has the prefix `__Host-`, which binds the cookie
 * to this host (RFC 6265bis, 4.1.3.2). Without it, it contains the port, since local sites share a host.
 */
export function getCookieName(name: string, siteUrl: string): string {
  const { protocol, port } = new URL(siteUrl);
  if (protocol === 'https:') return `__Host-${name}`;
  return port ? `${name}-${port}` : name;
}

/** Parses the cookies of a request to the site at `siteUrl`. */
export function createCookieJar(header: string | undefined, siteUrl: string) {
  const secure = siteUrl.startsWith('https:');
  const nameOf = (name: string) => getCookieName(name, siteUrl);
  const values = new Map(Object.entries(parseCookie(header ?? '')));
  const changes = new Map<string, string>();
  const write = (name: string, value: string, maxAge: number) => {
    const cookie = { name: nameOf(name), value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
    changes.set(name, stringifySetCookie(cookie));
  };
  return {
    /** Returns the value sent by the browser, or set since. */
    get: (name: string) => values.get(nameOf(name)) || undefined,
    /** Sets an HttpOnly, SameSite=Lax cookie for `maxAge` seconds. */
    set(name: string, value: string, maxAge: number): void {
      values.set(nameOf(name), value);
      write(name, value, maxAge);
    },
    clear(name: string): void {
      values.delete(nameOf(name));
      write(name, '', 0);
    },
    /** The response's `Set-Cookie` headers (RFC 6265). */
    get headers(): readonly string[] {
      return [...changes.values()];
    },
  };
}

/** The cookies of a request, and those set by its response. */
export type Cookies = ReturnType<typeof createCookieJar>;
