import type { Page } from '@playwright/test';
import { listAxeViolations } from '../support/audits.ts';
import {
  expect,
  expectSameDocument,
  hydratePage,
  markDocument,
  navigateInApp,
  site,
  tabTo,
  testOnOwnSite,
  type TestUser,
} from '../support/test.ts';

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
      const week = page.getByRole('region', { name: 'Last 7 days' });
      await expect(week).toContainText('1 daily visitor');
      await week.getByRole('link', { name: 'Insights' }).click();
      await expect(page).toHaveURL('/dashboard/insights?range=7d');
      await expect(heading(page)).toHaveText('Insights');
      await expect(heading(page)).toBeFocused();
    });

    await test.step('another range and custom dates, by keyboard', async () => {
      await tabTo(page, page.getByRole('link', { name: '12 months' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('link', { name: '12 months' })).toHaveAttribute('aria-current', 'true');
      await tabTo(page, page.getByText('Custom range'));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByLabel('Start date'));
      await page.keyboard.type('01012026');
      await tabTo(page, page.getByLabel('End date'));
      await page.keyboard.type('01012025');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Choose an end date on or after the start date.')).toBeVisible();
    });

    await test.step('the table and an entry of today, and a deletion to confirm, by keyboard', async () => {
      await page.getByRole('link', { name: 'Today' }).click();
      await expect(page).toHaveURL('/dashboard/insights?range=today');
      await tabTo(page, page.getByText('View as table'));
      await page.keyboard.press('Space');
      await expect(page.getByRole('columnheader', { name: 'Hour' })).toBeVisible();
      await tabTo(page, row('Pages', '/about').getByRole('link'));
      await page.keyboard.press('Enter');
      await expect(page.getByText('Pages: /about', { exact: true })).toBeVisible();
      await tabTo(page, page.getByRole('button', { name: 'Delete all statistics' }));
      await page.keyboard.press('Enter');
      const sure = page.getByLabel('Yes, delete all visit statistics');
      await expect(sure).toBeFocused();
      await expect(sure).toHaveAccessibleDescription('Confirm that you want to delete all statistics.');
      expect(await pagesSeen()).toHaveLength(5);
    });

    await test.step('each list of the week', async () => {
      await page.getByRole('link', { name: 'Clear filter' }).click();
      await page.getByRole('link', { name: '7 days' }).click();
      await expect(row('Pages', '/projects')).toContainText(/1\s*2/);
      await expect(row('Sources', 'news.example')).toContainText('1');
      await expect(row('Countries', 'Bangladesh')).toBeVisible();
      await expect(page.getByRole('row', { name: /^Home/ })).toContainText(/good|needs improvement|poor/);
      const funnel = page.getByRole('region', { name: 'From visit to paid order' });
      await expect(funnel.getByRole('listitem').filter({ hasText: 'Ordered' })).not.toContainText('%');
      for (const [, share = ''] of (await funnel.innerText()).matchAll(/([\d.,]+)\s?%/g)) {
        expect(Number(share)).toBeLessThanOrEqual(100);
      }
      await page.getByText('View as table').click();
      await expect(page.getByRole('row', { name: /^\d+ \w+\s1\s5$/ })).toBeVisible();
      await expect(page.locator('figure title').filter({ hasText: /: 1 visitor, 5 views$/ })).toHaveCount(1);
      expect(await listAxeViolations(page)).toEqual([]);
    });

    await test.step('a CSV file and one entry', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download pages as CSV' }).click();
      expect((await download).suggestedFilename()).toMatch(/^insights-page-[\d-]+\.csv$/);
      await row('Pages', '/pricing').getByRole('link').click();
      await expect(page.getByText('Pages: /pricing', { exact: true })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Sources' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Clear filter' }).click();
      await expect(page.getByRole('region', { name: 'Sources' })).toBeVisible();
    });

    await test.step('turning tracking off, after it failed', async () => {
      trouble.announce(/status (of )?503/);
      const body = { error: { code: 'UNAVAILABLE', message: 'The site is busy.', fields: {}, requestId: '' } };
      await page.route('**/api/v1/insights/settings', route => route.fulfill({ status: 503, json: body }), {
        times: 1,
      });
      await page.getByRole('button', { name: 'Turn off tracking' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'The site is busy.' })).toBeVisible();
      await page.getByRole('button', { name: 'Turn off tracking' }).click();
      await expect(page.getByText('Tracking is off. View tracking settings')).toBeVisible();
    });
  });
});
