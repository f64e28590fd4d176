import { publicPages } from '../support/public-pages.ts';
import { expect, test } from '../support/test.ts';

test('has no broken internal links or anchors on public pages', async ({ page, request, baseURL, trouble }) => {
  trouble.announce(/status (of )?404.*no-such-page/);
  const addresses = new Map<string, string>();
  const anchors = new Set<string>();
  const ids = new Map<string, string[]>();
  for (const { path } of publicPages) {
    await page.goto(path);
    const named = await page.evaluate(() => [
      ...[...document.querySelectorAll<HTMLAnchorElement | HTMLLinkElement>('a[href], link[href]')].map(it => it.href),
      ...[...document.querySelectorAll<HTMLMetaElement>('meta[property="og:image"]')].map(it => it.content),
    ]);
    ids.set(path, await page.evaluate(() => [...document.querySelectorAll('[id]')].map(it => it.id)));
    for (const url of named.map(address => new URL(address)).filter(address => address.origin === baseURL)) {
      if (url.hash) anchors.add(url.pathname + url.hash);
      url.hash = '';
      if (!addresses.has(url.href)) addresses.set(url.href, path);
    }
  }
  expect(addresses.size).toBeGreaterThan(100);
  const dead: string[] = [];
  const left = [...addresses];
  const ask = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [address, from] = next;
      // The error page may link to its own URL, which returns 404.
      const status = (await request.get(address)).status();
      if (status >= 400 && new URL(address).pathname !== '/no-such-page') dead.push(`${status} ${address} on ${from}`);
    }
  };
  // Several at a time, as browsers do.
  await Promise.all(Array.from({ length: 6 }, ask));
  expect(dead).toEqual([]);

  const known = [...anchors].map(anchor => new URL(anchor, baseURL)).filter(url => ids.has(url.pathname));
  expect(known.length).toBeGreaterThan(20);
  const missing = known.filter(url => !ids.get(url.pathname)?.includes(decodeURIComponent(url.hash.slice(1))));
  expect(missing.map(String)).toEqual([]);
});

test('opens external links in a new tab and says so', async ({ page, baseURL }) => {
  await page.goto('/projects/harbor');
  const away = page.locator('a[href^="http"]').filter({ visible: true });
  const found = await away.evaluateAll(
    (links, origin) =>
      (links as HTMLAnchorElement[])
        .filter(link => new URL(link.href).origin !== origin)
        .map(link => [link.target, link.rel.includes('noopener'), link.ariaLabel ?? link.textContent]),
    baseURL,
  );
  expect(found).toHaveLength(6);
  for (const [target, apart, name] of found) {
    expect([target, apart]).toEqual(['_blank', true]);
    expect(name).toContain('(opens in a new tab)');
  }
});
