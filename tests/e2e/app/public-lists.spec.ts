import type { Page } from '@playwright/test';
import { expect, expectSameDocument, hydratePage, markDocument, navigateInApp, test } from '../support/test.ts';

interface ListPage {
  readonly path: string;
  readonly defaultSort: string;
  readonly noun: string;
  readonly total: number;
  readonly category: string;
  readonly tag: string;
  readonly word: string;
  readonly search: string;
}

const lists: readonly ListPage[] = [
  {
    path: '/blogs',
    defaultSort: 'Newest first',
    noun: 'posts',
    total: 30,
    category: 'Technology',
    tag: 'habits',
    word: 'recipe',
    search: 'Search posts',
  },
  {
    path: '/projects',
    defaultSort: 'Featured first',
    noun: 'projects',
    total: 25,
    category: 'Full Stack',
    tag: 'postgresql',
    word: 'booking',
    search: 'Search projects',
  },
];

const categories = (page: Page) => page.getByLabel('Category');
const status = (page: Page) => page.getByRole('main').getByRole('status');
const titles = (page: Page) => page.getByRole('article').getByRole('heading');

/** Returns the API's result for the same query, for comparison with the page. */
async function answered(page: Page, list: ListPage, query = ''): Promise<{ titles: string[]; total: number }> {
  const body: { items: { title: string }[]; total: number } = await (
    await page.request.get(`/api/v1${list.path}${query}`)
  ).json();
  return { titles: body.items.map(item => item.title), total: body.total };
}

async function expectList(page: Page, list: ListPage, query: string): Promise<void> {
  const expected = await answered(page, list, query);
  expect(expected.total).toBeGreaterThan(0);
  await expect(titles(page)).toHaveText(expected.titles);
  await expect(status(page)).toContainText(new RegExp(`^${expected.total} `));
}

// The server's lists, including every sort order and combined filters, are tested in pages-without-script.test.ts.
test('posts and projects: filters, pages and sorts without loading a document', async ({ page }) => {
  await page.goto('/');
  await hydratePage(page);
  await markDocument(page);
  for (const list of lists) await test.step(list.noun, () => checkList(page, list));
  await test.step('specialized services', () => checkServices(page));
  await expectSameDocument(page);
});

/** The pricing page's list is filtered while typing; the server's search is tested in pages-without-script.test.ts. */
async function checkServices(page: Page): Promise<void> {
  await navigateInApp(page, '/pricing');
  const list = page.getByRole('region', { name: 'Specialized services' });
  const field = list.getByLabel('Search specialized services');
  const quote = list.getByRole('link', { name: /^Request a quote/ });
  await field.fill('backup');
  await expect(list.getByRole('status')).toHaveText('2 of 20 services');
  // Open, because only its description matches.
  await expect(quote).toHaveAccessibleName('Request a quote for Server Setup');
  await field.fill('zzyzx');
  await expect(list.getByText('No service matches “zzyzx”.')).toBeVisible();
  await list.getByRole('link', { name: 'Show all services' }).click();
  await expect(list.getByRole('status')).toHaveText('20 services');
  await expect(field).toBeFocused();
  await list.getByText('Website Rescue', { exact: true }).click();
  await quote.click();
  await expect(page.getByLabel('Website Rescue, quantity')).toHaveValue('1');
}

