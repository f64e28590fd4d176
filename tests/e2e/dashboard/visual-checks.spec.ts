import type { Page } from '@playwright/test';
import { createApiClient } from '../support/api-client.ts';
import { listAxeViolations } from '../support/audits.ts';
import { type DashboardContent, LONG, seedDashboard } from '../support/dashboard-content.ts';
import {
  expect,
  expectSameDocument,
  hydratePage,
  markDocument,
  navigateInApp,
  waitForHydration,
  testOnOwnSite,
  site,
  type TestUser,
} from '../support/test.ts';
import { checkAppearance, setTheme } from '../support/visual-checks.ts';

const test = testOnOwnSite();
const DESKTOP = { width: 1440, height: 800 };

// All tests use one site with the same content.
let owner: TestUser;
let member: TestUser;
let content: DashboardContent;
test.beforeAll(async ({ playwright }) => {
  owner = await site.addOwner();
  member = await site.add({
    name: 'Wilhelmina Featherstonehaugh-Cholmondeley of Upper Marjoribanks',
    daysAgo: 50,
  });
  const request = await playwright.request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { cookie: await site.cookieOf(owner) },
  });
  content = await seedDashboard(createApiClient(request, site.url), owner, member);
  await request.dispose();
});

/** A page's path, its main heading, and other text on it if the previous page has the same heading. */
type Stop = readonly [path: string, heading: string, shows?: string];

/** Loads the document in which `checkWalk` continues, and checks its page. */
async function checkDocument(page: Page, stop: Stop, status: number): Promise<void> {
  const [path] = stop;
  await test.step(path, async () => {
    expect((await page.goto(path))?.status()).toBe(status);
    await waitForHydration(page);
    await markDocument(page);
    await checkStop(page, stop);
  });
}

/** Navigates on the client, so all pages are checked in one document. */
async function checkWalk(page: Page, stops: readonly Stop[]): Promise<void> {
  for (const stop of stops) {
    await test.step(stop[0], async () => {
      await navigateInApp(page, stop[0]);
      await checkStop(page, stop);
    });
  }
}

async function checkStop(page: Page, [path, heading, shows]: Stop): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
  if (shows) await expect(page.getByText(shows).first()).toBeVisible();
  await waitForPreview(page, path);
  await checkAppearance(page, path);
}

async function checkFirstRows(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const list of ['all-users', 'security-log', 'bookings', 'outbox', 'my-blogs', 'my-projects', 'comments']) {
    await navigateInApp(page, `/dashboard/${list}`);
    await expect(page.locator('main tbody tr').first(), `the first row of ${list} on a phone`).toBeInViewport();
  }
}

/** Moves the focus along a row of tabs that is wider than a phone. */
async function checkTabs(page: Page): Promise<void> {
  await navigateInApp(page, '/dashboard/money');
  const tabs = page.getByRole('navigation', { name: 'Money' });
  await tabs.getByRole('link').first().focus();
  for (const tab of (await tabs.getByRole('link').all()).slice(1)) {
    await page.keyboard.press('Tab');
    await expect(tab).toBeFocused();
    await expect(tab).toBeInViewport({ ratio: 0.95 });
  }
}

/** Pages of site content load a preview after the page, which a phone does not show. */
async function waitForPreview(page: Page, path: string): Promise<void> {
  if (/\/site\/|\/appearance$/.test(path)) await expect(page.locator('iframe[data-shown]:only-of-type')).toBeAttached();
}

/** The first is the dashboard's home page. */
const ownersWork = (): Stop[] => [
  ['/dashboard', 'Today'],
  ['/dashboard/all-users?page=2', 'All users'],
  ['/dashboard/clients', 'Clients'],
  ['/dashboard/clients/new', 'New client'],
  ['/dashboard/clients/import', 'Import clients'],
  ['/dashboard/security-log', 'Security log'],
  ['/dashboard/status', 'Status'],
  ['/dashboard/insights', 'Insights'],
  ['/dashboard/money', 'Money overview'],
  ['/dashboard/reminders', 'Payment reminders'],
  ['/dashboard/all-users?search=zzz', 'All users', 'No users match your search.'],
  ['/dashboard/bookings', 'Bookings'],
  [`/dashboard/bookings/${content.bookingId}`, 'What the harbor’s booking system should become'],
  ['/dashboard/calendar', 'Calendar'],
  ['/dashboard/calendar/availability', 'Availability'],
  ['/dashboard/calendar/other-calendars', 'External calendars'],
  ['/dashboard/calendar/new', 'New booking'],
  ['/dashboard/outbox', 'Email log'],
  [`/dashboard/outbox/${content.emailId}`, 'Your account was disabled'],
  ['/dashboard/pricing', 'Pricing'],
  ['/dashboard/add-pricing', 'What do you want to add?'],
  ['/dashboard/update-pricing/plan-elite', 'Elite'],
  ['/dashboard/update-pricing/terms', 'Payment terms'],
];

