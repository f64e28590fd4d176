import type { BrowserContext, Page } from '@playwright/test';
import { toEInvoice } from '#features/billing/rules/e-invoices.ts';
import { EMPTY_DETAILS } from '#features/clients/contract/constants.ts';
import { writeEInvoice } from '#features/e-invoices/rules/write-e-invoice.ts';
import { EMPTY_LINE } from '#features/invoicing/contract/constants.ts';
import type { Draft } from '#features/invoicing/contract/index.ts';
import { sampleInvoices } from '../../support/e-invoice-samples.ts';
import { createApiClient } from '../support/api-client.ts';
import { listAxeViolations } from '../support/audits.ts';
import { openDeveloperTools } from '../support/developer-tools.ts';
import { useKeyboard } from '../support/keyboard.ts';
import { holdDocumentJobs, waitForBillingJobs } from '../support/order-fixture.ts';
import { expect, site, type TestUser, testOnOwnSite } from '../support/test.ts';

// Every flow of manual invoices and payments, for the owner and the client, with the keyboard only.
const test = testOnOwnSite();
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

const today = Temporal.Now.plainDateISO();
let owner: TestUser;

test.beforeAll(async ({ playwright }) => {
  await holdDocumentJobs();
  owner = await site.addOwner();
  const extraHTTPHeaders = { cookie: await site.cookieOf(owner) };
  const request = await playwright.request.newContext({ baseURL: site.url, extraHTTPHeaders });
  const api = createApiClient(request, site.url);
  const billing = { ...EMPTY_DETAILS, street: 'Torstraße 1', city: 'Berlin', country: 'DE' };
  for (const [index, company] of ['Stone GmbH', 'Harbor AG'].entries()) {
    const emails = [`client${index}@site.example`];
    await api('POST', '/clients', { name: 'Ada Stone', emails, billing: { ...billing, company } });
  }
  await request.dispose();
});
test.afterAll(waitForBillingJobs);
test.beforeEach(({ context }) => site.signIn(context, owner));

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const disclosure = (page: Page, label: string) => page.locator('summary').filter({ hasText: label });
/** Signs out on an empty page, because the dashboard polls in the background. */
async function signOut(page: Page, context: BrowserContext): Promise<void> {
  await page.goto('about:blank');
  await context.clearCookies({ name: /^session/ });
}

