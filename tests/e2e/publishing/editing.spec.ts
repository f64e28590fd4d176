import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { createApiClient } from '../support/api-client.ts';
import { findHorizontalOverflow } from '../support/audits.ts';
import { listTextEnds } from '../support/text-directions.ts';
import {
  expect,
  holdRequests,
  navigateInApp,
  waitForHydration,
  testOnOwnSite,
  site,
  type TestUser,
} from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
let author: TestUser;
let member: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
  author = await site.add({ name: 'Hedy Kiesler', role: 'author' });
  member = await site.addMember('Grace Murray');
});

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const saved = (page: Page) => expect(page.getByText(/^Saved at/)).toBeVisible();

/** Creates a post by typing, and waits until it is saved. */
async function write(page: Page, heading: string, words: string): Promise<void> {
  await page.goto('/dashboard/add-blog');
  await waitForHydration(page);
  await expect(page.locator('.ProseMirror')).toBeVisible();
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveCSS('outline-style', 'solid');
  await expect(page.getByText(/^Saved/)).toHaveCount(0);
  await title(page).fill(heading);
  await title(page).press('Enter');
  await page.keyboard.type(words);
  await saved(page);
  await expect(page).toHaveURL(/\/dashboard\/update-blog\/\d+$/);
}

/** Moves the caret to the end of the text. The editor may move it back once while it takes the focus. */
async function goToEnd(page: Page): Promise<void> {
  await text(page).click();
  const isAtEnd = (editor: Node) => {
    const { focusNode, focusOffset } = getSelection() ?? {};
    if (!focusNode) return false;
    const rest = document.createRange();
    rest.selectNodeContents(editor);
    rest.setStart(focusNode, focusOffset ?? 0);
    return rest.toString() === '';
  };
  await expect(async () => {
    await page.keyboard.press('Control+End');
    expect(await text(page).evaluate(isAtEnd)).toBe(true);
  }).toPass();
}

/** Returns the HTML of a published page. */
const readPage = async (context: BrowserContext, path: string) => (await context.request.get(path)).text();

/** Creates a post through the API as the signed-in user, opens its editor and returns its ID. */
async function openPost(page: Page, heading: string, markdown: string): Promise<string> {
  const api = createApiClient(page.context().request, site.url);
  const { id } = await api('POST', '/blogs', { title: heading, markdown });
  const path = `/dashboard/update-blog/${id}`;
  if (page.url() === 'about:blank') await page.goto(path);
  else await navigateInApp(page, path);
  await waitForHydration(page);
  await expect(title(page)).toHaveValue(heading);
  await expect(page.locator('.ProseMirror')).toBeVisible();
  return id;
}

