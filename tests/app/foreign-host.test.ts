import { describe, expect, it } from 'vitest';
import { getApi } from '../support/api-client.ts';
import { createSignedInUser } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const visit = (site: TestSite, host: string) => site.http.app.inject({ url: '/healthz', headers: { host } });
const warnings = (site: TestSite) =>
  site.log
    .text()
    .split('\n')
    .filter(line => line.includes('SITE_URL is not set'));

async function isReachedElsewhere(site: TestSite): Promise<boolean> {
  const owner = await createSignedInUser(site, { role: 'owner' });
  return (await getApi<{ isReachedElsewhere: boolean }>(site, '/dashboard/setup-checklist', owner.cookie))
    .isReachedElsewhere;
}

describe('site without SITE_URL', () => {
  it('warns once in the log and on the dashboard about a foreign host', async () => {
    const site = await createTestSite({ pages: true });
    for (const host of ['localhost:5050', '127.0.0.1', '[::1]:5050']) await visit(site, host);
    const owner = await createSignedInUser(site, { role: 'owner' });
    const dashboard = () => site.http.app.inject({ url: '/dashboard', headers: { cookie: owner.cookie } });
    expect(warnings(site)).toEqual([]);
    expect((await dashboard()).body).not.toContain('Set this site’s address');

    for (const host of ['evil.example', 'other.example', 'evil.example']) await visit(site, host);
    expect(warnings(site)).toHaveLength(1);
    expect(warnings(site)[0]).toContain('"level":40');
    const { body } = await dashboard();
    expect(body).toContain('Set this site’s address');
    expect(body).toContain('SITE_URL=https://example.org');
    // Anyone can send any Host header, so it must not be suggested.
    expect(body).not.toContain('evil.example');
    await site.close();
  });
});

describe('site with SITE_URL', () => {
  it.each(['https://ada.example', 'http://localhost:5050'])('%s does not warn', async address => {
    const site = await createTestSite({ environment: { SITE_URL: address } });
    await visit(site, 'evil.example');
    expect(warnings(site)).toEqual([]);
    expect(await isReachedElsewhere(site)).toBe(false);
    await site.close();
  });
});
