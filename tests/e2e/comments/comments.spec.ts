import type { Page } from '@playwright/test';
import {
  expect,
  holdRequests,
  hydratePage,
  loseResponse,
  navigateInApp,
  site,
  testOnOwnSite,
  type TestUser,
  waitForRequests,
} from '../support/test.ts';

const test = testOnOwnSite();
const POST = '/blog/caching-html-on-one-server';
const COMMENTS_API = '**/api/v1/comments/**';

let owner: TestUser;
let lin: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
  lin = await site.addMember('Lin Yutang');
});

/** Scrolls with the DOM API, because the placeholder is replaced when the reader gets close to it. */
const goToComments = (page: Page) => page.evaluate(() => document.getElementById('comments')?.scrollIntoView());

test('accepts comments, held until the first one is approved, replies, edits and likes', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/status (of )?409/);
  trouble.announce(/INTERNET_DISCONNECTED/);
  await site.signIn(context, lin);
  await page.clock.install();
  const requestedPaths: string[] = [];
  page.on('request', request => requestedPaths.push(new URL(request.url()).pathname));
  const comments = page.getByRole('region', { name: 'Comments' });
  const field = comments.getByLabel('Your comment');

  await test.step('the code of comments is loaded only when they are near', async () => {
    const isOfComments = (path: string) => /CommentSection|\/api\/v1\/comments\//.test(path);
    await page.goto(POST);
    await hydratePage(page);
    expect(requestedPaths.filter(isOfComments)).toEqual([]);
    await expect(comments.getByRole('listitem')).toHaveCount(3);
    await goToComments(page);
    await expect(field).toBeVisible();
    expect(requestedPaths.filter(isOfComments)).toHaveLength(2);
    await expect(comments.getByRole('listitem')).toHaveCount(3);
  });

  await test.step('a draft is kept, and a first comment is held', async () => {
    await field.fill('My first one.');
    await page.reload();
    await hydratePage(page);
    await goToComments(page);
    await expect(field).toHaveValue('My first one.');
    await comments.getByRole('button', { name: 'Post comment' }).click();
    const mine = comments.getByRole('listitem').filter({ hasText: 'My first one.' });
    await expect(mine).toContainText('Pending approval. Other readers can’t see it yet.');
    await expect(comments.getByRole('heading')).toHaveText('3 comments');
    await expect(field).toHaveValue('');
    await expect(comments.getByRole('button', { name: 'Post comment' })).toBeFocused();
  });

  await test.step('the owner approves it', async () => {
    await site.signIn(context, owner);
    await navigateInApp(page, '/dashboard/comments');
    const row = page.getByRole('row').filter({ hasText: 'My first one.' });
    await expect(row).toContainText('Pending');
    // It is removed in another tab.
    const actions = row.getByRole('button', { name: /^Actions for/ });
    await actions.click();
    await site.query(
      `update comments set state = 'removed', previous_state = 'pending', removed_at = now() where body = 'My first one.'`,
    );
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('“Approve” isn’t available for removed comments.');
    await expect(row).toContainText('Removed');
    await actions.click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(row).toContainText('Pending');
    await actions.click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Comment published' }).first()).toBeVisible();
    await expect(row).toContainText('Published');
    await waitForRequests(page);
  });

  await site.signIn(context, lin);
  await navigateInApp(page, POST);
  await goToComments(page);
  const first = comments.getByRole('listitem').filter({ hasText: 'Callum Reyes' });
  const reply = first.getByRole('listitem');

  await test.step('the next comment, a reply, is published and can be edited', async () => {
    await expect(comments.getByRole('heading')).toHaveText('4 comments');
    await first.getByRole('button', { name: 'Reply' }).click();
    const answer = comments.getByLabel('Your reply to Callum Reyes');
    await expect(answer).toBeFocused();
    await answer.fill('An answer.');
    await comments.getByRole('button', { name: 'Post reply' }).click();
    await expect(comments.getByRole('heading')).toHaveText('5 comments');
    await reply.filter({ hasText: 'An answer.' }).getByRole('button', { name: 'Edit' }).click();
    await comments.getByLabel('Edit your comment').fill('A better answer.');
    await comments.getByRole('button', { name: 'Save changes' }).click();
    await expect(reply).toContainText('A better answer.');
    await expect(reply).toContainText('edited');
  });

  await test.step('canceling or sending a report returns the focus to its button', async () => {
    const report = first.getByRole('button', { name: 'Report', exact: true });
    await report.press('Enter');
    await expect(comments.getByLabel('Why are you reporting this comment?')).toBeFocused();
    await comments.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(report).toBeFocused();
    await report.press('Enter');
    await page.keyboard.type('It advertises.');
    await comments.getByRole('button', { name: 'Report comment' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Comment reported' }).first()).toBeVisible();
    await expect(report).toBeFocused();
  });

  await test.step('after 15 minutes it can be deleted, but not edited', async () => {
    await expect(reply.getByRole('button', { name: 'Edit' })).toBeVisible();
    await page.clock.fastForward('15:01');
    await expect(reply.getByRole('button', { name: 'Edit' })).toBeHidden();
    // The heading is out of view.
    await page.setViewportSize({ width: 1280, height: 240 });
    await reply.getByRole('button', { name: 'Delete' }).click();
    await reply.getByRole('button', { name: 'Delete comment' }).click();
    await expect(page.getByText('Comment deleted')).toBeVisible();
    await expect(comments.getByRole('heading')).toHaveText('4 comments');
    await expect(comments.locator(':focus')).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('an error is shown on the field, which keeps its text', async () => {
    await field.fill('my  first ONE.');
    await comments.getByRole('button', { name: 'Post comment' }).click();
    await expect(field).toHaveAccessibleDescription('You’ve already posted this comment.');
    await expect(field).toHaveValue('my  first ONE.');
    await expect(field).toBeFocused();
  });

  await test.step('a comment that was sent is not kept if the list can’t be loaded again', async () => {
    await page.route('**/api/v1/my-comments?*', route => route.abort('internetdisconnected'));
    await field.fill('Sent once.');
    await comments.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByText('Comment published')).toBeVisible();
    await expect(field).toHaveValue('');
    await page.unroute('**/api/v1/my-comments?*');
  });

  await test.step('a comment is posted and deleted once if the responses are lost', async () => {
    trouble.announce(/ERR_CONNECTION_RESET/);
    trouble.announce(/status (of )?404/);
    await loseResponse(page, '**/review');
    await field.fill('Sent twice.');
    await comments.getByRole('button', { name: 'Post comment' }).click();
    await expect(field).toHaveAccessibleDescription(/Can’t reach the site\./);
    await comments.getByRole('button', { name: 'Post comment' }).click();
    const posted = comments.getByRole('listitem').filter({ hasText: 'Sent twice.' });
    await expect(posted).toHaveCount(1);
    await expect(field).toHaveValue('');
    await loseResponse(page, '**/api/v1/comments/*');
    await posted.getByRole('button', { name: 'Delete', exact: true }).click();
    await posted.getByRole('button', { name: 'Delete comment' }).click();
    await expect(comments.getByRole('alert')).toContainText('Can’t reach the site.');
    await posted.getByRole('button', { name: 'Delete comment' }).click();
    await expect(posted).toHaveCount(0);
  });

  await test.step('a draft is deleted if its comment is posted after leaving the page', async () => {
    const release = await holdRequests(page, '**/review');
    await field.fill('Sent while leaving.');
    await comments.getByRole('button', { name: 'Post comment' }).click();
    await navigateInApp(page, '/projects');
    const answered = page.waitForResponse('**/review');
    release();
    await answered;
    await waitForRequests(page);
    await navigateInApp(page, POST);
    await goToComments(page);
    await expect(comments.getByText('Sent while leaving.')).toBeVisible();
    await expect(field).toHaveValue('');
    await page.unroute('**/review');
  });

  await test.step('text typed while a comment is being sent is kept', async () => {
    const { promise: sending, resolve: send } = Promise.withResolvers<void>();
    await page.route('**/review', async route => {
      await sending;
      await route.continue();
    });
    await field.fill('Sent slowly.');
    await comments.getByRole('button', { name: 'Post comment' }).click();
    await field.fill('The next one.');
    send();
    await expect(comments.getByRole('listitem').filter({ hasText: 'Sent slowly.' })).toBeVisible();
    await expect(comments.getByRole('button', { name: 'Post comment' })).toBeVisible();
    await expect(field).toHaveValue('The next one.');
    await page.unroute('**/review');
    await page.reload();
    await hydratePage(page);
    await goToComments(page);
    await expect(field).toHaveValue('The next one.');
  });

  await test.step('a member reads why a comment could not be deleted', async () => {
    await navigateInApp(page, '/dashboard/comments');
    const own = page.getByRole('row').filter({ hasText: 'Sent once.' });
    await own.getByRole('button', { name: /^Actions for/ }).click();
    await page.route('**/api/v1/comments/*', route => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click();
    await expect(page.getByRole('alert')).toContainText('Can’t reach the site.');
    await page.unroute('**/api/v1/comments/*');
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
    await expect(like).toHaveClass(/liked/);
    await expect(like).toHaveText(`Like ${likes + 1}`);
    await answered;
    await page.reload();
    await hydratePage(page);
    await goToComments(page);
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like, 'only a press is animated').not.toHaveClass(/liked/);
    await like.click();
    await expect(like).toHaveText(`Like ${likes}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  await test.step('a long conversation is read page by page', async () => {
    await site.query(
      `insert into comments (project_id, author_name, body, state, created_at)
      select 'harbor', 'Ada', 'Thread ' || n, 'published', now() from generate_series(1, 20) n`,
    );
    await page.reload();
    await hydratePage(page);
    await goToComments(page);
    await comments.getByRole('link', { name: 'Newer comments' }).click();
    await expect(comments.getByText('Thread 20')).toBeVisible();
    await expect(comments.getByText('Thread 1', { exact: true })).toBeHidden();
    await comments.getByRole('link', { name: 'Older comments' }).click();
    await expect(comments.getByText('Thread 1', { exact: true })).toBeVisible();
  });
});

test('a post stays readable when its comments can’t be loaded', async ({ page, trouble }) => {
  trouble.announce(/ERR_FAILED/);
  const comments = page.getByRole('region', { name: 'Comments' });
  const fail = () => page.route(COMMENTS_API, route => route.abort());
  const recover = () => page.unroute(COMMENTS_API);

  await test.step('on the server’s page, its comments stay', async () => {
    await page.goto(POST);
    await hydratePage(page);
    const count = await comments.getByRole('listitem').count();
    expect(count).toBeGreaterThan(0);
    await fail();
    await goToComments(page);
    await expect(page.getByText('This page couldn’t be updated.')).toBeVisible();
    await expect(comments.getByRole('listitem')).toHaveCount(count);
    await recover();
  });

  await test.step('after a navigation, they can be loaded again', async () => {
    await navigateInApp(page, '/blogs');
    await fail();
    await navigateInApp(page, POST);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Caching HTML on one server');
    await expect(comments).toHaveText(/Comments couldn’t be loaded\. Check your connection and try again\./);
    const again = comments.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(comments).toHaveText(/Comments couldn’t be loaded/);
    await recover();
    await again.click();
    await expect(comments.getByRole('listitem')).not.toHaveCount(0);
  });
});
