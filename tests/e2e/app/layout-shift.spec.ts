import type { Page } from '@playwright/test';
import { doorPages, publicPages } from '../support/public-pages.ts';
import { expect, hydratePage, test, waitForFullRender, withMotion } from '../support/test.ts';

test.use(withMotion);

const FONT = '**/assets/fonts/*.woff2';
const formPages = [
  { name: 'booking a consultation', path: '/pricing/consultation', status: 200 },
  { name: 'a custom package', path: '/pricing/custom', status: 200 },
  { name: 'ordering a plan', path: '/order/plan/growth', status: 200 },
];

/** Collects every layout shift from the start of the next page on. */
async function collectShifts(page: Page): Promise<() => Promise<object[]>> {
  await page.addInitScript(() => {
    const shifts: object[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: readonly { node?: Element }[];
      })[]) {
        const moved = entry.sources.map(({ node }) => `${node?.nodeName} ${node?.parentElement?.className ?? ''}`);
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: object[] }).shifts);
}

/** Waits for two frames, after which the browser has reported earlier shifts. */
const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

// One context for all pages, since each takes half a second to create. Routed requests bypass the browser's cache.
for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`nothing shifts at ${viewport.width} px with a cold cache and late fonts`, async ({ page, trouble }) => {
    trouble.announce(/404/);
    await page.setViewportSize(viewport);
    const shifts = await collectShifts(page);
    let { promise: held, resolve: deliver } = Promise.withResolvers<void>();
    await page.route(FONT, async route => {
      await held;
      await route.continue();
    });
    for (const { name, path, status } of [...publicPages, ...doorPages, ...formPages]) {
      ({ promise: held, resolve: deliver } = Promise.withResolvers<void>());
      const answer = await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect(answer?.status()).toBe(status);
      await waitForFullRender(page);
      deliver();
      await page.waitForLoadState('load');
      await page.evaluate(() => document.fonts.ready);
      await twoFrames(page);
      expect.soft(await shifts(), name).toEqual([]);
    }
  });
}

test('nothing shifts when a page with a form hydrates', async ({ page }) => {
  const shifts = await collectShifts(page);
  for (const path of ['/contact', '/login', '/register', '/pricing/consultation']) {
    await page.goto(path);
    await waitForFullRender(page);
    await hydratePage(page);
    await page.waitForLoadState('networkidle');
    await twoFrames(page);
    expect.soft(await shifts(), path).toEqual([]);
  }
});