test('an author publishes, schedules and shares posts, restores a version and picks pictures', async ({
  page,
  context,
  playwright,
  trouble,
}) => {
  test.slow();
  trouble.announce(/status (of )?400/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await site.signIn(context, author);
  await test.step('publishes', async () => {
    await write(page, 'Reading a tide table', '## Twice a day\nIt **rises** and falls.');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Publish' });
    await expect(question.getByText(/^Reading a tide table · /)).toBeVisible();
    // Only the owner sends newsletters.
    await expect(question.getByLabel('Also send as a newsletter')).toBeHidden();
    await question.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Post published')).toBeVisible();
    const shown = await readPage(context, '/blog/reading-a-tide-table');
    expect(shown).toMatch(/<h2[^>]*>(?:<[^>]*>)*Twice a day/);
    expect(shown).toContain('<strong>rises</strong>');
  });
  await test.step('publishes changes', async () => {
    await goToEnd(page);
    await page.keyboard.type(' Always.');
    await expect(page.getByText('unpublished changes')).toBeVisible();
    expect(await readPage(context, '/blog/reading-a-tide-table')).not.toContain('Always.');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await expect(page.getByText('unpublished changes')).toBeHidden();
    expect(await readPage(context, '/blog/reading-a-tide-table')).toContain('falls. Always.');
  });
  await test.step('keeps text typed while changes are being published', async () => {
    for (const [typed, isSavedFirst] of [
      [' Once.', true],
      [' Twice.', false],
    ] as const) {
      await goToEnd(page);
      await page.keyboard.type(' Then:');
      await expect(page.getByText('unpublished changes')).toBeVisible();
      const published = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      await page.route('**/transitions', async route => {
        const response = await route.fetch();
        published.resolve();
        await answered.promise;
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: 'Publish changes' }).click();
      await published.promise;
      const save = page.waitForResponse(answer => answer.request().method() === 'PUT');
      await goToEnd(page);
      await page.keyboard.type(typed);
      if (isSavedFirst) await save;
      answered.resolve();
      await expect(page.getByText('Post published').last()).toBeVisible();
      await save;
      await saved(page);
      await expect(text(page)).toContainText(`Then:${typed}`);
      await expect(page.getByText('unpublished changes')).toBeVisible();
      await page.unroute('**/transitions');
    }
    expect(await site.query(`select markdown from posts where slug = 'reading-a-tide-table'`)).toEqual([
      { markdown: expect.not.stringContaining('Twice.') },
    ]);
    expect(await site.query(`select unpublished_changes from posts where slug = 'reading-a-tide-table'`)).toEqual([
      {
        unpublished_changes: expect.objectContaining({
          markdown: expect.stringContaining('Always. Then: Once. Then: Twice.'),
        }),
      },
    ]);
  });
  await test.step('hides the menu and the settings until they are opened', async () => {
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Show menu' }).click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    const excerpt = page.getByRole('textbox', { name: 'Excerpt' });
    const settings = page.getByRole('button', { name: 'Settings', exact: true });
    await settings.click();
    await expect(page.getByRole('complementary', { name: 'Settings' })).toBeFocused();
    await excerpt.fill('Times and heights.');
    await page.keyboard.press('Escape');
    await expect(excerpt).toBeHidden();
    await expect(settings).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(excerpt).toHaveValue('Times and heights.');
    await saved(page);
  });
  await test.step('schedules, reschedules and unschedules', async () => {
    await openPost(page, 'The spring tide', 'Higher than usual.');
    const question = page.getByRole('dialog', { name: 'Publish' });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await question.getByLabel('Schedule', { exact: true }).check();
    const time = question.getByLabel('Date and time');
    await time.fill('2020-03-02T09:30');
    await question.getByRole('button', { name: 'Schedule' }).click();
    await expect(time).toHaveAttribute('aria-invalid', 'true');
    await expect(time).toHaveAccessibleDescription(
      /^Time zone: America.+ Choose a time in the future, or publish now\.$/,
    );
    await question.getByLabel('Backdate').check();
    await expect(time).not.toHaveAttribute('aria-invalid');
    await question.getByLabel('Schedule', { exact: true }).check();
    await time.fill('2031-03-02T09:30');
    await question.getByRole('button', { name: 'Schedule' }).click();
    // In the site's time zone, regardless of the browser's.
    const due = page.getByRole('button', { name: /^Reschedule: / });
    await expect(due).toHaveText(/02 Mar 2031, 09:30 GMT-5$/);
    await due.click();
    await expect(question.getByLabel('Date and time')).toHaveValue('2031-03-02T09:30');
    await question.getByLabel('Date and time').fill('2031-07-02T10:00');
    await question.getByRole('button', { name: 'Schedule' }).click();
    await expect(due).toHaveText(/02 Jul 2031, 10:00 GMT-4$/);
    await due.click();
    await question.getByLabel('Unschedule').check();
    await question.getByRole('button', { name: 'Unschedule' }).click();
    await expect(page.getByText('Post unscheduled')).toBeVisible();
    await expect(due).toBeHidden();
  });
  await test.step('shares a draft by link until the link is revoked', async () => {
    await openPost(page, 'Between two tides', 'Nobody has read *this* yet.');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const link = await page.getByRole('textbox', { name: 'Preview URL' }).inputValue();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    const guest = await playwright.request.newContext({ baseURL: site.url });
    const shown = await guest.get(link);
    expect(shown.headers()['cache-control']).toBe('no-store');
    const html = await shown.text();
    expect(html).toMatch(/<h1[^>]*>Between two tides<\/h1>/);
    expect(html).toContain('<em>this</em>');
    expect(html).toMatch(/<meta name="robots" content="[^"]*noindex/);
    // A draft has no public page and is in no list.
    expect((await guest.get('/blog/between-two-tides')).status()).toBe(404);
    expect(await (await guest.get('/blogs')).text()).not.toContain('Between two tides');

    await page.getByRole('button', { name: 'Revoke link' }).click();
    await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
    const ended = await guest.get(link);
    expect(ended.status()).toBe(404);
    expect(await ended.text()).not.toContain('Nobody has read');
    await guest.dispose();
  });
  await test.step('restores a version, hidden from others', async () => {
    const id = await openPost(page, 'Second thoughts', 'The water was high.');
    // Changes in one editing session are one revision.
    await site.query(
      `update post_revisions set started_at = started_at - interval '3 hours', saved_at = saved_at - interval '3 hours' where post_id = $1`,
      [id],
    );
    await goToEnd(page);
    await page.keyboard.type(' Then it was low.');
    await expect
      .poll(() => site.query('select id from post_revisions where post_id = $1', [id]).then(rows => rows.length))
      .toBe(2);
    await saved(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Version history' }).click();
    const revisions = page.getByRole('navigation', { name: 'Versions' });
    await expect(revisions.getByRole('link')).toHaveCount(2);
    await expect(page.locator('ins').filter({ hasText: 'Then it was low.' })).toBeVisible();
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await expect(page).toHaveURL(`/dashboard/update-blog/${id}`);
    await expect(text(page)).toHaveText('The water was high.');
    await navigateInApp(page, `/dashboard/update-blog/${id}/revisions`);
    await expect(revisions.getByText('Restored')).toBeVisible();

    const other = await playwright.request.newContext({
      baseURL: site.url,
      extraHTTPHeaders: { cookie: await site.cookieOf(member) },
    });
    for (const path of [`update-blog/${id}`, `update-blog/${id}/revisions`, `preview-blog/${id}`]) {
      const refused = await other.get(`/dashboard/${path}`);
      expect(refused.status(), path).toBe(404);
      expect(await refused.text(), path).not.toContain('Second thoughts');
    }
    await other.dispose();
  });
  await test.step('picks a cover and a picture with alt texts from the library', async () => {
    await openPost(page, 'What the gauge shows', 'Look:');
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#35a' } })
      .png()
      .toBuffer();
    await context.request.post('/api/v1/media/pictures?name=gauge.png', {
      headers: { origin: new URL(page.url()).origin, 'content-type': 'image/png' },
      data: bytes,
    });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Add cover' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'gauge.png' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add alt text' });
    await dialog.getByRole('button', { name: 'Use this image' }).click();
    await expect(dialog.getByText('Enter alt text, or mark the image as decorative.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Alt text' }).fill('A gauge at low water');
    // The library saves the alt text in the background; the author doesn't wait for it.
    const taken = page.waitForResponse(
      answer => answer.request().method() === 'PATCH' && answer.url().includes('/media/pictures/'),
    );
    await dialog.getByRole('button', { name: 'Use this image' }).click();
    await expect(page.getByRole('img', { name: 'A gauge at low water' })).toBeVisible();
    await taken;
    await expect(page.getByRole('textbox', { name: 'Cover alt text' })).toHaveValue('A gauge at low water');

    await goToEnd(page);
    await page.keyboard.press('Enter');
    await page.keyboard.type('/library');
    await page.getByRole('option', { name: 'Image from media library' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'gauge.png' }).click();
    // The alt text from the first use is suggested and can be changed here.
    const words = dialog.getByRole('textbox', { name: 'Alt text' });
    await expect(words).toHaveValue('A gauge at low water');
    await words.fill('The same gauge, nearer');
    await dialog.getByRole('button', { name: 'Use this image' }).click();
    await expect(text(page).getByRole('img', { name: 'The same gauge, nearer' })).toBeVisible();
    const [picture] = await site.query(`select id, alt from pictures where name = 'gauge.png'`);
    expect(picture?.alt).toBe('A gauge at low water');
    await expect
      .poll(() =>
        site.query(`select markdown, cover_image_id, cover_alt from posts where slug = 'what-the-gauge-shows'`),
      )
      .toEqual([
        {
          markdown: expect.stringContaining(
            `![The same gauge, nearer](/media/pictures/${String(picture?.id)}-1600.webp)`,
          ),
          cover_image_id: picture?.id,
          cover_alt: 'A gauge at low water',
        },
      ]);
  });
});

