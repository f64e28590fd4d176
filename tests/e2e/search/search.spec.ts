import type { Page } from '@playwright/test';
import { COMPLETE_PROJECT } from '../../support/project-fixture.ts';
import { createApiClient } from '../support/api-client.ts';
import {
  expect,
  expectSameDocument,
  hydratePage,
  markDocument,
  navigateInApp,
  site,
  testOnOwnSite,
  type TestUser,
  waitForIdle,
} from '../support/test.ts';

const test = testOnOwnSite();

let lin: TestUser;
test.beforeAll(async () => {
  lin = await site.addMember('Lin Yutang');
});

const hits = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem');
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search pages, actions, people and posts' });
const status = (page: Page) => page.getByRole('main').getByRole('status');

/** Presses Ctrl K in the moment in which a page with this heading is displayed. */
async function pressCtrlKWhenShown(page: Page, heading: string): Promise<void> {
  await page.evaluate(expected => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== expected) return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }, heading);
}

// Searching a list is tested in public-lists.spec.ts, misspelled searches of lists in pages-without-script.test.ts.
test('searches from any page and in the palette without a document load', async ({ page, context }) => {
  await page.goto('/about');
  await hydratePage(page);
  await markDocument(page);
  const field = page.getByLabel('Search posts and projects');

  await test.step('corrects a misspelled search after the shortcut', async () => {
    await page.keyboard.press('/');
    await expect(field).toBeFocused();
    await field.fill('wordpres bakry');
    await field.press('Enter');
    await expect(page).toHaveURL('/search?q=wordpres+bakry');
    await expect(status(page)).toHaveText('1 result for “wordpress bakery”. No results for “wordpres bakry”.');
    await expect(field).toHaveValue('wordpres bakry');
  });

  await test.step('suggests next steps when nothing is found', async () => {
    await field.fill('kubernetes');
    await field.press('Enter');
    await expect(page.getByText('No results.')).toBeVisible();
    await page.getByRole('link', { name: 'All projects' }).click();
    await expect(page).toHaveURL('/projects');
    await page.goBack();
  });

  await test.step('filters to projects and opens one', async () => {
    await field.fill('typescript');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(hits(page)).toHaveCount(12);
    await expect(hits(page).first().locator('mark').first()).toHaveText(/typescript/i);
    await page.getByRole('navigation', { name: 'Result types' }).getByRole('link', { name: 'Projects' }).click();
    await expect(page).toHaveURL('/search?q=typescript&kind=projects');
    await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/search?q=typescript&kind=projects&page=2');
    // The URL changes before the results do.
    await expect(page.getByRole('navigation', { name: 'Pagination' }).locator('[aria-current=page]')).toHaveText('2');
    const title = (await hits(page).first().getByRole('heading').textContent()) ?? '';
    await hits(page).first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  await test.step('a member finds posts and projects in the palette', async () => {
    await site.signIn(context, lin);
    const api = createApiClient(context.request, site.url);
    await api('POST', '/projects', { ...COMPLETE_PROJECT, title: 'Unfinished business' });
    await navigateInApp(page, '/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Lin');
    await waitForIdle(page);
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('typescirpt');
    await expect(palette(page).getByRole('group', { name: 'Posts and projects' }).getByRole('option')).toHaveCount(6);
    await palette(page)
      .getByRole('option', { name: /^15 more for/ })
      .click();
    await expect(page).toHaveURL('/search?q=typescirpt');
  });

  await test.step('a member opens an own project in the editor', async () => {
    await pressCtrlKWhenShown(page, 'Hello, Lin');
    await navigateInApp(page, '/dashboard');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('unfinished');
    const group = palette(page).getByRole('group', { name: 'Edit' });
    await expect(group.getByRole('option')).toHaveText([/^Unfinished business.*Draft$/]);
    await expect(palette(page).getByRole('group', { name: 'Posts and projects' })).toHaveCount(0);
    await group.getByRole('option').click();
    await expect(page).toHaveURL(/^\S+\/dashboard\/update-project\//);
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Unfinished business');
  });
  await expectSameDocument(page);
});
