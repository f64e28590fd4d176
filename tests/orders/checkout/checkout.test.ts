import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckoutOffer } from '#features/orders/checkout/contract.ts';
import { EMPTY_DETAILS } from '#features/clients/contract/constants.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { runAgreementJobs } from '../../support/agreement-jobs.ts';
import { requestApi, expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { type SignedInUser, memberFixture } from '../../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';
import { resetDocumentDays } from '../../support/document-days.ts';

let site: TestSite;
let now = Temporal.Instant.from('2027-03-01T12:00:00Z');
const { arrive, rows, send } = memberFixture(() => site);
let owner: SignedInUser;
let lin: SignedInUser;
let grace: SignedInUser;

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
  lin = await arrive({ name: 'Lin' });
  grace = await arrive({ name: 'Grace' });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = Temporal.Instant.from('2027-03-01T12:00:00Z');
  await resetDocumentDays(site.db);
  await site.db.$client.query('delete from emails; delete from rate_limits; delete from pgboss.job');
});

const offerOf = (kind = 'plan', id = 'growth', cookie?: string) =>
  getApi<CheckoutOffer>(site, `/checkout-offers/${kind}/${id}`, cookie);

/** Returns the order form of a visitor. */
async function form(changes: object = {}, kind = 'plan', id = 'growth') {
  const { standardPrice, urgentPrice } = await offerOf(kind, id);
  return {
    kind,
    id,
    brief: 'A shop for tide tables.',
    name: 'Noor Haddad',
    email: 'noor@site.example',
    signature: 'Noor Haddad',
    agreementHash: standardPrice.agreementHash,
    ...(urgentPrice ? { urgentAgreementHash: urgentPrice.agreementHash } : {}),
    ...changes,
  };
}
const order = async (changes: object = {}, kind?: string, id?: string) =>
  postApi(site, '/orders', await form(changes, kind, id));
async function placeOrder(changes: object = {}, kind?: string, id?: string) {
  const answer = await order(changes, kind, id);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ number: number; reference: string }>();
}
const read = (reference: string | number, cookie?: string) => getApi<Order>(site, `/orders/${reference}`, cookie);
const countOrders = async () => (await rows('orders')).length;

/** Runs a test as a seller in Germany who adds 19% VAT to prices. */
async function withVat(run: () => Promise<void>) {
  const set = (values: string) => site.db.$client.query(`update billing_settings set ${values}`);
  await set(`tax_name = 'VAT', tax_basis_points = 1900, tax_country = 'DE', tax_behavior = 'exclusive'`);
  try {
    await run();
  } finally {
    await set(`tax_basis_points = 0, tax_country = null, tax_behavior = 'inclusive'`);
  }
}