async function checkList(page: Page, list: ListPage): Promise<void> {
  const pager = page.getByRole('navigation', { name: 'Pagination' });
  const search = page.getByLabel(list.search);
  const order = page.getByLabel('Sort by');
  const expectAll = async () => {
    await expect(page).toHaveURL(list.path);
    await expect(status(page)).toHaveText(`${list.total} ${list.noun}`);
  };
  await navigateInApp(page, list.path);

  await test.step('category', async () => {
    await expectAll();
    await expect(categories(page)).toHaveValue('');
    const option = categories(page).getByRole('option', { name: list.category });
    const count = /(\d+)\)$/.exec((await option.textContent()) ?? '')?.[1];
    await categories(page).selectOption(list.category);
    await expect(page).toHaveURL(new RegExp(`category=${list.category.replace(' ', '(\\+|%20)')}$`));
    await expect(status(page)).toHaveText(`${count} ${list.noun} in ${list.category}`);
    await expect(categories(page)).toHaveValue(list.category);
    await expectList(page, list, `?category=${list.category}`);
    await page.getByRole('link', { name: 'Clear category' }).click();
    await expectAll();
  });

  await test.step('tag', async () => {
    await page
      .getByRole('region', { name: 'Tags' })
      .getByRole('link', { name: `#${list.tag}`, exact: true })
      .click();
    await expect(page).toHaveURL(`${list.path}?tag=${list.tag}`);
    await expect(status(page)).toContainText(`tagged ${list.tag}`);
    await expectList(page, list, `?tag=${list.tag}`);
    await page.getByRole('link', { name: 'Clear tag' }).click();
    await expectAll();
  });

  await test.step('search', async () => {
    await search.fill(list.word);
    await search.press('Enter');
    await expect(status(page)).toContainText(`matching “${list.word}”`);
    await expect(page).toHaveURL(`${list.path}?search=${list.word}`);
    await expectList(page, list, `?search=${list.word}`);
    await expect(search).toHaveValue(list.word);

    await search.fill('zzyzx');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText(`No matching ${list.noun}.`)).toBeVisible();
    await expect(status(page)).toHaveText(`0 ${list.noun} matching “zzyzx”`);
    await expect(titles(page)).toHaveCount(0);
    await page.getByRole('link', { name: `see all ${list.noun}` }).click();
    await expectAll();
    await expect(search).toHaveValue('');
  });

  await test.step('pages', async () => {
    const expectPage = async (number: number) => {
      await expect(pager.getByText(`Page ${number} of 3`)).toBeVisible();
      await expect(pager.locator('[aria-current=page]')).toHaveText(String(number));
      await expectList(page, list, `?page=${number}`);
    };
    await expectPage(1);
    await pager.getByRole('link', { name: 'Next' }).click();
    await expectPage(2);
    await pager.getByRole('link', { name: 'Page 3', exact: true }).click();
    await expectPage(3);
    await expect(pager.getByRole('link', { name: 'Next' })).toHaveCount(0);
    await pager.getByRole('link', { name: 'Previous' }).click();
    await expectPage(2);
    await pager.getByRole('link', { name: 'Page 1', exact: true }).click();
    await expectAll();
  });

  await test.step('order', async () => {
    await order.selectOption('Oldest first');
    await expect(page).toHaveURL(`${list.path}?sort=oldest`);
    await expectList(page, list, '?sort=oldest');
    await expect(order).toHaveValue('oldest');
    await order.selectOption(list.defaultSort);
    await expectAll();
    await expectList(page, list, '');
  });

  const query = `?category=${list.category}&search=a&sort=oldest`;
  await test.step('several filters', async () => {
    await categories(page).selectOption(list.category);
    await expect(status(page)).toContainText(`in ${list.category}`);
    await search.fill('a');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(status(page)).toContainText('matching “a”');
    await order.selectOption('Oldest first');
    await expect(page).toHaveURL(/sort=oldest/);
    const searchParams = new URL(page.url()).searchParams;
    expect(Object.fromEntries(searchParams)).toEqual({ category: list.category, search: 'a', sort: 'oldest' });
    await expectList(page, list, query);
  });

  await test.step('are removed one by one', async () => {
    await expect(search).toHaveValue('a');
    await expect(order).toHaveValue('oldest');
    await page.getByRole('link', { name: 'Clear search' }).click();
    await expectList(page, list, `?category=${list.category}&sort=oldest`);
    await page.getByRole('link', { name: 'Clear category' }).click();
    await expectList(page, list, '?sort=oldest');
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expectList(page, list, '?sort=oldest&page=2');
  });
}
