import type { Locator } from '@playwright/test';
import { listAxeViolations } from '../support/audits.ts';
import { useKeyboard } from '../support/keyboard.ts';
import {
  getNextStep,
  getRegion,
  getStatusMessage,
  openOrder,
  orders,
  takeTurns,
  testOrders,
} from '../support/order-fixture.ts';
import { expect, markDocument, navigateInApp, site, waitForHydration } from '../support/test.ts';
import { checkAppearance } from '../support/visual-checks.ts';

const test = testOrders();

test('term 15: requests, quotes and accepts a custom plan and invoices its deposit', async ({ page, trouble }) => {
  // Includes visual checks of four pages.
  test.slow();
  // At first, the quote has an invalid amount.
  trouble.announce(/status (of )?422/);
  const turns = takeTurns(page);
  const order = await test.step('requests services, and keeps the selection', async () => {
    await page.goto('/pricing/custom');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Custom plan' })).toBeVisible();
    await page.getByRole('button', { name: 'Increase quantity: Website Rescue' }).click();
    await page.getByRole('button', { name: 'Increase quantity: Website Rescue' }).click();
    await page.getByRole('button', { name: 'Increase quantity: Database Design' }).click();
    const chosen = page.getByRole('complementary', { name: 'Your plan' });
    await expect(chosen.getByRole('listitem').filter({ hasText: 'Website Rescue' })).toContainText('× 2');
    // The draft is saved a moment later.
    await page.waitForFunction(() =>
      localStorage.getItem('draft:custom-package')?.includes('"quantity-database-design":"1"'),
    );
    await page.reload();
    await waitForHydration(page);
    await expect(page.getByLabel('Website Rescue, quantity')).toHaveValue('2');
    await markDocument(page);
    await checkAppearance(page, 'the custom plan');
    await page.getByLabel('Project brief').fill('Tide tables for three harbors.');
    await page.getByLabel('Budget in USD').fill('2,500');
    await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
    await page.getByLabel('Email', { exact: true }).fill('noor@site.example');
    await page.getByRole('button', { name: 'Request a quote' }).click();
    await getStatusMessage(page, 'Request sent.');
    const [, reference = '', number = ''] = /\/order\/((\d+)\.[\w-]+)/.exec(page.url()) ?? [];
    return { number: Number(number), reference };
  });

  await test.step('the owner writes the quote', async () => {
    const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true });
    const price = (number: number) => line(number).getByLabel('Unit price');
    const description = line(3).getByLabel('Description');
    await turns.asOwner(order);
    // The order is named after its services until the quote renames it.
    await expect(page.getByRole('heading', { level: 1, name: 'Website Rescue and Database Design' })).toBeVisible();
    await page.getByLabel('Title', { exact: true }).fill('Tide tables');
    await price(1).fill('1,800');
    await price(2).fill('0');
    await page.getByRole('button', { name: 'Add line' }).click();
    await expect(description).toBeFocused();
    await description.fill('First order');
    await price(3).fill('-100.01');
    await page.getByLabel('Delivery time in days').fill('21');
    await page.getByLabel('Content from the client').fill('Harbor names');
    const preview = page.getByRole('region', { name: 'Quote total' });
    await expect(preview).toContainText('$1,699.99');
    await expect(preview).toContainText('$850.00');
    await checkAppearance(page, 'writing a quote');
    const send = page.getByRole('button', { name: 'Send quote' });
    await price(1).fill('much');
    await send.click();
    // A rejected quote keeps the input.
    await expect(price(1)).toHaveAttribute('aria-invalid', 'true');
    await expect(description).toHaveValue('First order');
    await price(1).fill('1,800');
    await send.click();
    await getStatusMessage(page, 'Quote sent.');
  });

  await test.step('the client accepts it', async () => {
    await turns.asClient(order);
    await checkAppearance(page, 'a quote');
    await page.getByLabel('Type your full name to sign').fill('Noor Haddad');
    await page.getByRole('button', { name: 'Accept and pay $850.00' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Quote accepted.' })).toBeFocused();
    await expect(getNextStep(page)).toContainText('$850.00');
    await page.getByRole('link', { name: 'View and print the agreement' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Agreement: Tide tables' })).toBeVisible();
    await checkAppearance(page, 'the agreement');
  });
});

test('the owner and the client use only the keyboard for a quote with options', async ({ page, context }) => {
  await site.query(`with added as (insert into clients (name, created_at, updated_at) values ('Lin Bao', now(), now()) returning id)
    insert into client_emails (email, client_id, is_primary) select 'lin@site.example', id, true from added`);
  await site.signIn(context, orders.owner);
  const keys = useKeyboard(page);
  const press = (name: string) => keys.press(page.getByRole('button', { name }));
  const type = (text: string) => page.keyboard.type(text);
  /** Presses Tab once, which must move the focus to this control. */
  const tabTo = async (target: Locator) => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused();
  };

  await test.step('the owner writes it', async () => {
    await keys.open('/dashboard/orders/new');
    await press('Lin Bao');
    await keys.type(page.getByLabel('Title'), 'Tide tables');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide tables');
    const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true });
    await keys.type(line(1).getByLabel('Description'), 'Tables');
    await tabTo(line(1).getByLabel('Quantity'));
    await type('10');
    await tabTo(line(1).getByLabel('Unit', { exact: true }));
    await type('Hour');
    await tabTo(line(1).getByLabel('Unit price'));
    await type('80');
    await tabTo(line(1).getByLabel('Discount'));
    await type('25%');
    await press('Add line');
    await expect(line(2).getByLabel('Description')).toBeFocused();
    await type('Search');
    await keys.type(line(2).getByLabel('Unit price'), '300');
    await tabTo(line(2).getByLabel('Discount'));
    await tabTo(line(2).getByLabel('Optional'));
    await page.keyboard.press('Space');
    await keys.type(page.getByLabel('Delivery time in days'), '21');
    const preview = getRegion(page, 'Quote total');
    await expect(preview).toContainText('10 hours × $80.00 less 25%');
    await expect(preview).toContainText('Total$600.00');
    await expect(preview).toContainText('Optional, not included in the total');
    expect(await listAxeViolations(page)).toEqual([]);
    await press('Send quote');
    await getStatusMessage(page, 'Quote sent.');
  });

  await test.step('the client chooses, and signs', async () => {
    const [link = ''] = /\/order\/\S+/.exec(await site.latestEmail('lin@site.example')) ?? [];
    // Signed out on an empty page, because the dashboard counts messages in the background.
    await page.goto('about:blank');
    await context.clearCookies({ name: /^session/ });
    await keys.open(link);
    const quote = getRegion(page, 'Quote');
    await expect(quote).toContainText('Total$600.00');
    await keys.type(quote.getByLabel('Type your full name to sign'), 'Lin Bao');
    const search = quote.getByLabel('Search');
    await keys.press(search, 'Space');
    await expect(quote).toContainText('Total$900.00');
    await expect(search).toBeFocused();
    expect(await listAxeViolations(page)).toEqual([]);
    await press('Accept and pay $450.00');
    await getStatusMessage(page, 'Quote accepted.');
    await expect(getNextStep(page)).toContainText('$450.00');
    await keys.press(page.getByRole('link', { name: 'Pay invoice' }));
    const invoice = page.getByRole('article');
    await expect(invoice).toContainText('10 hours');
    await expect(invoice).toContainText('Discount 25%: -$200.00');
    await expect(invoice).toContainText('Search');
    await expect(invoice).toContainText('$450.00');
  });
});

