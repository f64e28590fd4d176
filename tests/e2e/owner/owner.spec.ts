import type { Page } from '@playwright/test';
import { createZipBuffer } from '../../support/zip.ts';
import { listAxeViolations } from '../support/audits.ts';
import {
  expect,
  expectSameDocument,
  holdRequests,
  hydratePage,
  markDocument,
  navigateInApp,
  site,
  tabTo,
  testOnOwnSite,
  type TestUser,
  waitForHydration,
} from '../support/test.ts';

// Insights, the list of users, and moving in and out, on one site.
const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});

/** The user agent of an ordinary browser: headless browsers are not counted. */
const PERSON =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const pagesSeen = async () =>
  (await site.query('select path from insights_page_views order by id')).map(row => row.path);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Follows a navigation link within the document. */
async function follow(page: Page, link: string, path: string): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(heading(page)).toBeFocused();
}

test.describe('insights', () => {
  test.use({ userAgent: PERSON, timezoneId: 'Asia/Dhaka' });

  test('count page views and Web Vitals without a cookie, none with a privacy signal, and show them', async ({
    page,
    context,
    trouble,
  }) => {
    // Visits the site, then goes through each list of it.
    test.slow();
    trouble.announce(/status (of )?400/);
    await test.step('a visit', async () => {
      await page.goto('/', { referer: 'https://news.example/item' });
      await hydratePage(page);
      await markDocument(page);
      await follow(page, 'Projects', '/projects');
      await follow(page, 'Pricing', '/pricing');
      await page.goBack();
      await expect(heading(page)).toHaveText('Projects');
      await expectSameDocument(page);
      await expect.poll(pagesSeen).toEqual(['/', '/projects', '/pricing', '/projects']);
      const views = await site.query(
        'select distinct visitor_hash, country, device, browser, os from insights_page_views',
      );
      expect(views).toMatchObject([{ country: 'BD', device: 'desktop', browser: 'Chrome', os: 'Windows' }]);
      const sources = await site.query('select source from insights_page_views order by id');
      expect(sources.map(({ source }) => source)).toEqual(['news.example', null, null, null]);
      expect(await context.cookies()).toEqual([]);
    });

    await test.step('a visit that continues from a page that isn’t tracked (and that sets a passkey cookie)', async () => {
      await page.goto('/login', { referer: 'https://mail.example/' });
      await hydratePage(page);
      await follow(page, 'About Me', '/about');
      await expect.poll(pagesSeen).toEqual(['/', '/projects', '/pricing', '/projects', '/about']);
      const vitals = await site.query('select distinct page_group, metric from insights_web_vitals order by metric');
      expect(vitals.filter(({ metric }) => metric !== 'inp')).toEqual([
        { page_group: 'home', metric: 'cls' },
        { page_group: 'home', metric: 'lcp' },
      ]);
    });

    await test.step('a visitor with a privacy signal', async () => {
      const beacons: (string | undefined)[] = [];
      page.on('request', request => request.url().endsWith('/visits') && beacons.push(request.headers().referer));
      await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
      await page.goto('/blogs');
      await hydratePage(page);
      await follow(page, 'Projects', '/projects');
      // The page before may report its Web Vitals when it is left.
      expect(beacons.filter(sender => !sender?.endsWith('/about'))).toEqual([]);
    });

    // That the owner's own visits aren't counted is tested without a browser (page-views.test.ts).
    await site.signIn(context, owner);
    await navigateInApp(page, '/dashboard');
    const row = (list: string, name: string) =>
      page.getByRole('region', { name: list, exact: true }).getByRole('row', { name });

    await test.step('the week', async () => {
      const week = page.getByRole('region', { name: 'The last 7 days' });
      await expect(week).toContainText('1 daily visitor');
      await week.getByRole('link', { name: 'Insights' }).click();
      await expect(page).toHaveURL('/dashboard/insights?range=7d');
      await expect(heading(page)).toHaveText('Insights');
      await expect(heading(page)).toBeFocused();
    });

    await test.step('another range and own dates, by keyboard', async () => {
      await tabTo(page, page.getByRole('link', { name: '12 months' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('link', { name: '12 months' })).toHaveAttribute('aria-current', 'true');
      await tabTo(page, page.getByText('Own days'));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByLabel('First day'));
      await page.keyboard.type('01012026');
      await tabTo(page, page.getByLabel('Last day'));
      await page.keyboard.type('01012025');
      await page.keyboard.press('Enter');
      await expect(page.getByText('The last day is before the first.')).toBeVisible();
    });

    await test.step('the table and an entry of today, and a deletion to confirm, by keyboard', async () => {
      await page.getByRole('link', { name: 'Today' }).click();
      await expect(page).toHaveURL('/dashboard/insights?range=today');
      await tabTo(page, page.getByText('The figures as a table'));
      await page.keyboard.press('Space');
      await expect(page.getByRole('columnheader', { name: 'Hour from' })).toBeVisible();
      await tabTo(page, row('Pages', '/about').getByRole('link'));
      await page.keyboard.press('Enter');
      await expect(page.getByText('Pages: /about alone')).toBeVisible();
      await tabTo(page, page.getByRole('button', { name: 'Delete all counts' }));
      await page.keyboard.press('Enter');
      const sure = page.getByLabel('Yes, delete everything that was counted');
      await expect(sure).toBeFocused();
      await expect(sure).toHaveAccessibleDescription('Say that it is to be deleted.');
      expect(await pagesSeen()).toHaveLength(5);
    });

    await test.step('each list of the week', async () => {
      await page.getByRole('link', { name: 'Everything again' }).click();
      await page.getByRole('link', { name: '7 days' }).click();
      await expect(row('Pages', '/projects')).toContainText(/1\s*2/);
      await expect(row('Sources', 'news.example')).toContainText('1');
      await expect(row('Countries', 'Bangladesh')).toBeVisible();
      await expect(page.getByRole('row', { name: /^Home/ })).toContainText(/good|needs work|poor/);
      const funnel = page.getByRole('region', { name: 'From visit to paid order' });
      await expect(funnel.getByRole('listitem').filter({ hasText: 'Ordered' })).not.toContainText('%');
      for (const [, share = ''] of (await funnel.innerText()).matchAll(/([\d.,]+)\s?%/g)) {
        expect(Number(share)).toBeLessThanOrEqual(100);
      }
      await page.getByText('The figures as a table').click();
      await expect(page.getByRole('row', { name: /^\d+ \w+\s1\s5$/ })).toBeVisible();
      expect(await listAxeViolations(page)).toEqual([]);
    });

    await test.step('a CSV file and one entry', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download pages as CSV' }).click();
      expect((await download).suggestedFilename()).toMatch(/^insights-page-[\d-]+\.csv$/);
      await row('Pages', '/pricing').getByRole('link').click();
      await expect(page.getByText('Pages: /pricing alone')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Sources' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Everything again' }).click();
      await expect(page.getByRole('region', { name: 'Sources' })).toBeVisible();
    });

    await test.step('turning tracking off', async () => {
      await page.getByRole('button', { name: 'Turn counting off' }).click();
      await expect(page.getByText('Counting is turned off.')).toBeVisible();
    });
  });
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
  const search = page.getByLabel('Name or e-mail');
  const showAll = page.getByRole('link', { name: 'Show all' });

  await test.step('sort and page', async () => {
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
  });

  await test.step('filter, search and history', async () => {
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
    const text = await new Response((await download.createReadStream()) as unknown as ReadableStream).text();
    expect(text.trim().split('\r\n')).toHaveLength(2);
  });

  await test.step('back, and a search without results', async () => {
    await page.goBack();
    await page.goBack();
    await expect(names(page)).toHaveText(['ZAZoe Author']);
    await search.fill('nobody at all');
    await search.press('Enter');
    await expect(page.getByText('Nobody matches that.')).toBeVisible();
    await showAll.click();
    await expect(names(page)).toHaveCount(25);
    await expect(page).toHaveURL('/dashboard/all-users?sort=name_desc');
  });

  await test.step('typing and focus stay while a filter loads', async () => {
    const release = await holdRequests(page, '**/api/v1/users?*');
    const asked = page.waitForRequest('**/api/v1/users?*');
    await role.focus();
    await role.selectOption('Owner');
    await asked;
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
    await showAll.click();
    await expect(search).toHaveValue('');
    await expect(role).toHaveValue('');
  });
  await expectSameDocument(page);

  await test.step('hidden columns are remembered in this browser', async () => {
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
    await expect(page.getByText('Grace Murray is an author now.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo: Make member' }).click();
    await expect(row(page, 'Grace Murray')).toContainText('Member');
  });

  await test.step('several change together, except those that cannot', async () => {
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

  await test.step('a phone shows rows as labeled cards with sorting and actions', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    await expect(row(page, 'Hedy Kiesler').getByText('E-mail')).toBeVisible();
    await page.getByLabel('Order').selectOption('Name, Z to A');
    await expect(page).toHaveURL('/dashboard/all-users?sort=name_desc');
    await openMenu(page, 'Hedy Kiesler');
    await page.getByRole('button', { name: 'Make author', exact: true }).click();
    await expect(row(page, 'Hedy Kiesler')).toContainText('Author');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
  await expectSameDocument(page);
});

const folder = () =>
  createZipBuffer({
    'posts/tides.md': '---\ntitle: Reading a tide table\ndate: 2024-02-03\n---\nTwice a day.\n\n![Waves](waves.png)\n',
    'posts/later.md': '---\ntitle: A later thought\ndraft: true\n---\nSoon.\n',
  });

test('previews and imports an archive and exports everything', async ({ page, context }) => {
  // A few posts and projects show the same as all, and their archive is written and read in a fraction of the time.
  await site.query('delete from posts where id > 2');
  await site.query('delete from projects where id > (select id from projects order by id offset 1 limit 1)');
  await site.signIn(context, owner);
  await page.goto('/dashboard/transfer');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(page.getByText('Choose an archive first.')).toBeVisible();
  await expect(page.getByLabel('Archive', { exact: true })).toBeFocused();

  const file = { name: 'old-blog.zip', mimeType: 'application/zip', buffer: await folder() };
  await page.getByLabel('Archive', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('old-blog.zip');
  await expect(page.getByRole('definition').first()).toHaveText('2');
  await expect(page.getByText('Pictures missing')).toBeVisible();
  const tides = page.getByRole('row', { name: /Reading a tide table/ });
  await expect(tides).toContainText('Draft');
  await page.getByLabel('Posts and projects come').selectOption('as they stand there');
  await expect(tides).toContainText('Published');
  await page.getByRole('link', { name: /^With a note/ }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Move 2 posts in' }).click();
  await expect(page.getByText('Moved in: 2 posts.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('link', { name: 'Reading a tide table' })).toBeVisible();
  await navigateInApp(page, '/blog/tides');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reading a tide table');

  await navigateInApp(page, '/dashboard/transfer');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download everything' }).click();
  const archive = await download;
  expect(archive.suggestedFilename()).toMatch(/^freehold-\d{4}-\d{2}-\d{2}\.zip$/);
  // The export is streamed, so wait for all of it before changing anything.
  const archived = await archive.path();

  // Importing into the same site restores what was deleted or changed since, and nothing else.
  await site.query(`delete from projects where id = (select min(id) from projects)`);
  await site.query(
    `update site_sections set content = content || '{"headline": "Mine"}', is_sample = false, version = version + 1 where key = 'profile'`,
  );
  await page.getByLabel('Archive', { exact: true }).setInputFiles(archived);
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(page.getByText(/^Left in the archive, since yours stay: Profile and banner/)).toBeVisible();
  await page.getByLabel('The site’s own texts and looks').selectOption('are replaced by the archive’s');
  await expect(page.getByText('What you wrote here is replaced: Profile and banner.')).toBeVisible();
  await page.getByRole('button', { name: 'Move 1 project in' }).click();
  await expect(page.getByText(/^Moved in: 1 project, .*1 of the site’s own texts\.$/)).toBeVisible({ timeout: 15_000 });
});
