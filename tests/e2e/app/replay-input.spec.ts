import type { Page } from '@playwright/test';
import { expect, holdRequests, hydratePage, test, waitForHydration, waitForIdle } from '../support/test.ts';

// On a slow network, seconds pass between first paint and hydration.
const APP = '**/assets/hydrate-*.js';

/** Holds the app's script back until the returned function is called. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const release = await holdRequests(page, APP);
  return async () => {
    release();
    await hydratePage(page);
    await page.unroute(APP);
  };
}

test('replays early choices, typing and checks', async ({ page, trouble }) => {
  trouble.announce(/\/assets\/hydrate-/);
  const strategy = page.getByRole('radio', { name: 'Project Strategy Session' });

  await test.step('a choice and its effects', async () => {
    const releaseApp = await holdApp(page);
    await page.goto('/pricing/consultation');
    await strategy.check();
    await page.getByLabel('Your time zone').selectOption('Asia/Tokyo');
    await expect(page.getByText('Time zone: Asia/Tokyo')).toBeHidden();
    await releaseApp();
    await expect(page).toHaveURL(/option=strategy&.*zone=Asia%2FTokyo/);
    await expect(page.getByText('Time zone: Asia/Tokyo')).toBeVisible();
    await expect(strategy).toBeChecked();
    await expect(page.getByText(/^Project Strategy Session, /)).toBeVisible();
  });

  await test.step('no untouched field', async () => {
    const releaseApp = await holdApp(page);
    await page.goto('/pricing/consultation?option=strategy&zone=Asia%2FTokyo');
    await releaseApp();
    await waitForIdle(page);
    await expect(page).toHaveURL('/pricing/consultation?option=strategy&zone=Asia%2FTokyo');
  });

  await test.step('typing, also over an older draft', async () => {
    const releaseApp = await holdApp(page);
    const planSummary = page.getByRole('complementary', { name: 'Your plan' });
    const brief = page.getByLabel('Project brief');
    await page.goto('/pricing/custom');
    await page
      .getByLabel(/, quantity$/)
      .first()
      .fill('2');
    await brief.fill('A tide table');
    await brief.press('Home');
    await expect(planSummary.getByText('× 2')).toBeHidden();
    await releaseApp();
    await expect(planSummary.getByText('× 2')).toBeVisible();
    // Typing continues in the middle of a word.
    await page.keyboard.type('Soon: ');
    await expect(brief).toHaveValue('Soon: A tide table');

    const again = await holdApp(page);
    await page.reload();
    await brief.fill('A chart of the harbour');
    await again();
    await expect(planSummary.getByText('× 2')).toBeVisible();
    await expect(brief).toHaveValue('A chart of the harbour');
  });

  await test.step('a checkbox', async () => {
    const releaseApp = await holdApp(page);
    const urgent = page.getByRole('checkbox').first();
    await page.goto('/order/plan/growth');
    await urgent.check();
    await releaseApp();
    await expect(urgent).toBeChecked();
    await page.reload();
    await waitForHydration(page);
    await expect(urgent).toBeChecked();
  });

  await test.step('offers the version without JavaScript when the app fails to load', async () => {
    await page.route(APP, route => route.abort());
    await page.goto('/pricing/consultation');
    await strategy.check();
    await page.getByRole('button', { name: 'Show times' }).click();
    await expect(page).toHaveURL(/option=strategy/);
    await expect(page.getByText(/^Project Strategy Session, /)).toBeVisible();
  });
});