test('manages tax rates, drafts, recurring invoices, credit notes and duplicates', async ({
  page,
  context,
  trouble,
}) => {
  test.slow();
  trouble.announce(/status (?:of )?400/);
  trouble.announce(/status (?:of )?503/);
  const keys = useKeyboard(page);

  await test.step('adds tax rates, one with a date', async () => {
    await keys.open('/dashboard/billing');
    const [first, second, third] = [1, 2, 3].map(row => page.getByRole('group', { name: `Tax rate ${row}` }));
    if (!first || !second || !third) throw new Error('There are no tax rates.');
    await keys.choose(field(page, 'Country (optional)'), 'Germany');
    await keys.type(first.getByLabel('Tax name'), 'VAT');
    await keys.type(first.getByLabel('Tax rate (%)'), '19');
    await keys.press(button(page, 'Save settings'));
    await expect(page.getByText('Settings saved.')).toBeVisible();
    await keys.type(second.getByLabel('Tax name'), 'Reverse charge');
    await keys.type(second.getByLabel('Tax rate (%)'), '19');
    await keys.choose(second.getByLabel('Category'), 'Reverse charge');
    await keys.press(button(page, 'Save settings'));
    await expect(second.getByLabel('Tax rate (%)')).toBeFocused();
    await expect(second.getByLabel('Tax rate (%)')).toHaveAccessibleDescription(/0/);
    await keys.type(second.getByLabel('Tax rate (%)'), '0');
    await keys.press(button(page, 'Save settings'));
    await keys.type(third.getByLabel('Tax name'), 'VAT reduced');
    await keys.type(third.getByLabel('Tax rate (%)'), '7');
    await keys.typeDate(third.getByLabel('From (optional)'), today.toString());
    await keys.press(button(page, 'Save settings'));
    await expect(page.getByRole('group', { name: 'Tax rate 4' })).toBeVisible();
  });

  const line = page.getByRole('group', { name: 'Line 1' });
  await test.step('writes a draft, refuses reverse charge without a VAT ID, and changes the client', async () => {
    await keys.open('/dashboard/documents/new');
    await keys.press(button(page, /^Stone GmbH/));
    await expect(heading(page)).toHaveText('Draft invoice');
    await keys.type(line.getByLabel('Description'), 'Tide tables');
    await keys.type(line.getByLabel('Quantity'), '2');
    await keys.type(line.getByLabel('Unit price'), '100');
    await keys.choose(line.getByLabel('Tax'), 'Reverse charge');
    await expect(line.getByLabel('Tax')).toHaveAccessibleDescription(/Stone GmbH has no VAT ID/);
    await keys.press(button(page, 'Review invoice'));
    await expect(line.getByLabel('Tax')).toBeFocused();
    await keys.choose(line.getByLabel('Tax'), 'VAT 19%');
    await keys.press(button(page, 'Change client'));
    await expect(heading(page)).toHaveText('Change client');
    await keys.press(button(page, /^Harbor AG/));
    await expect(page.getByRole('region', { name: 'Client' })).toContainText('Harbor AG');
    await expect(line.getByLabel('Unit price')).toHaveValue('100');
  });

  await test.step('repeats the invoice, which is locked while it runs', async () => {
    await keys.press(disclosure(page, 'Repeat this invoice'));
    const start = today.add({ days: 5 }).toString();
    await keys.choose(field(page, 'Repeats'), 'Every 3 months');
    await keys.typeDate(field(page, 'Next invoice on'), start);
    await keys.press(button(page, 'Start recurring invoice'));
    await expect(heading(page)).toHaveText('Recurring invoice');
    await expect(line).toHaveCount(0);
    await page.route('**/schedule/pause', route => route.fulfill({ status: 503 }), { times: 1 });
    await keys.press(button(page, 'Pause to edit'));
    await expect(page.getByRole('alert')).toHaveText(/Try again/);
    await keys.press(button(page, 'Pause to edit'));
    await expect(page.getByText('Paused.')).toBeVisible();
    await keys.press(button(page, 'Resume recurring invoice'));
    await expect(line).toHaveCount(0);
  });

  let path = '';
  await test.step('duplicates it, and sends the copy', async () => {
    await keys.press(button(page, 'More actions'));
    await keys.press(button(page, 'Duplicate'));
    await expect(heading(page)).toHaveText('Draft invoice');
    await keys.type(field(page, 'Discount on all lines (optional)'), '10%');
    await keys.press(button(page, 'Add line'));
    const second = page.getByRole('group', { name: 'Line 2' });
    await expect(second.getByLabel('Description')).toBeFocused();
    await keys.type(second.getByLabel('Description'), 'A chart');
    await keys.type(second.getByLabel('Unit price'), '50');
    await keys.press(button(page, 'Review invoice'));
    await keys.press(button(page, 'Send invoice'));
    await expect(heading(page)).toHaveText('Invoice');
    path = new URL(page.url()).pathname;
  });

  await test.step('credits a line, and the client sees it', async () => {
    await keys.press(link(page, 'New credit note'));
    await expect(heading(page)).toHaveText('New credit note');
    await keys.press(page.getByRole('checkbox', { name: /^A chart/ }), 'Space');
    await keys.press(button(page, 'Send credit note'));
    await expect(field(page, 'Reason')).toBeFocused();
    await expect(field(page, 'Reason')).toHaveAccessibleDescription(/Enter a reason/);
    await expect(page.getByRole('checkbox', { name: /^A chart/ })).toBeChecked();
    await keys.type(field(page, 'Reason'), 'Not delivered');
    await keys.press(button(page, 'Send credit note'));
    await expect(heading(page)).toHaveText('Credit note');
    await signOut(page, context);
    await keys.open(path);
    await expect(page.getByText('Amount due ·')).toContainText('$45.00 credited');
    await keys.press(link(page, /^Credit note/));
    await expect(page.getByRole('article')).toContainText('Not delivered');
  });
});

