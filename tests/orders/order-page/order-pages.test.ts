import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processDueOrders } from '#features/orders/jobs.ts';
import { processRefund, refreshPayment } from '#features/payments/jobs.ts';
import { refreshPaymentQueue } from '#features/payments/rules/queues.ts';
import { createHtmlBrowser, elementsIn, type HtmlBrowser } from '../../support/html-forms.ts';
import { startFakeProviders } from '../../support/fake-payment-providers.ts';
import { quoteFixture } from '../../support/quote-fixture.ts';
import { orderFixture, type PlacedOrder } from '../../support/order-fixture.ts';
import { textOf } from '../../support/page-html.ts';
import { createSignedInUser, PASSWORD } from '../../support/user-factory.ts';

let providers: Awaited<ReturnType<typeof startFakeProviders>>;
const fixture = orderFixture({
  pages: true,
  environment: async () => {
    providers = await startFakeProviders();
    return providers.environment;
  },
});
const { site, owner, send, rows, placeOrder, placeStartedOrder, read, asClient, asOwner, pay, passDays } = fixture;
const { sendQuote, requested } = quoteFixture(site, owner);

beforeAll(async () => {
  await site().db.$client.query(`update billing_settings set bkash_instructions = 'Send to 01711-000000.',
    exchange_rates = '[{"currency": "USD", "rate": "120", "on": "2026-11-01"}]'`);
});
afterAll(() => providers.close());

/** Opens an order by its link, as its client without JavaScript. */
async function openAsClient({ reference }: PlacedOrder): Promise<HtmlBrowser> {
  const browser = createHtmlBrowser(site());
  await browser.open(`/order/${reference}`);
  expect(browser.status).toBe(200);
  return browser;
}

/** Opens an order in the dashboard. */
async function openAsOwner({ number }: PlacedOrder): Promise<HtmlBrowser> {
  const browser = createHtmlBrowser(site(), { cookie: owner().cookie });
  await browser.open(`/dashboard/orders/${number}`);
  expect(browser.status).toBe(200);
  return browser;
}

const NEXT = 'Next step';

/** Returns the text of a fact about the order's status, with its payment term; empty if it isn't listed. */
function fact({ page }: HtmlBrowser, name: string): string {
  const found = page
    .all('div')
    .find(({ children: [first] }) => first?.type === 'element' && first.tagName === 'dt' && textOf(first) === name);
  return textOf(found);
}

/** Returns the texts of a list's items. */
const listItems = ({ page }: HtmlBrowser, list: string) =>
  page
    .all('ul')
    .filter(({ properties }) => properties.ariaLabel === list)
    .flatMap(elementsIn)
    .filter(({ tagName }) => tagName === 'li')
    .map(textOf);

/** Pays at PayPal, which the open payment page links to, and lets the site ask PayPal whether it was paid. */
async function payAtPayPal(page: HtmlBrowser): Promise<void> {
  const checkout = page.href(/^Continue to payment/);
  expect(checkout).toMatch(new RegExp(`^${providers.environment.PAYPAL_HOST}/pay/`));
  const reference = checkout.split('/').at(-1) ?? '';
  providers.paypal.pay(reference);
  await page.open(providers.paypal.find(reference)?.returnTo ?? '');
  expect(page.text()).toContain('Confirming your payment');
  await site().db.$client.query('delete from pgboss.job');
  await page.submit('Check again');
  for (const { data } of await rows(`pgboss.job where name = '${refreshPaymentQueue.name}'`))
    await refreshPayment({ ...site().http.services, log: site().log.log }, data as { paymentId: number });
}

const placePaid = async (id?: string) => {
  const order = await placeOrder(id);
  await pay(order);
  return order;
};
const supply = async (order: PlacedOrder, count = Infinity) => {
  const { contentItems } = await read(order.reference);
  for (const { position } of contentItems.slice(0, count)) await asClient(order, `/content-items/${position}`);
};
const applyTransition = async (order: PlacedOrder, transition: string) => {
  const answer = await asOwner(order, '/transitions', { transition });
  expect(answer.statusCode, answer.body).toBe(200);
};

const details = {
  Name: 'Noor Haddad',
  Email: 'noor@site.example',
  'Type your full name to sign': 'Noor Haddad',
};

