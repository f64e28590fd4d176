import { readFile } from 'node:fs/promises';
import type { Locator, Route } from '@playwright/test';
import { toEInvoice } from '#features/billing/rules/e-invoices.ts';
import { writeEInvoice } from '#features/e-invoices/rules/write-e-invoice.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { paymentReturnPath } from '#shared/order-paths.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { createDraftInvoice } from '../../support/billing-fixture.ts';
import { sampleInvoices } from '../../support/e-invoice-samples.ts';
import { startFakeProviders } from '../../support/fake-payment-providers.ts';
import { openDeveloperTools } from '../support/developer-tools.ts';
import { billingFixture } from '../support/billing-fixture.ts';
import { listAxeViolations } from '../support/audits.ts';
import { checkAppearance, setTheme } from '../support/visual-checks.ts';
import { holdDocumentJobs, waitForBillingJobs } from '../support/order-fixture.ts';
import {
  expect,
  loseResponse,
  navigateInApp,
  site,
  testOnOwnSite,
  type TestUser,
  waitForHydration,
  waitForIdle,
  waitForRequests,
} from '../support/test.ts';

let providers: Awaited<ReturnType<typeof startFakeProviders>>;
// The site runs its own fake Stripe. PayPal is a separate fake server, which a test can take down.
const test = testOnOwnSite({
  prepare: async () => {
    providers = await startFakeProviders();
    const paypal = Object.entries(providers.environment).filter(([name]) => name.startsWith('PAYPAL_'));
    return Object.fromEntries(paypal);
  },
});
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

let issuing: Awaited<ReturnType<typeof billingFixture>>;
let owner: TestUser;
test.beforeAll(async () => {
  await holdDocumentJobs();
  issuing = await billingFixture();
  owner = await site.addOwner();
});
test.afterAll(async () => {
  await waitForBillingJobs();
  await issuing.close();
  providers.close();
});

const dueOn = () => Temporal.Now.plainDateISO().add({ days: 7 }).toString();