test('records, voids and writes off payments, and applies and undoes credit', async ({ page, context, trouble }) => {
  test.slow();
  // At first, the reasons are missing.
  trouble.announce(/status (?:of )?4(?:00|22)/);
  const keys = useKeyboard(page);
  const [first, second] = [await issue(context, '80'), await issue(context, '100')];
  const due = page.getByRole('region', { name: 'Amount due' });
  const amount = due.getByLabel('Amount in USD');

  await test.step('records a part, and voids a wrong payment', async () => {
    await keys.open(`/dashboard/payments/invoice/${first.number}`);
    await keys.type(amount, '30');
    await keys.type(due.getByLabel('Reference (optional)'), 'SEPA 7');
    await keys.press(button(page, 'Record payment'));
    await expect(due).toContainText('$50.00');
    await keys.type(amount, '20');
    await keys.press(button(page, 'Record payment'));
    await expect(due).toContainText('$30.00');
    await keys.press(link(page, 'Payment, Bank transfer').last());
    await keys.press(button(page, 'Refund payment'));
    await expect(field(page, 'Reason').first()).toBeFocused();
    await keys.press(disclosure(page, 'Void this payment'));
    await keys.press(button(page, 'Void payment'));
    await expect(field(page, 'Reason').last()).toBeFocused();
    await page.keyboard.insertText('It was for another invoice.');
    await keys.press(button(page, 'Void payment'));
    await expect(page.getByText('Voided on')).toContainText('It was for another invoice.');
    await keys.press(link(page, first.number));
    await expect(due).toContainText('$50.00');
  });

  await test.step('lets the client pay a part by card', async () => {
    await keys.press(disclosure(page, 'Partial payments'));
    await keys.choose(field(page, 'The client can pay'), 'A part of it');
    await keys.type(field(page, 'Smallest part in USD'), 'ten');
    await keys.press(button(page, 'Save'));
    await expect(field(page, 'Smallest part in USD')).toHaveAccessibleDescription(/Enter/);
    await keys.type(field(page, 'Smallest part in USD'), '10');
    await keys.press(button(page, 'Save'));
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(button(page, 'Save')).toBeFocused();
    await signOut(page, context);
    await keys.open(first.path);
    await keys.reach(page.getByRole('radio', { name: 'Pay a part' }));
    await keys.type(field(page, 'Amount in USD'), '25');
    await keys.press(page.getByRole('radio', { name: 'Card' }), 'Space');
    await keys.press(button(page, 'Pay this part'));
    await keys.expectDocument(/fake-provider/);
    await keys.press(button(page, 'Pay'));
    await expect(page.getByText('Thank you for your payment')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Amount due ·')).toContainText('$55.00 paid');
    await site.signIn(context, owner);
  });

  await test.step('writes off the rest of one, and overpays another', async () => {
    await keys.open(`/dashboard/payments/invoice/${first.number}`);
    await keys.press(disclosure(page, 'Write off'));
    await keys.type(field(page, 'Reason'), 'Bank fees');
    await keys.press(button(page, 'Write off'));
    await expect(page.getByText('Amount written off')).toBeVisible();
    await expect(disclosure(page, 'Undo write-off')).toBeVisible();
    await keys.open(`/dashboard/payments/invoice/${second.number}`);
    await keys.type(amount, '140');
    await keys.press(button(page, 'Record payment'));
    await expect(due).toContainText('Paid');
  });

  await test.step('applies the credit to the next invoice, and undoes it', async () => {
    const next = await issue(context, '60');
    await keys.open(`/dashboard/payments/invoice/${next.number}`);
    await keys.press(disclosure(page, 'Apply credit'));
    await keys.press(button(page, 'Apply credit'));
    await expect(due).toContainText('$20.00');
    await keys.press(disclosure(page, 'Undo applied credit'));
    await keys.press(button(page, 'Undo credit'));
    await expect(field(page, 'Reason').first()).toBeFocused();
    await page.keyboard.insertText('It was for another invoice.');
    await keys.press(button(page, 'Undo credit'));
    await expect(due).toContainText('$60.00');
    await expect(page.getByRole('row', { name: /^Credit from .* undone/ })).toContainText('It was for another');
    expect(await listAxeViolations(page)).toEqual([]);
    await keys.press(link(page, `Credit from ${second.number} undone`));
    await expect(page.getByRole('row', { name: `Credit used for ${next.number} undone` })).toBeVisible();
  });

  await test.step('sends one of two refunds of the same client, and keeps the focus off the other', async () => {
    await keys.open(`/dashboard/payments/invoice/${first.number}`);
    await keys.press(link(page, 'Payment, Bank transfer').first());
    await keys.type(field(page, 'Reason').first(), 'Two pages fewer');
    await keys.press(button(page, 'Refund payment'));
    await expect(page.getByText('Refund to send')).toBeVisible();
    await keys.press(link(page, 'Review on the Payments page'));
    const toSend = page.getByRole('region', { name: 'Refunds to send' });
    await expect(toSend.getByRole('listitem')).toHaveCount(2);
    await keys.type(toSend.getByLabel('Transfer reference').first(), 'SEPA 8');
    await keys.press(toSend.getByRole('button', { name: 'Mark as sent' }).first());
    await expect(toSend.getByRole('listitem')).toHaveCount(1);
    await expect(toSend.getByRole('heading', { level: 2 })).toBeFocused();
  });
});

test('uses the tax report, the money page, e-invoices, and the texts and design of documents', async ({
  page,
  context,
  trouble,
}) => {
  test.slow();
  trouble.announce(/status (?:of )?4\d\d/);
  const keys = useKeyboard(page);
  const { path } = await issue(context, '80');
  const foreign = await issue(context, '50', 'EUR');

  await test.step('sums taxes by quarter, and exports them', async () => {
    await keys.open('/dashboard/tax');
    await keys.press(link(page, 'By payment date'));
    await expect(page).toHaveURL(/basis=payment/);
    await keys.press(link(page, 'By invoice date'));
    await keys.press(link(page, 'Quarter'));
    await expect(page).toHaveURL(/period=\d{4}-Q\d/);
    expect(await keys.download(link(page, 'Download CSV'))).toMatch(/\.csv$/);
    await keys.press(disclosure(page, 'DATEV settings'));
    await keys.type(field(page, 'Consultant number (Beraternummer)'), 'x');
    await keys.press(button(page, 'Save DATEV settings'));
    const consultant = field(page, 'Consultant number (Beraternummer)');
    await expect(consultant).toHaveAccessibleDescription(/Enter/);
    await keys.type(consultant, '12345');
    await keys.type(field(page, 'Client number (Mandantennummer)'), '678');
    await keys.press(button(page, 'Save DATEV settings'));
    await expect(page.getByText('DATEV settings saved')).toBeVisible();
    await expect(button(page, 'Save DATEV settings')).toBeFocused();
    expect(await keys.download(link(page, 'Download for DATEV'))).toMatch(/^EXTF/);
  });

  await test.step('compares a period with the year before, and converts all currencies', async () => {
    await keys.open('/dashboard/money');
    await keys.press(link(page, 'USD'));
    await expect(page).toHaveURL(/currency=USD/);
    await keys.press(link(page, 'Year'));
    await expect(page.getByRole('link', { name: `${today.year - 1}: $0.00` }).first()).toBeVisible();
    await keys.press(link(page, 'All in USD'));
    await keys.type(field(page, '1 EUR in USD'), '1.10');
    await keys.press(button(page, 'Save rates'));
    await expect(page.getByText('Exchange rates saved')).toBeVisible();
    await expect(page.getByText('All amounts are converted to USD')).toBeVisible();
    await keys.press(link(page, 'EUR'));
    const invoiced = page.locator('dl > div').filter({ hasText: 'Invoiced' }).getByRole('link').first();
    await expect(invoiced).toHaveText('€50.00');
    await keys.press(invoiced);
    await expect(page.getByRole('row', { name: foreign.number })).toBeVisible();
  });

  await test.step('lists missing e-invoice data, and downloads the e-invoice', async () => {
    await keys.open(path);
    await keys.press(page.locator('summary').filter({ hasText: /e-invoice/i }));
    await expect(page.getByRole('region', { name: /^Missing for/ })).toBeVisible();
    await keys.open('/dashboard/clients');
    await keys.press(link(page, /Stone GmbH/));
    await keys.press(link(page, 'Edit'));
    await keys.type(field(page, 'Postal code (optional)'), '10115');
    await keys.choose(field(page, 'Attach to emails'), 'XRechnung');
    await keys.type(field(page, 'Buyer reference or Leitweg-ID (optional)'), '04011000-12345-03');
    await keys.press(button(page, 'Save client'));
    await expect(heading(page)).toHaveText('Stone GmbH');
    await site.query(`update billing_settings set tax_country = 'DE', tax_id = 'DE123456789', street = 'Kai 7',
      postal_code = '20457', city = 'Hamburg'`);
    await site.query(`insert into tax_rates (name, basis_points, category, is_default)
      select 'VAT', 1900, 'standard', true where not exists (select from tax_rates)`);
    await keys.open((await issue(context, '80')).path);
    await keys.press(page.locator('summary').filter({ hasText: 'Download e-invoice' }));
    expect(await keys.download(link(page, 'XRechnung (UBL)'))).toMatch(/\.xml$/);
  });

  await test.step('reads a received e-invoice', async () => {
    const [sample] = sampleInvoices();
    const xml = sample && writeEInvoice(toEInvoice(sample, 'xrechnung_cii'), 'xrechnung_cii');
    await keys.open('/dashboard/read-e-invoice');
    await keys.chooseFile(field(page, 'E-invoice'), 'order.xml', '<order/>');
    await expect(field(page, 'E-invoice')).toHaveAccessibleDescription(/isn’t an e-invoice/);
    await keys.chooseFile(field(page, 'E-invoice'), 'invoice.xml', xml ?? '');
    await expect(page.getByRole('heading', { name: 'Invoice 2026-0007' })).toBeVisible();
  });

  await test.step('changes the design of documents and the texts of emails, with previews', async () => {
    await keys.open('/dashboard/document-design');
    const preview = page.getByRole('img', { name: 'An example invoice' });
    await keys.reach(page.getByRole('radio', { name: /^Modern/ }));
    await expect(preview).toHaveAttribute('src', /layout=modern/);
    await keys.type(page.getByRole('textbox', { name: 'Accent color', exact: true }), '#14506b');
    await expect(preview).toHaveAttribute('src', /accent=%2314506b/);
    await keys.press(button(page, 'Save design'));
    await expect(page.getByText('Design saved')).toBeVisible();
    await keys.open('/dashboard/document-emails');
    await keys.choose(field(page, 'Email'), 'Reminder after the due date');
    await keys.type(field(page, 'Text'), 'Hello {{first_name}}, {{amount_due}} is missing.');
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(/Hello Sam, .* is missing\./);
    await keys.press(button(page, 'Save text'));
    await expect(page.getByText('Email text saved')).toBeVisible();
    await keys.press(button(page, 'Reset to default'));
    await expect(field(page, 'Text')).not.toHaveValue(/is missing/);
  });
});

/** Issues an invoice of one line for the first client through the API. */
async function issue(context: BrowserContext, unitPrice: string, currency = 'USD') {
  const api = createApiClient(context.request, site.url);
  const [clientId] = await site.query("select id from clients where company = 'Stone GmbH'");
  const { id } = await api('POST', '/invoice-drafts', { clientId: clientId?.id });
  const draft = (await api('GET', `/invoice-drafts/${id}`)) as unknown as Draft;
  const lines = [{ ...EMPTY_LINE, description: 'Tide tables', unitPrice }];
  const content = { ...draft.content, currency, taxBehavior: 'inclusive', lines };
  const { version } = await api('PUT', `/invoice-drafts/${id}`, { version: draft.version, content });
  const { path } = await api('POST', `/invoice-drafts/${id}/send`, { version });
  return { path, number: path.split('/').at(-2) ?? '' };
}
