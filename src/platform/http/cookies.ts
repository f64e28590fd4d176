import { parseCookie, stringifySetCookie } from 'cookie';

/** The cookies of one request, and those that its answer sets. */
export interface Cookies {
  /** The value that the browser sent, or that was set since. */
  get(name: string): string | undefined;
  /** Sets a cookie that scripts cannot read and other sites cannot send along, for `maxAge` seconds. */
  set(name: string, value: string, maxAge: number): void;
  clear(name: string): void;
  /** The answer's `Set-Cookie` headers (RFC 6265). */
  readonly headers: readonly string[];
}

/**
 * Opens the cookies of a request to the site at `siteUrl`. With https their names begin with `__Host-`, which binds them
 * to this very host (RFC 6265bis, 4.1.3.2). Sites on one machine share a host: there the port stands in the names.
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
