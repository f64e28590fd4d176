import type { Page } from '@playwright/test';
import { openDeveloperTools } from '../support/developer-tools.ts';
import { checkAppearance } from '../support/visual-checks.ts';
import { waitForBillingJobs } from '../support/order-fixture.ts';
import { expect, waitForHydration, hydratePage, testOnOwnSite, site, type TestUser } from '../support/test.ts';

const test = testOnOwnSite();
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});
test.afterAll(async () => {
  await waitForBillingJobs();
});

/** Fills in the request, but for what is chosen. */
async function tell(page: Page): Promise<void> {
  await page.getByLabel('Your brief').fill('Tide tables for three harbors.');
  await page.getByLabel('Budget in USD').fill('2,500');
  await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
  await page.getByLabel('E-mail', { exact: true }).fill('noor@site.example');
  await page.getByRole('button', { name: 'Ask for a quote' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your request has arrived' })).toBeVisible();
}

/** Writes a quote over 1,699.99 where the first two lines are the wish. */
async function quote(page: Page): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill('Tide tables');
  await page.getByLabel('Amount, line 1').fill('1,800');
  await page.getByLabel('What for, line 3').fill('First order');
  await page.getByLabel('Amount, line 3').fill('-100.01');
  await page.getByLabel('Amount, line 2').fill('0');
  await page.getByLabel('Days until delivery').fill('21');
  await page.getByLabel('What the client supplies').fill('Harbor names');
}
const send = (page: Page) => page.getByRole('button', { name: 'Send the quote' }).click();

test('term 15: requests, quotes and accepts a custom plan and invoices its deposit', async ({ page, browser }) => {
  // Four pages are checked on the way.
  test.slow();
  await page.goto('/pricing');
  await hydratePage(page);
  await page.getByRole('link', { name: 'Build a package', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A custom package' })).toBeVisible();
  await page.getByRole('button', { name: 'One more: Website Rescue' }).click();
  await page.getByRole('button', { name: 'One more: Website Rescue' }).click();
  await page.getByRole('button', { name: 'One more: Database Design' }).click();
  const chosen = page.getByRole('complementary', { name: 'Your package' });
  await expect(chosen.getByRole('listitem').filter({ hasText: 'Website Rescue' })).toContainText('× 2');
  // What is chosen is kept a moment later, and comes back.
  await page.waitForFunction(() =>
    localStorage.getItem('draft:custom-package')?.includes('"quantity-database-design":"1"'),
  );
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByLabel('Website Rescue, how many')).toHaveValue('2');
  await checkAppearance(page, 'the custom package');
  await tell(page);
  const number = /order\/(\d+)/.exec(page.url())?.[1] ?? '';

  const context = await browser.newContext({ baseURL: site.url });
  await site.signIn(context, owner);
  const desk = await context.newPage();
  await desk.goto(`/dashboard/orders/${number}`);
  await waitForHydration(desk);
  // It is called by its services, until the quote calls it otherwise.
  await expect(desk.getByRole('heading', { level: 1, name: 'Website Rescue and Database Design' })).toBeVisible();
  await quote(desk);
  const preview = desk.getByRole('region', { name: 'What it comes to' });
  await expect(preview).toContainText('$1,699.99');
  await expect(preview).toContainText('$850.00');
  await checkAppearance(desk, 'writing a quote');
  await send(desk);
  await expect(desk.getByRole('status').filter({ hasText: 'The quote is sent' })).toBeVisible();
  await context.close();

  await page.reload();
  await waitForHydration(page);
  await checkAppearance(page, 'a quote');
  await page.getByLabel('Your name, typed in agreement').fill('Noor Haddad');
  await page.getByRole('button', { name: 'Accept, and pay $850.00' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Accepted.' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'What is next' })).toContainText('$850.00');
  await page.getByRole('link', { name: 'The agreement, to print and keep' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Agreement: Tide tables' })).toBeVisible();
  await checkAppearance(page, 'the agreement');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('takes the same request and acceptance from a client', async ({ page, browser }) => {
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Build a package', exact: true }).click();
    await page.getByLabel('Website Rescue, how many').fill('2');
    await page.getByLabel('Database Design, how many').fill('1');
    await tell(page);
    const number = /order\/(\d+)/.exec(page.url())?.[1] ?? '';

    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: true });
    await site.signIn(context, owner);
    const desk = await context.newPage();
    await desk.goto(`/dashboard/orders/${number}`);
    await waitForHydration(desk);
    await quote(desk);
    await desk.getByLabel('Amount, line 1').fill('much');
    await send(desk);
    // What was refused loses nothing.
    await expect(desk.getByLabel('Amount, line 1')).toHaveAttribute('aria-invalid', 'true');
    await expect(desk.getByLabel('What for, line 3')).toHaveValue('First order');
    await desk.getByLabel('Amount, line 1').fill('1,800');
    await send(desk);
    await expect(desk.getByRole('status').filter({ hasText: 'The quote is sent' })).toBeVisible();
    await context.close();

    await page.reload();
    await page.getByLabel('Your name, typed in agreement').fill('Noor Haddad');
    await page.getByRole('button', { name: 'Accept, and pay $850.00' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Accepted.' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'What is next' })).toContainText('$850.00');
  });
});
