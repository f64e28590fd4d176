import type { Page, Request } from '@playwright/test';
import { createApiClient } from '../support/api-client.ts';
import {
  expect,
  expectSameDocument,
  markDocument,
  navigateInApp,
  tabTo,
  waitForHydration,
  waitForRequests,
  type TestUser,
  testOnOwnSite,
  site,
} from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const bar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search pages, actions, people and posts' });

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(typed);
}

// A member's dashboard is tested in visual-checks.spec.ts.
test('the owner navigates by sidebar, command palette, tasks and menu', async ({ page, context, trouble }) => {
  // The browser reports that it blocked the script in an email.
  trouble.announce(/Blocked script execution/);
  const grace = await site.addMember('Grace Murray');
  await site.signIn(context, owner);
  await site.query(
    `insert into emails (to_name, to_email, template, subject, html, text, contains_secret, state, attempts, last_error, created_at)
    values ('Grace', 'grace@site.example', 'account_disabled', 'A mail <b>that</b> failed', $1, 'As text', false, 'failed', 5, '550 No such mailbox', now())`,
    ['<html><head></head><body><p style="color: red">As it is seen</p><script>alert(1)</script></body></html>'],
  );
  await site.query(
    `insert into security_events (occurred_at, type, email, ip, user_agent) values
    (now(), 'sign_in_failed', 'eve@site.example', '203.0.113.9', 'curl'), (now(), 'signed_out', 'eve@site.example', '203.0.113.9', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36')`,
  );
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dashboard/outbox');
  await waitForHydration(page);
  await markDocument(page);

  await test.step('the current sidebar entry is in view, and visible in forced colors', async () => {
    await expect(bar(page).getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
    await expect(bar(page).getByRole('link', { name: 'Settings' })).toHaveCSS('outline-style', 'solid');
    await expect(bar(page).getByRole('link', { name: 'People' })).not.toHaveCSS('outline-style', 'solid');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the command palette works by keyboard and restores focus', async () => {
    const opener = page.getByRole('button', { name: /^Search…/ });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeVisible();
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.blur();
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('audit');
    await expect(palette(page).getByRole('option').first()).toHaveText('Security log');
    await expect(palette(page).getByRole('option').first()).toHaveCSS('outline-style', 'solid');
    await page.emulateMedia({ forcedColors: 'none' });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/security-log');
    await expect(palette(page)).toBeHidden();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzz');
    await expect(palette(page).getByText('No results.')).toBeVisible();
    await expect(palette(page).getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeHidden();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzz');
    await expect(palette(page).getByText('No results.')).toBeVisible();
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
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
  });

  await test.step('the security log keeps filter and search in the address', async () => {
    await page.getByLabel('Event').selectOption({ label: 'Sign-in failed' });
    await expect(page).toHaveURL('/dashboard/security-log?type=sign_in_failed');
    await expect(page.getByRole('row', { name: /eve@/ })).toHaveCount(1);
    await page.getByLabel('Email or IP address').fill('no such');
    await page.getByLabel('Email or IP address').press('Enter');
    await expect(page.getByText('No events match your search.')).toBeVisible();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/dashboard/security-log');
    await expect(page.getByRole('row', { name: /eve@/ })).toHaveCount(2);
    await expect(page.getByRole('row', { name: /eve@.* Chrome on Linux$/ })).toHaveCount(1);
  });

  await test.step('pointing at a link loads its data, except data that changes on the server', async () => {
    const paths: string[] = [];
    const record = (request: Request) => void paths.push(new URL(request.url()).pathname);
    const requestsOf = (name: string) => paths.filter(path => path === `/api/v1/${name}`);
    page.on('request', record);
    const tab = (name: string) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name });
    // Its code has loaded by the time the next link's data arrives.
    await tab('Backups').hover();
    await expect.poll(() => paths.some(path => path.includes('BackupsPage'))).toBe(true);
    await tab('Redirects').hover();
    await expect.poll(() => requestsOf('redirects')).toHaveLength(1);
    await tab('Redirects').click();
    await expect(heading(page)).toHaveText('Redirects');
    await tab('Backups').click();
    await expect(heading(page)).toHaveText('Backups');
    expect(requestsOf('redirects')).toHaveLength(1);
    expect(requestsOf('backups')).toHaveLength(1);
    page.off('request', record);
  });

  await test.step('the status page runs the checks again', async () => {
    await navigateInApp(page, '/dashboard/status');
    const again = page.getByRole('button', { name: 'Check again' });
    const answered = page.waitForResponse(/\/api\/v1\/status$/);
    await again.click();
    expect((await answered).status()).toBe(200);
    await expect(again).toBeEnabled();
    await expect(page.getByRole('region', { name: 'Data' }).getByText('OK')).not.toHaveCount(0);
  });

  await test.step('the sidebar marks the current page and focuses its heading', async () => {
    for (const [label, path, title] of [
      ['People', '/dashboard/clients', 'Clients'],
      ['Money', '/dashboard/money', 'Money overview'],
      ['Home', '/dashboard', 'Today'],
    ] as const) {
      await bar(page).getByRole('link', { name: label }).click();
      await expect(page).toHaveURL(path);
      await expect(heading(page)).toHaveText(title);
      await expect(heading(page)).toBeFocused();
      await expect(bar(page).locator('[aria-current]')).toHaveText(label);
    }
    await expect(page.getByRole('banner').getByText('Owner')).toBeVisible();
  });

  await test.step('the pages of a menu entry are its tabs', async () => {
    await bar(page).getByRole('link', { name: 'Settings' }).click();
    const tabs = page.getByRole('navigation', { name: 'Settings' });
    await expect(tabs.getByRole('link')).toHaveText([
      'Profile',
      'Account',
      'Site settings',
      'Backups',
      'Import & export',
      'Redirects',
      'Email log',
      'Security log',
      'Status',
    ]);
    await expect(tabs.locator('[aria-current]')).toHaveText('Profile');
    await tabs.getByRole('link', { name: 'Email log' }).click();
    await expect(page).toHaveURL('/dashboard/outbox');
    await expect(heading(page)).toBeFocused();
    await expect(tabs.locator('[aria-current]')).toHaveText('Email log');
    await expect(bar(page).locator('[aria-current]')).toHaveText('Settings');
    await bar(page).getByRole('link', { name: 'Home' }).click();
    await expect(heading(page)).toHaveText('Today');
    await expect(tabs).toHaveCount(0);
  });

  await test.step('failed emails come first, with a link to them', async () => {
    const task = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first();
    await expect(task).toContainText('1 email couldn’t be delivered');
    await task.getByRole('link').click();
    await expect(page).toHaveURL('/dashboard/outbox?state=failed');
    await expect(page.getByText('No mail server is set')).toBeVisible();
    await page.getByRole('link', { name: 'A mail <b>that</b> failed' }).click();
    await expect(heading(page)).toHaveText('A mail <b>that</b> failed');
    await expect(page.frameLocator('iframe').getByText('As it is seen')).toHaveCSS('color', 'rgb(255, 0, 0)');
    await expect(page.getByText('As text', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Resend email' }).click();
    await expect(page.getByRole('definition').filter({ hasText: 'Waiting' })).toBeVisible();
    await bar(page).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByText('1 email not sent')).toBeVisible();
  });

  await test.step('the menu on a phone is the same, and closes on Escape, choosing and resizing', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const open = page.getByRole('button', { name: 'Open navigation menu' });
    await open.click();
    await expect(menu.getByRole('link')).toHaveText([
      'Home',
      'Posts',
      'Projects',
      'Media',
      'Site',
      'Inbox',
      'Orders',
      'Bookings',
      'Money',
      'Pricing',
      'Newsletter',
      'Insights',
      'People',
      'Settings',
    ]);
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await menu.getByRole('link', { name: 'People' }).click();
    await expect(page).toHaveURL('/dashboard/clients');
    await expect(menu).toBeHidden();
    await open.click();
    await expect(menu).toBeVisible();
    await page.setViewportSize({ width: 420, height: 740 });
    await expect(menu).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await test.step('a new post has the focus on its title', async () => {
    await bar(page).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Write a post' }).first().click();
    await expect(title).toBeFocused();
  });

  await test.step('the command palette finds users, switches the theme and opens public pages', async () => {
    // The writing screen hides the menu.
    await expect(bar(page)).toBeHidden();
    await page.getByRole('link', { name: 'Back to posts' }).click();
    await bar(page).getByRole('link', { name: 'Home' }).click();
    await expect(heading(page)).toBeFocused();
    await openPalette(page, 'murr');
    const found = palette(page).getByRole('option', { name: 'Grace Murray' });
    await expect(found).toBeVisible();
    await found.click();
    await expect(page).toHaveURL(`/dashboard/all-users?search=${encodeURIComponent(grace.email)}`);
    await expect(page.getByRole('row', { name: /Grace Murray/ })).toBeVisible();
    await openPalette(page, 'theme');
    await expect(palette(page).getByRole('option').first()).toHaveText('Switch between dark and light theme');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveClass(/light/);
    await expectSameDocument(page);
    await openPalette(page, 'pric');
    // The dashboard has a page with the same name.
    await palette(page)
      .getByRole('group', { name: 'Site', exact: true })
      .getByRole('option', { name: 'Pricing' })
      .click();
    await expect(page).toHaveURL('/pricing');
  });

  await test.step('a new post keeps early input', async () => {
    await page.goto('/dashboard/add-blog', { waitUntil: 'commit' });
    await title.fill('Typed at once');
    await waitForHydration(page);
    await expect(title).toHaveValue('Typed at once');
    await expect(page).toHaveURL(/\/dashboard\/update-blog\/\d+$/);
  });
});

test('a pressed button keeps the focus while its form is sent, and sends it once', async ({ page, context }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/redirects');
  await waitForHydration(page);
  const sent: string[] = [];
  let release = () => {};
  await page.route(/\/api\/v1\//, async (route, request) => {
    if (request.method() !== 'GET') {
      sent.push(new URL(request.url()).pathname);
      await new Promise<void>(resolve => (release = resolve));
    }
    return route.continue();
  });
  const pressTwice = async (name: string) => {
    const before = sent.length;
    const saving = page.getByRole('button', { name: 'Saving…' });
    await page.getByRole('button', { name, exact: true }).press('Enter');
    await expect(saving).toBeFocused();
    await expect(saving).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect.poll(() => sent.length).toBe(before + 1);
    release();
  };
  await page.getByText('Add redirect…').click();
  await page.getByLabel('Old address', { exact: true }).fill('/kept-focus');
  await page.getByLabel('New address', { exact: true }).fill('/about');
  await pressTwice('Add redirect');
  await expect(page.getByRole('row', { name: /kept-focus/ })).toBeVisible();

  await navigateInApp(page, '/dashboard/insights');
  await pressTwice('Turn off tracking');
  await expect(page.getByRole('button', { name: 'Turn on tracking' })).toBeFocused();
  expect(sent).toHaveLength(2);
});

test('a list keeps the form above it, shows its order and changes rows once', async ({ page, context }) => {
  await site.signIn(context, owner);
  const api = createApiClient(context.request, site.url);
  await api('POST', '/redirects', { from: '/first-old', to: '/about' });
  await api('POST', '/redirects', { from: '/second-old', to: '/about' });
  await page.goto('/dashboard/redirects');
  await waitForHydration(page);

  await test.step('a new redirect stays in its form while another one is deleted', async () => {
    await page.getByText('Add redirect…').click();
    await page.getByLabel('Old address', { exact: true }).fill('/third-old');
    await page.getByRole('button', { name: 'Actions for /first-old' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete redirect' }).click();
    await expect(page.getByRole('row', { name: /first-old/ })).toHaveCount(0);
    await expect(page.getByLabel('Old address', { exact: true })).toHaveValue('/third-old');
    await page.getByLabel('New address', { exact: true }).fill('/about');
    await page.getByRole('button', { name: 'Add redirect', exact: true }).click();
    await expect(page.getByRole('row', { name: /third-old/ })).toBeVisible();
    await expect(page.getByLabel('Old address', { exact: true })).toBeHidden();
    await expect(page.getByLabel('Old address', { exact: true })).toHaveValue('');
  });

  await test.step('the default order is named after another one', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Filter' }).click();
    const order = page.getByLabel('Sort by');
    await order.selectOption('Old address A–Z');
    await expect(page).toHaveURL(/sort=from/);
    await order.selectOption('Newest first');
    await expect(page).toHaveURL('/dashboard/redirects');
    await expect(order).toHaveValue('newest');
    await page.goBack();
    await expect(order).toHaveValue('from');
    await page.goBack();
    await expect(order).toHaveValue('newest');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a double click changes the selected rows once', async () => {
    await api('POST', '/blogs', { title: 'A double click', markdown: 'Twice.' });
    await navigateInApp(page, '/dashboard/my-blogs?search=double');
    await page.getByRole('checkbox', { name: 'Select A double click' }).check();
    await page.getByLabel('Bulk action').selectOption('Delete');
    const sent: string[] = [];
    page.on('request', request => request.method() !== 'GET' && sent.push(request.url()));
    await page.getByRole('button', { name: 'Apply to selected' }).dblclick();
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
    await waitForRequests(page);
    expect(sent).toHaveLength(1);
  });
});

test('the email log is loaded again each time it is opened', async ({ page, context }) => {
  await site.signIn(context, owner);
  await site.query(
    `insert into emails (to_name, to_email, template, subject, html, text, contains_secret, state, created_at)
    values ('Grace', 'grace@site.example', 'account_disabled', 'On its way', '<p>Text</p>', 'Text', false, 'queued', now())`,
  );
  const status = page.getByRole('row', { name: 'On its way' });
  await page.goto('/dashboard/status');
  await waitForHydration(page);
  await navigateInApp(page, '/dashboard/outbox');
  await expect(status).toContainText('Waiting');
  await site.query(`update emails set state = 'sent', sent_at = now() where subject = 'On its way'`);
  await navigateInApp(page, '/dashboard/status');
  await navigateInApp(page, '/dashboard/outbox');
  await expect(status).not.toContainText('Waiting');
});

test('Escape cancels a drag, and closes the command palette after one', async ({ page, context }) => {
  await site.signIn(context, owner);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/dashboard/projects-order');
  await waitForHydration(page);
  const items = page.getByRole('main').getByRole('list').last().getByRole('listitem');
  const handle = page.locator('[data-tooltip="Drag to reorder"]').first();
  const titles = await items.allInnerTexts();
  const drag = async () => {
    await handle.hover();
    await page.mouse.down();
    const { x = 0, y = 0 } = (await items.nth(1).boundingBox()) ?? {};
    await page.mouse.move(x + 20, y + 20);
    await expect(items.first()).not.toHaveText(titles[0] ?? '', { useInnerText: true });
  };
  await drag();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(items).toHaveText(titles, { useInnerText: true });
  await drag();
  await page.mouse.up();
  await openPalette(page, '');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await waitForRequests(page);
});