test('keeps an open quote and its input while offline, and says that it has expired', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/ERR_INTERNET_DISCONNECTED/);
  trouble.announce(/status (of )?409/);
  const order = await orders.placeQuotedOrder();
  await openOrder(page, order);
  const quote = getRegion(page, 'Quote');
  const option = quote.getByRole('checkbox', { name: 'Tide alerts' });
  const signature = quote.getByLabel('Type your full name to sign');
  await signature.fill('Noor Haddad');
  await context.setOffline(true);
  await option.click();
  await getStatusMessage(page, 'Can’t reach the site.');
  await expect(option).not.toBeChecked();
  await expect(signature).toHaveValue('Noor Haddad');
  await expect(quote).toContainText('Total$800.00');
  await context.setOffline(false);
  await option.click();
  await expect(quote).toContainText('Total$1,100.00');
  await expect(signature).toHaveValue('Noor Haddad');
  await site.query(`update orders set quote_expires_on = current_date - 2 where id = $1`, [order.number]);
  await page.getByRole('button', { name: 'Accept and pay $550.00' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /^This quote expired on/ })).toBeVisible();
  // Above the part of the page that is shown, so a toast repeats it.
  await expect(page.getByRole('status').filter({ hasText: /^This quote expired on/ })).toBeInViewport();
  await expect(getNextStep(page)).toContainText('The quote has expired.');
});

test('duplicates an order once, or says why not', async ({ page, context, trouble }) => {
  trouble.announce(/status (?:of )?503/);
  const order = await orders.placeOrder();
  await site.signIn(context, orders.owner);
  await page.goto(`/dashboard/orders/${order.number}`);
  await waitForHydration(page);
  await page.route('**/client-orders', route => route.fulfill({ status: 503 }), { times: 1 });
  const duplicate = page.getByRole('button', { name: 'Duplicate as a new quote' });
  await duplicate.click();
  await expect(page.getByRole('alert')).toHaveText(/Try again/);
  await page.goBack();
  await duplicate.dblclick();
  await expect(page.getByRole('button', { name: 'Send quote' })).toBeVisible();
  expect(await site.query('select id from orders where id > $1', [order.number])).toHaveLength(1);
});

test('shows none of the text typed for one order on the page of another', async ({ page, context }) => {
  const [first, second] = [await orders.placeOrder('plan', 'elite'), await orders.placeOrder('plan', 'elite')];
  await site.signIn(context, orders.owner);
  await page.goto(`/dashboard/orders/${first.number}`);
  await waitForHydration(page);
  await page.getByLabel('Title', { exact: true }).fill('For the first client');
  await page.getByLabel('Your message').fill('Hello, first client.');
  await navigateInApp(page, `/dashboard/orders/${second.number}`);
  await expect(page.getByText(new RegExp(`^Order ${second.number} ·`))).toBeVisible();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Elite');
  await expect(page.getByLabel('Your message')).toHaveValue('');
  await page.goBack();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('For the first client');
  await expect(page.getByLabel('Your message')).toHaveValue('Hello, first client.');
  const restored = page.getByText('Unsaved changes restored.');
  await expect(restored).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Elite');
  await expect(restored).toHaveCount(0);
});
