import type { Page } from '@playwright/test';
import { checkAppearance } from '../support/visual-checks.ts';
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
  waitForHydration,
  waitForIdle,
} from '../support/test.ts';

// Search, comments and the contact form, on one site.
const test = testOnOwnSite();
const POST = '/blog/caching-html-on-one-server';

let owner: TestUser;
let lin: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
  lin = await site.addMember('Lin Yutang');
});

const hits = (page: Page) => page.getByRole('list', { name: 'Hits' }).getByRole('listitem');
const status = (page: Page) => page.getByRole('main').getByRole('status');

// Searching a list is tested in public-lists.spec.ts, misspelled searches of lists in pages-without-script.test.ts.
test('searches from the header and in the palette without a document load', async ({ page, context }) => {
  await page.goto('/about');
  await hydratePage(page);
  await markDocument(page);
  const field = page.getByLabel('Search posts and projects');

  await test.step('corrects a misspelled search from the header', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
    await field.fill('wordpres bakry');
    await field.press('Enter');
    await expect(page).toHaveURL('/search?q=wordpres+bakry');
    await expect(status(page)).toHaveText('1 hit for “wordpress bakery”. Nothing is spelled “wordpres bakry”.');
    await expect(field).toHaveValue('wordpres bakry');
  });

  await test.step('suggests next steps when nothing is found', async () => {
    await field.fill('kubernetes');
    await field.press('Enter');
    await expect(page.getByText('Nothing here answers that.')).toBeVisible();
    await page.getByRole('link', { name: 'All projects' }).click();
    await expect(page).toHaveURL('/projects');
    await page.goBack();
  });

  await test.step('filters to projects and opens one', async () => {
    await field.fill('typescript');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(hits(page)).toHaveCount(12);
    await expect(hits(page).first().locator('mark').first()).toHaveText(/typescript/i);
    await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Projects' }).click();
    await expect(page).toHaveURL('/search?q=typescript&kind=projects');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/search?q=typescript&kind=projects&page=2');
    // The URL changes before the results do.
    await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]')).toHaveText('2');
    const title = (await hits(page).first().getByRole('heading').textContent()) ?? '';
    await hits(page).first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  await test.step('a member finds posts and projects in the palette', async () => {
    await site.signIn(context, lin);
    await navigateInApp(page, '/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Lin');
    await waitForIdle(page);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search pages, actions, people and posts' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('typescirpt');
    await expect(palette.getByRole('group', { name: 'Posts and projects' }).getByRole('option')).toHaveCount(6);
    await palette.getByRole('option', { name: /^15 more for/ }).click();
    await expect(page).toHaveURL('/search?q=typescirpt');
  });
  await expectSameDocument(page);
});

/** Scrolls with the DOM API, because the placeholder is replaced when the reader gets close to it. */
const goToComments = (page: Page) => page.evaluate(() => document.getElementById('comments')?.scrollIntoView());

