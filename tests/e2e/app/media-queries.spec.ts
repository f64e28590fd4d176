import { AxeBuilder } from '@axe-core/playwright';
import { expect, hydratePage, test, withMotion } from '../support/test.ts';

test.use(withMotion);

const POST = '/blog/caching-html-on-one-server';

test('shows no animations with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await hydratePage(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  const running = () => page.evaluate(() => document.getAnimations().filter(it => it.playState === 'running').length);
  await page.evaluate(() => scrollTo(0, 1500));
  expect(await running()).toBe(0);
  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  await expect(page.locator('html')).toHaveClass('light');
  await page.mouse.move(5, 500);
  await expect.poll(running).toBe(0);
  await page.getByRole('banner').getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
  await expect.poll(running).toBe(0);
});

test('stays readable with visible edges and current items in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const path of ['/', POST, '/blogs', '/about']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/blogs');
  for (const name of ['Search', 'Switch to light mode']) {
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  const search = page.getByRole('button', { name: 'Search' });
  expect(await search.evaluate(it => getComputedStyle(it).borderTopWidth)).not.toBe('0px');
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
  const other = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' });
  // Forced colors remove backgrounds, so a mark can't depend on one.
  const mark = (it: Element) => {
    const own = getComputedStyle(it);
    const after = getComputedStyle(it, '::after');
    return [own.borderBottomWidth, own.fontWeight, after.content, after.backgroundColor, after.borderBottomWidth];
  };
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const [border, weight, content, background, edge] = await current.evaluate(mark);
  const [otherBorder, otherWeight] = await other.evaluate(mark);
  const drawn = content !== 'none' && (background !== ground || edge !== '0px');
  expect(drawn || border !== otherBorder || weight !== otherWeight, 'the current page is marked').toBe(true);
});

test('prints only the post, dark on white', async ({ page }) => {
  for (const theme of ['dark', 'light']) {
    await page.goto(POST);
    await page.evaluate(chosen => localStorage.setItem('theme', chosen), theme);
    await page.reload();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.prose')).toBeVisible();
    await expect(page.locator('.code-frame pre').first()).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Copy/ })).toHaveCount(0);
    const found = await new AxeBuilder({ page }).withRules(['color-contrast']).setLegacyMode(true).analyze();
    const faint = found.violations.flatMap(rule => rule.nodes.map(node => node.failureSummary));
    expect([...new Set(faint)], `printed from the ${theme} theme`).toEqual([]);
    const colors = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return [style.color, style.backgroundColor];
    });
    expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    await page.emulateMedia({ media: 'screen' });
  }
});
