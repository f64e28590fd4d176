import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageAssets } from '#platform/pages/html-document.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const dist = join(import.meta.dirname, '../../dist');
const { trackingScript } = JSON.parse(readFileSync(join(dist, 'assets.json'), 'utf8')) as PageAssets;

describe('visit script', () => {
  it('is under 1 KB compressed and self-contained', () => {
    const script = readFileSync(join(dist, 'client', trackingScript), 'utf8');
    expect(script).toContain('sendBeacon');
    expect(script).not.toMatch(/\bimport\b/);
    expect(brotliCompressSync(script).length).toBeLessThan(1000);
    expect(gzipSync(script).length).toBeLessThan(1024);
  });
});

describe('visit script on pages', () => {
  let site: TestSite;
  const { arrive, send } = memberFixture(() => site);
  beforeAll(async () => {
    site = await createTestSite({ pages: true });
  });
  afterAll(() => site.close());

  async function hasTrackingScript(url: string, cookie?: string): Promise<boolean> {
    const answer = await site.http.app.inject({ url, headers: cookie ? { cookie } : {} });
    return answer.body.includes(` data-visits="${trackingScript}">`);
  }

  it('is on readers’ pages', async () => {
    const places = ['/', '/about', '/pricing', '/blogs', '/search?q=tide', '/pricing/custom'];
    for (const url of places) expect([url, await hasTrackingScript(url)]).toEqual([url, true]);
  });

  it('is on untracked pages too: sign-in, secret links, missing pages', async () => {
    const { cookie } = await arrive();
    const places = ['/no-such-page', '/blog/no-such-post', '/login', '/order/1001.c2VjcmV0'];
    for (const url of places) expect([url, await hasTrackingScript(url)]).toEqual([url, true]);
    expect(await hasTrackingScript('/dashboard', cookie)).toBe(true);
  });

  it('is not on missing pages under tracked addresses', async () => {
    expect([
      await hasTrackingScript('/order/plan/growth'),
      await hasTrackingScript('/order/plan/no-such-plan'),
    ]).toEqual([true, false]);
  });

  it('is not on the owner’s pages', async () => {
    const { cookie } = await arrive({ role: 'owner' });
    for (const url of ['/pricing/custom', '/dashboard'])
      expect([url, await hasTrackingScript(url, cookie)]).toEqual([url, false]);
    expect(await hasTrackingScript('/pricing/custom')).toBe(true);
  });

  it('is omitted while tracking is off, including on cached pages', async () => {
    await site.db.$client.query('delete from users');
    const { cookie } = await arrive({ role: 'owner' });
    expect(await hasTrackingScript('/')).toBe(true);
    const turn = async (isTrackingEnabled: boolean) => {
      expect((await send({ cookie }, 'PATCH', '/insights/settings', { isTrackingEnabled })).statusCode).toBe(200);
      site.http.invalidateTag('insights');
    };
    await turn(false);
    for (const url of ['/', '/about', '/pricing/custom', '/login'])
      expect([url, await hasTrackingScript(url)]).toEqual([url, false]);
    await turn(true);
    for (const url of ['/', '/about', '/pricing/custom'])
      expect([url, await hasTrackingScript(url)]).toEqual([url, true]);
  });
});
