import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { COMPLETE_PROJECT } from '../../support/project-fixture.ts';
import { createApiClient } from '../support/api-client.ts';
import { listAxeViolations } from '../support/audits.ts';
import { openDeveloperTools } from '../support/developer-tools.ts';
import {
  getRegion,
  getStatusMessage,
  openOrder,
  orderFixture,
  payByCard,
  takeTurns,
  type OrderFixture,
} from '../support/order-fixture.ts';
import { checkAppearance } from '../support/visual-checks.ts';
import {
  expect,
  expectSameDocument,
  markDocument,
  navigateInApp,
  site,
  testOnOwnSite,
  waitForHydration,
  waitForRequests,
} from '../support/test.ts';

// What the order's page says about each term is tested without a browser (order-pages.test.ts), as are the client's
// forms. The owner's forms need JavaScript. Here, both parties take turns in one document.
const test = testOnOwnSite();
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

let desk: OrderFixture;
let folder: string;
test.beforeAll(async () => {
  desk = await orderFixture();
  folder = await mkdtemp(join(tmpdir(), 'order-'));
  await writeFile(join(folder, 'texts.txt'), 'All the texts.');
  await writeFile(join(folder, 'site.zip'), 'The work.');
});
test.afterAll(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});
test.beforeEach(() => site.query('delete from rate_limits'));

const next = (page: Page) => getRegion(page, 'Next step');

/** Opens a disclosure by its label. */
const unfold = (within: Page | Locator, label: string) => within.locator('summary', { hasText: label }).click();

const desktop = (page: Page) => page.setViewportSize({ width: 1440, height: 900 });

