import type { Page } from '@playwright/test';
import { expect, waitForHydration, hydratePage, test, waitForIdle } from '../support/test.ts';

// On a slow network, seconds pass between first paint and hydration.
const APP = '**/assets/hydrate-*.js';

/** Holds the app's script back until the returned function is called. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(APP, async route => {
    await held;
    await route.continue();
  });
  return async () => {
    release();
    await hydratePage(page);
  };
}

const option = (page: Page, name: string) => page.getByRole('radio', { name });

test('replays an early choice and its effects', async ({ page }) => {
  const releaseApp = await holdApp(page);
  await page.goto('/pricing/consultation');
  await option(page, 'Project Strategy Session').check();
  await page.getByLabel('Your time zone').selectOption('Asia/Tokyo');
  await expect(page.getByText('In the time zone Asia/Tokyo')).toBeHidden();
  await releaseApp();
  await expect(page).toHaveURL(/option=strategy&.*zone=Asia%2FTokyo/);
  await expect(page.getByText('In the time zone Asia/Tokyo')).toBeVisible();
  await expect(option(page, 'Project Strategy Session')).toBeChecked();
  await expect(page.getByText(/^Project Strategy Session, /)).toBeVisible();
});

test('does not replay untouched fields', async ({ page }) => {
  const releaseApp = await holdApp(page);
  await page.goto('/pricing/consultation?option=strategy&zone=Asia%2FTokyo');
  await releaseApp();
  await waitForIdle(page);
  await expect(page).toHaveURL('/pricing/consultation?option=strategy&zone=Asia%2FTokyo');
});

test('replays early typing over an older draft', async ({ page }) => {
  const releaseApp = await holdApp(page);
  const asked = page.getByRole('complementary', { name: 'Your package' });
  const count = page.getByLabel(/, how many$/).first();
  await page.goto('/pricing/custom');
  await count.fill('2');
  await page.getByLabel('Your brief').fill('A tide table');
  await page.getByLabel('Your brief').press('Home');
  await expect(asked.getByText('× 2')).toBeHidden();
  await releaseApp();
  await expect(asked.getByText('× 2')).toBeVisible();
  // Typing continues in the middle of a word.
  await page.keyboard.type('Soon: ');
  await expect(page.getByLabel('Your brief')).toHaveValue('Soon: A tide table');

  await page.unroute(APP);
  const again = await holdApp(page);
  await page.reload();
  await page.getByLabel('Your brief').fill('A chart of the harbour');
  await again();
  await expect(asked.getByText('× 2')).toBeVisible();
  await expect(page.getByLabel('Your brief')).toHaveValue('A chart of the harbour');
});

test('replays an early checkbox', async ({ page }) => {
  const releaseApp = await holdApp(page);
  await page.goto('/order/plan/growth');
  const urgent = page.getByRole('checkbox').first();
  await urgent.check();
  await releaseApp();
  await expect(urgent).toBeChecked();
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByRole('checkbox').first()).toBeChecked();
});

for (const path of ['/pricing/consultation', '/contact', '/register']) {
  test(`requests all code of ${path} immediately and nothing else`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', request => {
      if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname);
    });
    await page.goto(path);
    await hydratePage(page);
    const preloaded = await page
      .locator('link[rel=modulepreload]')
      .evaluateAll(links => links.map(link => new URL((link as HTMLLinkElement).href).pathname));
    const app = await page.locator('script[data-app]').getAttribute('data-app');
    const atOnce = [app, ...preloaded];
    expect(asked.some(file => file.includes('Page-'))).toBe(true);
    expect(asked.filter(file => !atOnce.includes(file))).toEqual([]);
    expect(asked.some(file => file.includes('/dashboard-'))).toBe(false);
  });
}

test('offers the version without JavaScript when the app fails to load', async ({ page, trouble }) => {
  trouble.announce(/\/assets\/hydrate-/);
  await page.route(APP, route => route.abort());
  await page.goto('/pricing/consultation');
  await option(page, 'Project Strategy Session').check();
  await page.getByRole('button', { name: 'Show its times' }).click();
  await expect(page).toHaveURL(/option=strategy/);
  await expect(page.getByText(/^Project Strategy Session, /)).toBeVisible();
});