it('an order ignores an unknown notice in its link', async () => {
  const order = await placeOrder();
  const browser = createHtmlBrowser(site());
  await browser.open(`/order/${order.reference}?did=constructor`);
  expect(browser.status).toBe(200);
  expect(browser.text()).not.toContain('native code');
});

it('says why an answer is refused if its form is no longer on the page', async () => {
  const order = await placeStartedOrder();
  const lineItems = [{ description: 'A map', amount: '100' }];
  await asOwner(order, '/change-orders', { lineItems, extraDays: '0' });
  const page = await openAsClient(order);
  const [change] = (await read(order.number)).changeOrders;
  await asOwner(order, `/change-orders/${change?.id}/withdraw`);
  await page.submit('Accept for $100.00');
  expect(page.status).toBe(409);
  expect(page.text()).toContain('This change order is no longer open.');
  expect(page.text('Revisions and change orders')).toContain('Withdrawn');
});

describe('order form without JavaScript', () => {
  it('keeps the input when a field is missing, and then places the order', async () => {
    const page = createHtmlBrowser(site());
    await page.open('/pricing');
    await page.follow('Order Growth');
    expect(page.url).toBe('/order/plan/growth');
    await page.submit('Place order', { 'Project brief (optional)': 'Kept.' });
    expect(page.status).toBe(400);
    expect(page.text()).toContain('Name is required');
    expect(page.value('Project brief (optional)')).toBe('Kept.');
    const file = new File(['All the texts.'], 'texts.txt', { type: 'text/plain' });
    await page.submit('Place order', { ...details, 'Files (optional)': file });
    expect(page.url).toMatch(/^\/order\/\d+\.[\w-]+\?/);
    expect(page.text()).toContain('Order placed. Check your inbox');
    expect(page.text('Project brief')).toContain('Kept.');
    expect(page.links('Project brief')).toContain('texts.txt');
    await page.submit('Send message', { 'Your message': 'Hello.' }, 'Activity');
    expect(page.text()).toContain('Message sent.');
    expect(page.text('Activity')).toContain('Hello.');
    await page.submit('Send message', { 'Your message': 'Is https://site.example/?a=1&b="2" right?' }, 'Activity');
    expect(page.links('Activity')).toEqual(['https://site.example/?a=1&b=']);
    // Without a chosen file
    await page.submit('Upload', {}, 'Project brief');
    expect(page.status).toBe(400);
    expect(page.text()).toContain('Choose a file first.');
    expect(page.text()).not.toContain('Files uploaded.');
    await page.submit('Cancel order');
    expect(page.text(NEXT)).toContain('This order was canceled.');
    expect(page.text('Activity')).toMatch(/Order canceled\s*You ·/);
  });

  it('states a single day and revision in the singular', async () => {
    const sql = (text: string) => site().db.$client.query(text);
    await sql(`update plans set delivery_days = 1, support_days = 1 where id = 'starter'`);
    await sql(`update payment_term_settings set balance_due_days = 1, refund_after_days = 1, included_revisions = 1`);
    const page = createHtmlBrowser(site());
    await page.open('/order/plan/starter');
    await sql(`update payment_term_settings set balance_due_days = 0`);
    const withoutDays = createHtmlBrowser(site());
    await withoutDays.open('/order/plan/starter');
    await sql(`update payment_term_settings set balance_due_days = 7, refund_after_days = 7, included_revisions = 3`);
    expect(page.text()).toContain('Balance, due 1 day after completion');
    expect(withoutDays.text()).toContain('Balance, due on completion');
    expect(page.text()).toContain('Expected delivery: 1 day after the deposit.');
    expect(page.text()).toContain('Delivery: 1 day after the deposit is paid');
    expect(page.text()).toContain('within 1 day of the deposit');
    expect(page.text()).toContain('Includes 1 minor revision (term 11).');
    expect(page.text()).toContain('Includes 1 day of support');
    expect(page.text()).not.toMatch(/\b1 (?:days|minor revisions)/);
  });

  it('keeps the input while the client signs in', async () => {
    const lin = await createSignedInUser(site(), { name: 'Lin', email: 'lin@site.example' });
    const page = createHtmlBrowser(site());
    await page.open('/order/plan/starter');
    await page.submit('Sign in or sign up first', { 'Project brief (optional)': 'A harbor café.' });
    expect(page.url).toMatch(/^\/login\?next=/);
    await page.submit('Login', { Email: lin.email, Password: PASSWORD });
    expect(page.value('Project brief (optional)')).toBe('A harbor café.');
    expect(page.text()).toContain(`Ordering as Lin, ${lin.email}`);
    await page.submit('Place order', { 'Type your full name to sign': 'Lin' });
    expect(page.url).toMatch(/^\/dashboard\/orders\/\d+/);
    expect(page.text('Project brief')).toContain('A harbor café.');
    await page.follow('All orders');
    expect(page.page.all('tr')).toHaveLength(2);
    expect(page.links()).toContain('Starter');
  });

  it('sends a custom request and accepts its quote', async () => {
    const page = createHtmlBrowser(site());
    await page.open('/pricing');
    await page.follow('Build a custom plan');
    await page.submit('Request a quote', {
      'Website Rescue, quantity': '2',
      'Database Design, quantity': '1',
      'Project brief': 'Tide tables for three harbors.',
      'Budget in USD': '2,500',
      Name: 'Noor Haddad',
      Email: 'noor@site.example',
    });
    expect(page.text()).toContain('Request sent.');
    expect(page.text('Request details')).toContain('Website Rescue× 2');
    const sent = await sendQuote(Number(/order\/(\d+)/.exec(page.url)?.[1]));
    expect(sent.statusCode, sent.body).toBe(200);
    await page.open(page.url);
    await page.submit('Accept and pay $850.00', { 'Type your full name to sign': 'Noor Haddad' });
    expect(page.text()).toContain('Quote accepted.');
    expect(page.text(NEXT)).toContain('$850.00');
  });

  it('shows the total of the selected options before the client signs', async () => {
    const { number, reference } = await requested();
    const lineItems = [
      { description: 'Tables', amount: '1000' },
      { description: 'Search', amount: '300', optional: 'on' },
      { description: 'Map', amount: '100', optional: 'on' },
    ];
    expect((await sendQuote(number, { lineItems })).statusCode).toBe(200);
    const page = await openAsClient({ number, reference });
    const SIGN = 'Type your full name to sign';
    await page.submit('Update total', { Search: true, [SIGN]: 'Noor' });
    expect(page.status).toBe(200);
    expect(page.text('Quote')).toContain('Total$1,300.00');
    expect(page.value(SIGN)).toBe('Noor');

    // A selection with a different total is shown before it can be accepted.
    await page.submit('Accept and pay $650.00', { Map: true });
    expect(page.status).toBe(409);
    expect(page.text('Quote')).toContain('Check the new total, then accept again.');
    expect(page.text('Quote')).toContain('Total$1,400.00');
    expect(await read(reference)).toMatchObject({ status: 'quoted', billingDocuments: [] });

    await page.submit('Accept and pay $700.00', { [SIGN]: '' });
    expect(page.status).toBe(400);
    expect(page.text('Quote')).toContain('Total$1,400.00');
    await page.submit('Accept and pay $700.00', { Search: false, [SIGN]: 'Noor' });
    await page.submit('Accept and pay $550.00');
    expect(page.text()).toContain('Quote accepted.');
    expect(page.text(NEXT)).toContain('$550.00');
    expect(await read(reference)).toMatchObject({
      total: 110_000,
      lineItems: [{ description: 'Tables' }, { description: 'Map' }],
    });
  });

  it('sells a project, whose files are unlocked when the owner confirms the bKash payment', async () => {
    const page = createHtmlBrowser(site());
    await page.open('/projects/mise');
    await page.follow('Buy source code');
    expect(page.url).toBe('/order/project/mise');
    await page.submit('Place order', details);
    const path = page.url.replace(/\?.*/, '');
    const DELIVERED = 'Deliverables';
    expect(page.text(DELIVERED)).toContain('mise.zip, locked');
    await page.follow('Pay invoice');
    await page.submit(/I’ve sent/, {
      bKash: true,
      'Sent from': '01799-123456',
      'Transaction reference': 'BK-77',
    });
    expect(page.text()).toContain('Thank you for letting us know');
    await page.open(path);
    expect(page.text(NEXT)).toContain('Your payment is being reviewed.');
    const number = Number(/order\/(\d+)/.exec(path)?.[1]);
    expect((await openAsOwner({ number, reference: '' })).text(NEXT)).toContain('Your turn');
    const [payment] = await rows(`payments where reference = 'BK-77'`);
    expect((await send(owner(), 'POST', `/payments/${String(payment?.id)}/confirm`)).statusCode).toBe(200);
    await page.open(path);
    expect(page.text(NEXT)).toContain('Everything is delivered.');
    expect(page.text(DELIVERED)).toContain('You can’t get a refund after you download a file.');
    expect(page.buttons(NEXT)).toContain('Cancel and get a full refund');
    const file = await fixture.download(page.href('mise.zip', DELIVERED));
    expect(file.headers['content-disposition']).toContain('mise.zip');
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
    await page.open(path);
    expect(page.text('Activity')).toContain('Files downloaded');
    expect(page.text(DELIVERED)).not.toContain('You can’t get a refund after you download a file.');
    expect(page.text(NEXT)).toContain('The files were downloaded on');
  });
});

