import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { findSmallTouchTargets, findHorizontalOverflow, listAxeViolations } from '../support/audits.ts';
import { setTheme } from '../support/visual-checks.ts';
import { createApiClient } from '../support/api-client.ts';
import { expect, waitForHydration, testOnOwnSite, site, type TestUser } from '../support/test.ts';

const test = testOnOwnSite();
const softly = expect.configure({ soft: true });

// All tests use one site with the same content.
let owner: TestUser;
const stored = { post: '', project: '', picture: '', shared: '', sharedProject: '' };

/** Too long for its place, without a space where it could wrap. */
const LONG = 'a-name-that-goes-on-and-on-without-any-blank-in-it-as-addresses-do-when-nobody-shortens-them';
const TEXT = `Twice a day it *rises*.\n\n## How it is read\n\n| Day | High |\n|---|---|\n| Monday | 4.1 m |\n\n> [!NOTE]\n> Above chart datum.\n\n\`\`\`ts\nconst next = tides.find(tide => tide.at > now);\n\`\`\`\n\n- [x] Read\n\n${LONG}\n`;

test.beforeAll(async ({ playwright }) => {
  owner = await site.addOwner();
  const member = await site.addMember('Grace Murray');
  const request = await playwright.request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { cookie: await site.cookieOf(owner) },
  });
  const api = createApiClient(request, site.url);
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#35a' } })
    .png()
    .toBuffer();
  stored.picture = (await api('POST', `/media/pictures?name=${LONG}.png`, png, 'image/png')).id;
  const cover = { coverImageId: stored.picture, coverAlt: 'A tide gauge' };
  const post = { title: `Reading a tide table ${LONG}`.slice(0, 150), description: 'Times.', markdown: TEXT, ...cover };
  const { id } = await api('POST', '/blogs', post);
  const published = await api('POST', `/blogs/${id}/transitions`, { transition: 'publish' });
  await api('PUT', `/blogs/${id}`, { version: published.version, markdown: `${TEXT}\nMore.` });
  const { id: project } = await api('POST', '/projects', {
    title: 'Tide tables',
    summary: 'Shows when the water is high.',
    markdown: TEXT,
    ...cover,
    link: `https://tides.example/${LONG}`,
    gallery: [{ pictureId: stored.picture, alt: 'A view', caption: LONG }],
  });
  await site.query(
    `insert into comments (post_id, author_id, body, state) values ($1, $2, $3, 'pending'), ($1, $2, 'Fine.', 'published')`,
    [id, member.id, `See https://a.example/${LONG}`],
  );
  Object.assign(stored, { post: id, project });
  stored.shared = (await api('PUT', `/blogs/${id}/preview-link`)).path;
  stored.sharedProject = (await api('PUT', `/projects/${project}/preview-link`)).path;
  await request.dispose();
});

/** Checks a page on a phone in the dark theme, on a desktop in the light theme, and at widths in between. */
async function lookOver(page: Page, what: string, except: string[] = []): Promise<void> {
  for (const [theme, widths] of [
    ['dark', [1024, 768, 360]],
    ['light', [1440]],
  ] as const) {
    await setTheme(page, theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await softly.poll(() => findHorizontalOverflow(page), `${what} is wider than ${width} px`).toEqual([]);
    }
    expect.soft(await listAxeViolations(page, except), `${what}: axe, ${theme}`).toEqual([]);
    if (theme === 'dark') expect.soft(await findSmallTouchTargets(page), `${what} has what is too small`).toEqual([]);
  }
}

/** Opens a page of the dashboard and waits for its editor and preview, if it has them. */
async function open(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 800 });
  expect((await page.goto(path))?.status(), path).toBe(200);
  await waitForHydration(page);
  if (/update-blog\/\d+$|update-project\/[\w-]+$|add-(?:blog|project)$/.test(path)) {
    await expect(page.locator('.editor-text')).toBeVisible();
  }
  if (/\/site\/|\/appearance$/.test(path)) await expect(page.locator('iframe[data-shown]:only-of-type')).toBeVisible();
}

const walks = {
  lists: () => [
    '/dashboard/my-blogs',
    '/dashboard/my-blogs?search=zzz',
    '/dashboard/my-projects',
    '/dashboard/projects-order',
    '/dashboard/comments',
    '/dashboard/media/documents',
    '/dashboard/transfer',
  ],
  'site content': () => [
    '/dashboard/site',
    '/dashboard/site/profile',
    '/dashboard/site/skills',
    '/dashboard/site/links',
    '/dashboard/site/testimonials',
    '/dashboard/site/privacy-policy',
    '/dashboard/appearance',
  ],
  'versions and previews': () => [
    `/dashboard/update-blog/${stored.post}/revisions`,
    `/dashboard/update-project/${stored.project}/revisions`,
    `/dashboard/preview-blog/${stored.post}`,
    `/dashboard/preview-project/${stored.project}`,
  ],
};

for (const [name, paths] of Object.entries(walks)) {
  test(`${name}: no overflow and no accessibility violations`, async ({ page, context }) => {
    test.slow();
    await site.signIn(context, owner);
    for (const path of paths()) {
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      // The preview inside the dashboard has a banner and a main landmark of its own.
      await lookOver(page, path, name === 'site content' ? ['landmark-unique'] : []);
    }
  });
}

test('editor: new post, rich text, source, settings and dialogs', async ({ page, context }) => {
  test.slow();
  await site.signIn(context, owner);
  await open(page, '/dashboard/add-blog');
  await lookOver(page, 'a new post');
  await open(page, `/dashboard/update-project/${stored.project}`);
  await lookOver(page, 'a project');
  await open(page, `/dashboard/update-blog/${stored.post}`);
  await lookOver(page, 'a post');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('complementary', { name: 'Settings' })).toBeVisible();
  // Without a tooltip.
  await page.mouse.move(600, 700);
  // The settings panel covers parts of the page.
  await lookOver(page, 'its settings', ['target-size']);
  await open(page, `/dashboard/update-blog/${stored.post}`);
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(page.locator('.cm-content')).toBeVisible();
  await lookOver(page, 'its source');
  await open(page, '/dashboard/add-blog');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await lookOver(page, 'the question when to publish');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a cover' }).click();
  const picture = page.getByRole('dialog').getByRole('button', { name: LONG });
  await expect(picture).toBeVisible();
  await lookOver(page, 'the picker');
  await picture.click();
  await expect(page.getByRole('textbox', { name: 'What it shows' })).toBeFocused();
  await lookOver(page, 'what a picture shows');
});

test('shared preview and a member’s lists', async ({ page, context }) => {
  for (const path of [stored.shared, stored.sharedProject]) {
    await page.goto(path);
    await lookOver(page, 'a shared preview');
  }
  await site.signIn(context, await site.addMember('Lin Member'));
  for (const path of ['/dashboard/my-blogs', '/dashboard/my-projects', '/dashboard/comments', '/dashboard/media']) {
    await open(page, path);
    await lookOver(page, path);
  }
});