describe('offer', () => {
  it('lists price, deposit, terms and agreement', async () => {
    const offer = await offerOf();
    expect(offer).toMatchObject({ title: 'Growth', currency: 'USD', requiresQuote: false, client: null });
    expect(offer.standardPrice).toMatchObject({
      lineItems: [{ description: 'Growth', amount: 99_900, term: null }],
      tax: null,
      total: 99_900,
      dueNow: 49_950,
      dueLater: 49_950,
    });
    expect(offer.urgentPrice).toMatchObject({
      lineItems: [{ amount: 99_900 }, { description: 'Urgent delivery, 25%', amount: 24_975, term: 16 }],
      total: 124_875,
      dueNow: 62_438,
      dueLater: 62_437,
      deliveryDays: 3,
    });
    expect(offer.standardPrice.agreementText).toContain('Total: $999.00');
    expect(offer.standardPrice.agreementText).toContain('16. ');
    expect(offer.terms).toHaveLength(16);
  });

  it('includes the owner’s tax', async () => {
    await site.db.$client.query(
      `update billing_settings set tax_name = 'VAT', tax_basis_points = 1500, tax_behavior = 'exclusive'`,
    );
    const { standardPrice } = await offerOf();
    expect(standardPrice).toMatchObject({
      tax: { name: 'VAT', basisPoints: 1500, amount: 14_985, isIncluded: false },
      total: 114_885,
      // 499.51 plus tax: with 499.50, the taxes of deposit and balance wouldn't add up to 149.85.
      dueNow: 57_444,
    });
    await site.db.$client.query(`update billing_settings set tax_basis_points = 0, tax_behavior = 'inclusive'`);
  });

  it('has the tax of a company’s country and VAT ID, which its agreement and invoice name', async () => {
    const billing = {
      company: 'Acme SARL',
      street: '1 rue de la Paix',
      postalCode: '75002',
      city: 'Paris',
      region: '',
      country: 'FR',
      taxId: 'fr 12 345678901',
    };
    await withVat(async () => {
      const path = '/checkout-offers/plan/growth?country=FR';
      const taxed = { basisPoints: 1900, amount: 18_981 };
      for (const [query, price] of [
        ['', { tax: taxed, taxNote: null, total: 118_881 }],
        ['&taxId=FR12345678901', { tax: null, taxNote: expect.stringContaining('Reverse charge'), total: 99_900 }],
        ['&taxId=FR1', { tax: taxed, taxNote: null, total: 118_881 }],
      ] as const) {
        expect((await getApi<CheckoutOffer>(site, path + query)).standardPrice, query).toMatchObject(price);
      }
      for (const unknown of ['0', '{}', 'fr', 'FRA']) {
        const refused = await requestApi(site, `/checkout-offers/plan/growth?country=${encodeURIComponent(unknown)}`);
        expect(Object.keys(expectApiError(refused, 'BAD_REQUEST').fields)).toEqual(['country']);
      }
      const before = await countOrders();
      expectApiError(await order({ billing }), 'CONFLICT');
      expect(await countOrders()).toBe(before);
      const { standardPrice } = await getApi<CheckoutOffer>(site, `${path}&taxId=${encodeURIComponent(billing.taxId)}`);
      expect(standardPrice.agreementText).toContain('Reverse charge');
      const { reference } = await placeOrder({ billing, agreementHash: standardPrice.agreementHash });
      const placed = await read(reference);
      expect(placed).toMatchObject({ total: 99_900, tax: null, taxNote: standardPrice.taxNote });
      const client = { name: 'Acme SARL', taxId: 'FR12345678901' };
      expect(placed.agreements[0]?.client).toMatchObject({ ...client, email: 'noor@site.example' });
      const last = await site.db.$client.query('select content from billing_documents order by id desc limit 1');
      expect(last.rows).toMatchObject([{ content: { client, taxAmount: 0, tax: { category: 'reverse_charge' } } }]);
    });
  });

  it('has the tax of the saved details of a signed-in client only', async () => {
    const saved = { name: 'Grace', emails: [grace.email], billing: { ...EMPTY_DETAILS, country: 'US' } };
    expect((await postApi(site, '/clients', saved, { cookie: owner.cookie })).statusCode).toBe(201);
    await withVat(async () => {
      const seen = await offerOf('plan', 'growth', grace.cookie);
      expect(seen.standardPrice).toMatchObject({ tax: null, total: 99_900 });
      const { agreementHash } = seen.standardPrice;
      const body = { kind: 'plan', id: 'growth', signature: 'Grace', agreementHash };
      expectApiError(await postApi(site, '/orders', { ...body, name: 'Eve', email: grace.email }), 'CONFLICT');
      expect((await postApi(site, '/orders', body, { cookie: grace.cookie })).statusCode).toBe(201);
    });
  });

  it('exists for visible plans, services and projects only', async () => {
    const [{ id }] = (await getApi<{ items: [{ id: string }] }>(site, '/projects')).items;
    expect(await offerOf('project', id)).toMatchObject({
      kind: 'project',
      urgentPrice: null,
      standardPrice: { dueLater: 0 },
    });
    expect(await offerOf('plan', 'elite')).toMatchObject({ requiresQuote: true, urgentPrice: null });
    await site.db.$client.query(`update plans set is_hidden = true where id = 'starter'`);
    for (const path of [
      '/checkout-offers/plan/starter',
      '/checkout-offers/plan/nothing',
      '/checkout-offers/service/growth',
      '/checkout-offers/project/x',
    ]) {
      expectApiError(await requestApi(site, path), 'NOT_FOUND');
    }
    await site.db.$client.query(`update plans set is_hidden = false where id = 'starter'`);
  });
});

