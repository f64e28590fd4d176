import type { Page } from '@playwright/test';
import { navigationItems } from '../support/public-pages.ts';
import {
  expect,
  expectSameDocument,
  markDocument,
  hydratePage,
  test,
  stripStyle,
  withMotion,
} from '../support/test.ts';

test.use(withMotion);

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('shows brand and items in order and marks the current one', async ({ page }) => {
  for (const [label, path] of navigationItems) {
    await page.goto(path);
    await expect(main(page).getByRole('link')).toHaveText(navigationItems.map(([text]) => text));
    await expect(main(page).locator('[aria-current=page]')).toHaveText(label);
  }
  for (const [path, label, current] of [
    ['/blogs?category=Technology', 'Blogs', 'page'],
    ['/projects/harbor', 'Projects', 'true'],
    ['/blog/caching-html-on-one-server', 'Blogs', 'true'],
  ] as const) {
    await page.goto(path);
    await expect(main(page).locator('[aria-current]')).toHaveText(label);
    await expect(main(page).locator('[aria-current]')).toHaveAttribute('aria-current', current);
  }
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
});

test('keeps the header 4 rem high and on top', async ({ page }) => {
  await page.goto('/pricing');
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
  const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  expect(await page.getByRole('banner').boundingBox()).toMatchObject({ y: 0, height: 4 * rem });
});

test('starts with a skip link past the header', async ({ page }) => {
  await page.goto('/blogs');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inside = await page.evaluate(() => document.activeElement?.closest('main') !== null);
  expect(inside, 'the next stop is in the content').toBe(true);
});

test('updates title, focus, current item and head when navigating in the app', async ({ page }) => {
  await page.goto('/');
  await hydratePage(page);
  await markDocument(page);
  const titles = new Set([await page.title()]);
  for (const [label, path] of navigationItems.slice(1)) {
    await main(page).getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeFocused();
    await expect(main(page).locator('[aria-current=page]')).toHaveText(label);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    titles.add(await page.title());
    expect(await headOf(page)).toEqual(await headFromServer(page, path));
  }
  expect(titles.size).toBe(navigationItems.length);
  await expectSameDocument(page);
});

test('loads form routes on the way to the first such page and allows going back', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', request => void (/form-pages/.test(request.url()) && fetched.push(request.url())));
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/pricing');
  await hydratePage(page);
  await markDocument(page);
  await main(page).getByRole('link', { name: 'Blogs' }).click();
  await expect(heading).toHaveText('Blog');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/blog\//);
  expect(fetched).toEqual([]);

  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(heading).toHaveText('Login');
  await expect(heading).toBeFocused();
  await page.getByRole('link', { name: 'Register' }).first().click();
  await expect(page).toHaveURL('/register');
  expect(fetched).toHaveLength(1);
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(page).toHaveURL(/\/blog\//);
  await page.goForward();
  await expect(heading).toHaveText('Login');
  await expectSameDocument(page);
});

test('shows a new page at its top from the first frame', async ({ page }) => {
  await page.goto('/pricing');
  await hydratePage(page);
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  const place = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const before = document.querySelector('h1')?.textContent;
        document.querySelector<HTMLAnchorElement>('footer a[href="/about"]')?.click();
        const look = (): void => {
          if (document.querySelector('h1')?.textContent === before) requestAnimationFrame(look);
          else resolve(scrollY);
        };
        look();
      }),
  );
  expect(place).toBe(0);
});

test('restores filters and scroll position on back and forward', async ({ page }) => {
  await page.goto('/blogs');
  await hydratePage(page);
  await markDocument(page);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL('/blogs?page=2');
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  const post = page.getByRole('article').nth(6).getByRole('link');
  const title = await post.textContent();
  await post.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy({ top: 120, behavior: 'instant' }));
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(300);
  await post.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL('/blogs?page=2');
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  await page.goBack();
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await page.goForward();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  await expectSameDocument(page);
});

/** Returns what search engines and social networks read from the head. Each entry must be unique. */
function headOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'title, link[rel=canonical], meta[name=description], meta[property^="og:"], meta[name=robots]',
      ),
    ]
      .map(it => it.outerHTML)
      .toSorted(),
  );
}

async function headFromServer(page: Page, path: string): Promise<string[]> {
  const html = stripStyle(await (await page.request.get(path)).text());
  return page.evaluate(
    text =>
      [
        ...new DOMParser()
          .parseFromString(text, 'text/html')
          .querySelectorAll(
            'title, link[rel=canonical], meta[name=description], meta[property^="og:"], meta[name=robots]',
          ),
      ]
        .map(it => it.outerHTML)
        .toSorted(),
    html,
  );
}
