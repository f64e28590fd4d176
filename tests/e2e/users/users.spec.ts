import type { Page, Route } from '@playwright/test';
import {
  expect,
  expectSameDocument,
  markDocument,
  waitForHydration,
  testOnOwnSite,
  site,
  type TestUser,
} from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeEach(async ({ context }) => {
  await site.query('delete from users; delete from emails');
  owner = await site.addOwner();
  await site.signIn(context, owner);
});

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const names = (page: Page) => page.getByRole('rowheader');
const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` }).click();

test('keeps search, filter, sort and page in the address', async ({ page }) => {
  for (let number = 10; number < 40; number++) await site.add({ name: `Person ${number}`, daysAgo: number });
  await site.query(`update users set name = 'Zoe Author', role = 'author' where name = 'Person 20'`);
  await page.goto('/dashboard/all-users');
  await waitForHydration(page);
  await markDocument(page);
  await expect(page.getByText('31 people')).toBeVisible();
  await expect(names(page)).toHaveCount(25);
  const since = page.getByRole('columnheader', { name: 'Since' });
  await expect(since).toHaveAttribute('aria-sort', 'descending');

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

  await page.getByRole('combobox', { name: 'Role' }).selectOption('Author');
  await expect(page).toHaveURL('/dashboard/all-users?role=author&sort=name_desc');
  await expect(names(page)).toHaveText(['ZAZoe Author']);
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Any role');
  await page.getByLabel('Name or e-mail').fill('person.35@');
  await page.getByLabel('Name or e-mail').press('Enter');
  await expect(names(page)).toHaveText(['P3Person 35']);
  await page.goBack();
  await page.goBack();
  await expect(names(page)).toHaveText(['ZAZoe Author']);
  await expectSameDocument(page);

  await page.goto('/dashboard/all-users?search=nobody+at+all');
  await expect(page.getByText('Nobody matches that.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(names(page)).toHaveCount(25);
});

test('keeps typing and focus while a filter loads', async ({ page }) => {
  await site.add({ name: 'Zoe Author', role: 'author' });
  await page.goto('/dashboard/all-users');
  await waitForHydration(page);
  let deliver = (): void => {};
  const hold = async (route: Route) => {
    await new Promise<void>(resolve => (deliver = resolve));
    await route.continue();
  };
  await page.route('**/api/v1/users?*', hold, { times: 1 });
  const role = page.getByRole('combobox', { name: 'Role' });
  const search = page.getByLabel('Name or e-mail');
  const asked = page.waitForRequest('**/api/v1/users?*');
  await role.focus();
  await role.selectOption('Author');
  await asked;
  await search.fill('zoe');
  deliver();
  await expect(page).toHaveURL('/dashboard/all-users?role=author');
  await expect(names(page)).toHaveText(['ZAZoe Author']);
  await expect(search).toHaveValue('zoe');
  await expect(search).toBeFocused();
  await search.press('Enter');
  await expect(page).toHaveURL('/dashboard/all-users?search=zoe&role=author');
  await expect(search).toBeFocused();

  // The fields follow every change of the URL.
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/all-users?role=author');
  await expect(search).toHaveValue('');
  await expect(role).toHaveValue('author');
  await page.goForward();
  await expect(search).toHaveValue('zoe');
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(search).toHaveValue('');
  await expect(role).toHaveValue('');
});

test('assigns a role and undoes it from the toast', async ({ page }) => {
  await site.addMember('Grace Murray');
  await page.goto('/dashboard/all-users');
  await waitForHydration(page);
  await openMenu(page, 'Grace Murray');
  await page.getByRole('button', { name: 'Make author' }).click();
  await expect(row(page, 'Grace Murray')).toContainText('Author');
  await expect(page.getByText('Grace Murray is an author now.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Make member' }).click();
  await expect(row(page, 'Grace Murray')).toContainText('Member');
});

test('confirms disabling by name and signs the user out', async ({ page, browser, baseURL }) => {
  const grace = await site.addMember('Grace Murray');
  const hers = await browser.newContext({ baseURL: baseURL ?? '' });
  await site.signIn(hers, grace);
  const herPage = await hers.newPage();
  await herPage.goto('/dashboard');
  await expect(herPage.getByRole('heading', { level: 1 })).toHaveText('Hello, Grace');

  await page.goto('/dashboard/all-users');
  await waitForHydration(page);
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
  await herPage.reload();
  await expect(herPage).toHaveURL('/login?next=%2Fdashboard');
  await hers.close();

  await page.getByRole('button', { name: 'Undo: Enable' }).click();
  await expect(row(page, 'Grace Murray')).toContainText('Active');
});

test('changes several users and names those it cannot change', async ({ page, trouble }) => {
  trouble.announce(/status (of )?409/);
  for (const name of ['Grace Murray', 'Hedy Kiesler', 'Joan Clarke']) await site.addMember(name);
  await page.goto('/dashboard/all-users?sort=name_asc');
  await waitForHydration(page);
  const apply = page.getByRole('button', { name: 'Apply to chosen' });
  await expect(apply).toBeDisabled();
  await page.getByLabel('Choose Grace Murray').check();
  await page.getByLabel('Choose Joan Clarke').check();
  await expect(page.getByText('2 chosen')).toBeVisible();
  await page.getByLabel('What to do with those chosen').selectOption('Make author');
  await apply.click();
  await page
    .getByRole('dialog', { name: 'Make Grace Murray and Joan Clarke authors?' })
    .getByText('Make authors')
    .click();
  await expect(page.getByText('Grace Murray and Joan Clarke are authors now.')).toBeVisible();
  await expect(page.getByText('0 chosen')).toBeVisible();

  await page.getByLabel('Choose all on this page').check();
  await expect(page.getByText('4 chosen')).toBeVisible();
  await page.getByLabel('What to do with those chosen').selectOption('Disable');
  await apply.click();
  await page.getByRole('dialog', { name: 'Disable 4 people?' }).getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The owner’s account cannot be disabled.' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Disabled' })).toHaveCount(3);
  await expect(row(page, 'Mira Castellan')).toContainText('Active');
});

test('remembers hidden columns in this browser', async ({ page }) => {
  await page.goto('/dashboard/all-users');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('group', { name: 'Columns to show' });
  await expect(columns.getByRole('checkbox')).toHaveCount(5);
  await columns.getByLabel('E-mail').uncheck();
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Role' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await columns.getByLabel('E-mail').check();
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toBeVisible();
});

test('exports what the list shows', async ({ page }) => {
  await site.addMember('Grace Murray');
  await page.goto('/dashboard/all-users?search=grace');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^people-\d{4}-\d\d-\d\d\.csv$/);
  const text = await new Response((await download.createReadStream()) as unknown as ReadableStream).text();
  expect(text.trim().split('\r\n')).toHaveLength(2);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('shows rows as labeled cards with sorting and actions', async ({ page }) => {
    await site.addMember('Grace Murray');
    await page.goto('/dashboard/all-users');
    await waitForHydration(page);
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    await expect(row(page, 'Grace Murray').getByText('E-mail')).toBeVisible();
    await page.getByLabel('Order').selectOption('Name, Z to A');
    await expect(page).toHaveURL('/dashboard/all-users?sort=name_desc');
    await openMenu(page, 'Grace Murray');
    await page.getByRole('button', { name: 'Make author' }).click();
    await expect(row(page, 'Grace Murray')).toContainText('Author');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
