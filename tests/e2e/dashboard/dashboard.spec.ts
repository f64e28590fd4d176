import type { Page } from '@playwright/test';
import { PASSWORD } from '../support/site-fixture.ts';
import {
  expect,
  expectSameDocument,
  markDocument,
  tabTo,
  waitForHydration,
  hydratePage,
  testOnOwnSite,
  site,
  type TestUser,
} from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
let grace: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
  grace = await site.addMember('Grace Murray');
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const bar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search pages, actions, people and posts' });

test('asks visitors to sign in and returns to the requested page', async ({ page }) => {
  await page.goto('/dashboard/all-users?role=author');
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fall-users%3Frole%3Dauthor');
  await hydratePage(page);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard/all-users?role=author');
  await expect(heading(page)).toHaveText('All users');
});

test.describe('owner', () => {
  test.beforeEach(({ context }) => site.signIn(context, owner));

  test('finds pages by task, with the current one marked and its heading focused', async ({ page }) => {
    await page.goto('/dashboard');
    await waitForHydration(page);
    await markDocument(page);
    for (const [label, path, title] of [
      ['All users', '/dashboard/all-users', 'All users'],
      ['Security log', '/dashboard/security-log', 'Security log'],
      ['Outbox', '/dashboard/outbox', 'Outbox'],
      ['Dashboard', '/dashboard', 'Today'],
    ] as const) {
      await bar(page).getByRole('link', { name: label }).click();
      await expect(page).toHaveURL(path);
      await expect(heading(page)).toHaveText(title);
      await expect(heading(page)).toBeFocused();
      await expect(bar(page).locator('[aria-current]')).toHaveText(label);
    }
    await expectSameDocument(page);
    await expect(page.getByRole('banner').getByText('Owner')).toBeVisible();
  });

  test('navigates by keyboard in the command palette, which restores focus', async ({ page }) => {
    await page.goto('/dashboard');
    await waitForHydration(page);
    const opener = page.getByRole('button', { name: /^Search…/ });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeVisible();
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(opener).toBeFocused();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('audit');
    await expect(palette(page).getByRole('option').first()).toHaveText('Security log');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/security-log');
    await expect(palette(page)).toBeHidden();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzz');
    await expect(palette(page).getByText('Nothing is called that.')).toBeVisible();
    await expect(palette(page).getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeHidden();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzz');
    await expect(palette(page).getByText('Nothing is called that.')).toBeVisible();
    // Closed and reopened within one frame, as on a slow machine.
    const focused = await page.evaluate(async () => {
      const press = async () => {
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
        await new Promise(resolve => setTimeout(resolve));
      };
      await press();
      await press();
      return document.activeElement?.getAttribute('role');
    });
    expect(focused).toBe('combobox');
    await expect(palette(page).getByRole('combobox')).toHaveValue('');
  });

  test('finds users, switches the theme and opens public pages from the command palette', async ({ page }) => {
    await page.goto('/dashboard');
    await waitForHydration(page);
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('murr');
    const found = palette(page).getByRole('option', { name: 'Grace Murray' });
    await expect(found).toBeVisible();
    await found.click();
    await expect(page).toHaveURL(`/dashboard/all-users?search=${encodeURIComponent(grace.email)}`);
    await expect(page.getByRole('row', { name: /Grace Murray/ })).toBeVisible();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('theme');
    await expect(palette(page).getByRole('option').first()).toHaveText('Switch between dark and light');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveClass(/light/);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('pric');
    // The dashboard has a page with the same name.
    await palette(page).getByRole('group', { name: 'The site' }).getByRole('option', { name: 'Pricing' }).click();
    await expect(page).toHaveURL('/pricing');
  });

  test('shows failed emails first with a link to them', async ({ page, trouble }) => {
    await site.query(
      `insert into emails (to_name, to_email, template, subject, html, text, contains_secret, state, attempts, last_error, created_at)
      values ('Grace', 'grace@site.example', 'account_disabled', 'A mail <b>that</b> failed', $1, 'As text', false, 'failed', 5, '550 No such mailbox', now())`,
      ['<html><head></head><body><p style="color: red">As it is seen</p><script>alert(1)</script></body></html>'],
    );
    // The browser reports that it blocked the email's script.
    trouble.announce(/Blocked script execution/);
    await page.goto('/dashboard');
    const task = page.getByRole('region', { name: 'Needs you' }).getByRole('listitem').first();
    await expect(task).toContainText('1 email could not be delivered');
    await task.getByRole('link').click();
    await expect(page).toHaveURL('/dashboard/outbox?state=failed');
    await expect(page.getByText('No mail server is set')).toBeVisible();
    await page.getByRole('link', { name: 'A mail <b>that</b> failed' }).click();
    await expect(heading(page)).toHaveText('A mail <b>that</b> failed');
    await expect(page.frameLocator('iframe').getByText('As it is seen')).toHaveCSS('color', 'rgb(255, 0, 0)');
    await expect(page.getByText('As text', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Deliver again' }).click();
    await expect(page.getByRole('definition').filter({ hasText: 'Waiting' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText('1 email is only stored here')).toBeVisible();
  });

  test('filters and searches the security log in the address', async ({ page }) => {
    await site.query(
      `insert into security_events (occurred_at, type, email, ip, user_agent) values
      (now(), 'sign_in_failed', 'eve@site.example', '203.0.113.9', 'curl'), (now(), 'signed_out', 'eve@site.example', '203.0.113.9', 'curl')`,
    );
    await page.goto('/dashboard/security-log');
    await waitForHydration(page);
    await page.getByLabel('Event').selectOption({ label: 'Was refused at sign-in' });
    await expect(page).toHaveURL('/dashboard/security-log?type=sign_in_failed');
    await expect(page.getByRole('row', { name: /eve@/ })).toHaveCount(1);
    await page.getByLabel('E-mail or IP address').fill('no such');
    await page.getByLabel('E-mail or IP address').press('Enter');
    await expect(page.getByText('No events match your search.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(page).toHaveURL('/dashboard/security-log');
    await expect(page.getByRole('row', { name: /eve@/ })).toHaveCount(2);
  });

  test('shows unknown addresses inside the layout', async ({ page, trouble }) => {
    trouble.announce(/status (of )?404/);
    expect((await page.goto('/dashboard/no-such-page'))?.status()).toBe(404);
    await expect(heading(page)).toHaveText('There is no page here');
    await expect(bar(page)).toBeVisible();
  });

  test('signs out', async ({ page }) => {
    await page.goto('/dashboard');
    await waitForHydration(page);
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('Logged out successfully!')).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login?next=%2Fdashboard');
  });
});

test.describe('member', () => {
  test.beforeEach(({ context }) => site.signIn(context, grace));

  test('is greeted without the owner’s pages', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(heading(page)).toHaveText('Hello, Grace');
    await expect(bar(page).getByRole('link')).toHaveText([
      'Dashboard',
      'Posts',
      'Projects',
      'Media',
      'Comments',
      'Orders',
      'Bookings',
      'My profile',
      'Update profile',
    ]);
    await waitForHydration(page);
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('all users');
    await expect(palette(page).getByRole('option', { name: 'All users' })).toHaveCount(0);
    await page.keyboard.type('zzz');
    await expect(palette(page).getByText('Nothing is called that.')).toBeVisible();
  });

  for (const path of ['all-users', 'security-log', 'outbox', 'outbox/3f0e8a52-6a0b-4c7e-9d0f-2f6f0a1b2c3d']) {
    test(`is refused at ${path.slice(0, 12)} inside the layout`, async ({ page, trouble }) => {
      trouble.announce(/status (of )?403/);
      expect((await page.goto(`/dashboard/${path}`))?.status()).toBe(403);
      await expect(heading(page)).toHaveText('Only the owner can open this');
      await waitForHydration(page);
      await expect(heading(page)).toHaveText('Only the owner can open this');
      await page.getByRole('main').getByRole('link', { name: 'Go to the dashboard' }).click();
      await expect(heading(page)).toHaveText('Hello, Grace');
    });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test.beforeEach(({ context }) => site.signIn(context, owner));

  test('has the same menu, closed by Escape, choosing and resizing', async ({ page }) => {
    await page.goto('/dashboard');
    await waitForHydration(page);
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const open = page.getByRole('button', { name: 'Open navigation menu' });
    await open.click();
    await expect(menu.getByRole('link')).toHaveText([
      'Dashboard',
      'Posts',
      'Projects',
      'Media',
      'Site content',
      'Appearance',
      'Comments',
      'Testimonials',
      'Inbox',
      'Orders',
      'Bookings',
      'Calendar',
      'Payments',
      'Documents',
      'Pricing',
      'Billing',
      'Insights',
      'Newsletter',
      'Subscribers',
      'All users',
      'Security log',
      'My profile',
      'Update profile',
      'Settings',
      'Move in and out',
      'Redirects',
      'Outbox',
    ]);
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await menu.getByRole('link', { name: 'Outbox' }).click();
    await expect(page).toHaveURL('/dashboard/outbox');
    await expect(menu).toBeHidden();
    await open.click();
    await page.setViewportSize({ width: 420, height: 740 });
    await expect(menu).toBeHidden();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('explains how to continue', async ({ page }) => {
      await page.goto('/dashboard/outbox');
      await expect(page.getByRole('main')).toHaveText(
        'The dashboard needs JavaScript. Turn it on in your browser’s settings, then reload this page.',
        { useInnerText: true },
      );
    });
  });
});