test('takes a plan from the order form to the download', async ({ page, trouble }) => {
  // Two pages are checked on the way.
  test.slow();
  trouble.announce(/status (of )?422/);
  const turns = takeTurns(page, desk.owner);
  const price = page.getByRole('complementary', { name: 'Price' });
  await test.step('shows errors on the fields and keeps the input', async () => {
    await page.goto('/order/plan/growth');
    await expect(page.getByRole('heading', { level: 1, name: 'Order Growth' })).toBeVisible();
    await waitForHydration(page);
    await expect(price.getByText('$999.00').first()).toBeVisible();
    await page.getByLabel('Urgent delivery within 48 to 72 hours').check();
    await expect(price.getByText('$249.75')).toBeVisible();
    await expect(price.getByText('$1,248.75')).toBeVisible();
    await expect(price.getByText('$499.50').first()).toBeHidden();
    await page.getByLabel('Project brief (optional)').fill('Kept.');
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByRole('alert')).toHaveText('3 fields need your attention.');
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Project brief (optional)')).toHaveValue('Kept.');
    await expect(page.getByLabel('Urgent delivery within 48 to 72 hours')).toBeChecked();
    expect(await listAxeViolations(page)).toEqual([]);
  });

  const order = await test.step('places one order with a double click', async () => {
    await page.getByLabel('Project brief (optional)').fill('A shop for tide tables.\n\nWith a map.');
    await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
    await page.getByRole('main').getByLabel('Email', { exact: true }).fill('noor@site.example');
    await expect(page.getByLabel('Street and number')).toBeHidden();
    await page.getByLabel('I’m ordering for a company').check();
    await page.getByLabel('Company', { exact: true }).fill('Tide Tables Ltd');
    await page.getByLabel('Street and number').fill('4 Quay Street');
    await page.getByLabel('City').fill('Bristol');
    await page.getByLabel('Country').selectOption('United Kingdom');
    await page.getByLabel('Type your full name to sign').fill('Noor Haddad');
    await page.getByLabel('Files (optional)').setInputFiles(join(folder, 'texts.txt'));
    await page.getByRole('button', { name: 'Place order' }).dblclick();
    await expect(page).toHaveURL(/\/order\/\d+\.[\w-]+/);
    await expect(page.getByText('Order placed. Check your inbox')).toBeVisible();
    await expect(page.getByText('Your turn')).toBeVisible();
    await expect(next(page)).toContainText('Waiting for your deposit.');
    await expect(page.getByRole('link', { name: 'texts.txt' })).toBeVisible();
    await expect(page.getByText('$624.38').first()).toBeVisible();
    await expect(getRegion(page, 'Billed to')).toContainText('Tide Tables Ltd');
    const placed = await site.query(
      `select count(*)::int as count from orders where client_email = 'noor@site.example'`,
    );
    expect(placed[0]?.count).toBe(1);
    await checkAppearance(page, 'an order, for its client');
    await desktop(page);
    const [, reference = '', number = ''] = /\/order\/((\d+)\.[\w-]+)/.exec(page.url()) ?? [];
    return { number: Number(number), reference };
  });

  await test.step('sends a message and the content', async () => {
    await page.getByLabel('Your message').fill('When do you begin?');
    await page.getByRole('main').getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Message sent.')).toBeVisible();
    await expect(page.getByLabel('Your message')).toHaveValue('');
    await page.locator('summary', { hasText: 'Add content' }).first().click();
    await page.getByLabel(/Upload files for: The text/).setInputFiles(join(folder, 'texts.txt'));
    await expect(page.getByText('Received', { exact: true })).toHaveCount(1);
  });

  await test.step('the owner reads it, previews a day in 20 days, and declines urgent delivery', async () => {
    const later = Temporal.Now.plainDateISO().add({ days: 20 });
    await turns.asOwner(order, `?asOf=${later.toString()}`);
    await expect(page.getByText('When do you begin?')).toBeVisible();
    await expect(page.getByText(/^Preview: this order at the end of/)).toBeVisible();
    await expect(page.getByText('Late fee', { exact: true })).toBeVisible();
    await checkAppearance(page, 'an order, for the owner');
    await desktop(page);
    await page.getByRole('link', { name: 'Back to today' }).click();
    await unfold(page, 'Decline urgent delivery');
    await page
      .locator('details', { hasText: 'Decline urgent delivery' })
      .getByLabel('Reason (shown to the client)')
      .fill('I am at sea.');
    await page.getByRole('button', { name: 'Decline and remove surcharge' }).click();
    await getStatusMessage(page, 'Urgent delivery declined and surcharge removed.');
  });

  await test.step('the client pays the deposit by card and supplies the rest', async () => {
    await desk.supply(order, 1);
    await turns.asClient(order);
    await payByCard(page);
    await expect(next(page)).toContainText('Add your content so work can start.');
    await expect(page.getByText(/^Expected delivery$/)).toBeVisible();
    const items = getRegion(page, 'Content').getByRole('listitem');
    const waiting = items.filter({ hasText: 'Still needed' });
    await expect(waiting).toHaveCount(1);
    await waiting.getByText('Add content').click();
    await waiting.getByRole('button', { name: 'Mark as sent' }).click();
    await expect(waiting).toHaveCount(0);
  });

  await test.step('the owner works and submits the work for review', async () => {
    await turns.asOwner(order);
    await page.getByRole('button', { name: 'Start work' }).click();
    await expect(next(page)).toContainText('Work is in progress.');
    await page.getByLabel('Upload files to deliver').setInputFiles(join(folder, 'site.zip'));
    await expect(page.getByRole('link', { name: 'site.zip' })).toBeVisible();
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await expect(next(page)).toContainText('Waiting for the client to review the work.');
  });

  await test.step('the client accepts the work', async () => {
    await turns.asClient(order);
    await expect(page.getByText('site.zip')).toBeVisible();
    await expect(page.getByRole('link', { name: 'site.zip' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Accept work' }).click();
    await page.getByRole('button', { name: 'Accept work' }).click();
    await expect(next(page)).toContainText('Work is complete. Pay the balance to get your files.');
  });

  await test.step('the owner delivers the files once the balance is paid, and the client downloads them', async () => {
    await desk.pay(order);
    await turns.asOwner(order);
    await page.getByRole('button', { name: 'Deliver files' }).click();
    await expect(next(page)).toContainText('Everything is delivered.');
    await turns.asClient(order);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'site.zip' }).click();
    const file = await (await downloading).path();
    expect(await readFile(file, 'utf8')).toBe('The work.');
    await expect(page.getByRole('list', { name: 'Documents' }).getByRole('listitem')).toHaveCount(4);
  });
});

