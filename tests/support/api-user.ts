import { expect } from 'vitest';
import { API_PREFIX } from '#shared/paths.ts';

/** A user of a site in another process, over HTTP, with the cookies that the site sets. */
export type ApiUser = ReturnType<typeof createApiUser>;

let requestCount = 0;

/**
 * Creates a user of the instance at `origin` of a site at `siteUrl`. With TRUSTED_PROXIES=loopback, each request comes
 * from a new IP address, which avoids the rate limits.
 */
export function createApiUser(origin: string, siteUrl = origin, cookies = new Map<string, string>()) {
  /** Sends JSON or a file to a path. Returns the response, whatever its status. */
  async function send(method: string, path: string, body?: object): Promise<Response> {
    requestCount += 1;
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: siteUrl,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-forwarded-for': `10.9.${requestCount >> 8}.${requestCount & 255}`,
        ...(body && !(body instanceof Blob) ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: body instanceof Blob ? body : JSON.stringify(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  }

  /** Calls the API and returns its response; fails unless the request succeeds. */
  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await send(method, API_PREFIX + path, body);
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 500)}`).toBe(true);
    return JSON.parse(text) as Answer;
  }

  return {
    cookies,
    send,
    get: <Answer>(path: string) => call<Answer>('GET', path),
    post: <Answer>(path: string, body: object = {}) => call<Answer>('POST', path, body),
    put: <Answer>(path: string, body: object = {}) => call<Answer>('PUT', path, body),
    patch: <Answer>(path: string, body: object = {}) => call<Answer>('PATCH', path, body),
    delete: <Answer>(path: string) => call<Answer>('DELETE', path),
  };
}
