import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } });

// What stands in an article differs from one to the next: tables, code, figures, footnotes.
for (const [list, path] of [
  ['blogs', (item: { slug: string }) => `/blog/${item.slug}`],
  ['projects', (item: { id: string }) => `/projects/${item.id}`],
] as const) {
  test(`every article in ${list} is accessible and fits a phone`, async ({ page, request }) => {
    test.setTimeout(180_000);
    const items: { slug: string; id: string }[] = [];
    for (const number of [1, 2]) {
      items.push(...(await (await request.get(`/api/v1/${list}?pageSize=15&page=${number}`)).json()).items);
    }
    expect(items).toHaveLength(list === 'blogs' ? 30 : 25);
    for (const item of items) {
      await page.goto(path(item), { waitUntil: 'domcontentloaded' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(width, `width of ${path(item)}`).toBe(360);
      const axe = new AxeBuilder({ page }).include('.prose').withTags(['wcag2a', 'wcag2aa', 'best-practice']);
      // Colors come from the same few tokens everywhere and are measured in the walk; here they would take most of the time.
      const { violations } = await axe.disableRules(['color-contrast']).setLegacyMode(true).analyze();
      const found = violations.flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.html.slice(0, 120)}`));
      expect.soft(found, path(item)).toEqual([]);
    }
  });
}