test('term 15: requests, quotes and accepts a custom plan and invoices its deposit', async ({ page, trouble }) => {
  // Four pages are checked on the way.
  test.slow();
  // The quote has an invalid amount at first.
  trouble.announce(/status (of )?422/);
  const turns = takeTurns(page, desk.owner);
  const order = await test.step('requests services, and keeps what was chosen', async () => {
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
    // The order is called by its services until the quote renames it.
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
    await expect(next(page)).toContainText('$850.00');
    await page.getByRole('link', { name: 'View and print the agreement' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Agreement: Tide tables' })).toBeVisible();
    await checkAppearance(page, 'the agreement');
  });
});

test('the owner and the client use only the keyboard for a quote with options', async ({ page, context }) => {
  await site.query(`with added as (insert into clients (name, created_at, updated_at) values ('Lin Bao', now(), now()) returning id)
    insert into client_emails (email, client_id, is_primary) select 'lin@site.example', id, true from added`);
  await site.signIn(context, desk.owner);
  const press = (name: string) => page.getByRole('button', { name }).press('Enter');
  const type = (text: string) => page.keyboard.type(text);
  /** Moves the focus on, to the control with this label. */
  const tabTo = async (target: Locator) => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused();
  };

  await test.step('the owner writes it', async () => {
    await page.goto('/dashboard/orders/new');
    await waitForHydration(page);
    await press('Lin Bao');
    await page.getByLabel('Title').focus();
    await type('Tide tables');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide tables');
    const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true });
    await line(1).getByLabel('Description').focus();
    await type('Tables');
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
    await line(2).getByLabel('Unit price').focus();
    await type('300');
    await tabTo(line(2).getByLabel('Discount'));
    await tabTo(line(2).getByLabel('Optional'));
    await page.keyboard.press('Space');
    await page.getByLabel('Delivery time in days').focus();
    await type('21');
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
    // Away from the dashboard, which counts messages in the background.
    await page.goto(link);
    await waitForHydration(page);
    await waitForRequests(page);
    await context.clearCookies({ name: /^session/ });
    await page.reload();
    await waitForHydration(page);
    const quote = getRegion(page, 'Quote');
    await expect(quote).toContainText('Total$600.00');
    await quote.getByLabel('Type your full name to sign').focus();
    await type('Lin Bao');
    const search = quote.getByLabel('Search');
    await search.focus();
    await page.keyboard.press('Space');
    await expect(quote).toContainText('Total$900.00');
    await expect(search).toBeFocused();
    expect(await listAxeViolations(page)).toEqual([]);
    await quote.getByRole('button', { name: 'Accept and pay $450.00' }).press('Enter');
    await getStatusMessage(page, 'Quote accepted.');
    await expect(next(page)).toContainText('$450.00');
    await page.getByRole('link', { name: 'Pay invoice' }).press('Enter');
    const invoice = page.getByRole('article');
    await expect(invoice).toContainText('10 hours');
    await expect(invoice).toContainText('Discount 25%: -$200.00');
    await expect(invoice).toContainText('Search');
    await expect(invoice).toContainText('$450.00');
  });
});

