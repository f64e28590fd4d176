import {
  expect,
  expectSameDocument,
  markDocument,
  navigateInApp,
  hydratePage,
  test,
  withMotion,
  waitForFrames,
} from '../support/test.ts';

const POST = '/blog/caching-html-on-one-server';

test.use(withMotion);

test('shows a post, opened at an anchor, and a project, with their details, code and neighbors', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);

  await test.step('opens at an anchor’s heading and stays there after hydration', async () => {
    await page.goto(`${POST}#s-in-figures`);
    const target = page.locator('#s-in-figures');
    await expect(target).toBeInViewport();
    await hydratePage(page);
    await waitForFrames(page);
    await expect(target).toBeInViewport();
  });

  await test.step('the contents list links to headings, shown below the header', async () => {
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const entries = await contents.getByRole('link').allTextContents();
    await expect(page.getByRole('article').first().locator('.prose').getByRole('heading', { level: 2 })).toHaveText(
      entries,
    );
    expect(entries.length).toBeGreaterThan(3);
    for (const name of [entries.at(-1) ?? '', entries[0] ?? '']) {
      await contents.getByRole('link', { name }).click();
      const named = page.locator('.prose').getByRole('heading', { name });
      await expect(named).toBeInViewport();
      await expect.poll(async () => (await named.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(68);
      await expect(contents.locator('[aria-current=location]')).toHaveText(name);
      await expect(page).toHaveURL(/#s-/);
    }
  });

  await test.step('scrolling back to the top marks no section', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator('[aria-current=location]')).toHaveCount(0);
  });

  await test.step('a footnote is next to its reference on a wide screen, and after the text on a narrow one', async () => {
    await page.goto('/blog/screen-time-is-the-wrong-unit');
    const reference = page.getByRole('link', { name: '1', exact: true });
    const note = page.locator('.footnotes li');
    const distance = async () => ((await note.boundingBox())?.y ?? 0) - ((await reference.boundingBox())?.y ?? 0);
    expect(Math.abs(await distance())).toBeLessThan(24);
    expect((await note.boundingBox())?.x).toBeGreaterThan((await reference.boundingBox())?.x ?? Infinity);
    await page.setViewportSize({ width: 1200, height: 900 });
    expect(await distance()).toBeGreaterThan(1000);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  // Loads the document again.
  await page.goto(POST);
  await markDocument(page);
  const heading = page.getByRole('heading', { level: 1 });
  const title = (await heading.textContent()) ?? '';

  await test.step('details, author, comments, tags and share buttons', async () => {
    const article = page.getByRole('article').first();
    await expect(article.getByRole('time').first()).toHaveText('16 Nov 2026');
    await expect(article.getByText(/\d+ min read · 64 likes/)).toBeVisible();
    await expect(article.getByText('Mira Castellan').first()).toBeVisible();
    const comments = page.getByRole('region', { name: 'Comments' });
    await expect(comments.getByRole('heading')).toHaveText('3 comments');
    await expect(comments.getByRole('listitem')).toHaveCount(3);
    await expect(comments.getByRole('listitem').first()).toContainText('Callum Reyes, Front-end developer');
    await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText([
      '#performance',
      '#typescript',
      '#caching',
    ]);
    const share = page.getByRole('list', { name: 'Share' });
    const address = encodeURIComponent(`${baseURL}${POST}`);
    for (const name of ['Email', 'Bluesky', 'LinkedIn']) {
      expect(await share.getByRole('link', { name }).getAttribute('href')).toContain(address);
    }
  });

  await test.step('Copy code copies the code and confirms it', async () => {
    const figure = page.getByRole('main').getByRole('figure').first();
    const copy = figure.getByRole('button');
    const code = await figure.locator('pre').textContent();
    await copy.click();
    await expect(copy).toHaveText('Copied');
    await expect(copy).toHaveClass('copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await copy.click();
    await expect(copy, 'a second press while the confirmation is shown does no harm').toHaveText('Copied');
    await expect(copy).toHaveText('Copy code');
    await expect(copy).not.toHaveClass('copied');
  });

  await test.step('Copy code reports a missing permission', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Copy code' }).last().click();
    await expect(page.getByRole('button', { name: 'Couldn’t copy' })).toBeVisible();
  });

  await test.step('related posts and neighbors open without a document load', async () => {
    await hydratePage(page);
    const related = page.getByRole('region', { name: 'More in Technology' }).getByRole('article');
    await expect(related).toHaveCount(2);
    for (const text of await related.allTextContents()) expect(text).not.toContain(title);

    const older = page.getByRole('navigation', { name: 'More posts' }).getByRole('link').last();
    const olderTitle = (await older.textContent()) ?? '';
    await older.click();
    await expect(heading).toHaveText(olderTitle);
    await expect(page).toHaveTitle(new RegExp(`^${olderTitle.slice(0, 10)}`));
    const newer = page.getByRole('navigation', { name: 'More posts' }).getByRole('link').first();
    await expect(newer).toHaveText(title);
    await newer.click();
    await expect(page).toHaveURL(POST);
    await expect(heading).toHaveText(title);
    await page.getByRole('region', { name: 'More in Technology' }).getByRole('link').first().click();
    await expect(heading).not.toHaveText(title);
  });

  await test.step('a project has its facts, link and neighbors', async () => {
    await navigateInApp(page, '/projects/harbor');
    const facts = page.getByRole('complementary', { name: 'Project details' });
    for (const fact of ['Category', 'Published', 'Made by', 'Stars', 'Likes', 'Forks']) {
      await expect(facts.getByText(fact, { exact: true })).toBeVisible();
    }
    await expect(facts.getByText(/^\$\d+\.\d\d$/)).toBeVisible();
    await expect(facts.getByRole('link', { name: /^Visit / })).toHaveAttribute('target', '_blank');
    const project = (await heading.textContent()) ?? '';
    await page.getByRole('navigation', { name: 'More projects' }).getByRole('link').last().click();
    await expect(heading).not.toHaveText(project);
  });
  await expectSameDocument(page);
});