const ownersContent = ({ postId, postTitle, projectId }: DashboardContent): Stop[] => [
  ['/dashboard/my-blogs', 'Posts'],
  [`/dashboard/update-blog/${postId}/revisions`, postTitle],
  ['/dashboard/my-projects', 'Projects'],
  [`/dashboard/update-project/${projectId}/revisions`, 'Tide tables'],
  ['/dashboard/projects-order', 'Project order'],
  ['/dashboard/comments', 'Comments'],
  ['/dashboard/transfer', 'Import & export'],
  ['/dashboard/site', 'Site content'],
  ['/dashboard/site/profile', 'Profile and banner'],
  ['/dashboard/site/skills', 'Skills'],
  ['/dashboard/site/links', 'Social links'],
  ['/dashboard/site/testimonials', 'Testimonials'],
  ['/dashboard/site/privacy-policy', 'Privacy policy'],
  ['/dashboard/appearance', 'Appearance'],
  [`/dashboard/preview-blog/${postId}`, postTitle],
  [`/dashboard/preview-project/${projectId}`, 'Tide tables'],
];

const sharedPreviews = ({ sharedPreviews: [post = '', project = ''], postTitle }: DashboardContent): Stop[] => [
  [post, postTitle],
  [project, 'Tide tables'],
];

async function checkEditor(page: Page): Promise<void> {
  const desktop = () => page.setViewportSize(DESKTOP);
  const showsEditor = async (heading: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('.editor-text')).toBeVisible();
  };
  const dialog = page.getByRole('dialog');

  await navigateInApp(page, '/dashboard/add-blog');
  await showsEditor('New post');
  await checkAppearance(page, 'a new post');
  await desktop();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Add cover' }).click();
  const picture = dialog.getByRole('button', { name: LONG });
  await expect(picture).toBeVisible();
  await checkAppearance(page, 'the image picker');
  await picture.click();
  await expect(page.getByRole('textbox', { name: 'Alt text' })).toBeFocused();
  await checkAppearance(page, 'the dialog for the alt text');
  await page.keyboard.press('Escape');

  await navigateInApp(page, `/dashboard/update-project/${content.projectId}`);
  await showsEditor('Tide tables');
  await checkAppearance(page, 'a project');
  await desktop();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog).toBeVisible();
  await checkAppearance(page, 'the publish dialog');
  await page.keyboard.press('Escape');

  await navigateInApp(page, `/dashboard/update-blog/${content.postId}`);
  await showsEditor(content.postTitle);
  await checkAppearance(page, 'a post');
  await desktop();
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(page.locator('.cm-content')).toBeVisible();
  await checkAppearance(page, 'the Markdown source');
  await desktop();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('complementary', { name: 'Settings' })).toBeVisible();
  // Without a tooltip.
  await page.mouse.move(600, 700);
  // The settings panel covers parts of the page.
  await checkAppearance(page, 'the settings', ['target-size']);
}

