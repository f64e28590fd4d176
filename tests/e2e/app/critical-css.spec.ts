import type { Page } from '@playwright/test';
import { doorPages, publicPages } from '../support/public-pages.ts';
import { addFullStylesheet, expect, test, waitForFullRender, withMotion } from '../support/test.ts';

test.use(withMotion);

for (const { name, path, status } of [...publicPages, ...doorPages]) {
  test(`${name}: its inlined styles match the full style sheet`, async ({ page, trouble }) => {
    if (status === 404) trouble.announce(/404/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await fontsArrived(page);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // A picture or a font on its way moves what is below it: only a difference that stays is one of the sheets.
      await expect(async () => {
        const part = await lookOf(page);
        expect(part.length).toBeGreaterThan(30);
        const link = await addFullStylesheet(page);
        const whole = await lookOf(page);
        await link.evaluate(it => (it as HTMLElement).remove());
        expect(part.filter((look, place) => look !== whole[place])).toEqual([]);
      }).toPass({ timeout: 25_000 });
    }
  });
}

test('preloads fonts and uses each at the first paint or not at all', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', request => request.resourceType() === 'font' && fonts.push(request.url()));
  await page.goto('/');
  await expect(page.locator('head link[rel=preload][as=font]')).toHaveCount(3);
  await fontsArrived(page);
  expect(new Set(fonts).size).toBeGreaterThan(2);
  const faces = await page.evaluate(() => [...document.fonts].map(({ family, display }) => ({ family, display })));
  const ours = faces.filter(({ family }) => /Bricolage|Source Serif|Spline/.test(family));
  expect(ours.length).toBeGreaterThan(4);
  expect(ours.filter(({ display }) => display !== 'optional')).toEqual([]);
});

test('waits for late fonts on a first visit', async ({ page, context }) => {
  const { promise: held, resolve: deliver } = Promise.withResolvers<void>();
  await page.route('**/assets/fonts/*', async route => {
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    // Half a second is little on a busy machine: the wait ends with the fonts alone.
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (target, self, args) => (args[1] === 500 ? 0 : Reflect.apply(target, self, args)),
    });
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('body')).toBeHidden();
  deliver();
  await expect(page.locator('body')).toBeVisible();
  const devtools = await context.newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  for (const selector of ['h1', 'main p', '.meta']) {
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(fonts.map(font => font.isCustomFont)).toContain(true);
  }
});

test('shows the page in system fonts when the fonts fail to load', async ({ page, trouble }) => {
  trouble.announce(/fonts|ERR_FAILED/);
  await page.route('**/assets/fonts/*', route => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/pricing');
  await failed;
  await waitForFullRender(page);
  await expect(page.getByRole('heading', { name: 'Payment terms' })).toBeVisible();
});

test('uses the other fonts when one fails to load', async ({ page, trouble }) => {
  trouble.announce(/ERR_FAILED/);
  await page.route(/\/fonts\/(display|mono)\./, route => route.abort());
  await page.goto('/pricing');
  await waitForFullRender(page);
  const faces = await loadedFaces(page);
  expect(faces).toContain('Source Serif 4');
  expect(faces).not.toContain('Bricolage Grotesque');
});

test('loads pictures and fonts without paint timing', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto('/projects');
  await expect(page.locator('html')).toHaveClass(/unpainted/);
  await fontsArrived(page);
  await expect(page.getByRole('main').locator('picture img').nth(1)).toHaveJSProperty('complete', true);
});

test('follows an anchor link while fonts are loading', async ({ page }) => {
  const { promise: held, resolve: deliver } = Promise.withResolvers<void>();
  await page.route('**/assets/fonts/*', async route => {
    await held;
    await route.continue();
  });
  await page.goto('/pricing', { waitUntil: 'domcontentloaded' });
  await page.getByRole('link', { name: 'Payment terms' }).click();
  const terms = page.getByRole('heading', { name: 'Payment terms' });
  await expect(terms).toBeInViewport();
  deliver();
  await fontsArrived(page);
  await expect(terms).toBeInViewport();
});

test('keeps the scroll position for anchors and on return', async ({ page }) => {
  await page.goto('/pricing#term-16');
  await fontsArrived(page);
  await expect(page.locator('#term-16')).toBeInViewport({ ratio: 1 });
  await page.goto('/pricing');
  await fontsArrived(page);
  await page.evaluate(() => scrollTo(0, 3000));
  await page.goto('/about');
  await page.goBack();
  await fontsArrived(page);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(3000);
});

/** Waits until our fonts are here, whether or not they came in time for the first paint. */
async function fontsArrived(page: Page): Promise<void> {
  await expect.poll(() => loadedFaces(page)).toEqual(expect.arrayContaining(['Bricolage Grotesque', 'Source Serif 4']));
  await waitForFullRender(page);
  await page.evaluate(() => document.fonts.ready);
}

function loadedFaces(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts].filter(face => face.status === 'loaded').map(face => face.family.replaceAll('"', '')),
  );
}

/** The first element of each kind on the page, with a digest of all that it and its pseudo-elements compute to. */
function lookOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const kinds = new Map<string, Element>();
    for (const element of document.querySelectorAll('body, body *')) {
      const kind = `${element.parentElement?.tagName} > ${element.tagName} ${element.getAttribute('class') ?? ''}`;
      if (!kinds.has(kind)) kinds.set(kind, element);
    }
    return [...kinds].map(([kind, element]) => {
      let digest = 0;
      for (const part of [null, '::before', '::after', '::placeholder']) {
        const style = getComputedStyle(element, part);
        // A part that is not made shows nothing, whatever else is said of it.
        const isMade = part === '::placeholder' ? element.hasAttribute('placeholder') : style.content !== 'none';
        if (part !== null && !isMade) continue;
        for (const name of style) {
          // Custom properties matter by what is made of them.
          if (name.startsWith('--')) continue;
          for (const character of `${name}:${style.getPropertyValue(name)};`) {
            digest = (digest * 31 + (character.codePointAt(0) ?? 0)) | 0;
          }
        }
      }
      return `${kind} ${digest}`;
    });
  });
}
