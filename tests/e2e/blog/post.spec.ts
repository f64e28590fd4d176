import {
  expect,
  expectSameDocument,
  markDocument,
  hydratePage,
  test,
  withMotion,
  waitForFrames,
} from '../support/test.ts';

test.use(withMotion);

const POST = '/blog/caching-html-on-one-server';

test('links the contents list to headings below the header', async ({ page }) => {
  await page.goto(POST);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const entries = await contents.getByRole('link').allTextContents();
  await expect(page.getByRole('article').first().locator('.prose').getByRole('heading', { level: 2 })).toHaveText(
    entries,
  );
  expect(entries.length).toBeGreaterThan(3);
  for (const name of [entries.at(-1) ?? '', entries[0] ?? '']) {
    await contents.getByRole('link', { name }).click();
    const heading = page.locator('.prose').getByRole('heading', { name });
    await expect(heading).toBeInViewport();
    await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(68);
    await expect(page).toHaveURL(/#s-/);
  }
});

test('opens at an anchor’s heading and stays there after hydration', async ({ page }) => {
  await page.goto(`${POST}#s-in-figures`);
  const heading = page.locator('#s-in-figures');
  await expect(heading).toBeInViewport();
  await hydratePage(page);
  await waitForFrames(page);
  await expect(heading).toBeInViewport();
});

test('Copy code copies the code and confirms it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(POST);
  const figure = page.getByRole('main').getByRole('figure').first();
  const code = await figure.locator('pre').textContent();
  const button = figure.getByRole('button');
  await button.click();
  await expect(button).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await button.click();
  await expect(button, 'a second press while it still says so does no harm').toHaveText('Copied');
  await expect(button).toHaveText('Copy code');
});

test('Copy code reports a denied permission', async ({ page }) => {
  await page.goto(POST);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Copy code' }).first().click();
  await expect(page.getByRole('button', { name: 'Select the text to copy it' })).toBeVisible();
});

test('shows details, author, comments, tags and share buttons', async ({ page, baseURL }) => {
  await page.goto(POST);
  const article = page.getByRole('article').first();
  await expect(article.getByRole('time').first()).toHaveText('16 Nov 2026');
  await expect(article.getByText(/\d+ min read · 64 likes/)).toBeVisible();
  await expect(article.getByText('Mira Castellan').first()).toBeVisible();
  const comments = page.getByRole('region', { name: 'Comments' });
  await expect(comments.getByRole('heading')).toHaveText('3 comments');
  await expect(comments.getByRole('listitem')).toHaveCount(3);
  await expect(comments.getByRole('listitem').first()).toContainText('Callum Reyes, front-end developer');
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText([
    '#performance',
    '#typescript',
    '#caching',
  ]);
  const share = page.getByRole('list', { name: 'Share' });
  const address = encodeURIComponent(`${baseURL}${POST}`);
  for (const name of ['E-mail', 'Bluesky', 'LinkedIn']) {
    expect(await share.getByRole('link', { name }).getAttribute('href')).toContain(address);
  }
});

test('opens related posts and neighbors without a document load', async ({ page }) => {
  await page.goto(POST);
  await hydratePage(page);
  await markDocument(page);
  const first = page.getByRole('heading', { level: 1 });
  const title = (await first.textContent()) ?? '';
  const related = page.getByRole('region', { name: 'More in Technology' }).getByRole('article');
  await expect(related).toHaveCount(2);
  for (const text of await related.allTextContents()) expect(text).not.toContain(title);

  const older = page.getByRole('navigation', { name: 'More posts' }).getByRole('link').last();
  const olderTitle = (await older.textContent()) ?? '';
  await older.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(olderTitle);
  await expect(page).toHaveTitle(new RegExp(`^${olderTitle.slice(0, 10)}`));
  const newer = page.getByRole('navigation', { name: 'More posts' }).getByRole('link').first();
  await expect(newer).toHaveText(title);
  await newer.click();
  await expect(page).toHaveURL(POST);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('region', { name: 'More in Technology' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
  await expectSameDocument(page);
});

test('redirects a post’s id to its canonical address', async ({ page, request, baseURL }) => {
  const found: { id: number } = await (await request.get('/api/v1/blog/caching-html-on-one-server')).json();
  const answer = await request.get(`/blogs/${found.id}`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([301, POST]);
  await page.goto(`/blogs/${found.id}`);
  await expect(page).toHaveURL(POST);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${POST}`);
});

test('shows a project’s details, link, comments and neighbors', async ({ page }) => {
  await page.goto('/projects/harbor');
  const facts = page.getByRole('complementary', { name: 'Facts' });
  for (const fact of ['Category', 'Published', 'Made by', 'Stars', 'Likes', 'Forks']) {
    await expect(facts.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(facts.getByText(/^\$\d+\.\d\d$/)).toBeVisible();
  await expect(facts.getByRole('link', { name: /^Visit / })).toHaveAttribute('target', '_blank');
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.getByRole('navigation', { name: 'More projects' }).getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
});
