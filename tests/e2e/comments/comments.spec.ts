import type { Page } from '@playwright/test';
import { expect, waitForHydration, hydratePage, testOnOwnSite, site, type TestUser } from '../support/test.ts';

const test = testOnOwnSite();
const POST = '/blog/caching-html-on-one-server';

let owner: TestUser;
let lin: TestUser;
let people = 0;
test.beforeAll(async () => {
  owner = await site.addOwner();
});
test.beforeEach(async ({ context }) => {
  people += 1;
  await site.query('delete from comments where not is_sample');
  lin = await site.add({ name: `Lin Number ${people}` });
  await site.signIn(context, lin);
});

/** Scrolls with the DOM API, because the placeholder is replaced when the reader gets close to it. */
const goToComments = (page: Page) => page.evaluate(() => document.getElementById('comments')?.scrollIntoView());

/** Opens the hydrated post at its comments. */
async function openComments(page: Page) {
  await page.goto(POST);
  await hydratePage(page);
  const comments = page.getByRole('region', { name: 'Comments' });
  await goToComments(page);
  await expect(comments.getByLabel('Your comment')).toBeVisible();
  return comments;
}

// First, while there are only sample comments.
test('loads the code of comments only when they are near', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  const isOfComments = (path: string) => /CommentSection|\/api\/v1\/comments\//.test(path);
  await page.goto(POST);
  await hydratePage(page);
  expect(asked.filter(isOfComments)).toEqual([]);
  const comments = page.getByRole('region', { name: 'Comments' });
  await expect(comments.getByRole('listitem')).toHaveCount(3);
  await goToComments(page);
  await expect(comments.getByLabel('Your comment')).toBeVisible();
  expect(asked.filter(isOfComments)).toHaveLength(2);
  await expect(comments.getByRole('listitem')).toHaveCount(3);
});

test('holds a first comment, publishes the next after approval, with a reply and an edit', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.clock.install();
  const comments = await openComments(page);
  await comments.getByLabel('Your comment').fill('My first one.');
  await page.reload();
  await hydratePage(page);
  await goToComments(page);
  await expect(comments.getByLabel('Your comment'), 'a draft is kept').toHaveValue('My first one.');
  await comments.getByRole('button', { name: 'Comment', exact: true }).click();
  const mine = comments.getByRole('listitem').filter({ hasText: 'My first one.' });
  await expect(mine).toContainText('Waiting for approval: only you see this.');
  await expect(comments.getByRole('heading')).toHaveText('3 comments');
  await expect(comments.getByLabel('Your comment')).toHaveValue('');

  const owners = await browser.newContext({ baseURL: baseURL ?? '' });
  await site.signIn(owners, owner);
  const ownerPage = await owners.newPage();
  await ownerPage.goto('/dashboard/comments');
  await waitForHydration(ownerPage);
  const row = ownerPage.getByRole('row').filter({ hasText: 'My first one.' });
  await expect(row).toContainText('Held back');
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await ownerPage.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(ownerPage.getByRole('status').filter({ hasText: 'The comment is published.' }).first()).toBeVisible();
  await expect(row).toContainText('Published');
  await owners.close();

  await openComments(page);
  await expect(comments.getByRole('heading')).toHaveText('4 comments');
  const first = comments.getByRole('listitem').filter({ hasText: 'Callum Reyes' });
  await first.getByRole('button', { name: 'Reply' }).click();
  const answer = comments.getByLabel('Your answer to Callum Reyes');
  await expect(answer).toBeFocused();
  await answer.fill('An answer.');
  await comments.getByRole('button', { name: 'Send answer' }).click();
  await expect(comments.getByRole('heading')).toHaveText('5 comments');
  const answered = first.getByRole('listitem').filter({ hasText: 'An answer.' });
  await answered.getByRole('button', { name: 'Edit' }).click();
  await comments.getByLabel('Change your comment').fill('A better answer.');
  await comments.getByRole('button', { name: 'Save' }).click();
  await expect(first.getByRole('listitem')).toContainText('A better answer.');
  await expect(first.getByRole('listitem')).toContainText('edited');

  const better = first.getByRole('listitem');
  await expect(better.getByRole('button', { name: 'Edit' })).toBeVisible();
  await page.clock.fastForward('15:01');
  await expect(better.getByRole('button', { name: 'Edit' })).toBeHidden();
  await better.getByRole('button', { name: 'Delete' }).click();
  await better.getByRole('button', { name: 'Delete my comment' }).click();
  await expect(comments.getByRole('heading')).toHaveText('4 comments');
});

test('shows an error on the field and keeps the input', async ({ page, trouble }) => {
  trouble.announce(/status (of )?409/);
  await site.query(
    `insert into comments (post_id, author_id, body, state, approved_at) select id, $1, 'Said before', 'published', now() from posts where slug = 'caching-html-on-one-server'`,
    [lin.id],
  );
  const comments = await openComments(page);
  await comments.getByLabel('Your comment').fill('said  before');
  await comments.getByRole('button', { name: 'Comment', exact: true }).click();
  const field = comments.getByLabel('Your comment');
  await expect(field).toHaveAccessibleDescription('You have already said just that here.');
  await expect(field).toHaveValue('said  before');
  await expect(field).toBeFocused();
});

test.describe('visitor on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('likes once, also after returning, and is asked to sign in', async ({ page, context }) => {
    await context.clearCookies();
    await page.goto('/projects/harbor');
    await hydratePage(page);
    const comments = page.getByRole('region', { name: 'Comments' });
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
