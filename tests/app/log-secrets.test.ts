import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { router } from '#app/router.ts';
import { HARMLESS_PARAMETERS } from '#app/logged-route.ts';
import { sitePages } from '#app/site-pages.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { createSignedInUser } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

// Requests every route with a secret in each parameter; none may appear in the log.

interface Route {
  readonly method: string;
  readonly pattern: string;
}

const SECRET = 'planted-secret';

let site: TestSite;
let owner: string;
const served: Route[] = [];
const collect = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const one of [method].flat()) served.push({ method: one, pattern: url });
  });
};
beforeAll(async () => {
  subscribe('fastify.initialization', collect);
  site = await createTestSite({ pages: true });
  owner = (await createSignedInUser(site, { role: 'owner' })).cookie;
});
afterAll(async () => {
  unsubscribe('fastify.initialization', collect);
  await site.close();
});

function endpoints(): Route[] {
  return Object.values(router).flatMap(feature =>
    Object.values(feature).map(procedure => {
      const { method = 'POST', path = '' } = procedure['~orpc'].route;
      return { method, pattern: API_PREFIX + path };
    }),
  );
}

function pages(): Route[] {
  return sitePages.all.flatMap(({ path }) => ['GET', 'POST'].map(method => ({ method, pattern: path })));
}

const names = (pattern: string) => pattern.match(/[:{]\w+/g)?.map(name => name.slice(1)) ?? [];

/** Returns a URL of a route with a secret in the query and in each parameter that isn't known to be harmless. */
function addressOf({ pattern }: Route, secret: string): string {
  const harmlessNames = HARMLESS_PARAMETERS[pattern] ?? [];
  const path = pattern
    .replace(/\{(\w+)\}|:(\w+)/g, (_match, braced: string, plain: string) =>
      harmlessNames.includes(braced ?? plain) ? 'harmless' : secret,
    )
    .replace('*', secret);
  return `${path}?token=${secret}&email=${secret}@site.example&search=${secret}`;
}

it('logs only harmless route parameters', () => {
  expect(
    Object.entries(HARMLESS_PARAMETERS).flatMap(([route, shown]) => shown.map(name => `${route} ${name}`)),
  ).toEqual([
    '/blog/:title title',
    '/blogs/:id id',
    '/projects/:id id',
    '/media/pictures/:file file',
    '/sign-in/:provider provider',
    '/sign-in/:provider/callback provider',
    '/api/v1/webhooks/:provider provider',
    '/api/v1/blog/{slug} slug',
    '/api/v1/blogs/{id} id',
    '/api/v1/projects/{id} id',
    '/api/v1/checkout-offers/{kind}/{id} kind',
    '/api/v1/checkout-offers/{kind}/{id} id',
    '/api/v1/legal/{page} page',
  ]);
  const all = [...served, ...endpoints(), ...pages()].map(({ pattern }) => pattern);
  expect(Object.keys(HARMLESS_PARAMETERS).filter(route => !all.includes(route))).toEqual([]);
});

it('logs no secrets from addresses or bodies', async () => {
  const routes = [...served, ...endpoints(), ...pages()].filter(({ method }) => method !== 'OPTIONS');
  expect(routes.filter(({ pattern }) => names(pattern).length > 0).length).toBeGreaterThan(150);
  expect(routes.map(({ pattern }) => pattern)).toEqual(
    expect.arrayContaining([
      '/api/v1/user/{email}',
      '/booking/:booking',
      '/calendar/:file',
      '/preview/:token',
      '/dashboard/update-pricing/:key',
      '/dev/tools/:token',
      '/newsletter/read/:issue/:seal',
    ]),
  );
  const before = site.log.text().length;
  const body = { token: SECRET, email: `${SECRET}@site.example`, password: SECRET, code: SECRET };
  const withParameters = routes.filter(({ pattern }) => /[:{*]/.test(pattern));
  // Links of orders and bookings have a number and a token in one parameter.
  for (const [place, [secret, targets]] of (
    [
      [SECRET, routes],
      [`1001.${SECRET}`, withParameters],
      [`${SECRET}@site.example`, withParameters],
    ] as const
  ).entries()) {
    for (const [index, route] of targets.entries()) {
      // Send changes as a visitor, each from a new IP address.
      const reads = route.method === 'GET' || route.method === 'HEAD';
      await site.http.app.inject({
        method: route.method as 'GET',
        url: addressOf(route, secret),
        remoteAddress: `10.${place}.${index >> 8}.${index & 255}`,
        headers: { 'sec-fetch-site': 'same-origin', ...(reads && place === 0 ? { cookie: owner } : {}) },
        ...(reads ? {} : { payload: body }),
      });
    }
  }
  const text = site.log.text().slice(before);
  expect(text.split('\n').filter(line => line.includes('planted'))).toEqual([]);
  expect(text.split('\n').filter(line => line.includes('"status":500'))).toEqual([]);
  const answered = text.split('\n').filter(line => line.includes('"answered"'));
  expect(answered.length).toBeGreaterThan(routes.length);
  // The log still distinguishes routes.
  for (const route of ['/api/v1/user/{email}', '/preview/:token', '/booking/:booking', '/blog/harmless']) {
    expect(text).toContain(`"route":"${route}"`);
  }
}, 300_000);