test('quotes milestones, accepts them and pays the first one, by keyboard only', async ({ page, trouble }) => {
  test.slow();
  // The first milestone has an invalid amount at first.
  trouble.announce(/status (of )?422/);
  const turns = takeTurns(page, desk.owner);
  const { keyboard } = page;
  /** Moves the focus with Tab until it is on a control. */
  const tabTo = async (control: Locator) => {
    await expect(control).toBeVisible();
    await expect
      .poll(
        async () => {
          if (await control.evaluate(element => element === document.activeElement)) return true;
          await keyboard.press('Tab');
          return false;
        },
        { intervals: [0], timeout: 30_000 },
      )
      .toBe(true);
  };
  const enter = async (label: string, text: string) => {
    await tabTo(page.getByLabel(label, { exact: true }));
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(text);
  };
  const press = async (control: Locator, key = 'Enter') => {
    await tabTo(control);
    await keyboard.press(key);
  };
  /** Types a date in the order of US English. */
  const enterDate = async (label: string, { year, month, day }: Temporal.PlainDate) => {
    await tabTo(page.getByLabel(label, { exact: true }));
    await keyboard.type(`${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}${year}`);
  };
  const pay = async () => {
    await press(page.getByRole('link', { name: 'Pay invoice' }));
    await waitForHydration(page);
    await press(page.getByRole('radio', { name: 'Card' }), 'Space');
    await press(page.getByRole('button', { name: /^Pay \$/ }));
    await press(page.getByRole('button', { name: 'Pay', exact: true }));
    await expect(page.getByText('Thank you for your payment')).toBeVisible({ timeout: 20_000 });
    await press(page.getByRole('link', { name: 'Back to order' }));
    await expect(next(page)).toBeVisible();
  };
  const today = Temporal.Now.plainDateISO('UTC');
  const order = await desk.placeOrder('plan', 'elite');
  const first = page.getByRole('group', { name: 'Milestone 1', exact: true });

  await test.step('the owner fills in milestones and corrects one', async () => {
    await openOrder(page, order);
    await turns.asOwner(order);
    await enterDate('Valid until', today);
    await tabTo(page.getByLabel('Payment of the balance'));
    await keyboard.type('In mil');
    await enter('Parts', '2');
    await enterDate('First due date', today.add({ days: 1 }));
    await keyboard.press('Enter');
    await expect(page.getByLabel('Amount, milestone 1')).toHaveValue('499.75');
    await page.keyboard.press('Shift+Tab');
    await enter('Description, milestone 1', 'Design approved');
    await enter('Amount, milestone 1', '100%');
    const send = page.getByRole('button', { name: 'Send quote' });
    await press(send);
    await expect(page.getByLabel('Amount, milestone 1')).toHaveAttribute('aria-invalid', 'true');
    await expect(first).toContainText('Enter a percentage below 100');
    await expect(page.getByLabel('Description, milestone 1')).toHaveValue('Design approved');
    await enter('Amount, milestone 1', '25%');
    await expect(first).toContainText('= $499.75');
    await expect(page.getByRole('region', { name: 'Quote total' })).toContainText('Design approved, due');
    await checkAppearance(page, 'a quote with milestones');
    await press(send);
    await getStatusMessage(page, 'Quote sent.');
  });

  const milestones = page.getByRole('list', { name: 'Milestones' });
  await test.step('the client accepts and pays the deposit', async () => {
    await turns.asClient(order);
    const quote = getRegion(page, 'Quote');
    await expect(quote).toContainText('Design approved, due');
    await enter('Type your full name to sign', 'Noor Haddad');
    await press(page.getByRole('button', { name: 'Accept and pay $999.50' }));
    await expect(page.getByRole('status').filter({ hasText: 'Quote accepted.' })).toBeFocused();
    await expect(milestones.getByRole('listitem')).toHaveCount(2);
    await expect(milestones).not.toContainText('invoiced');
    await pay();
  });

  await test.step('the client accepts the work and pays the first milestone', async () => {
    await desk.supply(order);
    for (const name of ['start_work', 'submit_for_review'] as const) await desk.move(order, name);
    await page.reload();
    await waitForHydration(page);
    await press(page.getByRole('link', { name: 'Accept work' }));
    await expect(page.getByText('due on the dates of the milestones')).toBeVisible();
    await press(page.getByRole('button', { name: 'Accept work' }));
    await expect(milestones.getByRole('listitem').filter({ hasText: 'invoiced' })).toHaveCount(2);
    await pay();
    await expect(milestones.getByRole('listitem').first()).toContainText('paid');
    await expect(milestones.getByRole('listitem').last()).toContainText('invoiced');
  });
});

