import type { Page } from '@playwright/test';
import { expect, expectSameDocument, markDocument, hydratePage, test } from '../support/test.ts';

interface ListPage {
  readonly path: string;
  readonly noun: string;
  readonly total: number;
  readonly category: string;
  readonly tag: string;
  readonly word: string;
  readonly sorts: readonly (readonly [label: string, value: string])[];
  readonly search: string;
}

const lists: readonly ListPage[] = [
  {
    path: '/blogs',
    noun: 'posts',
    total: 30,
    category: 'Technology',
    tag: 'habits',
    word: 'recipe',
    sorts: [
      ['Oldest first', 'oldest'],
      ['Most liked', 'most_liked'],
      ['Most discussed', 'most_commented'],
      ['Newest first', 'newest'],
    ],
    search: 'Search posts',
  },
  {
    path: '/projects',
    noun: 'projects',
    total: 25,
    category: 'Full Stack',
    tag: 'postgresql',
    word: 'booking',
    sorts: [
      ['Oldest first', 'oldest'],
      ['Most stars', 'top_rated'],
      ['Price, low to high', 'price_asc'],
      ['Price, high to low', 'price_desc'],
      ['Newest first', 'newest'],
      ['Featured first', 'featured'],
    ],
    search: 'Search projects',
  },
];

const categories = (page: Page) => page.getByRole('navigation', { name: 'Categories' });
const status = (page: Page) => page.getByRole('main').getByRole('status');
const titles = (page: Page) => page.getByRole('article').getByRole('heading');

/** Returns the API's result for the same query, to compare the page with. */
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

/**
 * Opens and hydrates a page: these tests navigate within one document. Lists without JavaScript are tested in
 * lists-without-script.test.ts.
 */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydratePage(page);
  await markDocument(page);
}

for (const list of lists) {
  test(`${list.noun}: filters by category, tag and search and removes filters`, async ({ page }) => {
    await open(page, list.path);
    await expect(status(page)).toHaveText(`${list.total} ${list.noun}`);
    await expect(categories(page).locator('[aria-current]')).toHaveText(new RegExp(`^All ${list.total}$`));
    const link = categories(page).getByRole('link', { name: list.category });
    const count = /\d+$/.exec((await link.textContent()) ?? '')?.[0];
    await link.click();
    await expect(page).toHaveURL(new RegExp(`category=${list.category.replace(' ', '(\\+|%20)')}$`));
    await expect(status(page)).toHaveText(`${count} ${list.noun} in ${list.category}`);
    await expect(categories(page).locator('[aria-current]')).toHaveText(new RegExp(`^${list.category}`));
    await expectList(page, list, `?category=${list.category}`);
    await page.getByRole('link', { name: `Not in ${list.category}` }).click();
    await expect(page).toHaveURL(list.path);
    await expect(status(page)).toHaveText(`${list.total} ${list.noun}`);

    await page
      .getByRole('region', { name: 'Tags' })
      .getByRole('link', { name: `#${list.tag}`, exact: true })
      .click();
    await expect(page).toHaveURL(`${list.path}?tag=${list.tag}`);
    await expect(status(page)).toContainText(`tagged ${list.tag}`);
    await expectList(page, list, `?tag=${list.tag}`);
    await page.getByRole('link', { name: `Not tagged ${list.tag}` }).click();
    await expect(page).toHaveURL(list.path);
    await expect(status(page)).toHaveText(`${list.total} ${list.noun}`);

    const box = page.getByLabel(list.search);
    await box.fill(list.word);
    await box.press('Enter');
    await expect(status(page)).toContainText(`matching “${list.word}”`);
    await expect(page).toHaveURL(`${list.path}?search=${list.word}`);
    await expectList(page, list, `?search=${list.word}`);
    await expect(page.getByLabel(list.search)).toHaveValue(list.word);

    await page.getByLabel(list.search).fill('zzyzx');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('Nothing here matches that.')).toBeVisible();
    await expect(status(page)).toHaveText(`0 ${list.noun} matching “zzyzx”`);
    await expect(titles(page)).toHaveCount(0);
    await page.getByRole('link', { name: `see all ${list.noun}` }).click();
    await expect(page).toHaveURL(list.path);
    await expect(page.getByLabel(list.search)).toHaveValue('');
    await expectSameDocument(page);
  });

  test(`${list.noun}: pages in both directions and every order`, async ({ page }) => {
    await open(page, list.path);
    const pager = page.getByRole('navigation', { name: 'Pages' });
    const seen: string[] = [];
    const pages = Math.ceil(list.total / 12);
    for (let number = 1; number <= pages; number++) {
      await expect(pager.getByText(`Page ${number} of ${pages}`)).toBeVisible();
      await expect(pager.locator('[aria-current=page]')).toHaveText(String(number));
      await expectList(page, list, `?page=${number}`);
      seen.push(...(await titles(page).allTextContents()));
      if (number < pages) await pager.getByRole('link', { name: 'Next' }).click();
    }
    expect(new Set(seen).size).toBe(list.total);
    await expect(pager.getByRole('link', { name: 'Next' })).toHaveCount(0);
    await pager.getByRole('link', { name: 'Previous' }).click();
    await expectList(page, list, `?page=${pages - 1}`);
    await pager.getByRole('link', { name: 'Page 1', exact: true }).click();
    await expect(page).toHaveURL(list.path);
    await expectList(page, list, '');

    for (const [label, value] of list.sorts) {
      await page.getByLabel('Order').selectOption(label);
      await expect(page).toHaveURL(new RegExp(`[?&]sort=${value}|${list.path}$`));
      await expectList(page, list, `?sort=${value}`);
      await expect(page.getByLabel('Order')).toHaveValue(value);
    }
    await expectSameDocument(page);
  });

  test(`${list.noun}: keeps several filters in the address through a reload and removes them one by one`, async ({
    page,
  }) => {
    await open(page, list.path);
    await categories(page).getByRole('link', { name: list.category }).click();
    await expect(status(page)).toContainText(`in ${list.category}`);
    await page.getByLabel(list.search).fill('a');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(status(page)).toContainText('matching “a”');
    await page.getByLabel('Order').selectOption('Oldest first');
    const query = `?category=${list.category}&search=a&sort=oldest`;
    await expect(page).toHaveURL(/sort=oldest/);
    const asked = new URL(page.url()).searchParams;
    expect(Object.fromEntries(asked)).toEqual({ category: list.category, search: 'a', sort: 'oldest' });
    await expectList(page, list, query);
    await expectSameDocument(page);

    await page.reload();
    await expectList(page, list, query);
    await expect(page.getByLabel(list.search)).toHaveValue('a');
    await expect(page.getByLabel('Order')).toHaveValue('oldest');
    await page.getByRole('link', { name: 'Not matching “a”' }).click();
    await expectList(page, list, `?category=${list.category}&sort=oldest`);
    await page.getByRole('link', { name: `Not in ${list.category}` }).click();
    await expectList(page, list, '?sort=oldest');
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expectList(page, list, '?sort=oldest&page=2');
  });
}