test('a member submits, the owner returns it with a note and publishes the second version', async ({
  page,
  context,
}) => {
  await site.signIn(context, member);
  await openPost(page, 'A letter from the quay', 'The boats are in.\n\n![](https://quay.example/boats.jpg)');
  const address = page.url();
  const open = async (user: TestUser, path: string) => {
    await site.signIn(context, user);
    await page.goto(path);
    await waitForHydration(page);
  };
  const submit = async () => {
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await expect(page.getByText('Post submitted for review')).toBeVisible();
  };
  await submit();

  await open(owner, '/dashboard');
  await page.getByRole('listitem').filter({ hasText: '1 post to review' }).getByRole('link').click();
  await page.getByRole('link', { name: 'A letter from the quay' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Request changes' }).click();
  await page.getByLabel('Note to the author (optional)').fill('Which boats?');
  await page.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click();
  await expect(page.getByText('Post sent back to the author')).toBeVisible();
  const [mail] = await site.query(`select text from emails where template = 'entry_changes_requested'`);
  expect(String(mail?.text)).toContain('Which boats?');

  await open(member, address);
  const note = page.getByRole('status').filter({ hasText: 'requested changes' });
  await expect(note).toContainText('Which boats?');
  await submit();
  await expect(note).toBeHidden();

  await open(owner, address);
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await test.step('leads to missing fields before it opens the publish dialog', async () => {
    await title(page).fill('');
    await publish.click();
    await expect(page.getByText('Enter a title before you publish.')).toBeVisible();
    await expect(title(page)).toBeFocused();
    await expect(page.getByRole('dialog')).toBeHidden();
    await title(page).fill('A letter from the quay');
  });
  const dialog = page.getByRole('dialog', { name: 'Publish post' });
  const newsletter = dialog.getByLabel('Also send as a newsletter');
  await test.step('leads to a picture without alt text', async () => {
    await publish.click();
    await expect(dialog.getByText('1 image has no alt text.', { exact: false })).toBeVisible();
    await expect(dialog.getByText('You have no subscribers to new posts yet.')).toBeVisible();
    await expect(newsletter).toBeDisabled();
    await dialog.getByRole('button', { name: 'Go to image 1' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Alt text' })).toBeFocused();
  });
  await test.step('sends no newsletter unless the author chooses it', async () => {
    await site.query(
      `insert into newsletter_subscribers (email, state, topics, source, created_at, confirmed_at, confirmation_method)
        values ('reader@site.example', 'subscribed', '{posts}', 'form', now(), now(), 'email_link')`,
    );
    await publish.click();
    await newsletter.check();
    await expect(dialog.getByText('Sent to 1 subscriber of “New posts”. You can’t recall it.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Publish and send newsletter' })).toBeVisible();
    await newsletter.uncheck();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Post published')).toBeVisible();
    expect(
      await site.query('select 1 from newsletter_issues union select 1 from posts where sends_newsletter'),
    ).toEqual([]);
  });
});

test('keeps offline input after the tab is closed, and overwrites nothing from another tab', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/INTERNET_DISCONNECTED/);
  trouble.announce(/status (of )?409/);
  trouble.announce(/status (of )?400/);
  await site.signIn(context, author);
  const id = await openPost(page, 'Far out', 'Land.');
  const address = page.url();
  const later = await context.newPage();
  await test.step('restores offline input', async () => {
    await context.setOffline(true);
    await title(page).fill('Far out at sea');
    await expect(page.getByText('Can’t reach the site.', { exact: false })).toBeVisible();
    // A tab that closes saves once more, and may be online again by then.
    await page.evaluate(() => {
      globalThis.fetch = () => Promise.reject(new TypeError('Offline'));
    });
    await page.close({ runBeforeUnload: false });
    await context.setOffline(false);
    await later.goto(address);
    await waitForHydration(later);
    await expect(title(later)).toHaveValue('Far out at sea');
    await expect(later.getByText('Unsaved changes restored.')).toBeVisible();
    await saved(later);
    expect(await site.query('select title from posts where id = $1', [id])).toEqual([{ title: 'Far out at sea' }]);
  });
  await test.step('warns of a conflict between two tabs', async () => {
    const other = await context.newPage();
    await other.goto(address);
    await waitForHydration(other);
    await expect(later.getByText('This post is open in another tab.')).toBeVisible();
    await title(other).fill('Of another mind');
    await saved(other);
    await title(later).fill('Of my own mind');
    await expect(later.getByText('This post was changed in another tab or by someone else.')).toBeVisible();
    await other.reload();
    await expect(title(other)).toHaveValue('Of another mind');
    await later.getByRole('button', { name: 'Keep my version' }).click();
    await saved(later);
    await other.reload();
    await expect(title(other)).toHaveValue('Of my own mind');
  });
  await test.step('loads the latest version with its tags', async () => {
    const other = await context.newPage();
    await other.goto(address);
    await waitForHydration(other);
    await other.getByRole('button', { name: 'Settings', exact: true }).click();
    const tags = (tab: Page) => tab.getByLabel('Tags', { exact: true });
    await tags(other).fill(`harbor, ${'x'.repeat(61)}`);
    await expect(tags(other)).toHaveAccessibleDescription(/Each tag must be 60 characters or fewer\./);
    await tags(other).fill('harbor, tides');
    await saved(other);
    await later.getByRole('button', { name: 'Settings', exact: true }).click();
    await tags(later).fill('mine');
    await later.getByRole('button', { name: 'Load latest version' }).click();
    await expect(tags(later)).toHaveValue('harbor, tides');
  });
});

test('says which image of a text was deleted', async ({ page, context, trouble }) => {
  trouble.announce(/404/);
  await site.signIn(context, owner);
  await openPost(page, 'A lost image', 'Before.\n\n![A pier](/media/pictures/0123456789abcdef-1600.webp)\n\nAfter.');
  const notice = page.getByText('This image was deleted or can’t be loaded. Remove it, or insert another one.');
  await expect(notice).toBeVisible();
  await notice.click();
  await expect(page.getByRole('textbox', { name: 'Alt text' })).toHaveValue('A pier');
  await page.getByRole('textbox', { name: 'Caption' }).fill('At dawn');
  await expect(notice).toBeVisible();
});

test('restores a deleted post that the Back button opens, with the text typed there', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/status (of )?409/);
  await site.signIn(context, owner);
  await page.goto('/dashboard/my-blogs');
  await waitForHydration(page);
  const id = await openPost(page, 'Deleted too early', 'Text.');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete this post' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete post' }).click();
  await expect(page).toHaveURL('/dashboard/my-blogs');
  await page.goBack();
  await expect(page.getByText('This post is deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('link', { name: 'Version history' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete this post' })).toBeHidden();
  await page.getByRole('button', { name: 'Close settings' }).click();
  const refused = page.waitForResponse(answer => answer.status() === 409);
  await title(page).fill('Not too early');
  await refused;
  await expect(page.getByText('This post was changed in another tab or by someone else.')).toBeHidden();
  await page.getByRole('button', { name: 'Restore post' }).click();
  await expect(page.getByText('Post restored')).toBeVisible();
  await saved(page);
  await expect(page.getByText('This post is deleted.')).toBeHidden();
  expect(await site.query('select title, deleted_at from posts where id = $1', [id])).toEqual([
    { title: 'Not too early', deleted_at: null },
  ]);
});

