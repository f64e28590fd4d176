import {
  expect,
  holdRequests,
  hydratePage,
  test,
  waitForFonts,
  waitForFrames,
  waitForHydration,
  waitForIdle,
  withMotion,
} from '../support/test.ts';

test.use(withMotion);

const APP = '**/assets/hydrate-*.js';

test('loads React at the first intent, and again at the next one while loading fails', async ({ page, trouble }) => {
  trouble.announce(/hydrate-.*\.js/);
  const scripts: string[] = [];
  page.on('request', request => {
    if (request.resourceType() === 'script' && !request.url().includes('/assets/visits-')) scripts.push(request.url());
  });
  const html = page.locator('html');
  const home = page.getByRole('banner').getByRole('link').first();

  await test.step('scrolling and moving the mouse are no intent', async () => {
    await page.goto('/blogs');
    await page.waitForLoadState('networkidle');
    await page.mouse.move(5, 400);
    await page.mouse.wheel(0, 600);
    expect(scripts).toEqual([]);
    await expect(html).not.toHaveAttribute('data-app');
  });

  await page.route(APP, route => route.abort());
  for (const [intent, act] of [
    ['a key', () => page.keyboard.press('ArrowUp')],
    ['a press', () => page.getByRole('button', { name: 'Switch to light mode' }).dispatchEvent('pointerdown')],
    ['a touch', () => home.dispatchEvent('touchstart')],
    ['focus', () => home.focus()],
    ['the mouse over a link', () => home.hover()],
  ] as const) {
    await test.step(intent, async () => {
      // Image requests of the previous page fail as well.
      const refused = page.waitForEvent('requestfailed', request => /\/assets\/hydrate-/.test(request.url()));
      await act();
      await refused;
      // The script notices the failure a moment after the browser reports it.
      await waitForIdle(page);
      await expect(html).not.toHaveAttribute('data-app');
    });
  }
  expect(scripts.filter(url => /\/assets\/hydrate-/.test(url))).toHaveLength(5);

  await test.step('links work without React', async () => {
    await page.getByRole('link', { name: '#habits' }).click();
    await expect(page.getByText(/^\d+ posts tagged habits$/)).toBeVisible();
  });

  await test.step('React is loaded once it can be', async () => {
    await page.unroute(APP);
    await page.getByRole('contentinfo').getByRole('link').first().hover();
    await waitForHydration(page);
  });

  await test.step('a field is entered before the first script runs', async () => {
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        const field = document.querySelector<HTMLElement>('main [type=search]');
        if (!field) return;
        seen.disconnect();
        field.focus();
      });
      seen.observe(document, { childList: true, subtree: true });
    });
    await page.goto('/projects');
    await waitForHydration(page);
  });
});

test('keeps clicks and input made before hydration, and the scroll position, except on a new page', async ({
  page,
}) => {
  await test.step('a click and input before hydration', async () => {
    const release = await holdRequests(page, APP);
    await page.goto('/');
    await page.getByRole('link', { name: 'See the work' }).click();
    await expect(page).toHaveURL('/projects');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
    await page.getByLabel('Search projects').fill('booking');
    await page.getByLabel('Sort by').selectOption('Oldest first');
    await expect(page.locator('html')).not.toHaveAttribute('data-app');
    release();
    await waitForHydration(page);
    await expect(page.getByLabel('Search projects')).toHaveValue('booking');
    await expect(page.getByLabel('Sort by')).toHaveValue('oldest');
    await page.unroute(APP);
  });

  const scrolled = () => page.evaluate(() => Math.round(scrollY));

  await test.step('an anchor is in view when the fonts have arrived', async () => {
    await page.goto('/pricing#term-16');
    await waitForFonts(page);
    await expect(page.locator('#term-16')).toBeInViewport({ ratio: 1 });
  });

  await test.step('on return, before hydration', async () => {
    await page.goto('/pricing');
    await waitForFonts(page);
    await page.evaluate(() => scrollTo({ top: 2500, behavior: 'instant' }));
    await page.goto('/about');
    await page.goBack();
    await waitForFonts(page);
    await expect.poll(scrolled).toBe(2500);
  });

  await test.step('when hydrating', async () => {
    await hydratePage(page);
    // Scrolling is smooth, so an unwanted scroll would show a moment later.
    await waitForFrames(page);
    expect(await scrolled()).toBe(2500);
  });

  await test.step('after a reload', async () => {
    await page.reload();
    await hydratePage(page);
    await waitForFrames(page);
    expect(await scrolled()).toBe(2500);
  });

  await test.step('a plain link leads to the top', async () => {
    await page.evaluate(() => location.assign('/about'));
    await page.waitForURL('/about');
    await hydratePage(page);
    await waitForFrames(page);
    expect(await scrolled()).toBe(0);
  });

  await test.step('on return, after hydration', async () => {
    await page.goBack();
    await hydratePage(page);
    await expect.poll(scrolled).toBe(2500);
  });
});
