import type { Page } from '@playwright/test';
import { createApiClient } from '../support/api-client.ts';
import { listContrastViolations, listAxeViolations } from '../support/audits.ts';
import { type DashboardContent, LONG, seedDashboard } from '../support/dashboard-content.ts';
import {
  expect,
  expectSameDocument,
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

/** A page's path, its main heading, and something else on it if the previous page has the same heading. */
type Stop = readonly [path: string, heading: string, shows?: string];

/** Opens the first page and goes to the others on the client, so that all are checked in one document. */
async function checkWalk(page: Page, stops: readonly Stop[], status = 200): Promise<void> {
  for (const [index, stop] of stops.entries()) {
    await test.step(stop[0], async () => {
      if (index > 0) await navigateOnDesktop(page, stop[0]);
      else await openDocument(page, stop[0], status);
      await checkStop(page, stop);
    });
  }
  await expectSameDocument(page);
}

async function openDocument(page: Page, path: string, status = 200): Promise<void> {
  expect((await page.goto(path))?.status(), path).toBe(status);
  await waitForHydration(page);
  await markDocument(page);
}

/** The page before was last checked as on a phone, which shows no preview of site content. */
async function navigateOnDesktop(page: Page, path: string): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await navigateInApp(page, path);
}

async function checkStop(page: Page, [path, heading, shows]: Stop): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
  if (shows) await expect(page.getByText(shows).first()).toBeVisible();
  await waitForPreview(page, path);
  await checkAppearance(page, path);
}

/** Pages of site content show a preview, which loads after the page. */
async function waitForPreview(page: Page, path: string): Promise<void> {
  if (/\/site\/|\/appearance$/.test(path)) await expect(page.locator('iframe[data-shown]:only-of-type')).toBeVisible();
}

/** The first page doesn't exist; the second is the dashboard's home page. */
const ownersWork = (): Stop[] => [
  ['/dashboard/no-such-page', 'There is no page here'],
  ['/dashboard', 'Today'],
  ['/dashboard/all-users?page=2', 'All users'],
  ['/dashboard/security-log', 'Security log'],
  ['/dashboard/insights', 'Insights'],
  ['/dashboard/all-users?search=zzz', 'All users', 'Nobody matches that.'],
  ['/dashboard/bookings', 'Bookings'],
  [`/dashboard/bookings/${content.bookingId}`, 'What the harbor’s booking system should become'],
  ['/dashboard/calendar', 'Calendar'],
  ['/dashboard/calendar/availability', 'Availability'],
  ['/dashboard/calendar/other-calendars', 'Other calendars'],
  ['/dashboard/calendar/new', 'Book by hand'],
  ['/dashboard/outbox', 'Outbox'],
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
  ['/dashboard/my-blogs?search=zzz', 'Posts', 'No post matches that.'],
  [`/dashboard/update-project/${projectId}/revisions`, 'Tide tables'],
  ['/dashboard/projects-order', 'Order of the projects'],
  ['/dashboard/comments', 'Comments'],
  ['/dashboard/transfer', 'Move in and out'],
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

test('the owner’s work: both themes, phone to desktop', async ({ page, context, trouble }) => {
  test.slow();
  trouble.announce(/404.*no-such-page/);
  await site.signIn(context, owner);
  await checkWalk(page, ownersWork(), 404);
});

test('the owner’s content: both themes, phone to desktop', async ({ page, context }) => {
  test.slow();
  await site.signIn(context, owner);
  await checkWalk(page, ownersContent(content));
});

test('dashboard pages hydrate without an error', async ({ page, context }) => {
  test.slow();
  await site.signIn(context, owner);
  // A small window, where previews load but are not laid out, takes less time.
  await page.setViewportSize({ width: 1200, height: 200 });
  // Except the home page, which changes while emails are sent. dashboard.spec.ts loads it.
  for (const [path, heading] of [...ownersWork().slice(2), ...ownersContent(content)]) {
    await page.goto(path);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
  }
});

test('a member’s pages: both themes, phone to desktop', async ({ page, context, trouble }) => {
  test.slow();
  trouble.announce(/status (of )?403/);
  await site.signIn(context, member);
  await checkWalk(
    page,
    [
      ['/dashboard/all-users', 'Only the owner can open this'],
      ['/dashboard', 'Hello, Wilhelmina'],
      ['/dashboard/my-blogs', 'My posts'],
      ['/dashboard/my-projects', 'My projects'],
      ['/dashboard/comments', 'My comments'],
      ['/dashboard/media', 'Media'],
    ],
    403,
  );
});

test('shared previews: both themes, phone to desktop', async ({ page }) => {
  for (const path of content.sharedPreviews) {
    await page.goto(path);
    await checkAppearance(page, path);
  }
});

test('editor with its panels and dialogs: both themes, phone to desktop', async ({ page, context }) => {
  test.slow();
  await site.signIn(context, owner);
  const desktop = () => page.setViewportSize(DESKTOP);
  const showsEditor = async (heading: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('.editor-text')).toBeVisible();
  };
  const dialog = page.getByRole('dialog');

  await openDocument(page, '/dashboard/add-blog');
  await showsEditor('A new post');
  await checkAppearance(page, 'a new post');
  await desktop();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog).toBeVisible();
  await checkAppearance(page, 'the publish dialog');
  await page.keyboard.press('Escape');
  await desktop();
  await page.getByRole('button', { name: 'Add a cover' }).click();
  const picture = dialog.getByRole('button', { name: LONG });
  await expect(picture).toBeVisible();
  await checkAppearance(page, 'the picture picker');
  await picture.click();
  await expect(page.getByRole('textbox', { name: 'What it shows' })).toBeFocused();
  await checkAppearance(page, 'the dialog for the alternative text');
  await page.keyboard.press('Escape');

  await navigateOnDesktop(page, `/dashboard/update-project/${content.projectId}`);
  await showsEditor('Tide tables');
  await checkAppearance(page, 'a project');

  await navigateOnDesktop(page, `/dashboard/update-blog/${content.postId}`);
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
  await expectSameDocument(page);
});

test('command palette, row menu, columns and confirmation: both themes, phone and desktop', async ({
  page,
  context,
}) => {
  await site.signIn(context, owner);
  // One row, because axe checks every row.
  await page.goto('/dashboard/all-users?search=Person+10');
  await waitForHydration(page);
  const look = async (what: string, except: string[] = []) => {
    expect.soft(await listAxeViolations(page, except), `${what}, dark`).toEqual([]);
    await setTheme(page, 'light');
    // The page below is checked in these colors separately.
    expect
      .soft(await listContrastViolations(page, '[role=dialog], dialog[open], :popover-open'), `${what}, light`)
      .toEqual([]);
    await setTheme(page, 'dark');
  };
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search pages, actions, people and posts' });
    await expect(palette.getByRole('option').first()).toBeVisible();
    await look(`palette at ${width} px`);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await page.getByRole('button', { name: 'Columns' }).click();
    await look(`columns at ${width} px`, ['target-size']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Person 10' }).click();
    await expect(page.getByRole('button', { name: 'Make author' })).toBeInViewport({ ratio: 1 });
    // An open menu covers parts of the page below.
    await look(`menu at ${width} px`, ['target-size']);
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Disable Person 10?' })).toBeVisible();
    await look(`question at ${width} px`);
    await page.keyboard.press('Escape');
  }
});
