import { expectMessages } from '../support/field-messages.ts';
import { expect, holdRequests, site, testOnOwnSite, waitForIdle } from '../support/test.ts';

const test = testOnOwnSite();

test('the setup form shows errors, reveals the password, and creates one owner', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  trouble.announce(/status (of )?404/);
  trouble.announce(/ERR_FAILED/);
  const password = page.getByLabel('Password', { exact: true });
  const confirm = page.getByLabel('Confirm Password');
  const button = page.getByRole('button', { name: /^(Create owner account|Creating account…)$/ });
  await page.clock.install();
  await page.goto(site.setUpLink);
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');

  await test.step('shows errors on the fields and keeps the input', async () => {
    await button.click();
    await expectMessages(page, {
      Name: 'Name is required',
      Email: 'Email is required',
      Password: 'Password is required',
      'Confirm Password': 'Confirm Password is required',
    });
    await page.getByLabel('Name').fill('Ada Harbor');
    await page.getByLabel('Email', { exact: true }).fill('ada@harbor');
    await password.fill('12345');
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await button.click();
    await expectMessages(page, {
      Email: 'Invalid email address',
      Password: 'Password must be at least 6 characters long',
    });
    await expect(page.getByLabel('Name')).toHaveValue('Ada Harbor');
    await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@harbor');
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
  });

  await test.step('can reveal the password, which is hidden on submit', async () => {
    await expect(password).toHaveAttribute('type', 'password');
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
    const refused = page.waitForResponse('**/api/v1/setup');
    await password.press('Enter');
    await refused;
    await expect(password).toHaveAccessibleDescription(/at least 6 characters long$/);
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveValue('12345');
  });

  await test.step('shows an error and keeps the input if the connection fails', async () => {
    await page.getByLabel('Email', { exact: true }).fill('ada@harbor.example');
    await password.fill('a long pass phrase');
    await confirm.fill('a long pass phrase');
    await page.route('**/api/v1/setup', route => route.abort(), { times: 1 });
    await button.click();
    await expect(page.getByRole('alert')).toHaveText('Can’t reach the site. Check your connection and try again.');
    await expect(page.getByLabel('Name')).toHaveValue('Ada Harbor');
    await expect(password).toHaveValue('a long pass phrase');
  });

  await test.step('submits once on a double click and notifies the owner', async () => {
    const sent: string[] = [];
    page.on('request', request => request.method() === 'POST' && sent.push(request.url()));
    const release = await holdRequests(page, '**/api/v1/setup');
    // Wait longer than the browser caches the link's data.
    await page.clock.fastForward('02:00');
    const firstRequest = page.waitForRequest('**/api/v1/setup');
    await button.dblclick();
    await expect(button).toBeDisabled();
    await firstRequest;
    await waitForIdle(page);
    expect(sent).toHaveLength(1);
    release();
    await expect(page.getByText('Owner account created. Redirecting...')).toBeVisible();
    await page.clock.fastForward(1500);
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('ends the link', async () => {
    expect((await page.goto(site.setUpLink))?.status()).toBe(404);
    await expect(page.getByText('This setup link is no longer valid.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create owner account' })).toHaveCount(0);
  });
});
