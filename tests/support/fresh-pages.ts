import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { listenForChanges } from '#platform/cache/content-changes.ts';
import type { TestSite } from './test-site.ts';

/** Makes a site hear of its own changes through the database, as every instance does. Answers how to stop. */
export function hearChanges(site: TestSite): Promise<() => Promise<void>> {
  return listenForChanges(site.connectionString, site.log.log, {
    onChange: tag => site.http.contentChanged(tag),
    onGap: () => site.http.contentUnknown(),
  });
}

/**
 * Caches a page, acts through the API, and waits until the page is as `isFresh` says, which it is not before. Nothing but
 * the action tells the cache.
 */
export async function expectFreshAfter(
  site: TestSite,
  url: string,
  act: () => Promise<LightMyRequestResponse>,
  isFresh: (html: string) => boolean,
): Promise<LightMyRequestResponse> {
  const get = () => site.http.app.inject(url);
  const before = await get();
  expect(before.statusCode, url).toBe(200);
  expect(before.headers['cache-control'], 'the page is cached').toContain('s-maxage');
  expect(isFresh(before.body), 'the page shows the change before it is made').toBe(false);
  const answer = await act();
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  await expect.poll(async () => isFresh((await get()).body), { timeout: 10_000 }).toBe(true);
  return answer;
}
