import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseAgreement } from '#features/orders/agreements/rules/parse-agreement.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { runAgreementJobs } from '../../support/agreement-jobs.ts';
import { expectApiError, getApi, requestApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { type SignedInUser, memberFixture } from '../../support/member-fixture.ts';
import { quoteFixture } from '../../support/quote-fixture.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
const now = Temporal.Instant.from('2027-03-01T12:00:00Z');
const { arrive, send } = memberFixture(() => site);
let owner: SignedInUser;
const { read, requested, quoted, sendQuote, readForm, accept } = quoteFixture(
  () => site,
  () => owner,
);

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.$client.query('delete from emails; delete from rate_limits; delete from pgboss.job');
});

/** Costs 900 without options, 1,170 with the search and 1,012.50 with the map. */
const lines = {
  lineItems: [
    { description: 'Tables', amount: '100', quantity: '10', unit: 'hour' },
    { description: 'Search', amount: '300', optional: 'on' },
    { description: 'Map', amount: '50', quantity: '2.5', unit: 'day', optional: 'on' },
  ],
  discount: '10%',
};
const readWith = (reference: string, options: string) => getApi<Order>(site, `/orders/${reference}?options=${options}`);

describe('a quote with options', () => {
  it('lists them in the email and the text, and shows the price of any selection', async () => {
    const { number, reference } = await requested();
    await site.db.$client.query('delete from emails');
    expect((await sendQuote(number, { ...lines, title: 'Tide tables' })).statusCode).toBe(200);
    const [mail] = await listEmailsTo(site, 'noor@site.example');
    expect(mail?.text).toContain('The total for “Tide tables” is $900.00.');
    expect(mail?.text).toContain('not included in the total: Search ($300.00), Map ($125.00).');

    const order = await read(reference);
    expect(order).toMatchObject({ total: 90_000, quote: { deposit: 45_000, allowsInstallments: false } });
    expect(order.quote?.options).toMatchObject([
      { description: 'Search', amount: 30_000, isChosen: false },
      { description: 'Map', amount: 12_500, quantity: 2.5, unit: 'day', isChosen: false },
    ]);
    expect(order.events.at(-1)?.quote).toMatchObject({ total: 90_000, text: order.quote?.agreement });
    const both = await readWith(reference, '0,1');
    expect(both).toMatchObject({ total: 128_250, quote: { deposit: 64_125, allowsInstallments: true } });
    expect(both.lineItems.map(({ description, amount }) => [description, amount])).toEqual([
      ['Tables', 100_000],
      ['Search', 30_000],
      ['Map', 12_500],
      ['Discount 10%', -14_250],
    ]);
    expect(both.quote?.agreement).not.toContain('Optional');
    // A URL can be older than the quote.
    expect(await readWith(reference, '1,7')).toMatchObject({ total: 101_250 });
    expectApiError(await requestApi(site, `/orders/${reference}?options=one`), 'BAD_REQUEST');
    expect(await readForm(number)).toMatchObject({
      lineItems: [{ quantity: '10', unit: 'hour' }, { isOptional: true }, { quantity: '2.5', isOptional: true }],
      discount: '10%',
    });
  });

  it('is agreed, invoiced and kept in the history with the selected options', async () => {
    const { number, reference } = await quoted(lines);
    const [before, chosen] = [await read(reference), await readWith(reference, '1')];
    const agreementHash = chosen.quote?.agreementHash;
    expect(agreementHash).not.toBe(before.quote?.agreementHash);
    const answer = await accept(reference, { options: [1], agreementHash });
    expect(answer.statusCode, answer.body).toBe(200);
    const again = await accept(reference, { options: [1], agreementHash });
    expect(again.statusCode, again.body).toBe(200);
    const order = await read(reference);
    expect(order).toMatchObject({
      status: 'agreed',
      total: 101_250,
      quote: null,
      summary: { nextPayment: { amount: 50_625 } },
      agreements: [{ sha256: agreementHash, text: chosen.quote?.agreement }],
    });
    expect(order.lineItems).toEqual(chosen.lineItems.map(({ isOptional: _, ...line }) => line));
    expect(order.agreements).toHaveLength(1);
    expect(order.agreements[0]?.text).toContain('Map (2.5 days × $50.00): $125.00');
    expect(order.agreements[0]?.text).toContain('Optional, not included in the total:\nSearch: $300.00');
    expect(parseAgreement(order.agreements[0]?.text ?? '').filter(({ kind }) => kind === 'amounts')).toMatchObject([
      { rows: [{ label: 'Tables (10 hours × $100.00)' }, {}, {}, { isTotal: true }, {}, {}] },
      { rows: [{ label: 'Search', amount: '$300.00', isTotal: false }] },
    ]);
    expect(order.events.find(({ quote }) => quote)?.quote?.text).toBe(before.quote?.agreement);
    const [invoice] = order.billingDocuments;
    const path = invoice?.path.replace('/document/', '/billing-documents/') ?? '';
    const { document } = await getApi<{ document: { lineItems: object[] } }>(site, path);
    expect(document.lineItems).toMatchObject([
      { description: 'Tables', quantity: 10, unit: 'hour', unitAmount: 10_000, amount: 100_000 },
      { description: 'Map', quantity: 2.5, unit: 'day', unitAmount: 5000, amount: 12_500 },
      { description: 'Discount 10%', quantity: 1, amount: -11_250 },
      { description: 'Invoiced later' },
    ]);
    await runAgreementJobs(site);
    expect((await listEmailsTo(site, owner.email)).map(({ template }) => template)).toEqual(['order_agreed']);
    // A copy contains the agreed lines, none of them optional.
    const copy = (await send(owner, 'POST', '/client-orders', { copyOf: number })).json<{ number: number }>().number;
    const form = await readForm(copy);
    expect(form.lineItems.map(({ description, isOptional }) => [description, isOptional])).toEqual([
      ['Tables', false],
      ['Map', false],
      ['Discount 10%', false],
    ]);
  });

  it.each<[string, (reference: string) => Promise<object>, 'UNPROCESSABLE' | 'CONFLICT' | 'BAD_REQUEST']>([
    ['an option that isn’t in the quote', async () => ({ options: [2] }), 'UNPROCESSABLE'],
    ['an option that is no number', async () => ({ options: ['all'] }), 'BAD_REQUEST'],
    ['the text of another selection', async () => ({ options: [0] }), 'CONFLICT'],
    [
      'the text of an earlier version',
      async reference => {
        const { number, quote } = await readWith(reference, '0');
        const [required, search, map] = lines.lineItems;
        const changed = { ...lines, lineItems: [required, { ...search, amount: '301' }, map] };
        expect((await sendQuote(number, changed)).statusCode).toBe(200);
        await site.db.$client.query('delete from emails');
        return { options: [0], agreementHash: quote?.agreementHash };
      },
      'CONFLICT',
    ],
  ])('is not accepted with %s', async (_what, prepare, code) => {
    const { reference } = await quoted(lines);
    expectApiError(await accept(reference, await prepare(reference)), code);
    const order = await read(reference);
    expect(order).toMatchObject({ status: 'quoted', total: 90_000, agreements: [], billingDocuments: [] });
    expect(order.quote?.options).toHaveLength(2);
    await runAgreementJobs(site);
    expect(await listEmailsTo(site, 'noor@site.example')).toEqual([]);
    expect(await listEmailsTo(site, owner.email)).toEqual([]);
  });

  it('is recorded with the options that the owner ticks', async () => {
    const { number, reference } = await quoted(lines);
    const { timeZone } = await read(reference);
    const confirmedAt = now.toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16);
    const record = (options: readonly number[]) => {
      const body = { message: 'Yes, with the search.', confirmedBy: 'Noor Haddad', confirmedAt, options };
      return send(owner, 'POST', `/orders/${number}/quote/record-acceptance`, body);
    };
    expectApiError(await record([5]), 'UNPROCESSABLE');
    expect(await read(reference)).toMatchObject({ status: 'quoted', billingDocuments: [] });
    const { quote } = await readWith(reference, '0');
    expect((await record([0])).statusCode).toBe(200);
    expect(await read(reference)).toMatchObject({
      status: 'agreed',
      total: 117_000,
      agreements: [{ kind: 'recorded', text: quote?.agreement }],
      billingDocuments: [{ total: 58_500 }],
    });
  });

  it('can be copied, and keeps its options after it has expired', async () => {
    const { number, reference } = await quoted(lines);
    const copy = (await send(owner, 'POST', '/client-orders', { copyOf: number })).json<{ number: number }>().number;
    const [{ lineItems, discount }, form] = [await readForm(copy), await readForm(number)];
    expect({ lineItems, discount }).toEqual({ lineItems: form.lineItems, discount: form.discount });
    expect(await read(copy, owner.cookie)).toMatchObject({ status: 'requested', total: 0, quote: null });
    const later = await getApi<Order>(site, `/orders/${reference}?asOf=2027-04-01`);
    expect(later).toMatchObject({ status: 'expired', total: 90_000, quote: { options: [{}, {}] } });
  });

  it.each<[string, object, string, RegExp]>([
    [
      'only options',
      { lineItems: [{ description: 'Search', amount: '300', optional: 'on' }] },
      'lineItems.0.amount',
      /must not be optional/,
    ],
    [
      'a total of zero without options',
      { lineItems: [{ description: 'Tables', amount: '0' }, ...lines.lineItems.slice(1)] },
      'lineItems.0.amount',
      /more than zero/,
    ],
    ['a discount above the required lines', { ...lines, discount: '1000.01' }, 'discount', /the required lines/],
    [
      'an invalid quantity',
      { lineItems: [{ description: 'Tables', amount: '100', quantity: 'two' }] },
      'lineItems.0.quantity',
      /from 0\.01/,
    ],
    [
      'options on an agreed order',
      { ...lines, agreement: { message: 'Yes.', confirmedBy: 'Noor', confirmedAt: '2027-02-20T10:30' } },
      'lineItems.1.optional',
      /already agreed/,
    ],
  ])('is not sent with %s', async (_what, changes, field, message) => {
    const { number, reference } = await requested();
    await site.db.$client.query('delete from emails');
    const { fields } = expectApiError(await sendQuote(number, changes), 'UNPROCESSABLE');
    expect(fields).toEqual({ [field]: expect.stringMatching(message) });
    expect(await read(reference)).toMatchObject({ status: 'requested', quote: null, billingDocuments: [] });
    expect(await listEmailsTo(site, 'noor@site.example')).toEqual([]);
  });
});
