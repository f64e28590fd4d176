import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

for (const path of ['/blogs', '/projects']) {
  test(`${path}: every filter and pager link leads to a list that has something`, async ({
    page,
    request,
    baseURL,
  }) => {
    const waiting = [path];
    const seen = new Set(waiting);
    const empty: string[] = [];
    // The first page's links, and those of the pages they lead to: all pagers of all categories and tags.
    for (let depth = 0; depth < 2; depth++) {
      for (const address of waiting.splice(0)) {
        const response = await request.get(address);
        const html = await response.text();
        if (!response.ok() || !html.includes('<article') || html.includes('Nothing here matches')) empty.push(address);
        for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
          const url = new URL(href.replaceAll('&amp;', '&'), baseURL);
          const next = url.pathname + url.search;
          if (url.pathname !== path || url.origin !== baseURL || seen.has(next)) continue;
          seen.add(next);
          waiting.push(next);
        }
      }
    }
    expect(empty).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
    await page.goto([...seen].at(-1) ?? path);
    await expect(page.getByRole('article').first()).toBeVisible();
  });

  test(`${path}: an address with what does not exist says so and shows a way on`, async ({ page, trouble }) => {
    trouble.announce(/status (of )?400/);
    for (const query of ['category=Nonsense', 'page=0', 'sort=sideways']) {
      expect((await page.goto(`${path}?${query}`))?.status()).toBe(400);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('That did not work');
      await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click();
      await expect(page).toHaveURL('/');
    }
  });

  test(`${path}: a page past the end is an empty list with a way back`, async ({ page }) => {
    await page.goto(`${path}?page=900`);
    await expect(page.getByRole('main').getByRole('status')).toContainText(/^\d+ /);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^(see all|Page 1$|← Previous)/ })
      .first()
      .click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
}
