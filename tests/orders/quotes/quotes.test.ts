import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { requestApi, expectApiError, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { type SignedInUser, memberFixture } from '../../support/member-fixture.ts';
import { quoteFixture } from '../../support/quote-fixture.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
const now = Temporal.Instant.from('2027-03-01T12:00:00Z');
const { arrive, rows, send } = memberFixture(() => site);
let owner: SignedInUser;
let lin: SignedInUser;
const { read, requested, quote, sendQuote, readForm, quoted, accept } = quoteFixture(
  () => site,
  () => owner,
);

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
  lin = await arrive({ name: 'Lin' });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.$client.query('delete from emails; delete from rate_limits');
});

describe('quote', () => {
  it('starts with the requested services or the plan', async () => {
    const { number } = await requested();
    expect(await readForm(number)).toMatchObject({
      lineItems: [{ description: expect.stringMatching(/^2 × /) as string, amount: '' }, { amount: '' }],
      deliveryDays: 45,
      expiresOn: '2027-03-15',
      version: 0,
      installments: 1,
      installmentMinimum: { minor: 100_000, currency: 'USD' },
      currency: 'USD',
    });
    const answer = await send(lin, 'POST', '/orders', { kind: 'plan', id: 'elite' });
    const elite = answer.json<{ number: number }>().number;
    const begun = await readForm(elite);
    expect(begun.lineItems).toMatchObject([{ description: 'Elite', amount: '1999' }]);
    expect(begun.contentItems.length).toBeGreaterThan(0);
    expect((await sendQuote(elite)).statusCode).toBe(200);
    expect(await read(elite, lin.cookie)).toMatchObject({ status: 'quoted', total: 169_999 });
  });

  it('is taxed by the client’s billing details, and so are its invoices', async () => {
    const sql = site.db.$client;
    await sql.query(
      `update billing_settings set tax_name = 'VAT', tax_basis_points = 1900, tax_country = 'DE', tax_behavior = 'exclusive'`,
    );
    onTestFinished(async () => {
      await sql.query(
        `update billing_settings set tax_basis_points = 0, tax_country = null, tax_behavior = 'inclusive'`,
      );
    });
    const { number, reference } = await requested({ email: 'acme@site.example' });
    expect(await readForm(number)).toMatchObject({ tax: { basisPoints: 1900 }, taxReason: null });
    const details = {
      company: 'Acme',
      street: '',
      postalCode: '',
      city: '',
      region: '',
      country: 'FR',
      taxId: 'FR12345678901',
    };
    await sql.query('update orders set billing_details = $1 where id = $2', [JSON.stringify(details), number]);
    expect(await readForm(number)).toMatchObject({
      tax: { basisPoints: 0 },
      taxReason: 'Acme is a business in France with a VAT ID there, so the customer accounts for VAT (reverse charge).',
    });
    expect((await sendQuote(number)).statusCode).toBe(200);
    const note = 'Reverse charge: the customer accounts for VAT, Article 196 Council Directive 2006/112/EC.';
    expect(await read(reference)).toMatchObject({
      total: 169_999,
      quote: { agreement: expect.stringContaining(note) as string },
    });
    await accept(reference);
    const { rows: documents } = await sql.query<{ tax: object }>(
      `select content -> 'tax' as tax from billing_documents where order_id = $1`,
      [number],
    );
    expect(documents).toEqual([{ tax: { name: 'VAT', basisPoints: 0, category: 'reverse_charge', note } }]);
  });

  it('can rename the order on its page, lists, emails, agreement and documents', async () => {
    const { number, reference } = await requested();
    const { title: before } = await read(reference);
    expect((await readForm(number)).title).toBe(before);
    for (const title of ['', ' ', 'x'.repeat(121), 'a\nb']) {
      expect(expectApiError(await sendQuote(number, { title }), 'BAD_REQUEST').fields).toHaveProperty('title');
    }
    expect((await sendQuote(number)).statusCode).toBe(200);
    expect((await read(reference)).title).toBe(before);
    await site.db.$client.query('delete from emails');
    expect((await sendQuote(number, { title: '  Tide tables  ' })).statusCode).toBe(200);
    const order = await read(reference);
    expect(order.title).toBe('Tide tables');
    expect(order.quote?.agreement).toMatch(/^AGREEMENT: Tide tables\n/);
    expect((await listEmailsTo(site, 'noor@site.example')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/: Tide tables$/),
    ]);
    const list = await requestApi(site, '/orders?search=tide%20tab', owner.cookie);
    expect(list.json<{ items: object[] }>().items).toMatchObject([{ number, title: 'Tide tables' }]);
    await accept(reference);
    const subjects = await site.db.$client.query<{ title: string }>(
      `select content -> 'order' ->> 'title' as title from billing_documents where order_id = $1`,
      [number],
    );
    expect(subjects.rows).toEqual([{ title: 'Tide tables' }]);
  });

  it('accepts budget and deadline for a quoted plan only', async () => {
    const elite = { kind: 'plan', id: 'elite', brief: 'A harbor office.' };
    const answer = await send(lin, 'POST', '/orders', { ...elite, budget: '$4,000', deadline: '2027-04-15' });
    const { number } = answer.json<{ number: number }>();
    const request = { services: [], budget: 400_000, deadline: '2027-04-15' };
    expect(await read(number, lin.cookie)).toMatchObject({ title: 'Elite', brief: 'A harbor office.', request });
    expect((await readForm(number)).lineItems).toMatchObject([{ description: 'Elite', amount: '1999' }]);
    const without = (await send(lin, 'POST', '/orders', elite)).json<{ number: number }>();
    expect((await read(without.number, lin.cookie)).request).toBeNull();
    const orders = (await rows('orders')).length;
    const wrong = await send(lin, 'POST', '/orders', { ...elite, budget: 'much', deadline: '2027-02-28' });
    expect(Object.keys(expectApiError(wrong, 'UNPROCESSABLE').fields)).toEqual(['budget', 'deadline']);
    const fixed = await send(lin, 'POST', '/orders', { kind: 'plan', id: 'growth', signature: 'Lin', budget: '100' });
    expect(Object.keys(expectApiError(fixed, 'UNPROCESSABLE').fields)).toEqual(['budget']);
    expect((await rows('orders')).length).toBe(orders);
  });

  it('computes lines, tax, surcharge (term 16), deposit and balance (terms 1 and 2)', async () => {
    await site.db.$client.query(
      `update billing_settings set tax_name = 'VAT', tax_basis_points = 1500, tax_behavior = 'exclusive'`,
    );
    const { reference } = await quoted({ urgent: 'on' });
    await site.db.$client.query(`update billing_settings set tax_basis_points = 0, tax_behavior = 'inclusive'`);
    const order = await read(reference);
    expect(order.lineItems).toEqual([
      { description: 'Tables', amount: 180_000, term: null },
      { description: 'First order', amount: -10_001, term: null },
      { description: 'Urgent delivery, 25%', amount: 42_500, term: 16 },
    ]);
    // 2,124.99 and 15% of it.
    expect(order).toMatchObject({ total: 244_374, isUrgent: true, tax: { amount: 31_875 } });
    expect(order.quote).toMatchObject({
      deposit: 122_188,
      balance: 122_186,
      deliveryDays: 3,
      allowsInstallments: true,
    });
    expect(order.quote?.agreement).toContain('Total: $2,443.74');
    expect(order.quote?.agreement).toContain('Deposit: $1,221.88 (term 1)');
  });

  it('is emailed to the client and keeps the terms of that day', async () => {
    const { number, reference } = await requested();
    await site.db.$client.query('delete from emails');
    await site.db.$client.query('update payment_term_settings set deposit_percent = 40');
    expect((await sendQuote(number)).statusCode).toBe(200);
    await site.db.$client.query('update payment_term_settings set deposit_percent = 50');
    const order = await read(reference);
    expect(order).toMatchObject({
      status: 'quoted',
      total: 169_999,
      quoteExpiresOn: '2027-03-15',
      quote: {
        version: 1,
        note: 'In two parts.',
        deposit: 68_000,
        balance: 101_999,
        deliveryDays: 21,
        supportDays: 30,
      },
      summary: { nextAction: { by: 'client' } },
    });
    expect(order.contentItems.map(({ label }) => label)).toEqual(['Harbor names', 'Logo']);
    const mails = await listEmailsTo(site, 'noor@site.example');
    expect(mails.map(({ template }) => template)).toEqual(['quote_sent']);
    expect(mails[0]?.text).toContain('$1,699.99');
    expect(mails[0]?.text).toContain('15 Mar 2027');
    expect(mails[0]?.text).toContain(`/order/${reference}`);
    expect(await listEmailsTo(site, owner.email)).toEqual([]);
  });

  it('is sent once per idempotency key, as when a response is lost', async () => {
    const { number, reference } = await requested();
    await site.db.$client.query('delete from emails');
    const idempotencyKey = crypto.randomUUID();
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await sendQuote(number, { idempotencyKey });
      expect([answer.statusCode, answer.json()]).toEqual([200, { number }]);
    }
    expect((await read(reference)).quote?.version).toBe(1);
    expect(await listEmailsTo(site, 'noor@site.example')).toHaveLength(1);
  });

  it('replaces the previous version, which stays in the history', async () => {
    const { number, reference } = await quoted();
    const first = (await read(reference)).quote;
    const answer = await sendQuote(number, {
      lineItems: [{ description: 'All', amount: '900' }],
      contentItems: ['Logo'],
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const order = await read(reference);
    expect(order).toMatchObject({ total: 90_000, quote: { version: 2 } });
    expect(order.contentItems.map(({ label }) => label)).toEqual(['Logo']);
    expect(order.events.flatMap(event => (event.quote ? [event.quote] : []))).toEqual([
      { version: 1, total: 169_999, text: first?.agreement },
      { version: 2, total: 90_000, text: order.quote?.agreement },
    ]);
    expectApiError(await accept(reference, { agreementHash: first?.agreementHash }), 'CONFLICT');
    expect((await read(reference)).status).toBe('quoted');
  });

  it('can set the number of installments (term 4) that the client agrees to', async () => {
    const { number, reference } = await requested();
    expect((await sendQuote(number, { installments: 3 })).statusCode).toBe(200);
    expect((await readForm(number)).installments).toBe(3);
    const { quote: open, installments } = await read(reference);
    expect(installments).toBe(3);
    expect(open?.agreement).toContain('\nBalance in 3 monthly installments: $849.99 (term 4)\n');
    expect((await sendQuote(number, { installments: 1 })).statusCode).toBe(200);
    expect((await read(reference)).quote?.agreement).toContain('\nBalance: $849.99 (term 2)\n');
    expect((await sendQuote(number, { installments: 4 })).statusCode).toBe(200);
    await accept(reference);
    expect(await read(reference)).toMatchObject({ status: 'agreed', installments: 4 });
    // The client can still choose a single payment.
    expect(
      (await postApi(site, `/orders/${reference}/installments`, { installments: 1 }, { method: 'PUT' })).statusCode,
    ).toBe(200);
    expect((await read(reference)).installments).toBeNull();
  });

  it('keeps content that the client has already supplied', async () => {
    const { number, reference } = await quoted();
    await postApi(site, `/orders/${reference}/content-items/2`, {});
    expect((await sendQuote(number, { contentItems: ['Prices'] })).statusCode).toBe(200);
    expect((await read(reference)).contentItems.map(({ label, position }) => [position, label])).toEqual([
      [2, 'Logo'],
      [3, 'Prices'],
    ]);
  });

  it.each([
    ['no line', { lineItems: [] }, 'BAD_REQUEST', 'lineItems'],
    ['an invalid amount', { lineItems: [{ description: 'x', amount: 'much' }] }, 'UNPROCESSABLE', 'lineItems.0.amount'],
    [
      'fractions of a cent',
      { lineItems: [{ description: 'x', amount: '1.005' }] },
      'UNPROCESSABLE',
      'lineItems.0.amount',
    ],
    [
      'an amount that is too high',
      { lineItems: [{ description: 'x', amount: '99999999999' }] },
      'UNPROCESSABLE',
      'lineItems.0.amount',
    ],
    ['a negative total', { lineItems: [{ description: 'x', amount: '-1' }] }, 'UNPROCESSABLE', 'lineItems.0.amount'],
    ['a total of zero', { lineItems: [{ description: 'x', amount: '0' }] }, 'UNPROCESSABLE', 'lineItems.0.amount'],
    ['a last day in the past', { expiresOn: '2027-02-28' }, 'UNPROCESSABLE', 'expiresOn'],
    ['a last day years ahead', { expiresOn: '2029-02-28' }, 'UNPROCESSABLE', 'expiresOn'],
    ['one installment too many', { installments: 7 }, 'BAD_REQUEST', 'installments'],
    ['no installment', { installments: 0 }, 'BAD_REQUEST', 'installments'],
    [
      'installments of a total that is too small',
      { lineItems: [{ description: 'x', amount: '999.99' }], installments: 2 },
      'UNPROCESSABLE',
      'installments',
    ],
    ['no days', { deliveryDays: 0 }, 'BAD_REQUEST', 'deliveryDays'],
  ] as const)('is refused with %s, and nothing changes', async (_what, changes, code, field) => {
    const { number, reference } = await requested();
    await site.db.$client.query('delete from emails');
    expect(Object.keys(expectApiError(await sendQuote(number, changes), code).fields)).toContain(field);
    expect(await read(reference)).toMatchObject({ status: 'requested', total: 0, contentItems: [] });
    expect(await rows('emails')).toEqual([]);
  });

  it('can be written only by the owner and accepted only by the client', async () => {
    const { number, reference } = await quoted();
    expectApiError(await postApi(site, `/orders/${reference}/quote`, quote(), { method: 'PUT' }), 'UNAUTHORIZED');
    expectApiError(await send(lin, 'PUT', `/orders/${number}/quote`, quote()), 'FORBIDDEN');
    expectApiError(await requestApi(site, `/orders/${number}/quote`, lin.cookie), 'FORBIDDEN');
    const { quote: open } = await read(reference);
    const body = { agreementHash: open?.agreementHash, signature: 'Lin' };
    expectApiError(await send(lin, 'POST', `/orders/${number}/quote/accept`, body), 'NOT_FOUND');
    expectApiError(await send(owner, 'POST', `/orders/${number}/quote/accept`, body), 'FORBIDDEN');
  });
});