test('takes comments, held until the first one is approved, replies, edits and likes', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/status (of )?409/);
  await site.signIn(context, lin);
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  const comments = page.getByRole('region', { name: 'Comments' });
  const field = comments.getByLabel('Your comment');

  await test.step('the code of comments is loaded only when they are near', async () => {
    const isOfComments = (path: string) => /CommentSection|\/api\/v1\/comments\//.test(path);
    await page.goto(POST);
    await hydratePage(page);
    expect(asked.filter(isOfComments)).toEqual([]);
    await expect(comments.getByRole('listitem')).toHaveCount(3);
    await goToComments(page);
    await expect(field).toBeVisible();
    expect(asked.filter(isOfComments)).toHaveLength(2);
    await expect(comments.getByRole('listitem')).toHaveCount(3);
  });

  await test.step('a draft is kept, and a first comment is held', async () => {
    await field.fill('My first one.');
    await page.reload();
    await hydratePage(page);
    await goToComments(page);
    await expect(field).toHaveValue('My first one.');
    await comments.getByRole('button', { name: 'Comment', exact: true }).click();
    const mine = comments.getByRole('listitem').filter({ hasText: 'My first one.' });
    await expect(mine).toContainText('Waiting for approval: only you see this.');
    await expect(comments.getByRole('heading')).toHaveText('3 comments');
    await expect(field).toHaveValue('');
  });

  await test.step('the owner approves it', async () => {
    await site.signIn(context, owner);
    await navigateInApp(page, '/dashboard/comments');
    const row = page.getByRole('row').filter({ hasText: 'My first one.' });
    await expect(row).toContainText('Held back');
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The comment is published.' }).first()).toBeVisible();
    await expect(row).toContainText('Published');
  });

  await site.signIn(context, lin);
  await navigateInApp(page, POST);
  await goToComments(page);
  const first = comments.getByRole('listitem').filter({ hasText: 'Callum Reyes' });
  const reply = first.getByRole('listitem');

  await test.step('the next comment, an answer, is published and can be edited', async () => {
    await expect(comments.getByRole('heading')).toHaveText('4 comments');
    await first.getByRole('button', { name: 'Reply' }).click();
    const answer = comments.getByLabel('Your answer to Callum Reyes');
    await expect(answer).toBeFocused();
    await answer.fill('An answer.');
    await comments.getByRole('button', { name: 'Send answer' }).click();
    await expect(comments.getByRole('heading')).toHaveText('5 comments');
    await reply.filter({ hasText: 'An answer.' }).getByRole('button', { name: 'Edit' }).click();
    await comments.getByLabel('Change your comment').fill('A better answer.');
    await comments.getByRole('button', { name: 'Save' }).click();
    await expect(reply).toContainText('A better answer.');
    await expect(reply).toContainText('edited');
  });

  await test.step('after 15 minutes it can be deleted, but not edited', async () => {
    await expect(reply.getByRole('button', { name: 'Edit' })).toBeVisible();
    await page.clock.fastForward('15:01');
    await expect(reply.getByRole('button', { name: 'Edit' })).toBeHidden();
    await reply.getByRole('button', { name: 'Delete' }).click();
    await reply.getByRole('button', { name: 'Delete my comment' }).click();
    await expect(comments.getByRole('heading')).toHaveText('4 comments');
  });

  await test.step('an error is shown on the field, which keeps its text', async () => {
    await field.fill('my  first ONE.');
    await comments.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(field).toHaveAccessibleDescription('You have already said just that here.');
    await expect(field).toHaveValue('my  first ONE.');
    await expect(field).toBeFocused();
  });

  await test.step('a visitor on a phone is asked to sign in, and likes once, also after returning', async () => {
    await context.clearCookies();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/projects/harbor');
    await hydratePage(page);
    await goToComments(page);
    await expect(comments.getByRole('link', { name: 'Sign in to comment' })).toHaveAttribute(
      'href',
      '/login?next=%2Fprojects%2Fharbor',
    );
    const like = comments.getByRole('button', { name: /^Like/ });
    const likes = Number((await like.textContent())?.replace(/\D/g, ''));
    // The button changes immediately; the response sets the cookie.
    const answered = page.waitForResponse(response => response.request().method() === 'PUT');
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toHaveText(`Like ${likes + 1}`);
    await answered;
    await page.reload();
    await hydratePage(page);
    await goToComments(page);
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await like.click();
    await expect(like).toHaveText(`Like ${likes}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

const templates = async (address: string) =>
  (await site.query('select template from emails where to_email = $1 order by sequence', [address])).map(
    ({ template }) => template,
  );

test('writes a message once by keyboard, which the owner answers and deletes', async ({ page, context, trouble }) => {
  // Three pages are checked on the way.
  test.slow();
  trouble.announce(/status (of )?400/);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await test.step('writes a message, which survives a reload', async () => {
    await page.goto('/contact');
    await hydratePage(page);
    await tabTo(page, field('Name'));
    await page.keyboard.type('Noor Haddad');
    // The hidden honeypot field is not a tab stop.
    const stops = ['E-mail', 'Subject', 'Budget (optional)', 'Message'];
    const words = ['noor@site.example', '', '', 'For three harbors.'];
    for (const [place, label] of stops.entries()) {
      await page.keyboard.press('Tab');
      await expect(field(label)).toBeFocused();
      await page.keyboard.insertText(words[place] ?? '');
    }
    await page.reload();
    await waitForHydration(page);
    // The draft is restored.
    await expect(field('Message')).toHaveValue('For three harbors.');
  });

  await test.step('shows errors on the fields', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Send the message' }));
    await page.keyboard.press('Enter');
    await expect(field('Subject')).toBeFocused();
    await expect(field('Subject')).toHaveAccessibleDescription(/Say in a few words/);
    await expect(field('Message')).toHaveValue('For three harbors.');
    await checkAppearance(page, 'the contact form');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('sends the message and its file once', async () => {
    await field('Subject').fill('Tide tables');
    await page.getByLabel('File (optional)').setInputFiles({
      name: 'tides.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n'),
    });
    // A double click sends it only once, and so does a press whenever the button is enabled in between.
    const button = page.getByRole('button', { name: 'Send the message' });
    await button.evaluate((element: HTMLButtonElement) => {
      const press = () => element.disabled || element.click();
      new MutationObserver(press).observe(element, { attributes: true, attributeFilter: ['disabled'] });
    });
    await button.dblclick();
    await expect(page.getByRole('heading', { name: 'Your message has arrived.' })).toBeFocused();
    expect(await site.query('select spam_check, state, file_size_bytes::int from contact_messages')).toEqual([
      { spam_check: 'proof_of_work', state: 'new', file_size_bytes: 9 },
    ]);
    expect(await templates('noor@site.example')).toEqual(['contact_message_confirmation']);
    await page.getByRole('link', { name: 'Write another message' }).press('Enter');
    await expect(field('Message')).toHaveValue('');
  });

  await test.step('the owner answers and deletes it', async () => {
    await site.signIn(context, owner);
    await navigateInApp(page, '/dashboard');
    await expect(page.getByText('1 message waits for your answer')).toBeVisible();
    const inMenu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /^Inbox/ });
    await expect(inMenu).toHaveAccessibleName('Inbox 1 unread');
    await page.getByRole('link', { name: 'Read it' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Unread: Tide tables' })).toBeVisible();
    await checkAppearance(page, 'the inbox');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Unread: Tide tables' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Tide tables' })).toBeFocused();
    await expect(inMenu).toHaveAccessibleName('Inbox');
    await page.getByLabel('Your answer').press('Control+End');
    await page.keyboard.insertText('Yes, gladly.');
    await page.getByRole('button', { name: 'Send the answer' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Your answer is on its way.' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'The message and its answers' })).toContainText('Yes, gladly.');
    await expect(page.getByLabel('Your answer')).toHaveValue('');
    expect(await templates('noor@site.example')).toEqual(['contact_message_confirmation', 'contact_reply']);
    await checkAppearance(page, 'a message in the inbox');
    await page.getByText('Delete for good').first().press('Enter');
    await page.getByLabel('Type “Noor Haddad” to make sure').fill('Noor Haddad');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'deleted for good' })).toBeVisible();
    await expect(page.getByText('Nothing waits here.')).toBeVisible();
  });
});