test('shows images as wide as the column, and small ones in their own size', async ({ page, context }) => {
  await site.signIn(context, owner);
  const upload = async (name: string, width: number) => {
    const answer = await context.request.post(`/api/v1/media/pictures?name=${name}`, {
      headers: { origin: site.url, 'content-type': 'image/png' },
      data: await sharp({ create: { width, height: 60, channels: 3, background: '#35a' } })
        .png()
        .toBuffer(),
    });
    const { id } = (await answer.json()) as { id: string };
    return `![${name}](/media/pictures/${id}-1600.webp)`;
  };
  const images = [await upload('wide', 1600), await upload('medium', 600), await upload('small', 100)];
  const id = await openPost(page, 'Images of all sizes', images.join('\n\n'));
  await navigateInApp(page, `/dashboard/preview-blog/${id}`);
  const prose = page.locator('.prose');
  const widthOf = async (name: string) =>
    Math.round((await prose.getByRole('img', { name }).boundingBox())?.width ?? 0);
  for (const [width, expected] of [
    [1440, [600, 100]],
    [360, [undefined, 100]],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const columnWidth = () => prose.evaluate(element => Math.round(element.getBoundingClientRect().width));
    await expect(async () => {
      expect([await widthOf('wide'), await widthOf('medium'), await widthOf('small')]).toEqual([
        await columnWidth(),
        expected[0] ?? (await columnWidth()),
        expected[1],
      ]);
    }).toPass();
  }
});

test('scrolls a wide table on a phone, and keeps the focus after a submission', async ({ page, context }) => {
  await site.signIn(context, member);
  const row = (cell: string) => `|${` ${cell} |`.repeat(6)}\n`;
  await openPost(page, 'Prices', row('Name') + row('---') + row('Gesellschaft'));
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(text(page).getByRole('cell')).toHaveCount(6);
  await expect.poll(() => findHorizontalOverflow(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });
  await text(page).getByRole('cell').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(' AG');
  await saved(page);
  await expect(text(page).getByRole('cell').first()).toHaveText('Gesellschaft AG');
  await page.getByRole('button', { name: 'Submit for review' }).press('Enter');
  await expect(page.getByText('Post submitted for review')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('shows each right-to-left paragraph in its own direction', async ({ page, context }) => {
  await site.signIn(context, owner);
  await openPost(page, 'Greetings', 'كلمة English هنا.\n\nHello, مرحبا.\n\n> اقتباس');
  expect(await listTextEnds(text(page).locator('p'))).toEqual(['left', 'right', 'left']);
  await expect(text(page).getByRole('blockquote')).toHaveCSS('border-right-width', '3px');
  await page.getByRole('button', { name: 'Markdown', exact: true }).click();
  await expect(page.locator('.cm-line')).toHaveCount(5);
  expect(await listTextEnds(page.locator('.cm-line'))).toEqual(['left', 'right', 'left']);
});

test('keeps an image that is being uploaded, and the shortcut for links, in the editor', async ({ page, context }) => {
  await site.signIn(context, author);
  await openPost(page, 'A harbor', 'Ships and cranes');

  await test.step('Ctrl+K opens the link form, not the command palette', async () => {
    await goToEnd(page);
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Control+k');
    await expect(page.getByLabel('Link URL')).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('the editor changes to Markdown only after the upload', async () => {
    const release = await holdRequests(page, '**/api/v1/media/pictures?*');
    const buffer = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#468' } })
      .png()
      .toBuffer();
    await page.getByLabel('Images to upload').setInputFiles({ name: 'crane.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('progressbar', { name: 'Uploading crane.png' })).toBeVisible();
    const mode = page.getByRole('button', { name: 'Markdown', exact: true });
    await mode.click();
    await expect(page.getByText('An image is still uploading.')).toBeVisible();
    await expect(mode).toHaveAttribute('aria-pressed', 'false');
    release();
    await expect(page.locator('.editor-picture')).toHaveCount(1);
    await mode.click();
    await expect(page.getByRole('textbox', { name: 'Text (Markdown)' })).toContainText('![](/media/');
    await saved(page);
  });

  await test.step('publishing without text marks the text, also in Markdown', async () => {
    const source = page.getByRole('textbox', { name: 'Text (Markdown)' });
    await expect(source).toHaveAttribute('aria-invalid', 'false');
    await source.fill('');
    await saved(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(source).toHaveAttribute('aria-invalid', 'true');
  });
});

test('on a tablet, the toolbar does not cover the field that gets the focus', async ({ page, context }) => {
  await page.setViewportSize({ width: 700, height: 500 });
  await site.signIn(context, owner);
  await openPost(page, 'The long tide', 'One line.\n\n'.repeat(60));
  await title(page).focus();
  await page.keyboard.press('Tab');
  // Leaves the title partly behind the toolbar.
  await title(page).evaluate(it => scrollBy({ top: it.getBoundingClientRect().top - 110, behavior: 'instant' }));
  await page.keyboard.press('Shift+Tab');
  await expect(title(page)).toBeFocused();
  const isCovered = () =>
    title(page).evaluate(it => {
      const { left, top } = it.getBoundingClientRect();
      return document.elementFromPoint(left + 10, top + 2) !== it;
    });
  await expect.poll(isCovered).toBe(false);
});
