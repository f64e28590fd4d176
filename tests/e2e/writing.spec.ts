import type { Page } from '@playwright/test';
import { openResidents, type Resident, type Residents } from './residents.ts';
import { expect, takenOver, testOnOwnSite } from './test.ts';

const test = testOnOwnSite('start');

let residents: Residents;
let owner: Resident;
let author: Resident;
let member: Resident;
test.beforeAll(async ({ ownSite }) => {
  residents = await openResidents(ownSite);
  await residents.query('delete from users');
  owner = await residents.add({ name: 'Mira Castellan', role: 'owner' });
  author = await residents.add({ name: 'Hedy Kiesler', role: 'author' });
  member = await residents.add({ name: 'Grace Murray' });
});
test.afterAll(() => residents.close());

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const saved = (page: Page) => expect(page.getByText(/^Saved at/)).toBeVisible();

/** Begins a post by writing it, and waits until the site has it. */
async function write(page: Page, heading: string, words: string): Promise<void> {
  await page.goto('/dashboard/add-blog');
  await takenOver(page);
  await expect(page.locator('.ProseMirror')).toBeVisible();
  await title(page).fill(heading);
  await title(page).press('Enter');
  await page.keyboard.type(words);
  await saved(page);
  await expect(page).toHaveURL(/\/dashboard\/update-blog\/\d+$/);
}

test('an author writes, publishes, changes and publishes again', async ({ page, context }) => {
  await residents.signIn(context, author);
  await write(page, 'Reading a tide table', '## Twice a day\nIt **rises** and falls.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'When are readers to see this post?' });
  await question.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published. Readers see it now.')).toBeVisible();
  const reader = await context.newPage();
  await reader.goto('/blog/reading-a-tide-table');
  await expect(reader.getByRole('heading', { name: 'Twice a day' })).toBeVisible();
  await expect(reader.locator('.prose strong')).toHaveText('rises');

  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Always.');
  await expect(page.getByText('changes not published')).toBeVisible();
  await reader.reload();
  await expect(reader.locator('.prose')).not.toContainText('Always.');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('changes not published')).toBeHidden();
  await reader.reload();
  await expect(reader.locator('.prose')).toContainText('falls. Always.');
});

test('a member submits, the owner sends back with a note, and publishes the second time', async ({ page, browser }) => {
  const context = page.context();
  await residents.signIn(context, member);
  await write(page, 'A letter from the quay', 'The boats are in.');
  const address = page.url();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Submitted. The owner has been told.')).toBeVisible();

  const desk = await browser.newContext({ baseURL: new URL(address).origin });
  await residents.signIn(desk, owner);
  const office = await desk.newPage();
  await office.goto('/dashboard');
  await takenOver(office);
  await office.getByRole('listitem').filter({ hasText: '1 post waits' }).getByRole('link').click();
  await office.getByRole('link', { name: 'A letter from the quay' }).click();
  await office.getByRole('button', { name: 'More' }).click();
  await office.getByRole('button', { name: 'Send back' }).click();
  await office.getByLabel('What to change').fill('Which boats?');
  await office.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
  await expect(office.getByText('Sent back to its writer.')).toBeVisible();
  const [mail] = await residents.query(`select text from mails where template = 'textSentBack'`);
  expect(String(mail?.text)).toContain('Which boats?');

  await page.goto(address);
  await takenOver(page);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Submitted. The owner has been told.')).toBeVisible();
  await office.reload();
  await takenOver(office);
  await office.getByRole('button', { name: 'Publish', exact: true }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(office.getByText('Published. Readers see it now.')).toBeVisible();
  await desk.close();
});

test('an author schedules, sees when it is due, and takes another time and none', async ({ page, context }) => {
  await residents.signIn(context, author);
  await write(page, 'The spring tide', 'Higher than usual.');
  const question = page.getByRole('dialog', { name: 'When are readers to see this post?' });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await question.getByLabel('Later, by itself').check();
  await question.getByLabel(/Time in America/).fill('2031-03-02T09:30');
  await question.getByRole('button', { name: 'Schedule' }).click();
  // In the zone of the site, whatever the browser's own is.
  const due = page.getByRole('button', { name: /^Change the time: / });
  await expect(due).toHaveText(/02 Mar 2031, 09:30 GMT-5$/);
  await due.click();
  await expect(question.getByLabel(/Time in America/)).toHaveValue('2031-03-02T09:30');
  await question.getByLabel(/Time in America/).fill('2031-07-02T10:00');
  await question.getByRole('button', { name: 'Schedule' }).click();
  await expect(due).toHaveText(/02 Jul 2031, 10:00 GMT-4$/);
  await due.click();
  await question.getByLabel(/make it a draft again/).check();
  await question.getByRole('button', { name: 'Make it a draft' }).click();
  await expect(page.getByText('It is a draft again.')).toBeVisible();
  await expect(due).toBeHidden();
});

test('two tabs write one post, and nothing is overwritten unseen', async ({ page, context, trouble }) => {
  trouble.announce(/status (of )?409/);
  await residents.signIn(context, author);
  await write(page, 'Of two minds', 'First.');
  const other = await context.newPage();
  await other.goto(page.url());
  await takenOver(other);
  await expect(page.getByText('This post is open in another tab, too.')).toBeVisible();
  await title(other).fill('Of another mind');
  await saved(other);
  await title(page).fill('Of my own mind');
  await expect(page.getByText('was saved somewhere else since you opened it here')).toBeVisible();
  await other.reload();
  await expect(title(other)).toHaveValue('Of another mind');
  await page.getByRole('button', { name: 'Save mine over them' }).click();
  await saved(page);
  await other.reload();
  await expect(title(other)).toHaveValue('Of my own mind');
});

test('words written without a connection are kept, also when the tab is closed', async ({ page, context, trouble }) => {
  trouble.announce(/INTERNET_DISCONNECTED/);
  await residents.signIn(context, author);
  await write(page, 'Far out', 'Land.');
  const address = page.url();
  await context.setOffline(true);
  await title(page).fill('Far out at sea');
  await expect(page.getByText('The site cannot be reached.', { exact: false })).toBeVisible();
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto(address);
  await takenOver(later);
  await expect(title(later)).toHaveValue('Far out at sea');
  await expect(later.getByText('Words that had not been saved are back.')).toBeVisible();
  await saved(later);
  const [post] = await residents.query(`select title from posts where title like 'Far out%'`);
  expect(post?.title).toBe('Far out at sea');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a post is written, saved and published by its form', async ({ page, context }) => {
    await residents.signIn(context, author);
    await page.goto('/dashboard/add-blog');
    await title(page).fill('On paper');
    await text(page).fill('With *ink*.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/update-blog\/\d+$/);
    await text(page).fill('With *ink* and care.');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.goto('/blog/on-paper');
    await expect(page.locator('.prose em')).toHaveText('ink');
  });
});
