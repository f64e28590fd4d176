import type { Page } from '@playwright/test';
import { GOOGLE_DOCS, WORD } from '../support/pasted-html.ts';
import {
  expect,
  holdRequests,
  listAbortedChanges,
  navigateInApp,
  pasteHtml,
  waitForHydration,
  testOnOwnSite,
  site,
  type TestUser,
} from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});

const saved = (page: Page) => expect(page.getByText(/^Saved at/)).toBeVisible();

/** Replaces the text with pasted HTML and returns the Markdown that the source view shows. */
async function markdownOf(page: Page, html: string): Promise<string> {
  const text = page.locator('.ProseMirror');
  await text.focus();
  // Only an empty paragraph is left, as in a new post.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await pasteHtml(text, html);
  const mode = page.getByRole('button', { name: 'Markdown' });
  await mode.click();
  await expect(page.locator('.cm-content')).toBeVisible();
  const lines = await page.locator('.cm-line').allInnerTexts();
  await mode.click();
  await expect(text).toBeVisible();
  return lines
    .map(line => line.replace(/\n$/, ''))
    .join('\n')
    .trim();
}

// Runs first, while there are only the sample projects.
test('the owner sorts projects by dragging and by buttons, and undoes it', async ({ page, context, trouble }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/projects-order');
  await waitForHydration(page);
  const items = page.getByRole('main').getByRole('listitem');
  const titles = items.locator('.font-semibold');
  const before = await titles.allTextContents();
  expect(before.length).toBe(25);
  const handle = (place: number) => items.nth(place).locator('.cursor-grab');
  const place = async (number: number) => {
    const box = await handle(number).boundingBox();
    return { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 };
  };
  const [from, to] = [await place(2), await place(0)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible();
  await expect(titles.first()).toHaveText(before[2] ?? '');
  const aborted = listAbortedChanges(page);
  const release = await holdRequests(page, '**/api/v1/project-sort-order');
  const down = page.getByRole('button', { name: `Move ${before[0]} down` });
  await down.focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText('Saving…')).toBeVisible();
  await expect(down).toBeFocused();
  release();
  await expect(titles.nth(3)).toHaveText(before[0] ?? '');
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible();
  expect(aborted).toEqual([]);

  trouble.announce(/ERR_FAILED/);
  await page.route('**/api/v1/project-sort-order', route => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Reset to newest first' }).click();
  await expect(page.getByRole('status').getByText('Check your connection')).toBeVisible();

  // The order of the readers' list is tested without a browser (sort-order.test.ts).
  await navigateInApp(page, '/dashboard/my-projects');
  await navigateInApp(page, '/dashboard/projects-order');
  await expect(titles).toHaveCount(before.length);
  expect((await titles.allTextContents()).slice(0, 4)).toEqual([2, 1, 3, 0].map(number => before[number]));
  await page.getByRole('button', { name: 'Reset to newest first' }).click();
  await expect(titles.first()).toHaveText(before[0] ?? '');
});

test('a member pastes and writes a project, and the owner publishes it', async ({ page, context, trouble }) => {
  // An invalid price is rejected while it is typed.
  trouble.announce(/status 400: PUT .*tide-tables/);
  trouble.announce(/status of 400/);
  const member = await site.addMember('Grace Murray');
  await site.signIn(context, member);
  await page.goto('/dashboard/my-projects');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Add a project' }).click();
  await expect(page.locator('.ProseMirror')).toBeVisible();
  // The first save, which creates the URL, may happen at any time from here on.
  await page.getByRole('textbox', { name: 'Title' }).fill('Tide tables');
  await test.step('keeps lists, tables and formatting of pasted HTML as Markdown', async () => {
    expect(await markdownOf(page, GOOGLE_DOCS), 'lists and tables from Google Docs').toBe(
      [
        'Water is H<sub>2</sub>O.',
        '',
        '- One',
        '  - **Two**',
        '    1. Three',
        '- Four',
        '',
        '| **Head** | Other |',
        '| --- | --- |',
        '| a<br>b | |',
        '| wide | |',
      ].join('\n'),
    );
    expect(await markdownOf(page, WORD), 'lists and tables from Word').toBe(
      [
        'Before',
        '',
        '- One',
        '  - Two',
        '    - Three',
        '  - Four',
        '- Five',
        '',
        'Between x<sup>2</sup>',
        '',
        '3. Six',
        '   1. Seven',
        '4. Eight',
        '',
        '| **Head** | Other |',
        '| --- | --- |',
        '| tall | b |',
        '| | c |',
      ].join('\n'),
    );
    const html = '<p>H<sub>2</sub>O, <mark>marked</mark>, <u>under</u> and <kbd>Ctrl</kbd></p>';
    expect(await markdownOf(page, html), 'formatting without Markdown syntax, as HTML').toBe(
      'H<sub>2</sub>O, <mark>marked</mark>, <u>under</u> and <kbd>Ctrl</kbd>',
    );
  });
  await page.locator('.ProseMirror').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Twice a day it *rises*.');
  await saved(page);
  await expect(page).toHaveURL('/dashboard/update-project/tide-tables');

  // The title comes first, then the settings open at the missing fields.
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Enter a title before you publish.')).toBeVisible();
  await expect(title).toBeFocused();
  await title.fill('Tide tables');
  await expect(title).toBeFocused();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByLabel('Live site URL')).toBeFocused();
  await page.getByLabel('Live site URL').fill('https://tides.example/');
  await page.getByLabel('Repository URL (optional)').fill('https://code.example/tides');
  await page.getByLabel('Source code price').fill('49,5555');
  await expect(page.getByRole('alert')).toContainText('Enter an amount in USD');
  await page.getByLabel('Source code price').fill('49.50');
  await page.getByLabel('Stars').fill('4.8');
  await saved(page);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Project submitted for review')).toBeVisible();

  await site.signIn(context, owner);
  // The dashboard keeps its user until a different layout replaces it.
  await navigateInApp(page, '/about');
  await navigateInApp(page, '/dashboard/my-projects?status=in_review');
  await page.getByRole('link', { name: 'Tide tables' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Project published')).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Publish date').fill('2019-05-06');
  await page.getByRole('button', { name: 'Change date' }).click();
  await expect(page.getByText('Publish date changed')).toBeVisible();

  await navigateInApp(page, '/projects/tide-tables');
  await expect(page.getByText('6 May 2019')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Tide tables' })).toBeVisible();
  await expect(page.getByText('Not for sale right now')).toBeVisible();
  await expect(page.getByText('4.8 of 5')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View source' })).toHaveAttribute('href', 'https://code.example/tides');
  await expect(page.getByText('Grace Murray')).toBeVisible();
});

test('the owner sorts and removes gallery images by keyboard', async ({ page, context }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/add-project');
  await waitForHydration(page);
  await page.getByRole('textbox', { name: 'Title' }).fill('Harbor lights');
  const gallery = page.getByRole('region', { name: 'Gallery' });
  const images = gallery.getByRole('listitem').getByRole('img');
  const sources = () =>
    images.evaluateAll(all => all.map(each => (each as HTMLImageElement).src.replace(/-\d+\.\w+$/, '')));
  for (const place of [0, 1]) {
    await gallery.getByRole('button', { name: 'Add image' }).click();
    const library = page.getByRole('dialog').getByRole('region', { name: 'Media library' });
    const next = library.getByRole('button', { name: 'Next', exact: true });
    await next.press('Enter');
    await expect(library.getByText(/^Page 2 of/)).toBeVisible();
    await expect(next).toBeFocused();
    await library.getByRole('listitem').nth(place).getByRole('button').click();
    await page.getByRole('button', { name: 'Use this image' }).click();
    await expect(images).toHaveCount(place + 1);
  }
  const [first, second] = await sources();
  const move = (name: string) => gallery.getByRole('button', { name });
  await move('Move image 1 later').press('Enter');
  await expect(move('Move image 2 earlier')).toBeFocused();
  expect(await sources()).toEqual([second, first]);
  await move('Move image 2 earlier').press('Enter');
  await expect(move('Move image 1 later')).toBeFocused();
  expect(await sources()).toEqual([first, second]);
  await move('Move image 1 later').press('Enter');
  await saved(page);
  await page.reload();
  await waitForHydration(page);
  expect(await sources()).toEqual([second, first]);
  await move('Remove image 1').press('Enter');
  await expect(images).toHaveCount(1);
  await expect(gallery.getByRole('heading', { name: 'Gallery' })).toBeFocused();
  expect(await sources()).toEqual([first]);
});
