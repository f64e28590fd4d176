import type { Page } from '@playwright/test';
import { expect, test as base, testOnOwnSite, waitForIdle, holdRequests, site } from '../support/test.ts';

const empty = {
  Name: 'Name is required',
  'E-mail': 'Email is required',
  Password: 'Password is required',
  'Confirm Password': 'Confirm Password is required',
};
const wrong = { 'E-mail': 'Invalid email address', Password: 'Password must be at least 6 characters long' };

base.describe('with script', () => {
  // Serial, because the setup link creates one owner.
  const test = testOnOwnSite({ mode: 'serial' });

  test('shows errors on the fields and keeps the input', async ({ page, trouble }) => {
    trouble.announce(/status (of )?400/);
    await page.goto(site.setUpLink);
    await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');
    await page.getByRole('button', { name: 'Become the owner' }).click();
    await expectMessages(page, empty);
    await fillWrong(page);
    await page.getByRole('button', { name: 'Become the owner' }).click();
    await expectMessages(page, wrong);
    await expect(page.getByLabel('Name')).toHaveValue('Ada Harbor');
    await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid');
    await expect(page.getByLabel('E-mail')).toHaveValue('ada@harbor');
  });

  test('can reveal the password, which is hidden on submit', async ({ page, trouble }) => {
    trouble.announce(/status (of )?400/);
    await page.goto(site.setUpLink);
    await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('12345');
    await expect(password).toHaveAttribute('type', 'password');
    const confirm = page.getByLabel('Confirm Password');
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(confirm).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).last().click();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(confirm).toHaveAttribute('type', 'password');
    await password.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAttribute('type', 'text');
    await password.press('Enter');
    await expect(password).toHaveAccessibleDescription(/at least 6 characters long$/);
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveValue('12345');
  });

  test('submits once on a double click, notifies the owner and ends the link', async ({ page, trouble }) => {
    trouble.announce(/status (of )?404/);
    const sent: string[] = [];
    page.on('request', request => request.method() === 'POST' && sent.push(request.url()));
    const release = await holdRequests(page, '**/api/v1/setup');
    await page.clock.install();
    await page.goto(site.setUpLink);
    await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');
    await fillRight(page);
    // Longer than the browser caches the link's data.
    await page.clock.fastForward('02:00');
    const button = page.getByRole('button', { name: /^(Become the owner|Setting up…)$/ });
    const firstRequest = page.waitForRequest('**/api/v1/setup');
    await button.dblclick();
    await expect(button).toBeDisabled();
    await firstRequest;
    await waitForIdle(page);
    expect(sent).toHaveLength(1);
    release();
    await expect(page.getByText('The site is yours! Redirecting...')).toBeVisible();
    await page.clock.fastForward(1500);
    await expect(page).toHaveURL('/dashboard');

    expect((await page.goto(site.setUpLink))?.status()).toBe(404);
    await expect(page.getByText('This set-up link is no longer valid.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Become the owner' })).toHaveCount(0);
  });
});

base.describe('without script', () => {
  // Needs its own site, because a setup link creates only one owner.
  const test = testOnOwnSite();
  test.use({ javaScriptEnabled: false });

  test('shows errors, keeps input, succeeds and ends the link', async ({ page, trouble }) => {
    trouble.announce(/status (of )?400/);
    trouble.announce(/status (of )?404/);
    await page.goto(site.setUpLink);
    await expect(page.getByRole('button', { name: 'Show password' })).toBeHidden();
    await page.getByRole('button', { name: 'Become the owner' }).click();
    await expectMessages(page, empty);
    await fillWrong(page);
    await page.getByRole('button', { name: 'Become the owner' }).click();
    await expectMessages(page, wrong);
    await expect(page.getByLabel('Name')).toHaveValue('Ada Harbor');
    await expect(page.getByLabel('E-mail')).toHaveValue('ada@harbor');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    expect(await page.content()).not.toContain('12345"');

    await fillRight(page);
    await page.getByRole('button', { name: 'Become the owner' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('main')).toHaveText(/^The dashboard needs JavaScript\./, { useInnerText: true });
    expect((await page.goto(site.setUpLink))?.status()).toBe(404);
    await expect(page.getByText('This set-up link is no longer valid.')).toBeVisible();
  });
});

/** Checks that each field is marked invalid and described by its message, and that a summary is shown. */
async function expectMessages(page: Page, messages: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, message] of Object.entries(messages)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(`${message}$`));
  }
  await expect(page.getByRole('alert')).toBeVisible();
}

async function fillWrong(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada Harbor');
  await page.getByLabel('E-mail').fill('ada@harbor');
  await page.getByLabel('Password', { exact: true }).fill('12345');
}

async function fillRight(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada Harbor');
  await page.getByLabel('E-mail').fill('ada@harbor.example');
  await page.getByLabel('Password', { exact: true }).fill('a long pass phrase');
  await page.getByLabel('Confirm Password').fill('a long pass phrase');
}
