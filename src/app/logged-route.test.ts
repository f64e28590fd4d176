import { describe, expect, it } from 'vitest';
import { loggedRoute } from './logged-route.ts';

const logged = (url: string, route: string | undefined) => loggedRoute({ url, routeOptions: { url: route } as never });

describe('loggedRoute', () => {
  it.each([
    ['/healthz', '/healthz', '/healthz'],
    ['/healthz?token=abc', '/healthz', '/healthz'],
    ['/blog/on-fog?preview=abc#abc', '/*', '/blog/:title', '/blog/on-fog'],
    ['/blog/ada@site.example', '/*', '/blog/:title'],
    ['/set-up/abc?x=1', '/*', '/set-up/:token'],
    ['/no-such-page/abc', '/*', 'unknown'],
    ['/anything', undefined, 'unknown'],
    ['/api/v1/user/ada@site.example', '/api/v1/*', '/api/v1/user/{email}'],
    ['/api/v1/orders/1001.abc/quote', '/api/v1/*', '/api/v1/orders/{order}/quote'],
    ['/api/v1/newsletter/preferences/abc/unsubscribe', '/api/v1/*', '/api/v1/newsletter/preferences/{key}/unsubscribe'],
    ['/api/v1/register/confirm', '/api/v1/*', '/api/v1/register/confirm'],
    ['/api/v1/register/abc', '/api/v1/*', '/api/v1/register/{token}'],
    ['/api/v1/blog/on-fog?x=1', '/api/v1/*', '/api/v1/blog/on-fog'],
    ['/api/v1/nothing/abc', '/api/v1/*', 'unknown'],
    ['/document/2026-0001/abc/x.pdf', '/document/:number/:token/:file', '/document/:number/:token/:file'],
    ['/sign-in/google/callback?code=abc', '/sign-in/:provider/callback', '/sign-in/google/callback'],
    ['/assets/app.js', '/assets/*', '/assets/*'],
  ])('logs only harmless parameters of %s (matched by %s)', (...row) => {
    const [url, route] = row;
    expect(logged(url, route)).toBe(row.at(-1));
  });
});
