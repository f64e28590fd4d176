import { listAxeViolations } from '../support/audits.ts';
import { useKeyboard } from '../support/keyboard.ts';
import { getRegion, getStatusMessage, orders, testOrders } from '../support/order-fixture.ts';
import { expect, site } from '../support/test.ts';

const test = testOrders();

test.beforeAll(async () => {
  await site.query(`update billing_settings set tax_behavior = 'exclusive'`);
  await site.query(`insert into tax_rates (name, basis_points, category, note, is_default) values
    ('VAT', 1900, 'standard', null, true), ('VAT reduced', 700, 'standard', null, false),
    ('Disbursement', 0, 'exempt', 'Paid in your name.', false)`);
  await site.query(`with added as (insert into clients (name, created_at, updated_at) values ('Lin Bao', now(), now()) returning id)
    insert into client_emails (email, client_id, is_primary) select 'lin@site.example', id, true from added`);
});

test('quotes and invoices a tax per line, and changes it, by keyboard only', async ({ page, context }) => {
  test.slow();
  const keys = useKeyboard(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true });
  const asClient = async (link: string) => {
    // Signed out on an empty page, because the dashboard counts messages in the background.
    await page.goto('about:blank');
    await context.clearCookies({ name: /^session/ });
    await keys.open(link);
  };

  await test.step('the owner chooses taxes and sees each in the total', async () => {
    await site.signIn(context, orders.owner);
    await keys.open('/dashboard/orders/new');
    await keys.press(button('Lin Bao'));
    await keys.type(page.getByLabel('Title'), 'Guidebook');
    await keys.press(button('Continue'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guidebook');
    const fill = async (number: number, description: string, amount: string, tax?: string) => {
      if (number > 1) await keys.press(button('Add line'));
      await keys.type(line(number).getByLabel('Description'), description);
      await keys.type(line(number).getByLabel('Unit price'), amount);
      if (tax) await keys.choose(line(number).getByLabel('Tax'), tax);
    };
    await fill(1, 'Consulting', '1000');
    await expect(line(1).getByLabel('Tax').locator('option:checked')).toHaveText('VAT 19% (proposed)');
    await fill(2, 'Text', '300', 'VAT reduced 7%');
    await fill(3, 'Court fee', '50', 'Exempt');
    await fill(4, 'Translation', '100', 'VAT reduced 7%');
    await keys.press(line(4).getByLabel('Optional'), 'Space');
    await keys.type(page.getByLabel('Delivery time in days'), '21');
    const preview = getRegion(page, 'Quote total');
    await expect(preview).toContainText('plus VAT 19% on $1,000.00$190.00');
    await expect(preview).toContainText('plus VAT reduced 7% on $300.00$21.00');
    await expect(preview).toContainText('Exempt on $50.00$0.00');
    await expect(preview).toContainText('Total$1,561.00');
    expect(await listAxeViolations(page)).toEqual([]);
    await keys.press(button('Send quote'));
    await getStatusMessage(page, 'Quote sent.');
  });

  const [link = ''] = /\/order\/\S+/.exec(await site.latestEmail('lin@site.example')) ?? [];
  await test.step('the client adds an option and signs what the invoice then charges', async () => {
    await asClient(link);
    const quote = getRegion(page, 'Quote');
    await expect(quote).toContainText('Total$1,561.00');
    await keys.press(quote.getByLabel('Translation'), 'Space');
    await expect(quote).toContainText('plus VAT reduced 7% on $400.00$28.00');
    await expect(quote).toContainText('Total$1,668.00');
    await expect(quote).toContainText('Exempt: Paid in your name.');
    expect(await listAxeViolations(page)).toEqual([]);
    await keys.type(quote.getByLabel('Type your full name to sign'), 'Lin Bao');
    await keys.press(quote.getByRole('button', { name: 'Accept and pay $834.00' }));
    await getStatusMessage(page, 'Quote accepted.');
    await keys.press(page.getByRole('link', { name: 'Pay invoice' }));
    const invoice = page.getByRole('article');
    await expect(invoice).toContainText('VAT 19% on $500.00$95.00');
    await expect(invoice).toContainText('VAT reduced 7% on $200.00$14.00');
    await expect(invoice).toContainText('Total$834.00');
  });

  await test.step('a change order has its own tax', async () => {
    const [, number = '', token = ''] = /order\/(\d+)\.([\w-]+)/.exec(link) ?? [];
    const order = { number: Number(number), reference: `${number}.${token}` };
    await orders.pay(order);
    await orders.applyTransition(order, 'start_work');
    await site.signIn(context, orders.owner);
    await keys.open(`/dashboard/orders/${number}`);
    await keys.press(page.locator('summary', { hasText: 'Revisions and change orders' }));
    await keys.press(page.locator('summary', { hasText: 'Create a change order' }));
    await keys.type(page.getByLabel('Description'), 'Second text');
    await keys.type(page.getByLabel('Amount in USD').first(), '200');
    await keys.choose(page.getByLabel('Tax').first(), 'VAT reduced 7%');
    expect(await listAxeViolations(page)).toEqual([]);
    await keys.press(button('Send change order'));
    await getStatusMessage(page, 'Change order sent.');
    await asClient(link);
    await expect(getRegion(page, 'Revisions and change orders').getByText('plus VAT reduced 7%')).toBeVisible();
    await keys.press(button('Accept for $214.00'));
    await getStatusMessage(page, 'Change order accepted');
  });
});