test('previews the design of documents, and the texts of their emails and terms', async ({
  page,
  context,
  trouble,
}) => {
  // One text has an unknown variable.
  trouble.announce(/status (?:of )?400/);
  await site.signIn(context, owner);
  await page.goto('/dashboard/document-design');
  await waitForHydration(page);
  const preview = page.getByRole('img', { name: 'An example invoice' });
  await expect(preview).toHaveAttribute('src', /layout=classic/);
  await page.getByLabel('Modern').check();
  await page.getByRole('textbox', { name: 'Accent color', exact: true }).fill('#ffcc00');
  await expect(page.getByText('This color is too light')).toBeVisible();
  await expect(preview).toHaveAttribute('src', /layout=modern&accent=%231e1a16/);
  await page.getByRole('textbox', { name: 'Accent color', exact: true }).fill('#14506b');
  await page.getByLabel('Language of the client').selectOption('German');
  await expect(preview).toHaveAttribute('src', /accent=%2314506b&language=de/);
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
  expect(await listAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save design' }).click();
  await expect(page.getByText('Design saved')).toBeVisible();
  const { content } = await issuing.issue({ dueOn: dueOn() });
  expect(content.design).toEqual({ layout: 'modern', accent: '#14506b' });

  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('button', { name: 'Choose logo' }).click();
  await page.getByRole('dialog').getByRole('list').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Use this image' }).click();
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(leaving).toContainText('you lose them');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove logo' }).click();

  await navigateInApp(page, '/dashboard/document-emails');
  await page.getByLabel('Email', { exact: true }).selectOption('Reminder after the due date');
  await page.getByLabel('Language of the client').selectOption('German');
  const text = page.getByLabel('Text', { exact: true });
  await expect(text).toHaveValue(/Guten Tag/);
  const emailPreview = page.getByRole('region', { name: 'Preview' });
  await text.fill('Hallo {{nickname}}');
  await expect(page.getByText('There’s no placeholder {{nickname}} for this email.')).toBeVisible();
  // Another text would replace this one.
  await page.getByLabel('Language of the client').selectOption('French');
  await expect(leaving).toContainText('you lose them');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Language of the client')).toHaveValue('de');
  await expect(text).toHaveValue('Hallo {{nickname}}');
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email texts');
  await text.fill('Hallo {{first_name}}, es fehlen {{amount_due}}.');
  await expect(emailPreview).toContainText(/Hallo Sam, es fehlen 1\.200,00\s€\./);
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText('Email text saved')).toBeVisible();
  expect(await listAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await expect(text).toHaveValue(/Guten Tag/);
  await text.fill('Hallo');
  await page.getByLabel('Language of the client').selectOption('French');
  await leaving.getByRole('button', { name: 'Leave page' }).click();
  await expect(text).toHaveValue(/Bonjour/);

  await navigateInApp(page, '/dashboard/update-pricing/terms');
  const language = page.getByLabel('Language', { exact: true });
  const deposit = page.getByRole('region', { name: '50% deposit' });
  const german = deposit.getByLabel('Text in German');
  await expect(german).toBeHidden();
  await language.selectOption('German');
  await expect(deposit.getByLabel('Title')).toBeHidden();
  await german.fill('Anzahlung: {anteil}.');
  await language.selectOption('French');
  await page.getByRole('button', { name: 'Save terms' }).click();
  // The language with the error is shown.
  await expect(german).toBeFocused();
  await expect(language).toHaveValue('de');
  await german.fill('Anzahlung: {deposit}.');
  await expect(deposit).toContainText(/Anzahlung: 50\s%\./);
  expect(await listAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save terms' }).click();
  await expect(page.getByText('Payment terms saved.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/pricing');
  await navigateInApp(page, '/dashboard/update-pricing/terms');
  await expect(deposit.getByLabel('Title')).toBeVisible();
  await expect(german).toHaveValue('Anzahlung: {deposit}.');
});

test('keeps what the owner types while the billing settings are being saved', async ({ page, context }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/billing');
  await waitForHydration(page);
  const city = page.getByLabel('City (optional)');
  const taxId = page.getByLabel('Tax ID (optional)');
  const save = page.getByRole('button', { name: /^(Save settings|Saving…)$/ });
  const version = () => page.locator('input[name="version"]').inputValue();
  const first = Number(await version());
  await page.getByLabel('Country (optional)').selectOption('Switzerland');
  await taxId.fill(' CHE-1 ');
  // The settings are saved, but not loaded again.
  const { promise: loading, resolve: load } = Promise.withResolvers<void>();
  await page.route(`**${API_PREFIX}/**`, async route => {
    if (route.request().method() === 'GET') await loading;
    await route.continue();
  });
  await save.click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await city.fill('Bern');
  load();
  await expect.poll(version).toBe(String(first + 1));
  await expect(city).toHaveValue('Bern');
  await expect(city).toBeFocused();
  await save.click();
  await expect.poll(version).toBe(String(first + 2));
  await expect(page.getByRole('button', { name: 'Save my version' })).toHaveCount(0);
  await expect(page.getByText('Unsaved changes restored.')).toHaveCount(0);
  // The saved settings are shown.
  await expect(taxId).toHaveValue('CHE-1');
  expect(await site.query('select city, tax_id from billing_settings')).toEqual([{ city: 'Bern', tax_id: 'CHE-1' }]);
});

test('edits billing settings, finds an invoice and shows a client’s statement', async ({ page, context, trouble }) => {
  // The statement's end date is before its start date.
  trouble.announce(/status (?:of )?400/);
  await issuing.issue({
    dueOn: dueOn(),
    client: { name: 'Noor Haddad', email: 'noor@site.example', addressLines: [], taxId: null },
  });
  await site.signIn(context, owner);
  await page.goto('/dashboard/billing');
  await waitForHydration(page);
  const rate = page.getByRole('group', { name: 'Tax rate 1' });
  await rate.getByLabel('Tax name').fill('Tax');
  await rate.getByLabel('Tax rate (%)').fill('7.5');
  // A row for another rate, without saving first
  await expect(page.getByRole('group', { name: 'Tax rate 2' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Tax rate 3' })).toHaveCount(0);
  await expect(page.getByText('For a price of $100.00,')).toContainText('the client pays $100.00');
  await page.getByLabel('Your prices').selectOption({ label: 'Exclude tax' });
  await expect(page.getByText('For a price of $100.00,')).toContainText(
    'the client pays $107.50: $100.00 plus $7.50 tax (7.5% Tax)',
  );
  await page.getByLabel('bKash').fill('Send to 01700 000000');
  // bKash only takes BDT, and prices are in USD.
  await expect(page.getByText('add an exchange rate for USD')).toBeVisible();
  await page.getByLabel('Currency').fill('USD');
  await page.getByLabel('Value of 1 unit in BDT').first().fill('120.50');
  await page.getByLabel('Rate date').first().fill('2026-11-01');
  await expect(page.getByRole('definition').filter({ hasText: 'Send to 01700' })).toContainText(
    'Send BDT 12,050.00 for $100.00 (1 USD = 120.50 BDT on 01 Nov 2026).',
  );
  await expect(page.getByText('add an exchange rate for USD')).toHaveCount(0);
  expect(await listAxeViolations(page)).toEqual([]);
  // Unsaved changes stay in the browser.
  await page.reload();
  await expect(page.getByText('Unsaved changes restored.')).toBeVisible();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved. They apply to new invoices.')).toBeVisible();
  await expect(page.getByText('Unsaved changes restored.')).toBeHidden();
  await expect(rate.getByLabel('Tax rate (%)')).toHaveValue('7.5');

  await page.getByRole('link', { name: 'Tax', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tax report');
  await page.getByRole('link', { name: 'By payment date' }).click();
  await expect(page).toHaveURL(/basis=payment/);
  expect(await listAxeViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Money overview');
  expect(await listAxeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Outstanding', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoices');
  await page.getByRole('link', { name: 'Remove filter: USD' }).click();
  await expect(page).toHaveURL('/dashboard/documents?status=open&sort=due_asc');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  expect(await listAxeViolations(page)).toEqual([]);
  await page.getByLabel('Number, client or order').fill('noor');
  await page.getByLabel('Number, client or order').press('Enter');
  await expect(page.getByText('1 document found')).toBeVisible();
  await page.getByRole('link', { name: 'Noor Haddad' }).click();
  // A person with an invoice but without an order isn't a client yet.
  await expect(page).toHaveURL('/dashboard/clients?search=noor%40site.example');
  await page.goBack();
  await page.getByRole('link', { name: 'Account statement' }).click();
  await page.getByRole('link', { name: 'Noor Haddad' }).click();
  const statement = page.getByRole('article', { name: 'Account statement' });
  for (const part of ['Noor Haddad', 'Period', 'Balance']) await expect(statement).toContainText(part);
  expect(await listAxeViolations(page)).toEqual([]);
  await page.getByLabel('To', { exact: true }).fill('2000-01-01');
  await page.getByRole('button', { name: 'Show statement' }).click();
  await expect(page.getByText('Choose an end date on or after the start date.')).toBeVisible();

  const [sample] = sampleInvoices();
  const xml = sample && writeEInvoice(toEInvoice(sample, 'xrechnung_cii'), 'xrechnung_cii');
  await page.goto('/dashboard/read-e-invoice');
  await waitForHydration(page);
  const choose = (name: string, content = '') =>
    page.getByLabel('E-invoice').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) });
  await choose('order.xml', '<order/>');
  await expect(page.getByText('This XML file isn’t an e-invoice in UBL or CII.')).toBeVisible();
  await choose('invoice.xml', xml);
  await expect(page.getByRole('heading', { name: 'Invoice 2026-0007' })).toBeVisible();
  // A file that is too large replaces one that is still read.
  const held = Promise.withResolvers<void>();
  await page.route('**/e-invoices/read', route => held.promise.then(() => route.continue()), { times: 1 });
  await choose('invoice.xml', xml);
  await expect(page.getByText('Reading…')).toBeVisible();
  await choose('large.xml', ' '.repeat(10 * 1024 * 1024 + 1));
  await expect(page.getByText('This file is larger than 10 MB.')).toBeVisible();
  held.resolve();
  await expect(page.getByText('Reading…')).toHaveCount(0);
  await choose('invoice.xml', xml);
  await expect(page.getByRole('heading', { name: 'Invoice 2026-0007' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Photographs/ })).toContainText('54.00 USD');
  expect(await listAxeViolations(page)).toEqual([]);
});

test('shows documents in three layouts and in the client’s language', async ({ page, trouble }) => {
  // A transfer is first reported without its reference.
  trouble.announce(/status (?:of )?400/);
  test.slow();
  await site.query(`update billing_settings set bank_transfer_instructions = 'Bank of Sweden'`);
  const accent = 'rgb(20, 80, 107)';
  const looks = {
    classic: { isTitleFirst: true, hasBar: false, head: 'rgba(0, 0, 0, 0)' },
    modern: { isTitleFirst: true, hasBar: true, head: accent },
    compact: { isTitleFirst: false, hasBar: false, head: 'rgba(0, 0, 0, 0)' },
  } as const;
  const client = { name: 'Jana Roth', email: null, addressLines: ['Kai 7'], taxId: null, language: 'de' as const };
  for (const [layout, look] of Object.entries(looks)) {
    await site.query(`update document_design set layout = '${layout}', accent = '#14506b'`);
    const { path, number } = await issuing.issue({ dueOn: dueOn(), client });
    await page.goto(path);
    const sheet = page.getByRole('article', { name: 'Anzahlungsrechnung' });
    const title = sheet.getByRole('heading', { level: 1 });
    await setTheme(page, 'light');
    await expect(title).toHaveCSS('color', accent);
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
    expect((await top(title)) < (await top(sheet.getByText('Jana Roth')))).toBe(look.isTitleFirst);
    await expect(sheet).toHaveCSS('border-top-width', look.hasBar ? '12px' : '1px');
    await expect(sheet.getByRole('columnheader').first()).toHaveCSS('background-color', look.head);
    await sheet.getByRole('radio', { name: 'Überweisung' }).check();
    await sheet.getByLabel('Gesendet von').fill('DE89');
    await sheet.getByRole('button', { name: 'gesendet' }).click();
    await expect(sheet.getByLabel('Transaktionsnummer')).toHaveAccessibleDescription(
      /Geben Sie die Transaktionsnummer an\./,
    );
    await expect(page.getByRole('link', { name: 'PDF herunterladen' })).toHaveAttribute('href', new RegExp(number));
    await checkAppearance(page, `an invoice in the ${layout} layout`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

// The email with an invoice's link is tested without a browser (emails.test.ts).
test('terms 3 and 5: a client prints an invoice, and pays others by card and by transfer', async ({
  page,
  context,
  trouble,
}) => {
  test.slow();
  await site.query(`update billing_settings set bkash_instructions = 'Send to 01711-000000.',
      exchange_rates = '[{"currency": "USD", "rate": "120", "on": "2026-11-01"}]'`);
  trouble.announce(/status (of )?503/);
  // A transfer is first reported with empty fields.
  trouble.announce(/status (?:of )?400/);
  const [invoice, one, other] = [
    await issuing.issue(createDraftInvoice(49_900)),
    await issuing.issue(createDraftInvoice(120_000)),
    await issuing.issue(createDraftInvoice(9900)),
  ];
  // Issues a credit note of $9.00.
  const credit = ({ id, kind, number, issuedOn }: typeof invoice) => {
    const unitAmount = toMinorUnits(-900);
    const line = { description: 'Two photographs fewer', detail: null, quantity: 1, unitAmount, term: null };
    const note = {
      kind: 'credit_note',
      reference: { kind, number, issuedOn },
      lineItems: [line],
      dueOn: null,
    } as const;
    return issuing.issue({ ...note, taxBehavior: 'inclusive', paymentInstructions: [], terms: [] }, id);
  };
  await test.step('downloads and prints an invoice', async () => {
    const credited = await issuing.issue({ dueOn: dueOn() });
    const { number, path } = credited;
    await credit(credited);

    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deposit invoice');
    await expect(page.getByText('Amount due ·')).toContainText('$9.00 credited');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`Deposit invoice ${number}.pdf`);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

    await waitForHydration(page);
    await expect(page.getByRole('link', { name: 'Payment' })).toBeVisible();
    // As on a site without payment methods.
    const display = await page.evaluate(() => {
      const [panel, link] = ['#payment > div', '[href="#payment"]'].map(selector => document.querySelector(selector));
      if (!panel || !link) throw new Error('The page has no link to its payment.');
      const content = [...panel.childNodes];
      panel.replaceChildren();
      const { display: shown } = getComputedStyle(link);
      panel.append(...content);
      return shown;
    });
    expect(display).toBe('none');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const sheet = page.getByRole('article');
    await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)');
    for (const hidden of ['banner', 'contentinfo'] as const) await expect(page.getByRole(hidden)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByText('Related documents')).toBeHidden();
    await expect(sheet.getByText(path)).toBeVisible();
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('link', { name: /^Credit note/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Credit note');
    await page.goBack();
    await checkAppearance(page, 'an invoice');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('pays by card while PayPal is down, after a declined and a canceled attempt', async () => {
    await navigateInApp(page, invoice.path);
    await page.getByRole('radio', { name: 'PayPal' }).check();
    providers.setDown(true);
    await page.getByRole('button', { name: 'Pay $499.00' }).click();
    await expect(page.getByRole('alert')).toContainText('PayPal isn’t responding. You have not been charged.');
    await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
    providers.setDown(false);
    await page.getByRole('radio', { name: 'Card' }).check();
    await page.getByRole('button', { name: 'Pay $499.00' }).click();
    await expect(page.getByText('This isn’t Stripe, and no money moves.')).toBeVisible();
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('alert')).toContainText('declined');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('status').first()).toContainText('Payment canceled');
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText('Payment canceled');
    await expect(page.getByRole('region', { name: 'Payments' })).not.toContainText('Pending');
    await page.getByRole('link', { name: 'Resume payment' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Thank you for your payment')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('No amount due')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0);
  });

  await test.step('shows the same amount above and below the document if it changes while the page loads', async () => {
    const changed = await issuing.issue(createDraftInvoice(2000));
    const apiPath = changed.path.replace('/document/', '/billing-documents/');
    const documentRead = page.waitForResponse(response => response.url().endsWith(apiPath));
    const creditBeforePayments = async (route: Route) => {
      await documentRead;
      await credit(changed);
      await route.continue();
    };
    await page.route('**/payments', creditBeforePayments, { times: 1 });
    await navigateInApp(page, changed.path);
    await expect(page.getByRole('button', { name: 'Pay $11.00' })).toBeVisible();
    await expect(page.getByText('Amount due ·')).toContainText('$9.00 credited');
  });

  await test.step('reports a transfer with proof of payment', async () => {
    await waitForHydration(page);
    await navigateInApp(page, one.path);
    const { promise: held, resolve: deliver } = Promise.withResolvers<void>();
    await page.route('**/payments', async route => {
      if (route.request().method() === 'GET') await held;
      await route.continue();
    });
    await page.getByRole('radio', { name: 'bKash' }).check();
    await page.getByRole('button', { name: 'I’ve sent BDT 144,000.00 for $1,200.00' }).click();
    await expect(page.getByLabel('Sent from')).toBeFocused();
    await expect(page.getByText('Send to 01711-000000.').last()).toBeVisible();
    await page.getByLabel('Sent from').fill('01799-123456');
    await page.getByLabel('Transaction reference').fill('BK-1');
    // The page's data, which is loaded again after a rejected form, must not move the focus.
    deliver();
    await waitForRequests(page);
    await waitForIdle(page);
    await expect(page.getByLabel('Transaction reference')).toBeFocused();
    await page.unroute('**/payments');
    await page
      .getByLabel('Proof of payment (optional)')
      .setInputFiles('content/pictures/posts/a-migration-without-downtime.webp');
    await page.getByRole('button', { name: 'I’ve sent BDT 144,000.00 for $1,200.00' }).click();
    await expect(page.getByText('Thank you for letting us know')).toBeVisible();
    const reported = await page.request.post(
      `${API_PREFIX}${other.path.replace('/document/', '/billing-documents/')}/payments`,
      { headers: { origin: site.url }, data: { method: 'bkash', sender: '01799-123456', reference: 'BK-2' } },
    );
    expect(reported.status()).toBe(201);
  });

  await test.step('the owner confirms one transfer and rejects another', async () => {
    await site.signIn(context, owner);
    await navigateInApp(page, '/dashboard/payments?method=bkash');
    const waiting = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
    await expect(waiting).toHaveCount(2);
    const first = waiting.filter({ hasText: 'BK-1' });
    await expect(first.getByRole('img')).toBeVisible();
    await first.getByRole('button', { name: /^Confirm/ }).click();
    await expect(page.getByText('Payment confirmed.')).toBeVisible();
    await expect(page).toHaveURL(/\?method=bkash$/);
    await expect(waiting).toHaveCount(1);
    await page.getByText('Reject payment…').click();
    await page.getByRole('button', { name: /^Reject/ }).press('Enter');
    await expect(page.getByLabel('Reason')).toBeFocused();
    await page.getByLabel('Reason').fill('This transfer doesn’t exist.');
    await page.getByRole('button', { name: /^Reject/ }).click();
    await expect(waiting).toHaveCount(0);
    await expect(page.getByRole('row', { name: /BK-2/ })).toContainText('This transfer doesn’t exist.');
    const html = await (await page.request.get(other.path)).text();
    expect(html).toContain('This transfer doesn’t exist.');
    expect(html).toContain('Pay $99.00');
  });

  await test.step('the owner records a payment and voids it, and the client pays a part by card', async () => {
    await navigateInApp(page, `/dashboard/payments/invoice/${other.number}`);
    const due = page.getByRole('region', { name: 'Amount due' });
    await due.getByLabel('Amount in USD').fill('40');
    await due.getByLabel('Amount in USD').press('Enter');
    await expect(due).toContainText('$59.00');
    expect(await listAxeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Payment, Bank transfer' }).click();
    await page.getByText('Void this payment').click();
    const form = page.getByRole('group').filter({ hasText: 'no money arrived' });
    await form.getByLabel('Reason').fill('It was for another invoice.');
    await form.getByRole('button', { name: 'Void payment' }).click();
    await expect(page.getByText('Voided on')).toContainText('It was for another invoice.');
    expect(await listAxeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: other.number }).click();
    await expect(due).toContainText('$99.00');
    await page.getByText('Partial payments', { exact: true }).click();
    await page.getByLabel('The client can pay').selectOption({ label: 'A part of it' });
    await page.getByLabel('Smallest part in USD').fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'View invoice' }).click();
    await waitForHydration(page);
    const duplicate = page.getByRole('button', { name: 'Duplicate as draft' });
    await expect(duplicate).toBeVisible();
    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt');
    await expect(page.getByText(/^Canceled on/).first()).toBeVisible();
    await expect(duplicate).toHaveCount(0);
    await page.goBack();
    await page.getByRole('radio', { name: 'Pay a part' }).check();
    await page.getByLabel('Amount in USD').fill('25');
    expect(await listAxeViolations(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Card' }).check();
    await page.getByRole('button', { name: 'Pay this part' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Thank you for your payment')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Amount due ·')).toContainText('$25.00 paid');
  });
});

test('reports and confirms a transfer once, with its picture, if the connection fails', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/ERR_CONNECTION_RESET/);
  trouble.announce(/ERR_INTERNET_DISCONNECTED/);
  await site.query(`update billing_settings set bank_transfer_instructions = 'IBAN'`);
  const { path } = await issuing.issue(createDraftInvoice(5000));
  const failed = page.getByRole('alert').filter({ hasText: 'Can’t reach the site.' });
  const report = async (reference: string) => {
    await page.getByLabel('Sent from').fill('DE99');
    await page.getByLabel('Transaction reference').fill(reference);
    await page
      .getByLabel('Proof of payment (optional)')
      .setInputFiles('content/pictures/posts/a-migration-without-downtime.webp');
  };
  const send = page.getByRole('button', { name: /^I’ve sent/ });
  await page.goto(path);
  await waitForHydration(page);
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await report('SEPA 1');
  await loseResponse(page, '**/payments');
  await send.click();
  await expect(failed).toBeVisible();
  await send.click();
  await expect(page.getByText('Thank you for letting us know')).toBeVisible();

  await page.getByText('Pay another way').click();
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await report('SEPA 2');
  await page.route('**/payment-proofs', route => route.abort('internetdisconnected'), { times: 1 });
  await send.click();
  await expect(failed).toBeVisible();
  await expect(page.getByLabel('Proof of payment (optional)')).toHaveValue(/a-migration-without-downtime\.webp$/);
  await send.click();
  await expect(page.getByRole('link', { name: 'Proof of payment' })).toHaveCount(2);
  await expect(page.getByText(/SEPA [12]/)).toHaveCount(2);

  await site.signIn(context, owner);
  await page.goto('/dashboard/payments');
  await waitForHydration(page);
  const waiting = page.getByRole('listitem').filter({ hasText: 'SEPA 1' });
  await loseResponse(page, '**/confirm');
  await waiting.getByRole('button', { name: /^Confirm payment/ }).click();
  await expect(failed).toBeVisible();
  await waiting.getByRole('button', { name: /^Confirm payment/ }).click();
  await expect(page.getByText('Payment confirmed.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the owner writes an invoice with the keyboard, and the client pays it by card', async ({ page, context }) => {
  await site.query(`with added as (insert into clients (name, created_at, updated_at) values ('Lin Bao', now(), now()) returning id)
    insert into client_emails (email, client_id, is_primary) select 'lin@site.example', id, true from added`);
  await site.signIn(context, owner);
  await page.goto('/dashboard');
  await waitForHydration(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('new invoice');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New invoice');
  await page.getByRole('button', { name: 'Lin Bao' }).dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Draft invoice');
  const listDrafts = () => site.query('select id from invoice_drafts where document_id is null');
  expect(await listDrafts()).toHaveLength(1);
  const line = page.getByRole('group', { name: 'Line 1' });
  await line.getByLabel('Quantity').fill('-2');
  await expect(line.getByLabel('Quantity')).toHaveAccessibleDescription(/from 0\.01/);
  await page.getByRole('button', { name: 'Review invoice' }).press('Enter');
  await expect(line.getByLabel('Description')).toBeFocused();
  await page.keyboard.type('Tide tables');
  await line.getByLabel('Quantity').fill('2.5');
  await line.getByLabel('Unit', { exact: true }).selectOption('Hour');
  await line.getByLabel('Unit price').fill('80');
  await line.getByLabel('Discount').fill('10%');
  await page.getByRole('button', { name: 'Add line' }).press('Enter');
  await expect(page.getByRole('group', { name: 'Line 2' }).getByLabel('Description')).toBeFocused();
  await page.getByRole('button', { name: 'Remove line 2' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Add line' })).toBeFocused();
  expect(await listAxeViolations(page)).toEqual([]);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  await expect(line.getByLabel('Description')).toHaveValue('Tide tables');
  await page.getByRole('button', { name: 'Review invoice' }).press('Enter');
  await expect(page.getByRole('article')).toContainText('2.5 hours');
  await expect(page.getByRole('article')).toContainText('Draft');
  await checkAppearance(page, 'the review of an invoice');
  await page.getByRole('button', { name: 'Send invoice' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice');
  const sentUrl = page.url();
  await page.goBack();
  await expect(page).toHaveURL(sentUrl);

  const copy = page.getByRole('button', { name: 'Duplicate as draft' });
  await copy.dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Draft invoice');
  expect(await listDrafts()).toHaveLength(1);
  await page.goBack();
  await expect(copy).toBeVisible();

  await context.clearCookies({ name: /^session/ });
  await page.reload();
  await waitForHydration(page);
  await page.getByRole('radio', { name: 'Card' }).check();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Thank you for your payment')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('No amount due')).toBeVisible();
  await expect(copy).toHaveCount(0);
});

test('shows the client and the owner a payment that PayPal holds', async ({ page, context }) => {
  const invoice = await issuing.issue({ dueOn: dueOn() });
  const [number = '', token = ''] = invoice.path.split('/').slice(-2);
  const started = await page.request.post(
    `${API_PREFIX}${invoice.path.replace('/document/', '/billing-documents/')}/payments`,
    { headers: { origin: site.url }, data: { method: 'paypal' } },
  );
  const { checkoutUrl } = (await started.json()) as { checkoutUrl: string };
  const order = checkoutUrl.split('/').at(-1) ?? '';
  providers.paypal.review?.(order, 'PENDING', 'ECHECK');
  providers.paypal.pay(order);
  await page.goto(paymentReturnPath(number, token, 'paypal'));
  await expect(page.getByText('Your payment is being checked')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText(
    'PayPal is still checking this payment. You’ll get a receipt by email once it’s complete.',
  );
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0);
  await expect(page.getByText('eCheck')).toHaveCount(0);
  await checkAppearance(page, 'an invoice with a held payment');

  await site.signIn(context, owner);
  await page.goto(`/dashboard/payments/invoice/${number}`);
  const note = page.getByText('PayPal is still checking a');
  await expect(note).toContainText('The client paid by eCheck, which takes a few days to clear.');
  await expect(page.getByRole('button', { name: 'Record payment' })).toBeVisible();
  await checkAppearance(page, 'the owner’s page of an invoice with a held payment');
  await note.getByRole('link').click();
  await expect(page.getByText('The client paid by eCheck')).toBeVisible();
  await page.goto('/dashboard/payments?state=processing');
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Processing');

  providers.paypal.review?.(order, 'DECLINED');
  for (const { body, headers } of providers.takeWebhooks()) {
    const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
    expect((await fetch(`${site.url}${API_PREFIX}/webhooks/paypal`, request)).status).toBe(200);
  }
  await page.goto(invoice.path);
  await expect(page.getByText('PayPal declined the payment.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay / })).toBeVisible();
});
