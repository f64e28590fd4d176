import type { Page } from '@playwright/test';
import { publicPages } from '../support/public-pages.ts';
import {
  expect,
  expectSameDocument,
  markDocument,
  waitForHydration,
  hydratePage,
  test,
  waitForFonts,
  withMotion,
  holdRequests,
  waitForFrames,
} from '../support/test.ts';

test.use(withMotion);

const APP = '**/assets/hydrate-*.js';
const softly = expect.configure({ soft: true });

test('starts with the inline script and loads React on the first intent', async ({ page }) => {
  const scripts = scriptsOf(page);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.mouse.move(5, 400);
  await page.mouse.wheel(0, 600);
  expect(scripts).toEqual([]);
  await expect(page.locator('html')).not.toHaveAttribute('data-app');

  await page.getByRole('banner').getByRole('link').first().hover();
  await waitForHydration(page);
  expect(scripts.filter(url => /\/assets\/hydrate-/.test(url))).toHaveLength(1);
});

test('treats a key, a press, a touch and focus as intent', async ({ page }) => {
  for (const act of [
    () => page.keyboard.press('Tab'),
    () => page.getByRole('button', { name: 'Switch to light mode' }).dispatchEvent('pointerdown'),
    () => page.getByRole('link', { name: 'See the work' }).dispatchEvent('touchstart'),
    () => page.getByRole('link', { name: 'See the work' }).focus(),
  ]) {
    await page.goto('/');
    await expect(page.locator('html')).not.toHaveAttribute('data-app');
    await act();
    await waitForHydration(page);
  }
});

test('navigates without a document load once hydrated', async ({ page }) => {
  await page.goto('/');
  await hydratePage(page);
  await markDocument(page);
  const documents: string[] = [];
  page.on('request', request => request.resourceType() === 'document' && documents.push(request.url()));
  await page.getByRole('link', { name: 'See the work' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/projects\/[a-z-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Projects');
  expect(documents).toEqual([]);
  await expectSameDocument(page);
});

test('follows a click made before hydration', async ({ page }) => {
  const release = await holdRequests(page, APP);
  await page.goto('/');
  await page.getByRole('link', { name: 'See the work' }).click();
  await expect(page).toHaveURL('/projects');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
  await expect(page.locator('html')).not.toHaveAttribute('data-app');
  release();
});

test('stays usable when React fails to load and retries on later intent', async ({ page, trouble }) => {
  trouble.announce(/hydrate-.*\.js/);
  await page.route(APP, route => route.abort());
  await page.goto('/blogs');
  // Image requests of the previous page fail as well.
  const refused = () => page.waitForEvent('requestfailed', request => /\/assets\/hydrate-/.test(request.url()));
  const failed = refused();
  await page.getByRole('banner').getByRole('link').first().hover();
  await failed;
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Technology' }).click();
  await expect(page.getByText('3 posts in Technology')).toBeVisible();

  const again = refused();
  await page.getByRole('banner').getByRole('link').first().hover();
  await again;
  await page.unroute(APP);
  await page.getByRole('contentinfo').getByRole('link').first().hover();
  await waitForHydration(page);
});

test('changes nothing visible when hydrating', async ({ page, trouble }) => {
  trouble.announce(/status (of )?404/);
  for (const { name, path } of publicPages) {
    // A mouse over a link would prefetch the next page.
    await page.mouse.move(0, 450);
    await page.goto(path);
    await waitForFonts(page);
    await expect(page.locator('html')).not.toHaveAttribute('data-app');
    // Hydration must keep the elements: rendering them again would lose these attributes.
    await page.evaluate(() => {
      for (const it of document.querySelectorAll('header, h1, main > *, footer')) it.setAttribute('data-served', '');
    });
    const text = await page.locator('body').innerText();
    const served = await page.locator('[data-served]').count();
    await hydratePage(page);
    expect.soft(await page.locator('body').innerText(), name).toBe(text);
    expect.soft(await page.locator('[data-served]').count(), name).toBe(served);
    await softly(page.locator('title'), name).toHaveCount(1);
  }
});

test('keeps the scroll position when hydrating', async ({ page }) => {
  await page.goto('/pricing');
  await page.evaluate(() => scrollTo({ top: 2500, behavior: 'instant' }));
  // Move the mouse directly: `hover()` would scroll to the sticky bar's position in the document.
  const brand = await page.getByRole('banner').getByRole('link').first().boundingBox();
  await page.mouse.move((brand?.x ?? 0) + 10, (brand?.y ?? 0) + 10);
  await waitForHydration(page);
  // Scrolling is smooth, so an unwanted scroll would show a moment later.
  await waitForFrames(page);
  expect(await page.evaluate(() => scrollY)).toBe(2500);
});

test('starts at the top after a plain link and keeps its place after a reload', async ({ page }) => {
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await page.goto('/pricing');
  await hydratePage(page);
  await page.evaluate(() => scrollTo({ top: 2500, behavior: 'instant' }));
  await page.reload();
  await hydratePage(page);
  await waitForFrames(page);
  expect(await scrolled()).toBe(2500);
  await page.evaluate(() => location.assign('/about'));
  await page.waitForURL('/about');
  await hydratePage(page);
  await waitForFrames(page);
  expect(await scrolled()).toBe(0);
  await page.goBack();
  await hydratePage(page);
  await expect.poll(scrolled).toBe(2500);
});

test('keeps input made before hydration', async ({ page }) => {
  let deliver = (): void => {};
  const wait = new Promise<void>(resolve => (deliver = resolve));
  await page.route(APP, async route => {
    await wait;
    await route.continue();
  });
  await page.goto('/blogs');
  await page.getByLabel('Search posts').fill('cache');
  await page.getByLabel('Order').selectOption('Oldest first');
  deliver();
  await waitForHydration(page);
  await expect(page.getByLabel('Search posts')).toHaveValue('cache');
  await expect(page.getByLabel('Order')).toHaveValue('oldest');
});

function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()));
  return scripts;
}
