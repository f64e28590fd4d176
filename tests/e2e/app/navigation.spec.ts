import type { Page } from '@playwright/test';
import { navigationItems } from '../support/public-pages.ts';
import { expect, hydratePage, test, waitForHydration, withMotion } from '../support/test.ts';

test.use(withMotion);

// Which item the server marks as current is tested in pages-without-script.test.ts.
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

test('navigating in the app updates title, focus, current item and head; returning restores filters and scroll position', async ({
  page,
}) => {
  const documents: string[] = [];
  const forms: string[] = [];
  page.on('request', request => {
    if (request.resourceType() === 'document') documents.push(request.url());
    if (/form-pages/.test(request.url())) forms.push(request.url());
  });
  await page.goto('/');

  await test.step('a skip link leads past the header', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => document.activeElement?.closest('main') !== null);
    expect(inside, 'the next stop is in the content').toBe(true);
    // The keys also started the app.
    await waitForHydration(page);
  });

  const titles = new Set([await page.title()]);
  const expectPage = (label: string, path: string) =>
    test.step(path, async () => {
      await main(page).getByRole('link', { name: label }).click();
      await expect(page).toHaveURL(path);
      await expect(heading(page)).toBeFocused();
      await expect(main(page).locator('[aria-current=page]')).toHaveText(label);
      await expect.poll(() => scrolled(page)).toBe(0);
      titles.add(await page.title());
      expect(await headOf(page)).toEqual(await headFromServer(page, path));
    });
  // The last one, Contact, is a form page and follows later.
  for (const [label, path] of navigationItems.slice(1, -1)) await expectPage(label, path);

  await test.step('the header stays on top, 4 rem high', async () => {
    await main(page).getByRole('link', { name: 'Pricing' }).click();
    await expect(heading(page)).toHaveText('Pricing');
    await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
    const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    expect(await page.getByRole('banner').boundingBox()).toMatchObject({ y: 0, height: 4 * rem });
  });

  await test.step('a new page is at its top from the first frame', async () => {
    expect(await scrolled(page)).toBe(3000);
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

  await test.step('a list leads to a project, and the brand home', async () => {
    await main(page).getByRole('link', { name: 'Projects' }).click();
    await expect(heading(page)).toHaveText('Projects');
    await page.getByRole('article').first().getByRole('link').click();
    await expect(page).toHaveURL(/\/projects\/[a-z-]+$/);
    await expect(heading(page)).not.toHaveText('Projects');
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL('/');
  });
  await test.step('back and forward, also from form pages, restore filters and scroll position', async () => {
    await main(page).getByRole('link', { name: 'Blogs' }).click();
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect(page).toHaveURL('/blogs?page=2');
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    const post = page.getByRole('article').nth(6).getByRole('link');
    const title = (await post.textContent()) ?? '';
    await post.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy({ top: 120, behavior: 'instant' }));
    const place = await scrolled(page);
    expect(place).toBeGreaterThan(300);
    await post.click();
    await expect(heading(page)).toHaveText(title);
    await expect.poll(() => scrolled(page)).toBe(0);

    await page.goBack();
    await expect(page).toHaveURL('/blogs?page=2');
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    await expect.poll(() => scrolled(page)).toBe(place);
    await page.goBack();
    await expect(page.getByText('Page 1 of 3')).toBeVisible();
    await page.goForward();
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    await page.goForward();
    await expect(heading(page)).toHaveText(title);
    expect(forms, 'no code of form pages so far').toEqual([]);

    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(heading(page)).toHaveText('Login');
    await expect(heading(page)).toBeFocused();
    await page.getByRole('link', { name: 'Register' }).first().click();
    await expect(page).toHaveURL('/register');
    await expect(heading(page)).toHaveText('Register');
    expect(forms).toHaveLength(1);
    await page.goBack();
    await expect(heading(page)).toHaveText('Login');
    await page.goBack();
    await expect(heading(page)).toHaveText(title);
    await page.goForward();
    await expect(heading(page)).toHaveText('Login');
  });

  await expectPage('Contact', '/contact');
  expect(titles.size).toBe(navigationItems.length);
  expect(documents).toHaveLength(1);
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
  const html = await (await page.request.get(path)).text();
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

test('an anchor that is no valid URL encoding is ignored', async ({ page, trouble }) => {
  trouble.announce(/is not a decodable element ID/);
  await page.goto('/pricing#100%');
  await hydratePage(page);
  await main(page).getByRole('link', { name: 'Projects' }).click();
  await expect(heading(page)).toHaveText('Projects');
  await page.goBack();
  await expect(heading(page)).toHaveText('Pricing');
});