describe('payment page without JavaScript', () => {
  it('reports an unreachable provider, and accepts the payment on the next attempt', async () => {
    const order = await placeOrder();
    const page = await openAsClient(order);
    await page.follow('Pay invoice');
    providers.setDown(true);
    await page.submit(/^Pay \$499\.50/, { PayPal: true });
    providers.setDown(false);
    expect(page.text()).toContain('PayPal isn’t responding. You have not been charged.');
    expect(page.field('PayPal').properties.checked).toBe(true);
    await page.submit(/^Pay \$499\.50/);
    await payAtPayPal(page);
    await page.open(page.url);
    expect(page.text()).toContain('Thank you for your payment');
    expect((await read(order.reference)).summary.amountDue).toBe(0);
  });

  it('keeps the part to pay if the provider is unreachable', async () => {
    await site().db.$client.query(`update billing_settings set min_partial_percent = 10`);
    const page = await openAsClient(await placeOrder());
    await page.follow('Pay invoice');
    providers.setDown(true);
    await page.submit(/^Pay \$499\.50/, { 'Pay a part': true, 'Amount in USD': '100', PayPal: true });
    providers.setDown(false);
    expect(page.text()).toContain('PayPal isn’t responding. You have not been charged.');
    expect(page.field('PayPal').properties.checked).toBe(true);
    expect(page.field('Pay a part').properties.checked).toBe(true);
    expect(page.field('Amount in USD').properties.value).toBe('100');
  });

  it('shows a disputed payment as in review, not as paid, and leads the owner to the decision', async () => {
    const order = await placeOrder();
    const page = await openAsClient(order);
    await page.follow('Pay invoice');
    const invoice = page.url;
    await page.submit(/^Pay \$499\.50/, { PayPal: true });
    await payAtPayPal(page);
    const [payment] = await rows(`payments where provider_charge_id is not null order by id desc limit 1`);
    providers.takeWebhooks();
    providers.paypal.announce('PAYMENT.CAPTURE.REVERSED', {
      id: 'REV1',
      amount: { value: '499.50', currency_code: 'USD' },
      links: [
        { rel: 'up', href: `https://paypal.example/v2/payments/captures/${String(payment?.provider_charge_id)}` },
      ],
    });
    for (const { body: payload, headers } of providers.takeWebhooks()) {
      const answer = await site().http.app.inject({ method: 'POST', url: '/api/v1/webhooks/paypal', payload, headers });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    const office = await openAsOwner(order);
    expect(office.text(NEXT)).toContain('Decide on the refund or dispute of invoice');
    expect(office.href('Review refund or dispute', NEXT)).toBe('/dashboard/payments');
    const number = /\/document\/([\d-]+)/.exec(invoice)?.[1] ?? '';
    for (const [status, isListed] of [
      ['in_review', true],
      ['paid', false],
    ] as const) {
      await office.open(`/dashboard/documents?search=${number}&status=${status}`);
      expect(office.text().includes(`Actions for deposit invoice ${number}`)).toBe(isListed);
    }
    await page.open(invoice);
    expect(page.text()).toContain('In review since');
    expect(page.text()).not.toContain('Paid on');
  });

  it('accepts the report of a transfer with proof of payment', async () => {
    const order = await placeOrder();
    const page = await openAsClient(order);
    await page.follow('Pay invoice');
    expect(page.text()).toContain('Send to 01711-000000.');
    const picture = await readFile('content/pictures/posts/a-migration-without-downtime.webp');
    const report = (file: File) =>
      page.submit(/I’ve sent BDT 59,940\.00 for \$499\.50/, {
        bKash: true,
        'Sent from': '01799-123456',
        'Transaction reference': 'BK-3',
        'Proof of payment (optional)': file,
      });
    // An empty file isn't left out silently.
    await report(new File([], 'transfer.webp', { type: 'image/webp' }));
    expect(page.text()).toContain('This file is empty.');
    await report(new File([picture], 'transfer.webp', { type: 'image/webp' }));
    expect(page.text()).toContain('Thank you for letting us know');
    expect(page.links()).toContain('Proof of payment');
    expect((await openAsClient(order)).links(NEXT)).toEqual(['View invoice']);
    expect((await openAsOwner(order)).links(NEXT)).toEqual(['View invoice', 'Review payment']);
  });
});

describe('order page', () => {
  it('term 4: splits the balance into the installments that the client chooses', async () => {
    const order = await placeOrder('business');
    const page = await openAsClient(order);
    expect(page.value('Pay the balance')).toBe('In one payment');
    await page.submit('Save payment plan', { 'Pay the balance': 'In 3 monthly installments' });
    expect(page.text()).toContain('Payment plan saved.');
    expect(fact(page, 'Total')).toContain('balance in 3 installments');
    expect(page.value('Pay the balance')).toBe('In 3 monthly installments');
    await pay(order);
    await supply(order);
    await applyTransition(order, 'start_work');
    await applyTransition(order, 'submit_for_review');
    await page.open(page.url);
    await page.follow('Accept work', NEXT);
    await page.submit('Accept work');
    const invoices = () => listItems(page, 'Documents').filter(text => /installment/i.test(text));
    expect(invoices().map(text => /\$\d+\.\d\d/.exec(text)?.[0])).toEqual(['$249.84', '$249.83', '$249.83']);
    await pay(order);
    await page.open(page.url);
    expect(invoices().filter(text => text.includes('settled'))).toHaveLength(1);
    expect(fact(page, 'Total')).toContain('$499.66 due');
  });

  it('term 6: proposes a late fee to the owner and shows the client the decision', async () => {
    const [one, other] = [await placeOrder(), await placeOrder()];
    expect(listItems(await openAsClient(one), 'Documents')).toEqual([expect.stringMatching(/· due \d/)]);
    await passDays(9);
    const office = await openAsOwner(one);
    for (const page of [office, await openAsClient(one)]) {
      expect(listItems(page, 'Documents')).toEqual([expect.stringContaining('overdue since')]);
      expect(page.text()).toMatch(/invoice [\d-]+, overdue since \d/);
    }
    expect(fact(office, 'Late fee')).toContain('$24.98');
    expect(fact(office, 'Late fee')).toContain('Term 6');
    expect(office.buttons('Money')).toEqual(expect.arrayContaining(['Charge late fee', 'Waive late fee']));
    expect((await openAsClient(one)).buttons('Money')).not.toContain('Charge late fee');
    for (const [order, decision] of [
      [one, 'apply'],
      [other, 'waive'],
    ] as const) {
      const fee = (await read(order.number)).summary.lateFees[0]?.documentId;
      expect((await asOwner(order, `/late-fees/${fee}`, { decision })).statusCode).toBe(200);
      expect(fact(await openAsOwner(order), 'Late fee')).toBe('');
    }
    const charged = await openAsClient(one);
    const fees = listItems(charged, 'Documents').filter(text => /late fee/i.test(text));
    expect(fees).toEqual([expect.stringContaining('$24.98')]);
    expect(fact(charged, 'Total')).toContain('$524.48 due');
    const waived = await openAsClient(other);
    expect(listItems(waived, 'Documents')).toEqual([expect.stringContaining('late fee waived')]);
    expect(fact(waived, 'Total')).toContain('$499.50 due');
  });

  it('shows an order as it would be on a later day, without actions', async () => {
    const large = await placeOrder('business');
    const office = await openAsOwner(await placeOrder());
    expect(fact(office, 'Late fee')).toBe('');
    await office.submit('Show preview', { 'Date (end of day)': '2027-03-21' });
    expect(office.text()).toContain('Preview: this order at the end of 21 Mar 2027');
    expect(fact(office, 'Late fee')).toContain('$24.98');
    await site().db.$client.query(`update orders set is_urgent = true where id = $1`, [large.number]);
    for (const [page, actions] of [
      [await openAsClient(large), ['Save payment plan', 'Send message']],
      [await openAsOwner(large), ['Decline and remove surcharge', 'Send new link', 'Send message']],
    ] as const) {
      expect(page.buttons()).toEqual(expect.arrayContaining([...actions]));
      await page.submit('Show preview', { 'Date (end of day)': '2027-03-21' });
      expect(page.buttons().filter(button => (actions as readonly string[]).includes(button))).toEqual([]);
    }
    await office.follow('Back to today');
    expect(office.text()).not.toContain('Preview: this order');
  });

  it('term 7: refunds the deposit after a week without work', async () => {
    const order = await placeOrder();
    const page = await openAsClient(order);
    await page.follow('Pay invoice');
    await page.submit(/^Pay \$499\.50/, { PayPal: true });
    await payAtPayPal(page);
    await page.open(`/order/${order.reference}`);
    expect(page.href('Add content', NEXT)).toBe('#content');
    expect(page.text(NEXT)).toContain('Get a full refund');
    expect(page.text(NEXT)).toContain('Term 7');
    expect(page.buttons(NEXT)).not.toContain('Get a full refund');
    await passDays(8);
    await page.open(page.url);
    expect(fact(page, 'Expected delivery')).not.toBe('');
    expect(page.text(NEXT)).toContain('You get back everything you paid, and the order ends.');
    await page.submit('Get a full refund');
    expect(page.text(NEXT)).toContain('This order was refunded.');
    for (const name of ['Expected delivery', 'Revisions']) expect(fact(page, name)).toBe('');
    expect((await openAsOwner(order)).buttons()).not.toContain('Upload');
    for (const { id } of await rows('refunds'))
      await processRefund({ ...site().http.services, log: site().log.log }, { refundId: Number(id) });
    await page.follow(/Deposit invoice/, 'Money');
    expect(page.text()).toContain('Refunded');
  });

  it('terms 8 and 9: waits for content, and refuses a refund once work has started without it', async () => {
    const order = await placePaid();
    await passDays(8);
    expect(fact(await openAsClient(order), 'Refund')).toContain('Full refund available');
    const office = await openAsOwner(order);
    expect(office.buttons(NEXT)).not.toContain('Start work');
    expect(office.buttons(NEXT)).toContain('Start without all content');
    expect(office.text(NEXT)).toContain('Term 9');
    // Only sections that need attention are open.
    const collapsed = office.page.all('details').filter(({ properties }) => properties.open === undefined);
    expect(collapsed.map(textOf)).toContainEqual(expect.stringMatching(/^Project brief/));
    expect(collapsed.map(textOf)).not.toContainEqual(expect.stringMatching(/^Content/));
    const started = { transition: 'start_without_content', reason: 'The texts follow next week.' };
    expect((await asOwner(order, '/transitions', started)).statusCode).toBe(200);
    const page = await openAsClient(order);
    expect(page.text('Activity')).toContain('“The texts follow next week.”');
    expect(page.buttons(NEXT)).not.toContain('Get a full refund');
    expect(fact(page, 'Refund')).toContain('Not available');
    expect(fact(page, 'Refund')).toContain('Term 8');
  });

  it('opens the section of a rejected file and shows the error at its field', async () => {
    const page = await openAsClient(await placePaid());
    const isOpen = () => {
      const [brief] = page.page.all('details').filter(element => textOf(element).startsWith('Project brief'));
      return brief?.properties.open !== undefined;
    };
    expect(isOpen()).toBe(false);
    const field = 'Add filesAdd files to the brief';
    await page.submit('Upload', { [field]: new File([''], 'empty.txt', { type: 'text/plain' }) }, 'Project brief');
    expect(page.status).toBe(422);
    expect(isOpen()).toBe(true);
    const { ariaInvalid, ariaDescribedBy } = page.field(field).properties;
    const error = page.page.elements.find(({ properties: { id } }) => [ariaDescribedBy].flat().includes(id as string));
    expect(textOf(error)).toContain('This file is empty. Choose another one.');
    expect(ariaInvalid).toBe('true');
    expect(page.text().split('This file is empty.')).toHaveLength(2);
    expect(page.text('Content')).not.toContain('This file is empty.');
    expect(page.links('Project brief')).toEqual([]);
    // Without a chosen file
    await page.submit('Upload', {}, 'Project brief');
    expect(page.text('Project brief')).toContain('Choose a file first.');
  });

  it('term 10: moves the expected date by the days of waiting and shows both parties the reason', async () => {
    const order = await placePaid();
    await supply(order, 3);
    await passDays(5);
    const page = await openAsClient(order);
    expect(fact(page, 'Expected delivery')).toContain('Delayed by 5 days');
    // Only the last item still has the button.
    await page.submit('Mark as sent');
    expect(page.text()).toContain('Content checklist updated.');
    expect(page.text(NEXT)).toContain('Mira Castellan’s turn');
    await passDays(8);
    for (const shown of [await openAsClient(order), await openAsOwner(order)]) {
      // The delay that follows is the owner's, which doesn't move the date.
      expect(fact(shown, 'Expected delivery')).toContain('Delayed by 5 days');
      expect(fact(shown, 'Expected delivery')).toContain('Term 10');
      expect(fact(shown, 'Expected delivery')).toContain('Paused while waiting for content.');
    }
  });

  it('term 11: quotes the fourth revision before it starts', async () => {
    const order = await placeStartedOrder();
    for (let number = 1; number <= 3; number++) {
      await applyTransition(order, 'submit_for_review');
      await asClient(order, '/revisions', { size: 'minor', body: `Number ${number}.` });
    }
    await applyTransition(order, 'submit_for_review');
    const page = await openAsClient(order);
    expect(fact(page, 'Revisions')).toContain('0 of 3 minor revisions left');
    await page.submit('Request revision', {
      'Minor (none left, so you get a quote first)': true,
      'What should change?': 'All of it in blue.',
    });
    expect(page.buttons()).not.toContain('Request revision');
    expect(page.text()).toContain('You’ll get a quote to accept before it starts');
    expect(page.text('Revisions and change orders')).toContain('Waiting for a quote for your revision.');
    const office = await openAsOwner(order);
    expect(office.links(NEXT)).toContain('Write a quote');
    expect(office.buttons('Revisions and change orders')).toContain('Send change order');
    const quote = { lineItems: [{ description: 'Blue', amount: '100.50' }], extraDays: 2 };
    expect((await asOwner(order, '/change-orders', quote)).statusCode).toBe(200);
    await page.open(`/order/${order.reference}`);
    expect(page.links(NEXT)).toContain('Review change order');
    expect(page.text('Revisions and change orders')).toContain('Adds 2 days');
    await page.submit('Accept for $100.50');
    expect(page.text()).toContain('Change order accepted and added to your order.');
    expect(page.text(NEXT)).toContain('Work is in progress.');
    expect(fact(page, 'Total')).toContain('$1,099.50');
    expect(fact(page, 'Expected delivery')).toContain('Delayed by 2 days');
  });

  it('term 11: no longer asks for an answer to a change order after the order was canceled', async () => {
    const order = await placeStartedOrder();
    const change = { lineItems: [{ description: 'Blue', amount: '100' }], extraDays: 1 };
    expect((await asOwner(order, '/change-orders', change)).statusCode).toBe(200);
    expect((await openAsClient(order)).buttons()).toContain('Accept for $100.00');
    expect((await asOwner(order, '/transitions', { transition: 'cancel_work', reason: 'Ill.' })).statusCode).toBe(200);
    for (const page of [await openAsClient(order), await openAsOwner(order)]) {
      expect(page.buttons()).not.toContain('Accept for $100.00');
      expect(page.buttons()).not.toContain('Decline change order');
      expect(page.text('Revisions and change orders')).toContain('Not answered');
      expect(page.text('Revisions and change orders')).not.toContain('Waiting for an answer');
    }
  });

  it('term 13: includes support for a time, then quotes and invoices it', async () => {
    const order = await placeStartedOrder();
    await applyTransition(order, 'submit_for_review');
    await asClient(order, '/transitions', { transition: 'complete' });
    await pay(order);
    await applyTransition(order, 'deliver');
    const page = await openAsClient(order);
    await page.submit('Send request', { 'What do you need help with?': 'The map is grey.' }, 'Support');
    expect(page.text()).toContain('It’s included in your price.');
    const office = await openAsOwner(order);
    expect(office.text('Support')).toContain('The map is grey.');
    expect(office.buttons('Support')).toEqual(['Mark as resolved']);
    const [first] = (await read(order.number)).supportRequests;
    const resolve = () => asOwner(order, `/support-requests/${first?.id}/resolve`);
    expect((await resolve()).statusCode).toBe(200);
    await page.open(`/order/${order.reference}`);
    await page.submit('Reopen request');
    expect(page.text()).toContain('Support request reopened.');
    expect(page.text()).not.toContain('Support request sent.');
    expect((await resolve()).statusCode).toBe(200);

    await passDays(200);
    await page.open(`/order/${order.reference}`);
    expect(page.text('Support')).toContain('Support was included until');
    await page.submit('Request a quote', { 'What do you need help with?': 'A second map.' });
    expect(page.text()).toContain('You’ll get a quote to accept or decline first');
    expect((await openAsOwner(order)).buttons('Support')).toContain('Send quote');
    const request = (await read(order.number)).supportRequests.at(-1)?.id;
    const quote = { lineItems: [{ description: 'A map', amount: '80' }] };
    expect((await asOwner(order, `/support-requests/${request}/quote`, quote)).statusCode).toBe(200);
    await page.open(`/order/${order.reference}`);
    await page.submit('Accept for $80.00');
    expect(page.text()).toContain('Support quote accepted. Your invoice is ready.');
    expect(page.text(NEXT)).toContain('$80.00');
    expect(page.text('Deliverables')).not.toContain('You can’t download these files yet.');
    // The unpaid invoice isn't a payment to review.
    expect((await openAsOwner(order)).links(NEXT)).toEqual(['View invoice', 'View request']);
  });

  it('term 14: shows each month’s invoice, and pauses, ends and keeps a subscription', async () => {
    const order = await placeOrder('maintenance', { kind: 'service' });
    const REGION = 'Subscription';
    const unpaid = (await openAsClient(order)).text(REGION);
    expect(unpaid).toContain('starts once the first invoice is paid');
    expect(unpaid).not.toContain('Active');
    await pay(order);
    const page = await openAsClient(order);
    expect(page.text(REGION)).toContain('Active');
    for (const [month, day] of [
      [2, 32],
      [3, 62],
    ] as const) {
      await passDays(day);
      await processDueOrders({ ...site().http.services, log: site().log.log });
      await page.open(`/order/${order.reference}`);
      expect(page.text(NEXT)).toContain('$150.00');
      expect(listItems(page, 'Documents').filter(text => /invoice/i.test(text))).toHaveLength(month);
      await pay(order);
    }
    await page.open(`/order/${order.reference}`);
    expect(page.text(REGION)).toContain('Next invoice on 01 Jun 2027: $150.00');
    await page.submit('Cancel subscription');
    expect(page.text()).toContain('Subscription canceled. It ends after the period already invoiced.');
    expect(page.text(REGION)).toContain('Ends on 31 May 2027');
    await page.submit('Keep subscription');
    expect(page.text(REGION)).toContain('Active');
    await page.submit('Pause subscription');
    expect(page.text()).toContain('Subscription paused from the 1st of next month.');
    expect(page.text(REGION)).toContain('Paused from');
  });

  it('term 16: lets the owner decline urgent delivery, which removes the surcharge', async () => {
    const order = await placeOrder('growth', { urgent: 'on' });
    expect(fact(await openAsClient(order), 'Total')).toContain('$1,248.75');
    expect((await openAsOwner(order)).buttons('Terms')).toContain('Decline and remove surcharge');
    expect((await asOwner(order, '/urgent-delivery/decline', { reason: 'I am at sea.' })).statusCode).toBe(200);
    const page = await openAsClient(order);
    expect(fact(page, 'Total')).toContain('$999.00');
    expect(page.text('Activity')).toContain('“I am at sea.”');
  });
});
