import type { Page } from '@playwright/test';
import { doorPages, publicPages } from '../support/public-pages.ts';
import { expect, holdRequests, hydratePage, test, waitForFonts, withMotion } from '../support/test.ts';

test.use(withMotion);

const FONT = '**/assets/fonts/*.woff2';
const formPages = [
  { name: 'booking a consultation', path: '/pricing/consultation', status: 200 },
  { name: 'a custom package', path: '/pricing/custom', status: 200 },
  { name: 'ordering a plan', path: '/order/plan/growth', status: 200 },
];

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Collects every layout shift from the start of the next page on. */
async function collectShifts(page: Page): Promise<() => Promise<Shift[]>> {
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
  return () => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

/** Waits for two frames, after which the browser has reported earlier shifts. */
const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

// One context for all pages, since each takes half a second to create. Routed requests bypass the browser's cache.
for (const viewport of [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]) {
  test(`nothing shifts at ${viewport.width} px with a cold cache and late fonts`, async ({ page, trouble }) => {
    trouble.announce(/404/);
    await page.setViewportSize(viewport);
    const shifts = await collectShifts(page);
    for (const { name, path, status } of [...publicPages, ...doorPages, ...formPages]) {
      const deliver = await holdRequests(page, FONT);
      const answer = await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect(answer?.status()).toBe(status);
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      await twoFrames(page);
      deliver();
      await page.waitForLoadState('load');
      await waitForFonts(page);
      await twoFrames(page);
      expectNoShift(await shifts(), name);
      await page.unroute(FONT);
    }
  });
}

test('nothing shifts when a page with a form hydrates', async ({ page }) => {
  const shifts = await collectShifts(page);
  for (const path of ['/contact', '/login', '/register', '/pricing/consultation']) {
    await page.goto(path);
    await waitForFonts(page);
    await hydratePage(page);
    await page.waitForLoadState('networkidle');
    await twoFrames(page);
    expectNoShift(await shifts(), path);
  }
});

/** The score is zero to three decimals: letters may move within their line by a few pixels. */
function expectNoShift(shifts: readonly Shift[], name: string): void {
  const score = shifts.reduce((sum, { value }) => sum + value, 0);
  expect.soft(score < 0.0005 ? [] : shifts, name).toEqual([]);
}
