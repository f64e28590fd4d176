import { listAxeViolationsIn } from '../support/audits.ts';
import { expect, test, stripStyle } from '../support/test.ts';

test.use({ viewport: { width: 360, height: 740 } });

// Articles differ only in their text: tables, code, images, footnotes. Inserting each text into the first article's
// page avoids loading the same layout fifty times.
for (const [list, addressOf] of [
  ['blogs', (item: { slug: string }) => `/blog/${item.slug}`],
  ['projects', (item: { id: string }) => `/projects/${item.id}`],
] as const) {
  test(`every article in ${list} is accessible and fits a phone`, async ({ page, request }) => {
    const items: { slug: string; id: string }[] = [];
    for (const number of [1, 2]) {
      items.push(...(await (await request.get(`/api/v1/${list}?pageSize=15&page=${number}`)).json()).items);
    }
    const addresses = items.map(item => addressOf(item));
    expect(new Set(addresses).size).toBe(list === 'blogs' ? 30 : 25);
    await page.goto(addresses[0] ?? '');
    for (const address of addresses) {
      const html = stripStyle(await (await request.get(address)).text());
      const letters = await page.evaluate(text => {
        const prose = new DOMParser().parseFromString(text, 'text/html').querySelector('.prose');
        if (prose) document.querySelector('.prose')?.replaceWith(prose);
        return prose?.textContent.length;
      }, html);
      expect(letters).toBeGreaterThan(300);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(width, `width of ${address}`).toBe(360);
      // Colors come from a few tokens and are checked on whole pages. Here they would take most of the time.
      const found = await listAxeViolationsIn(page, '.prose');
      expect.soft(found, address).toEqual([]);
    }
  });
}