test('the owner decides on late fees, starts without content and quotes a revision', async ({ page, trouble }) => {
  // A reason is missing at first.
  trouble.announce(/status (of )?422/);
  const order = await desk.paid();
  const [charged, waived] = [await desk.placeOverdueOrder(), await desk.placeOverdueOrder()];
  const turns = takeTurns(page, desk.owner);
  const changes = getRegion(page, 'Revisions and change orders');
  await openOrder(page, order);
  await markDocument(page);

  await test.step('term 6: charges a late fee and waives another', async () => {
    const fee = getRegion(page, 'Money')
      .locator('dl > div')
      .filter({ has: page.getByText('Late fee', { exact: true }) });
    await turns.asOwner(charged);
    await expect(fee).toContainText('$24.98');
    await unfold(fee, 'Why?');
    await expect(fee.getByText('Term 6', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Charge late fee' }).click();
    await getStatusMessage(page, 'Late fee charged.');
    await expect(fee).toHaveCount(0);
    await turns.asOwner(waived);
    await page.getByRole('button', { name: 'Waive late fee' }).click();
    await getStatusMessage(page, 'Late fee waived.');
    await expect(fee).toHaveCount(0);
  });

  await test.step('term 9: starts without content, for a reason', async () => {
    await turns.asOwner(order);
    await expect(next(page).getByRole('button', { name: 'Start work' })).toBeDisabled();
    await unfold(next(page).first(), 'Why?');
    await expect(next(page).getByText('Term 9', { exact: true })).toBeVisible();
    await unfold(next(page), 'More actions');
    const without = next(page).locator('details details').filter({ hasText: 'Start without all content' });
    await unfold(without, 'Start without all content');
    const reason = without.getByLabel('Reason (shown to the client)');
    const start = without.getByRole('button', { name: 'Start without all content' });
    await start.click();
    // The disclosure stays open after an error.
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    await reason.fill('The texts follow next week.');
    await start.click();
    await expect(next(page)).toContainText('Work is in progress.');
  });

  await test.step('term 11: the client requests a fourth revision', async () => {
    await desk.useRevisions(order);
    await turns.asClient(order);
    await unfold(changes, 'Request a revision');
    await expect(changes.getByLabel('Minor')).toHaveAccessibleName(/none left, so you get a quote first/);
    await changes.getByLabel('What should change?').fill('All of it in blue.');
    await changes.getByRole('button', { name: 'Request revision' }).click();
    await getStatusMessage(page, 'You’ll get a quote to accept before it starts');
  });

  await test.step('the owner quotes it', async () => {
    await turns.asOwner(order);
    await changes.getByLabel('Description').fill('Blue');
    await changes.getByLabel('Amount in USD').first().fill('100.50');
    await changes.getByLabel('Extra days').fill('2');
    await changes.getByRole('button', { name: 'Send change order' }).click();
    await getStatusMessage(page, 'Change order sent.');
  });

  await test.step('the client accepts the quote', async () => {
    await turns.asClient(order);
    await next(page).getByRole('link', { name: 'Review change order' }).click();
    await expect(changes).toContainText('Adds 2 days');
    await changes.getByRole('button', { name: 'Accept for $100.50' }).click();
    await getStatusMessage(page, 'Change order accepted and added to your order.');
    await expect(next(page)).toContainText('Work is in progress.');
  });
  await expectSameDocument(page);
});

test('a delivered order gets support, a testimonial, which the owner publishes and sorts, and a project', async ({
  page,
  trouble,
}) => {
  // Consent is missing at first.
  trouble.announce(/status (of )?400/);
  const order = await desk.delivered();
  await desk.askForSupport(order);
  const turns = takeTurns(page, desk.owner);
  const testimonial = getRegion(page, 'Your testimonial');
  await openOrder(page, order);
  await markDocument(page);

  await test.step('the client writes a testimonial', async () => {
    await testimonial.getByText('Write a testimonial').click();
    await testimonial.getByLabel('Your testimonial').fill('We have our evenings back.');
    await testimonial.getByLabel('Your role').fill('Baker');
    await testimonial.getByRole('button', { name: 'Send for review' }).click();
    await expect(testimonial).toContainText('Agree to publish your testimonial');
    await testimonial.getByRole('checkbox').check();
    await testimonial.getByRole('button', { name: 'Send for review' }).click();
    await getStatusMessage(page, 'The owner reviews your testimonial next');
    await expect(testimonial).toContainText('Waiting for review');
  });

  await test.step('term 13: the owner resolves included support and quotes other support', async () => {
    await turns.asOwner(order);
    const support = getRegion(page, 'Support');
    await expect(support).toContainText('The map is grey.');
    await support.getByRole('button', { name: 'Mark as resolved', exact: true }).click();
    await getStatusMessage(page, 'Support request resolved.');
    await support.getByLabel('Description').fill('A map');
    await support.getByLabel('Amount in USD').first().fill('80');
    await support.getByRole('button', { name: 'Send quote' }).click();
    await getStatusMessage(page, 'Support quote sent.');
    await expect(support).toContainText('$80.00');
  });

  // How the home page shows a testimonial is tested without a browser.
  const home = async () => (await fetch(site.url)).text();
  await test.step('the owner publishes and sorts the testimonial', async () => {
    await getRegion(page, 'The client’s testimonial').getByRole('button', { name: 'Approve and publish' }).click();
    await getStatusMessage(page, 'Testimonial published.');
    await site.query(
      `insert into testimonials (body, name, status, position, written_at) values ('Calm and quick.', 'Ida Moss', 'approved', 7, now())`,
    );
    await navigateInApp(page, '/dashboard/testimonials');
    const shown = getRegion(page, 'Published');
    await shown.getByRole('button', { name: 'Unpublish testimonial' }).first().click();
    await expect(page.getByText('Testimonial unpublished.')).toBeVisible();
    await getRegion(page, 'Not published').getByRole('button', { name: 'Publish testimonial' }).click();
    await expect(shown).toContainText('We have our evenings back.');
    await expect(shown.getByRole('figure')).toContainText(['Noor Haddad', 'Ida Moss']);
    await page.getByRole('button', { name: 'Move testimonial by Ida Moss up' }).press('Enter');
    await expect(page.getByText('Sort order saved')).toBeVisible();
    await expect(shown.getByRole('figure')).toContainText(['Ida Moss', 'Noor Haddad']);
    // At the start of the list, the pressed button is disabled.
    await expect(page.getByRole('button', { name: 'Move testimonial by Ida Moss down' })).toBeFocused();
    await expect.poll(home).toMatch(/Calm and quick.*We have our evenings back/s);
  });

  await test.step('the client deletes it', async () => {
    await turns.asClient(order);
    await unfold(testimonial, 'Delete testimonial');
    await testimonial.getByRole('button', { name: 'Delete my testimonial' }).click();
    await getStatusMessage(page, 'Testimonial deleted.');
    await expect.poll(home).not.toContain('We have our evenings back.');
  });

  await test.step('the owner creates a project from the order', async () => {
    await turns.asOwner(order);
    await page.getByRole('button', { name: 'Create project' }).click();
    await expect(page).toHaveURL(/\/dashboard\/update-project\//);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Growth');
  });

  await test.step('the owner adds and removes the files of a project for sale', async () => {
    const api = createApiClient(page.request, site.url);
    const { id } = await api('POST', '/projects', COMPLETE_PROJECT);
    await api('POST', `/projects/${id}/transitions`, { transition: 'publish' });
    await navigateInApp(page, '/dashboard');
    await expect(page.getByText('1 project for sale without files')).toBeVisible();
    await page.getByRole('link', { name: /Add files/ }).click();
    const files = getRegion(page, 'Files for buyers');
    await expect(files).toContainText('Add files to sell this project.');
    await files
      .getByLabel('Add files')
      .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer: Buffer.from('The work.') });
    await expect(files.getByRole('listitem').filter({ hasText: '9 bytes' })).toContainText('site.zip');
    await expect(files).not.toContainText('Add files to sell this project.');
    await files.getByRole('button', { name: 'Remove site.zip' }).click();
    await page.getByRole('button', { name: 'Remove file' }).click();
    await expect(files).toContainText('Add files to sell this project.');
  });
  await expectSameDocument(page);
});

test('a client saves a card for a subscription, changes and removes it', async ({ page }) => {
  const order = await desk.placeOrder('service', 'maintenance');
  const card = getRegion(page, 'Automatic payments');
  await openOrder(page, order);
  await payByCard(page, { consent: 'on the 1st of each month until you cancel', card: 'Visa 9995' });
  await expect(async () => {
    await openOrder(page, order);
    await expect(card).toContainText('Visa ending in 9995', { timeout: 1000 });
  }).toPass();
  await expect(card).toContainText('Expires 12/2034');
  expect(await listAxeViolations(page)).toEqual([]);
  await card.getByRole('button', { name: 'Change card' }).click();
  await page.getByRole('radio', { name: 'Visa 4242' }).check();
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(card).toContainText('Visa ending in 4242');
  await unfold(card, 'Remove card');
  await card.getByRole('button', { name: 'Remove card' }).click();
  await getStatusMessage(page, 'Card removed. Nothing more is charged automatically.');
  await expect(card).toBeHidden();
});
