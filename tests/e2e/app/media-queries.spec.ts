import { listContrastViolations } from '../support/audits.ts';
import { expect, hydratePage, navigateInApp, test, withMotion } from '../support/test.ts';
import { setTheme } from '../support/visual-checks.ts';

test.use(withMotion);

const POST = '/blog/caching-html-on-one-server';

test('reduced motion, forced colors and printing', async ({ page }) => {
  const main = page.getByRole('navigation', { name: 'Main' });
  const heading = page.getByRole('heading', { level: 1 });

  await test.step('no animations with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await hydratePage(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
    const running = () => page.evaluate(() => document.getAnimations().filter(it => it.playState === 'running').length);
    await page.evaluate(() => scrollTo(0, 1500));
    expect(await running()).toBe(0);
    const price = page.locator('.roll').first();
    await expect(price).toHaveCSS('animation-name', 'none');
    await page.getByRole('button', { name: 'Switch to light mode' }).click();
    await expect(page.locator('html')).toHaveClass('light');
    await page.mouse.move(5, 500);
    await expect.poll(running).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect(price).toHaveCSS('animation-name', 'roll');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await main.getByRole('link', { name: 'Projects' }).click();
    await expect(heading).toHaveText('Projects');
    await expect.poll(running).toBe(0);
  });

  await test.step('visible edges and current items in forced colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    for (const [label, path] of [
      ['Home', '/'],
      ['About Me', '/about'],
      ['Blogs', '/blogs'],
    ] as const) {
      await main.getByRole('link', { name: label }).click();
      await expect(page).toHaveURL(path);
      await expect(heading).toBeVisible();
    }
    const search = page.getByRole('main').getByRole('button', { name: 'Search' });
    await expect(search).toBeVisible();
    await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible();
    expect(await search.evaluate(it => getComputedStyle(it).borderTopWidth)).not.toBe('0px');
    // Forced colors remove backgrounds, so a mark can't depend on one.
    const mark = (it: Element) => {
      const own = getComputedStyle(it);
      const after = getComputedStyle(it, '::after');
      return [own.borderBottomWidth, own.fontWeight, after.content, after.backgroundColor, after.borderBottomWidth];
    };
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const [border, weight, content, background, edge] = await main.locator('[aria-current=page]').evaluate(mark);
    const [otherBorder, otherWeight] = await main.getByRole('link', { name: 'Pricing' }).evaluate(mark);
    const drawn = content !== 'none' && (background !== ground || edge !== '0px');
    expect(drawn || border !== otherBorder || weight !== otherWeight, 'the current page is marked').toBe(true);

    await page.emulateMedia({ forcedColors: 'none' });
  });

  await navigateInApp(page, POST);
  for (const theme of ['dark', 'light'] as const) {
    await test.step(`prints only the post, dark on white, from the ${theme} theme`, async () => {
      await setTheme(page, theme);
      await page.emulateMedia({ media: 'print' });
      await expect(heading).toBeVisible();
      await expect(page.locator('.prose')).toBeVisible();
      await expect(page.locator('.code-frame pre').first()).toBeVisible();
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expect(page.getByRole('button', { name: /Copy/ })).toHaveCount(0);
      await expect(page.getByRole('region', { name: /^More in/ })).toHaveCount(0);
      await page.setViewportSize({ width: 480, height: 720 });
      const listCutOff = (all: Element[]) => all.filter(it => it.scrollWidth > it.clientWidth).length;
      expect(await page.locator('.code-frame pre').evaluateAll(listCutOff)).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(await listContrastViolations(page)).toEqual([]);
      const colors = await page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        return [style.color, style.backgroundColor];
      });
      expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
      await page.emulateMedia({ media: 'screen' });
    });
  }
});
