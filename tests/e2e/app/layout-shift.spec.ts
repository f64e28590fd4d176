import type { Page } from '@playwright/test';
import { formPages, publicPages } from '../support/public-pages.ts';
import { expect, hydratePage, test, withMotion } from '../support/test.ts';

test.use(withMotion);

const allFormPages = [
  ...formPages,
  { name: 'booking a consultation', path: '/pricing/consultation', status: 200 },
  { name: 'a custom plan', path: '/pricing/custom', status: 200 },
  { name: 'ordering a plan', path: '/order/plan/growth', status: 200 },
];

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Events since the page began to load. Times are in milliseconds. */
interface Loading {
  readonly shifts: readonly Shift[];
  readonly painted: number;
  /** When the fonts, their style sheet and the script that reports visits were requested. */
  readonly requested: readonly number[];
  /** The files that were not requested, because the browser had cached them. */
  readonly cached: readonly string[];
}

// Up to 1023 px, the API reference has the layout of a phone.
const tabletPages = publicPages.filter(({ name }) => name !== 'api reference');

test('fonts load after the first paint, nothing shifts, and hydration changes nothing', async ({ page, trouble }) => {
  test.slow();
  trouble.announce(/404/);
  // Requests bypass the cache, as on a first visit.
  await page.setExtraHTTPHeaders({ 'cache-control': 'no-cache' });
  await collectShifts(page);
  for (const [width, height, pages] of [
    [360, 740, [...publicPages, ...allFormPages]],
    [768, 1024, [...tabletPages, ...allFormPages]],
    [1440, 900, [...publicPages, ...allFormPages]],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const { name, path, status } of pages) {
      await test.step(`${name} at ${width} px`, async () => {
        // With the mouse over a link, the app would load.
        await page.mouse.move(0, 450);
        expect((await page.goto(path))?.status()).toBe(status);
        const { shifts, painted, requested, cached } = await waitForLoading(page);
        expect(cached).toEqual([]);
        expectNoShift(shifts, `${name} at ${width} px`);
        expect(requested.length).toBeGreaterThan(2);
        expect.soft(Math.min(...requested), 'fonts and visits after the first paint').toBeGreaterThanOrEqual(painted);
        // Other tests hydrate pages with a form.
        if (width === 1440 && publicPages.some(one => one.name === name)) await expectSameWhenHydrated(page, name);
      });
    }
  }
});

/** Collects every layout shift from the start of the next page on. */
async function collectShifts(page: Page): Promise<void> {
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
}

/** Waits until the page's fonts are shown and the browser has reported the shifts until then, two frames later. */
function waitForLoading(page: Page): Promise<Loading> {
  return page.evaluate(async () => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    const isLoaded = ({ family, status }: FontFace) => family.includes('Source Serif 4') && status === 'loaded';
    while (![...document.fonts].some(isLoaded)) await frame();
    await document.fonts.ready;
    await frame();
    await frame();
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return {
      shifts: (window as unknown as { shifts: Shift[] }).shifts,
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      requested: resources
        .filter(({ name }) => /\/assets\/(fonts|visits)/.test(name))
        .map(({ startTime }) => startTime),
      cached: resources
        .filter(({ name, transferSize }) => /\/(assets|media)\//.test(name) && transferSize === 0)
        .map(({ name }) => name),
    };
  });
}

/** Hydrates the page and expects the same elements with the same text in the same places. */
async function expectSameWhenHydrated(page: Page, name: string): Promise<void> {
  const describeDocument = () =>
    page.evaluate(() => ({
      text: document.body.innerText,
      servedCount: document.querySelectorAll('[data-served]').length,
      titles: document.querySelectorAll('title').length,
    }));
  await expect(page.locator('html'), name).not.toHaveAttribute('data-app');
  // Rendering the elements again would lose this attribute.
  await page.evaluate(() => {
    for (const it of document.querySelectorAll('header, h1, main > *, footer')) it.setAttribute('data-served', '');
  });
  const served = await describeDocument();
  expect(served.servedCount, name).toBeGreaterThan(3);
  await hydratePage(page);
  const { shifts } = await waitForLoading(page);
  expect.soft(await describeDocument(), `${name}: hydrated`).toEqual({ ...served, titles: 1 });
  expectNoShift(shifts, `${name}: hydrated`);
}

/** The score is zero to three decimals: letters may move within their line by a few pixels. */
function expectNoShift(shifts: readonly Shift[], name: string): void {
  const score = shifts.reduce((sum, { value }) => sum + value, 0);
  expect.soft(score < 0.0005 ? [] : shifts, name).toEqual([]);
}
