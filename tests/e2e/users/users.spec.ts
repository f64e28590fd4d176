import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  expect,
  expectSameDocument,
  holdRequests,
  markDocument,
  site,
  testOnOwnSite,
  type TestUser,
  waitForFonts,
  waitForHydration,
} from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const names = (page: Page) => page.getByRole('rowheader');
const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` }).click();

test('the owner lists, exports and changes users, one or several', async ({ page, context, trouble }) => {
  test.slow();
  trouble.announce(/status (of )?409/);
  await site.signIn(context, owner);
  for (let number = 10; number < 40; number++) await site.add({ name: `Person ${number}`, daysAgo: number });
  await site.query(`update users set name = 'Zoe Author', role = 'author' where name = 'Person 20'`);
  await page.goto('/dashboard/all-users');
  await waitForHydration(page);
  await markDocument(page);
  const role = page.getByRole('combobox', { name: 'Role' });
  const search = page.getByLabel('Name or email');
  const clearFilters = page.getByRole('link', { name: 'Clear filters' });

  await test.step('sort and page', async () => {
    await expect(page.getByText('31 users')).toBeVisible();
    await expect(names(page)).toHaveCount(25);
    const joined = page.getByRole('columnheader', { name: 'Joined' });
    await expect(joined).toHaveAttribute('aria-sort', 'descending');
    const byName = page.getByRole('columnheader', { name: 'Name' });
    await expect(byName).not.toHaveAttribute('aria-sort');
    await byName.getByRole('link').click();
    await expect(page).toHaveURL('/dashboard/all-users?sort=name_asc');
    await expect(byName).toHaveAttribute('aria-sort', 'ascending');
    await expect(names(page).first()).toContainText('Mira Castellan');
    await byName.getByRole('link').click();
    await expect(page).toHaveURL('/dashboard/all-users?sort=name_desc');
    await expect(names(page).first()).toContainText('Zoe Author');
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL('/dashboard/all-users?sort=name_desc&page=2');
    await expect(names(page)).toHaveCount(6);
  });

  await test.step('filter and search', async () => {
    await role.selectOption('Author');
    await expect(page).toHaveURL('/dashboard/all-users?role=author&sort=name_desc');
    await expect(names(page)).toHaveText(['ZAZoe Author']);
    await role.selectOption('Any role');
    await search.fill('person.35@');
    await search.press('Enter');
    await expect(names(page)).toHaveText(['P3Person 35']);
  });

  await test.step('export', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^people-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(2);
  });

  await test.step('back, and a search without results', async () => {
    await page.goBack();
    await page.goBack();
    await expect(names(page)).toHaveText(['ZAZoe Author']);
    await search.fill('nobody at all');
    await search.press('Enter');
    await expect(page.getByText('No users match your search.')).toBeVisible();
    await clearFilters.click();
    await expect(names(page)).toHaveCount(25);
    await expect(page).toHaveURL('/dashboard/all-users?sort=name_desc');
  });

  await test.step('typing and focus stay while a filter loads', async () => {
    const release = await holdRequests(page, '**/api/v1/users?*');
    const listRequest = page.waitForRequest('**/api/v1/users?*');
    await role.focus();
    await role.selectOption('Owner');
    await listRequest;
    await search.fill('mira');
    release();
    await expect(page).toHaveURL('/dashboard/all-users?role=owner&sort=name_desc');
    await expect(names(page)).toHaveText(['MCMira Castellan']);
    await expect(search).toHaveValue('mira');
    await expect(search).toBeFocused();
    await search.press('Enter');
    await expect(page).toHaveURL('/dashboard/all-users?search=mira&role=owner&sort=name_desc');
    await expect(search).toBeFocused();

    // The fields follow every change of the URL.
    await page.goBack();
    await expect(page).toHaveURL('/dashboard/all-users?role=owner&sort=name_desc');
    await expect(search).toHaveValue('');
    await expect(role).toHaveValue('owner');
    await page.goForward();
    await expect(search).toHaveValue('mira');
    await clearFilters.click();
    await expect(search).toHaveValue('');
    await expect(role).toHaveValue('');
  });
  await expectSameDocument(page);

  await test.step('hidden columns are remembered in this browser', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    const columns = page.getByRole('group', { name: 'Columns to show' });
    await expect(columns.getByRole('checkbox')).toHaveCount(5);
    await columns.getByLabel('Email').uncheck();
    await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: 'Role' })).toBeVisible();
    await page.getByRole('button', { name: 'Columns' }).click();
    await columns.getByLabel('Email').check();
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await site.query(`delete from users where role <> 'owner'`);
  for (const name of ['Grace Murray', 'Hedy Kiesler', 'Joan Clarke']) await site.addMember(name);
  await markDocument(page);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect(names(page)).toHaveCount(4);

  // That the user is signed out is tested without a browser (users.test.ts).
  await test.step('disabling is confirmed by name and can be undone', async () => {
    await openMenu(page, 'Grace Murray');
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable Grace Murray?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Actions for Grace Murray' })).toBeFocused();
    await expect(row(page, 'Grace Murray')).toContainText('Active');
    expect(await site.query('select * from emails')).toEqual([]);

    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await expect(row(page, 'Grace Murray')).toContainText('Disabled');
    expect(await site.query('select template from emails')).toEqual([{ template: 'account_disabled' }]);
    await page.getByRole('button', { name: 'Undo: Enable' }).click();
    await expect(row(page, 'Grace Murray')).toContainText('Active');
  });

  await test.step('a role is assigned and undone from the toast', async () => {
    await openMenu(page, 'Grace Murray');
    await page.getByRole('button', { name: 'Make author' }).click();
    await expect(row(page, 'Grace Murray')).toContainText('Author');
    await expect(page.getByText('Grace Murray is now an author.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo: Make member' }).click();
    await expect(row(page, 'Grace Murray')).toContainText('Member');
  });

  await test.step('it is also undone after leaving the page', async () => {
    await openMenu(page, 'Grace Murray');
    await page.getByRole('button', { name: 'Make author', exact: true }).click();
    const undo = page.getByRole('button', { name: 'Undo: Make member' });
    await expect(undo).toBeVisible();
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Inbox' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox');
    await undo.click();
    await expect(row(page, 'Grace Murray')).toContainText('Member');
  });

  await test.step('several change together, except those that cannot', async () => {
    const apply = page.getByRole('button', { name: 'Apply to selected' });
    await expect(apply).toBeDisabled();
    await page.getByLabel('Select Grace Murray').check();
    await page.getByLabel('Select Joan Clarke').check();
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByLabel('Bulk action').selectOption('Make author');
    await apply.click();
    await page
      .getByRole('dialog', { name: 'Make Grace Murray and Joan Clarke authors?' })
      .getByText('Make authors')
      .click();
    await expect(page.getByText('Grace Murray and Joan Clarke are now authors.')).toBeVisible();
    await expect(page.getByText('0 selected')).toBeVisible();

    const viewport = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.setViewportSize(viewport);
    await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeChecked();
    await expect(page.getByText('4 selected')).toBeVisible();
    await page.getByLabel('Bulk action').selectOption('Disable');
    await apply.click();
    await page.getByRole('dialog', { name: 'Disable 4 users?' }).getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The owner’s account can’t be disabled.' })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Disabled' })).toHaveCount(3);
    await expect(row(page, 'Mira Castellan')).toContainText('Active');
  });

  await test.step('a double click changes the selected once, also if the answer is slow', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const requests: string[] = [];
    await page.route('**/api/v1/users/**', async route => {
      if (route.request().method() !== 'GET') requests.push(route.request().url());
      await released;
      await route.continue();
    });
    await page.getByLabel('Select Grace Murray').check();
    await page.getByLabel('Bulk action').selectOption('Enable');
    await page.getByRole('button', { name: 'Apply to selected' }).dblclick();
    release();
    await expect(row(page, 'Grace Murray')).toContainText('Active');
    await page.unrouteAll({ behavior: 'wait' });
    expect(requests).toHaveLength(1);
  });

  await test.step('a phone shows rows as labeled cards with sorting and actions', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    await expect(row(page, 'Hedy Kiesler').getByText('Email', { exact: true })).toBeVisible();
    const filterButton = page.getByRole('button', { name: 'Filter' });
    await expect(page.getByLabel('Sort by')).toBeHidden();
    await filterButton.click();
    await expect(filterButton).toHaveAttribute('aria-expanded', 'true');
    await page.getByLabel('Sort by').selectOption('Name, Z to A');
    await expect(page).toHaveURL('/dashboard/all-users?sort=name_desc');
    await openMenu(page, 'Hedy Kiesler');
    await page.getByRole('button', { name: 'Make author', exact: true }).click();
    await expect(row(page, 'Hedy Kiesler')).toContainText('Author');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
  await expectSameDocument(page);
});

test('tables with long names and addresses fit every window', async ({ page, context }) => {
  await site.signIn(context, owner);
  await site.add({ name: 'Wolfeschlegelsteinhausenbergerdorff-Oberhausen' });
  const addresses = [
    'mira@castellan.example',
    'a.very.long.address.3@extraordinarily-long-subdomain.of.a.company.example',
  ];
  for (const address of addresses) {
    await site.query(
      `insert into security_events (occurred_at, type, email, ip, user_agent)
      values (now(), 'sign_in_rate_limited', '${address}', '2001:db8:85a3:1:2:8a2e:370:7334', 'Chrome on Linux')`,
    );
  }
  for (const path of ['/dashboard/all-users', '/dashboard/security-log']) {
    await page.goto(path);
    await waitForFonts(page);
    for (const width of [900, 1023, 1200, 1280, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
    }
  }
});