/** Checks with axe once per theme, dark on a desktop and light on a phone, as `checkAppearance` does. */
async function checkDialogs(page: Page): Promise<void> {
  // One row, because axe checks every row.
  await navigateInApp(page, '/dashboard/all-users?search=Person+10');
  const look = async (what: string, except: string[] = []) =>
    expect.soft(await listAxeViolations(page, except), what).toEqual([]);
  for (const [width, theme] of [
    [1440, 'dark'],
    [360, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await setTheme(page, theme);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search pages, actions, people and posts' });
    await expect(palette.getByRole('option').first()).toBeVisible();
    await look(`palette at ${width} px`);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    // On a phone, the filters and the choice of columns are behind a button.
    const filterButton = page.getByRole('button', { name: 'Filter' });
    if (await filterButton.isVisible()) await filterButton.click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await look(`columns at ${width} px`, ['target-size']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Person 10' }).click();
    await expect(page.getByRole('button', { name: 'Make author' })).toBeInViewport({ ratio: 1 });
    // An open menu covers parts of the page below.
    await look(`menu at ${width} px`, ['target-size']);
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Disable Person 10?' });
    await expect(question.getByRole('button', { name: 'Disable account' })).toHaveClass(/button-danger/);
    await look(`question at ${width} px`);
    await page.keyboard.press('Escape');
  }
}

test('the owner’s pages, editor, dialogs and shared previews: both themes, phone to desktop', async ({
  page,
  context,
  trouble,
}) => {
  // All in one document, because a new one costs as much as two pages.
  test.setTimeout(300_000);
  trouble.announce(/404.*no-such-page/);
  await site.signIn(context, owner);
  await checkDocument(page, ['/dashboard/no-such-page', 'Page not found'], 404);
  await checkWalk(page, [...ownersWork(), ...ownersContent(content)]);
  await test.step('first rows above the fold on a phone', () => checkFirstRows(page));
  await test.step('focused tabs in view on a phone', () => checkTabs(page));
  await test.step('editor with its panels and dialogs', () => checkEditor(page));
  await test.step('command palette, row menu, columns and confirmation', () => checkDialogs(page));
  await checkWalk(page, sharedPreviews(content));
  await expectSameDocument(page);
});

/** Tests of their features load these pages as documents. The home page changes while emails are sent. */
const LOADED_ELSEWHERE = /^\/dashboard(?:\/all-users\?page=2|\/outbox|\/pricing|\/projects-order|\/transfer|\/site)?$/;

test('dashboard pages hydrate with the data they contain, and shared previews without an error', async ({
  page,
  context,
}) => {
  test.slow();
  await site.signIn(context, owner);
  // A small window, where previews load but are not laid out, takes less time.
  await page.setViewportSize({ width: 1200, height: 200 });
  const reloaded: string[] = [];
  page.on('request', request => {
    if (/\/api\/v1\/(?:site|profile)$/.test(request.url())) reloaded.push(request.url());
  });
  for (const [path, heading] of [...ownersWork(), ...ownersContent(content)]) {
    if (LOADED_ELSEWHERE.test(path)) continue;
    await page.goto(path);
    await waitForHydration(page);
    await expect(page.locator('h1'), path).toHaveText(heading);
  }
  expect(reloaded, 'requests for data that the documents contain').toEqual([]);
  for (const path of content.sharedPreviews) {
    await page.goto(path);
    await hydratePage(page);
  }
});

test('a member is refused the owner’s pages and greeted without them: both themes, phone to desktop', async ({
  page,
  context,
  trouble,
}) => {
  test.slow();
  trouble.announce(/status (of )?403/);
  await site.signIn(context, member);
  await checkDocument(page, ['/dashboard/all-users', 'Only the owner can open this page'], 403);
  await page.getByRole('main').getByRole('link', { name: 'Go to the dashboard' }).click();
  await checkStop(page, ['/dashboard', 'Hello, Wilhelmina']);
  await checkWalk(page, [
    ['/dashboard/billing-details', 'Billing details'],
    ['/dashboard/my-blogs', 'My posts'],
    ['/dashboard/comments', 'My comments'],
    ['/dashboard/media', 'Media'],
  ]);

  await test.step('sidebar and command palette', async () => {
    await page.setViewportSize(DESKTOP);
    await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveText([
      'Home',
      'Posts',
      'Projects',
      'Media',
      'Comments',
      'Orders',
      'Bookings',
      'Settings',
    ]);
    const palette = page.getByRole('dialog', { name: 'Search pages, actions, people and posts' });
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('all users');
    await expect(palette.getByRole('option', { name: 'People' })).toHaveCount(0);
    await page.keyboard.type('zzz');
    await expect(palette.getByText('No results.')).toBeVisible();
  });
  await expectSameDocument(page);
});
