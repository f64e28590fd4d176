import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { listAxeViolations } from '../support/audits.ts';
import { useKeyboard } from '../support/keyboard.ts';
import {
  chargeTax,
  getNextStep,
  getRegion,
  getStatusMessage,
  openOrder,
  orders,
  payByCard,
  takeTurns,
  testOrders,
  unfold,
} from '../support/order-fixture.ts';
import {
  changeBeforeHydration,
  expect,
  holdRequests,
  hydratePage,
  loseResponse,
  navigateInApp,
  site,
  waitForHydration,
} from '../support/test.ts';
import { checkAppearance } from '../support/visual-checks.ts';

const test = testOrders();

test('takes a plan from the order form to the download, by keyboard only', async ({ page, trouble }) => {
  // Includes visual checks of two pages.
  test.slow();
  trouble.announce(/status (of )?400/);
  const turns = takeTurns(page);
  const keys = useKeyboard(page);
  const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true });
  const price = page.getByRole('complementary', { name: 'Price' });
  await chargeTax();
  await test.step('shows errors on the fields and keeps the input', async () => {
    await keys.open('/order/plan/growth');
    await expect(page.getByRole('heading', { level: 1, name: 'Order Growth' })).toBeVisible();
    await expect(price.getByText('$1,188.81').first()).toBeVisible();
    await keys.type(field('Project brief (optional)'), 'Kept.');
    await keys.press(field('Urgent delivery within 48 to 72 hours'), 'Space');
    await expect(price.getByText('$249.75')).toBeVisible();
    await expect(price.getByText('$1,486.01')).toBeVisible();
    await expect(price.getByText('$1,188.81').first()).toBeHidden();
    await keys.press(field('Name'));
    await expect(page.getByRole('alert')).toHaveText('3 fields need your attention.');
    await expect(field('Name')).toBeFocused();
    await expect(field('Project brief (optional)')).toHaveValue('Kept.');
    await expect(field('Urgent delivery within 48 to 72 hours')).toBeChecked();
    expect(await listAxeViolations(page)).toEqual([]);
  });

  const order = await test.step('places one order for a company', async () => {
    await keys.type(field('Project brief (optional)'), 'A shop for tide tables.\n\nWith a map.');
    await keys.chooseFile(field('Files (optional)'), 'texts.txt', 'All the texts.');
    await keys.type(field('Name'), 'Noor Haddad');
    await keys.type(field('Email'), 'noor@site.example');
    await expect(field('Street and number')).toBeHidden();
    await keys.press(field('I’m ordering for a company'), 'Space');
    await keys.type(field('Company'), 'Tide Tables Ltd');
    await keys.type(field('Street and number'), '4 Quay Street');
    await keys.type(field('City'), 'Bristol');
    await keys.choose(field('Country'), 'United Kingdom');
    await expect(price.getByText('$1,248.75')).toBeVisible();
    await expect(price.getByText('$1,486.01')).toHaveCount(0);
    await keys.type(field('VAT ID or tax number (optional)'), 'GB123456789');
    await keys.type(field('Type your full name to sign'), 'Noor Haddad');
    await keys.press(page.getByRole('button', { name: 'Place order' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/order\/\d+\.[\w-]+/);
    await expect(page.getByText('Order placed. Check your inbox')).toBeVisible();
    await expect(page.getByText('Your turn')).toBeVisible();
    await expect(getNextStep(page)).toContainText('Waiting for your deposit.');
    await expect(page.getByRole('link', { name: 'texts.txt' })).toBeVisible();
    await expect(page.getByText('$624.38').first()).toBeVisible();
    await expect(getRegion(page, 'Billed to')).toContainText(/Tide Tables Ltd.*GB123456789/s);
    const placed = await site.query(
      `select count(*)::int as count from orders where client_email = 'noor@site.example'`,
    );
    expect(placed[0]?.count).toBe(1);
    await checkAppearance(page, 'an order, for its client');
    await page.setViewportSize({ width: 1440, height: 900 });
    const [, reference = '', number = ''] = /\/order\/((\d+)\.[\w-]+)/.exec(page.url()) ?? [];
    return { number: Number(number), reference };
  });

  await test.step('sends a message and the content', async () => {
    await keys.type(field('Your message'), 'When do you begin?');
    await page.reload();
    await expect(page.getByLabel('Your message')).toHaveValue('When do you begin?');
    await page.getByLabel('Your message').focus();
    await keys.press(page.getByRole('main').getByRole('button', { name: 'Send message' }));
    // The form is below the notice, so a toast repeats it.
    await expect(page.getByRole('status').filter({ hasText: 'Message sent.' }).last()).toBeInViewport();
    await expect(page.getByLabel('Your message')).toHaveValue('');
    await keys.press(page.locator('summary', { hasText: 'Add content' }).first());
    await keys.chooseFile(page.getByLabel(/Upload files for: The text/), 'texts.txt', 'All the texts.');
    await expect(page.getByText('Received', { exact: true })).toHaveCount(1);
  });

  await test.step('the owner reads it, previews a day in 20 days, and declines urgent delivery', async () => {
    const later = Temporal.Now.plainDateISO().add({ days: 20 });
    await turns.asOwner(order, `?asOf=${later.toString()}`);
    await expect(page.getByText('When do you begin?')).toBeVisible();
    await expect(page.getByText(/^Preview: this order at the end of/)).toBeVisible();
    await expect(page.getByText('Late fee', { exact: true })).toBeVisible();
    await checkAppearance(page, 'an order, for the owner');
    await page.setViewportSize({ width: 1440, height: 900 });
    await keys.press(page.getByRole('link', { name: 'Back to today' }));
    await expect(page.getByText(/^Preview: this order/)).toHaveCount(0);
    const decline = page.locator('details', { hasText: 'Decline urgent delivery' });
    await keys.press(decline.locator('summary'));
    await keys.type(decline.getByLabel('Reason (shown to the client)'), 'I am at sea.');
    await keys.press(decline.getByRole('button', { name: 'Decline and remove surcharge' }));
    await getStatusMessage(page, 'Urgent delivery declined and surcharge removed.');
  });

  await test.step('the client pays the deposit by card and supplies the rest', async () => {
    await orders.supply(order, 1);
    await turns.asClient(order);
    await payByCard(page, keys);
    await expect(getNextStep(page)).toContainText('Add your content so work can start.');
    await expect(page.getByText(/^Expected delivery$/)).toBeVisible();
    const items = getRegion(page, 'Content').getByRole('listitem');
    const waiting = items.filter({ hasText: 'Still needed' });
    await expect(waiting).toHaveCount(1);
    await keys.press(waiting.locator('summary', { hasText: 'Add content' }));
    await keys.press(waiting.getByRole('button', { name: 'Mark as sent' }));
    await expect(waiting).toHaveCount(0);
  });

  await test.step('the owner works and submits the work for review', async () => {
    await turns.asOwner(order);
    await keys.press(page.getByRole('button', { name: 'Start work' }));
    await expect(getNextStep(page)).toContainText('Work is in progress.');
    await keys.chooseFile(page.getByLabel('Upload files to deliver'), 'site.txt', 'The work.');
    await expect(page.getByRole('link', { name: 'site.txt' })).toBeVisible();
    await keys.chooseFile(page.getByLabel('Upload files to deliver'), 'draft.txt', 'Not yet.');
    await keys.press(page.getByRole('button', { name: 'Delete draft.txt' }));
    // The next press can come before the browser announces that the dialog was closed.
    const remove = await page.getByRole('button', { name: 'Delete draft.txt', includeHidden: true }).elementHandle();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Cancel' })
      .evaluate(async (cancel: HTMLElement, again) => {
        cancel.click();
        // Lets promises settle, but no event be dispatched.
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
        (again as HTMLElement).click();
      }, remove);
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Delete draft.txt?');
    await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await keys.press(page.getByRole('button', { name: 'Delete draft.txt' }));
    await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Delete file' }));
    await getStatusMessage(page, 'File deleted.');
    await expect(page.getByRole('link', { name: 'draft.txt' })).toHaveCount(0);
    await keys.press(page.getByRole('button', { name: 'Submit for review' }));
    await expect(getNextStep(page)).toContainText('Waiting for the client to review the work.');
  });

  await test.step('the client accepts the work', async () => {
    await turns.asClient(order);
    await expect(page.getByText('site.txt')).toBeVisible();
    await expect(page.getByRole('link', { name: 'site.txt' })).toHaveCount(0);
    await keys.press(page.getByRole('link', { name: 'Accept work' }));
    await keys.press(page.getByRole('button', { name: 'Accept work' }));
    await expect(getNextStep(page)).toContainText('Work is complete. Pay the balance to get your files.');
  });

  await test.step('the owner delivers the files once the balance is paid, and the client downloads them', async () => {
    await orders.pay(order);
    await turns.asOwner(order);
    await keys.press(page.getByRole('button', { name: 'Deliver files' }));
    await expect(getNextStep(page)).toContainText('Everything is delivered.');
    await turns.asClient(order);
    const downloading = page.waitForEvent('download');
    await keys.press(page.getByRole('link', { name: 'site.txt' }));
    const file = await (await downloading).path();
    expect(await readFile(file, 'utf8')).toBe('The work.');
    await expect(page.getByRole('list', { name: 'Documents' }).getByRole('listitem')).toHaveCount(4);
  });
});

