import { expect, holdRequests, test, waitForHydration, waitForRequests } from '../support/test.ts';

// Visitors read public forms before they fill them in, so the forms' code loads only at the first sign of intent.
test('forms load all their code at the first intent, and keep every letter and the focus', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'script' && !pathname.startsWith('/assets/visits-')) scripts.push(pathname);
  });
  for (const { path, label, letters } of [
    { path: '/login', label: 'Email', letters: 'ada@site' },
    { path: '/register', label: 'Name', letters: 'ada@site' },
    { path: '/pricing/consultation', letters: '' },
    { path: '/contact', label: 'Name', letters: '' },
    // Last, because a page with a draft loads its code immediately.
    { path: '/contact', label: 'Name', letters: 'ada@site' },
  ]) {
    await test.step(`${path}${letters && ', typing'}`, async () => {
      // The previous page may still request code.
      await waitForRequests(page);
      scripts.length = 0;
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      expect(scripts).toEqual([]);
      await expect(page.locator('html')).not.toHaveAttribute('data-app');

      const deliver = await holdRequests(page, '**/assets/hydrate-*.js');
      const field = label ? page.getByLabel(label, { exact: true }) : page.getByRole('radio').first();
      await field.focus();
      await page.keyboard.type(letters);
      await expect.poll(() => scripts.length).toBeGreaterThan(0);
      deliver();
      await waitForHydration(page);
      await page.unroute('**/assets/hydrate-*.js');
      if (letters) {
        await page.keyboard.type('.example');
        await expect(field).toHaveValue(`${letters}.example`);
      }
      if (label) await expect(field).toBeFocused();

      // The sign-in page goes on to ask for a passkey, and typing a message starts the proof of work.
      if (path === '/login' || (path === '/contact' && letters)) return;
      const [app, preloaded] = await page.evaluate(() => [
        document.querySelector<HTMLElement>('script[data-app]')?.dataset.app,
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
          link => new URL(link.href).pathname,
        ),
      ]);
      expect(scripts.some(file => file.includes('Page-'))).toBe(true);
      expect(
        scripts.filter(file => file !== app && !preloaded?.includes(file)),
        'code requested later',
      ).toEqual([]);
      expect(scripts.some(file => file.includes('/dashboard-'))).toBe(false);
    });
  }

  await test.step('booking keeps focus when keys change consultation, hours and time zone, and leads to the next step', async () => {
    await page.goto('/pricing/consultation?option=initial&zone=Asia%2FTokyo');
    const chosen = page.locator('input[name=option]:checked');
    await chosen.focus();
    await waitForHydration(page);
    const before = await chosen.getAttribute('value');
    await page.keyboard.press('ArrowDown');
    await expect(page).not.toHaveURL(/option=initial/);
    const after = await chosen.getAttribute('value');
    expect(after).not.toBe(before);
    await expect(page.locator(`input[type=radio][value=${after}]`)).toBeFocused();
    expect(await page.getByRole('radio').count()).toBeGreaterThan(2);

    await page.locator('input[type=radio][value=hourly]').check();
    await expect(page).toHaveURL(/option=hourly/);
    const hours = page.getByLabel('Number of hours');
    await hours.focus();
    await hours.selectOption('2');
    await expect(page).toHaveURL(/hours=2/);
    await expect(hours).toBeFocused();
    const zone = page.getByLabel('Your time zone');
    await zone.focus();
    await zone.selectOption('Europe/Berlin');
    await expect(page).toHaveURL(/zone=Europe%2FBerlin/);
    await expect(zone).toBeFocused();

    await page.setViewportSize({ width: 1440, height: 700 });
    await page.locator('button[name="startsAt"]').first().focus();
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: 'Your details' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await expect(page.getByLabel('Name', { exact: true })).toBeInViewport();
  });
});