describe('ordering a plan', () => {
  it('records the agreement, issues the deposit invoice and notifies both parties', async () => {
    const { number, reference } = await placeOrder();
    const seen = await read(reference);
    expect(seen).toMatchObject({
      number,
      party: 'client',
      status: 'agreed',
      title: 'Growth',
      brief: 'A shop for tide tables.',
      client: { name: 'Noor Haddad', email: 'noor@site.example' },
      isGuest: true,
      total: 99_900,
      summary: {
        nextAction: { by: 'client' },
        nextPayment: { amount: 49_950, dueOn: '2027-03-01' },
        amountDue: 49_950,
      },
    });
    expect(seen.billingDocuments.map(({ kind, total, amountDue }) => [kind, total, amountDue])).toEqual([
      ['deposit_invoice', 49_950, 49_950],
    ]);
    expect(seen.agreements).toMatchObject(
      [{ kind: 'signed', signature: 'Noor Haddad', sha256: /^[0-9a-f]{64}$/ }].map(agreement => ({
        ...agreement,
        sha256: expect.stringMatching(agreement.sha256) as string,
      })),
    );
    // Only after the agreement's PDF is rendered (term 15).
    expect(await rows('emails')).toEqual([]);
    await runAgreementJobs(site);
    const [toClient] = await listEmailsTo(site, 'noor@site.example');
    expect(toClient).toMatchObject({
      template: 'order_placed',
      subject: `Your order ${number}: Growth`,
    });
    expect(toClient?.text).toContain(`/order/${reference}`);
    expect((await listEmailsTo(site, owner.email)).map(({ template }) => template)).toEqual(['order_received']);
    expect(await read(number, owner.cookie)).toMatchObject({ party: 'owner', number });
  });

  it('keeps its price, features and terms when the plan changes', async () => {
    const { reference } = await placeOrder();
    await site.db.$client.query(`update plans set price_amount = 1, features = '{Nothing}' where id = 'growth'`);
    await site.db.$client.query(`update payment_terms set text = 'Another text.' where number = 1`);
    const seen = await read(reference);
    expect(seen.total).toBe(99_900);
    expect(seen.features).not.toContain('Nothing');
    expect(seen.terms.find(({ number }) => number === 1)?.text).not.toBe('Another text.');
    await site.db.$client.query(`update plans set price_amount = 99900 where id = 'growth'`);
  });

  it.each([
    ['no name', { name: undefined }, 'UNPROCESSABLE', 'name'],
    ['no address', { email: undefined }, 'UNPROCESSABLE', 'email'],
    ['an invalid address', { email: 'noor@' }, 'BAD_REQUEST', 'email'],
    ['no agreement (term 15)', { signature: undefined }, 'UNPROCESSABLE', 'signature'],
    ['an empty signature', { signature: ' ' }, 'BAD_REQUEST', 'signature'],
    ['a hash of another text', { agreementHash: '0'.repeat(64) }, 'CONFLICT', undefined],
    [
      'urgent delivery with the hash of the standard price',
      { urgent: 'on', urgentAgreementHash: undefined },
      'CONFLICT',
      undefined,
    ],
    ['a brief over the limit', { brief: 'x'.repeat(5001) }, 'BAD_REQUEST', 'brief'],
    ['a plan that is not offered', { id: 'nothing' }, 'NOT_FOUND', undefined],
    ['an unknown field', { total: 1 }, 'BAD_REQUEST', undefined],
  ] as const)('is refused with %s: no order, no invoice, no email', async (_what, changes, code, field) => {
    const before = [await countOrders(), (await rows('billing_documents')).length];
    const error = expectApiError(await order(changes), code);
    if (field) expect(Object.keys(error.fields)).toContain(field);
    expect([await countOrders(), (await rows('billing_documents')).length]).toEqual(before);
    expect(await rows('emails')).toEqual([]);
  });

  it('creates one order for fifty requests with one idempotency key', async () => {
    const body = await form();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const before = await countOrders();
    const answers = await Promise.all(Array.from({ length: 50 }, () => postApi(site, '/orders', body, { headers })));
    expect(new Set(answers.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(201);
    expect(await countOrders()).toBe(before + 1);
    await runAgreementJobs(site);
    expect(await listEmailsTo(site, 'noor@site.example')).toHaveLength(1);
    const other = await postApi(site, '/orders', { ...body, brief: 'Another one.' }, { headers });
    const { message } = expectApiError(other, 'UNPROCESSABLE');
    expect(message).toBe(
      'You already placed this order with other details. Check your inbox for its link. To place another order, reload the page.',
    );
    expect(await countOrders()).toBe(before + 1);
  });

  it('is limited to eight orders per address in twelve hours', async () => {
    for (let number = 0; number < 8; number++) await placeOrder();
    const answer = await order();
    expectApiError(answer, 'TOO_MANY_REQUESTS');
    expect(answer.headers['retry-after']).toBeDefined();
    now = now.add({ hours: 13 });
    await placeOrder();
  });
});

describe('ordering other offers', () => {
  it('issues no invoice and requires no agreement when a quote comes first', async () => {
    const { reference } = await placeOrder({ signature: undefined, agreementHash: undefined }, 'plan', 'elite');
    const seen = await read(reference);
    expect(seen).toMatchObject({
      status: 'requested',
      billingDocuments: [],
      agreements: [],
      summary: { nextAction: { by: 'owner' } },
    });
  });

  it('invoices a project in full', async () => {
    const [{ id }] = (await getApi<{ items: [{ id: string }] }>(site, '/projects')).items;
    const { reference } = await placeOrder({}, 'project', id);
    const seen = await read(reference);
    expect(seen.billingDocuments.map(({ kind, total }) => [kind, total])).toEqual([['invoice', seen.total]]);
  });

  it('uses the account’s name and email when signed in', async () => {
    const { standardPrice } = await offerOf('plan', 'growth', lin.cookie);
    expect((await offerOf('plan', 'growth', lin.cookie)).client).toEqual({ name: 'Lin', email: lin.email });
    const body = { ...(await form()), agreementHash: standardPrice.agreementHash };
    const answer = await send(lin, 'POST', '/orders', body);
    expect(answer.statusCode).toBe(201);
    const { number } = answer.json<{ number: number }>();
    expect(await read(number, lin.cookie)).toMatchObject({
      client: { name: 'Lin', email: lin.email },
      isGuest: false,
    });
  });
});

describe('order access', () => {
  it('is limited to the client, the owner and holders of the link', async () => {
    const { number, reference } = await placeOrder();
    expectApiError(await requestApi(site, `/orders/${number}`), 'UNAUTHORIZED');
    for (const cookie of [lin.cookie, grace.cookie]) {
      expectApiError(await requestApi(site, `/orders/${number}`, cookie), 'NOT_FOUND');
    }
    const [, token = ''] = reference.split('.');
    const wrong = [
      // Replace the last character, which may already be an A.
      `${number}.${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${number + 1}.${token}`,
      `${number}.${'A'.repeat(43)}`,
      '999999999',
    ];
    for (const other of wrong) {
      expectApiError(await requestApi(site, `/orders/${other}`, lin.cookie), 'NOT_FOUND');
    }
    expect((await read(reference)).party).toBe('client');
  });

  it('moves to the account that confirms the email address and stays there', async () => {
    const { number } = await placeOrder({ email: 'new@site.example' });
    const noor = await arrive({ email: 'new@site.example' });
    const list = await getApi<{ items: { number: number }[] }>(site, '/orders', noor.cookie);
    expect(list.items.map(item => item.number)).toEqual([number]);
    await site.db.$client.query(`update users set email = 'moved@site.example' where id = $1`, [noor.id]);
    expect((await read(number, noor.cookie)).number).toBe(number);
    const other = await arrive({ email: 'new@site.example' });
    expectApiError(await requestApi(site, `/orders/${number}`, other.cookie), 'NOT_FOUND');
    expect((await getApi<{ total: number }>(site, '/orders', other.cookie)).total).toBe(0);
  });

  it('ends for the old link when the owner issues a new one', async () => {
    const { number, reference } = await placeOrder();
    expectApiError(await postApi(site, `/orders/${reference}/access-link/rotate`, {}), 'FORBIDDEN');
    await site.db.$client.query('delete from emails');
    expect((await send(owner, 'POST', `/orders/${number}/access-link/rotate`)).statusCode).toBe(200);
    expectApiError(await requestApi(site, `/orders/${reference}`), 'NOT_FOUND');
    const [mail] = await listEmailsTo(site, 'noor@site.example');
    const [, fresh = ''] = /\/order\/(\d+\.[\w-]+)/.exec(mail?.text ?? '') ?? [];
    expect((await read(fresh)).number).toBe(number);
  });

  it('shows the order on a future day without actions', async () => {
    const { number, reference } = await placeOrder();
    const later = await getApi<Order>(site, `/orders/${reference}?asOf=2027-03-09`);
    expect(later).toMatchObject({ asOf: '2027-03-09', transitions: [] });
    expect(later.summary.lateFees.map(({ amount, dueFrom }) => [amount, dueFrom])).toEqual([[2498, '2027-03-09']]);
    expect((await getApi<Order>(site, `/orders/${number}?asOf=2027-03-08`, owner.cookie)).summary.lateFees).toEqual([]);
    expect((await read(reference)).summary.lateFees).toEqual([]);
  });
});