test('hydrates with the data of its HTML, and shows changes made while the page was open', async ({ page }) => {
  await page.clock.install();
  const order = await orders.placeOrder();
  await changeBeforeHydration(page, '/order/plan/growth', () => site.query(`update plans set name = 'Tide'`));
  await expect(page.getByRole('heading', { level: 1, name: 'Order Tide' })).toBeVisible();
  await changeBeforeHydration(page, '/pricing/custom', () =>
    site.query(`update specialized_services set title = 'Tide'`),
  );
  await expect(page.getByLabel('Tide, quantity').first()).toBeVisible();
  await changeBeforeHydration(page, `/order/${order.reference}`, () => orders.supply(order));
  await expect(page.getByText('Still needed')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Content' }).getByText('Received', { exact: true })).not.toHaveCount(0);
  const invoice = await page.getByRole('link', { name: 'Pay invoice' }).getAttribute('href');
  await changeBeforeHydration(page, invoice ?? '', () => orders.pay(order));
  const payment = page.getByRole('complementary', { name: 'Payment' });
  await expect(payment.getByText('Bank transfer', { exact: true })).toBeVisible();
});

test('keeps a message typed while another one is being sent', async ({ page }) => {
  const order = await orders.placeOrder();
  await openOrder(page, order);
  const activity = getRegion(page, 'Activity');
  const field = activity.getByLabel('Your message');
  const { promise: sending, resolve: send } = Promise.withResolvers<void>();
  await page.route('**/messages', async route => {
    await sending;
    await route.continue();
  });
  await field.fill('The first message.');
  await activity.getByRole('button', { name: 'Send message' }).click();
  await field.fill('The second message.');
  send();
  await getStatusMessage(page, 'Message sent.');
  const messages = activity.getByRole('listitem').filter({ hasText: 'message.' });
  await expect(messages).toHaveText(/The first message\./);
  await expect(field).toHaveValue('The second message.');
  await page.reload();
  await expect(field).toHaveValue('The second message.');
  await waitForHydration(page);
  await activity.getByRole('button', { name: 'Send message' }).click();
  await expect(messages).toHaveText([/The second message\./, /The first message\./]);
  await expect(field).toHaveValue('');
  await page.reload();
  await expect(field).toHaveValue('');
});

test('does nothing twice if a response is lost', async ({ page, trouble }) => {
  trouble.announce(/ERR_CONNECTION_RESET/);
  const alert = page.getByRole('alert').filter({ hasText: 'Can’t reach the site.' });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await test.step('places one order, also after the page was reloaded', async () => {
    // As on a site without HTTPS.
    await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
    await page.goto('/pricing');
    await hydratePage(page);
    await page
      .getByRole('link', { name: /Growth/ })
      .first()
      .click();
    await page.getByLabel('Name', { exact: true }).fill('Ida Moss');
    await page.getByLabel('Email', { exact: true }).fill('ida@site.example');
    await page.getByLabel('Project brief (optional)').fill('One order.');
    await page.getByLabel('Type your full name to sign').fill('Ida Moss');
    await loseResponse(page, '**/api/v1/orders');
    await press('Place order');
    await expect(alert).toBeVisible();
    await page.reload();
    await waitForHydration(page);
    await expect(page.getByLabel('Project brief (optional)')).toHaveValue('One order.');
    await press('Place order');
    await getStatusMessage(page, 'Order placed.');
    expect(await site.query(`select brief from orders where client_email = 'ida@site.example'`)).toEqual([
      { brief: 'One order.' },
    ]);
  });

  await test.step('sends one message', async () => {
    await page.getByLabel('Your message').fill('One message.');
    await loseResponse(page, '**/messages');
    await press('Send message');
    await expect(alert).toBeVisible();
    await press('Send message');
    await getStatusMessage(page, 'Message sent.');
    await expect(getRegion(page, 'Activity').getByText('One message.')).toHaveCount(1);
    await expect(page.getByLabel('Your message')).toHaveValue('');
  });

  await test.step('shows that the work was accepted', async () => {
    const order = await orders.paid();
    await orders.supply(order);
    await orders.applyTransition(order, 'start_work');
    await orders.applyTransition(order, 'submit_for_review');
    await page.goto(`/order/${order.reference}?confirm=complete`);
    await waitForHydration(page);
    await loseResponse(page, '**/transitions');
    await press('Accept work');
    await expect(alert).toBeVisible();
    await press('Accept work');
    await expect(getNextStep(page)).toContainText('Work is complete. Pay the balance to get your files.');
    await getStatusMessage(page, 'Order updated.');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('does nothing twice if a response to the owner is lost', async ({ page, context, trouble }) => {
  trouble.announce(/ERR_CONNECTION_RESET/);
  await site.signIn(context, orders.owner);
  /** Presses a button whose first response is lost, until the page shows this message. */
  const pressTwice = async (name: string, address: string, input: Locator, message: string) => {
    const button = page.getByRole('button', { name, exact: true });
    const value = await input.inputValue();
    await loseResponse(page, address);
    await button.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Can’t reach the site.' })).toBeVisible();
    await expect(input).toHaveValue(value);
    await button.click();
    await getStatusMessage(page, message);
    await expect(page.getByRole('alert')).toHaveCount(0);
  };
  const open = async ({ number }: { number: number }) => {
    await page.goto(`/dashboard/orders/${number}`);
    await waitForHydration(page);
  };

  await test.step('sends one quote', async () => {
    await open(await orders.placeQuotedOrder());
    await unfold(page, 'Replace this quote');
    const note = page.getByLabel('Note to the client');
    await note.fill('One quote.');
    await pressTwice('Send updated quote', '**/quote', note, 'Quote sent.');
    await expect(page.getByRole('heading', { name: /version 2$/ })).toBeVisible();
  });

  await test.step('sends one change order, and cancels the order', async () => {
    const order = await orders.paid();
    await orders.supply(order);
    await orders.applyTransition(order, 'start_work');
    await open(order);
    const changes = getRegion(page, 'Revisions and change orders');
    await unfold(page, 'Revisions and change orders');
    await unfold(changes, 'Create a change order');
    const description = changes.getByLabel('Description', { exact: true });
    await description.fill('A map');
    await changes.getByLabel('Amount in USD').first().fill('100');
    await pressTwice('Send change order', '**/change-orders', description, 'Change order sent.');
    await expect(changes.getByText('A map')).toHaveCount(1);
    await unfold(page, 'More actions');
    await unfold(page, 'Stop work and cancel order');
    const reason = page.getByLabel('Reason (shown to the client)');
    await reason.fill('The client left.');
    await pressTwice('Stop work and cancel order', '**/transitions', reason, 'Order updated.');
  });
});

test('confirms an order once, not again after a reload', async ({ page }) => {
  const { reference } = await orders.placeOrder();
  await page.goto(`/order/${reference}?did=placed`);
  const placed = page.getByText('Order placed. Check your inbox');
  await expect(placed).toBeVisible();
  await expect(page).toHaveURL(`/order/${reference}`);
  await expect(placed).toBeVisible();
  await page.reload();
  await expect(getNextStep(page)).toBeVisible();
  await expect(placed).toHaveCount(0);
});

test('uploads the files of an order form once, also if a response is lost or the page is left', async ({
  page,
  trouble,
}) => {
  trouble.announce(/ERR_CONNECTION_RESET/);
  const lost = `lost-${'long-name-'.repeat(8)}.txt`;
  const toFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  const uploads = page.getByRole('list', { name: 'Uploads from your form' });
  const upload = (name: string) => uploads.getByRole('listitem').filter({ hasText: name });
  await page.goto('/order/plan/growth');
  await waitForHydration(page);
  await page.getByLabel('Files (optional)').setInputFiles([toFile(lost), toFile('slow.txt'), toFile('third.txt')]);
  await page.getByLabel('Name', { exact: true }).fill('Ida Moss');
  await page.getByLabel('Email', { exact: true }).fill('ida-files@site.example');
  await page.getByLabel('Project brief (optional)').fill('See the files.');
  await page.getByLabel('Type your full name to sign').fill('Ida Moss');
  await loseResponse(page, '**/files?*name=lost-*');
  const release = await holdRequests(page, '**/files?*name=slow.txt*');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText('Order placed. Check your inbox')).toBeVisible();
  await expect(page.getByText(/wasn’t uploaded|weren’t uploaded/)).toHaveCount(0);
  await expect(upload(lost)).toContainText('Can’t reach the site.');
  await page.setViewportSize({ width: 360, height: 900 });
  await expect(upload(lost).getByRole('button', { name: /^Dismiss/ })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(upload('slow.txt').getByRole('progressbar')).toBeVisible();
  await expect(page.getByRole('link', { name: 'third.txt' })).toBeVisible();
  const order = new URL(page.url());
  await navigateInApp(page, '/pricing');
  await navigateInApp(page, order.pathname);
  release();
  await expect(page.getByRole('link', { name: 'slow.txt' })).toBeVisible();
  await expect(page.getByRole('link', { name: lost })).toBeVisible();
  await expect(uploads).toHaveCount(0);
  const files = await site.query(
    `select order_files.name from order_files join orders on orders.id = order_id
      where client_email = 'ida-files@site.example' order by order_files.name`,
  );
  expect(files.map(({ name }) => name)).toEqual([lost, 'slow.txt', 'third.txt']);
});

test('can pay again if the provider’s page was not opened', async ({ page }) => {
  const order = await orders.placeOrder();
  await openOrder(page, order);
  await page.clock.install();
  await page.getByRole('link', { name: 'Pay invoice' }).click();
  await waitForHydration(page);
  await page.getByRole('radio', { name: 'Card' }).check();
  // With this status, the browser stays on the page.
  await page.route('**/fake-provider/**', route => route.fulfill({ status: 204 }), { times: 1 });
  const button = page.getByRole('button', { name: /^(Pay \$|Processing)/ });
  const opening = page.waitForResponse('**/fake-provider/**');
  await button.click();
  await opening;
  await expect(button).toHaveText('Processing…');
  await page.clock.fastForward('00:10');
  await expect(button).toHaveText(/^Pay \$/);
  await button.click();
  await page.waitForURL(/fake-provider/);
});

test('shows that an invoice was paid while its payment form was open', async ({ page, trouble }) => {
  trouble.announce(/status (of )?409/);
  const order = await orders.placeOrder();
  await openOrder(page, order);
  await page.getByRole('link', { name: 'Pay invoice' }).click();
  await page.getByRole('radio', { name: 'Card' }).check();
  await orders.pay(order);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText('No amount due')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Card' })).toHaveCount(0);
});
