import { beforeEach, describe, expect, it } from 'vitest';
import type { BillingDocumentDetails } from '#features/billing/contract/document-details.ts';
import type {
  ActivityEntry,
  Client,
  ClientDetails,
  Duplicate,
  ImportResult,
} from '#features/clients/contract/index.ts';
import { EMPTY_DETAILS } from '#features/clients/contract/constants.ts';
import type { InvoiceBalance } from '#features/payments/contract/invoices.ts';
import { SafeFetchError } from '#platform/http/safe-fetch.ts';
import { expectApiError, getApi, postApi, requestApi } from '../support/api-client.ts';
import { FIRST, orderFixture, placePlanOrder } from '../support/order-fixture.ts';
import { PASSWORD } from '../support/user-factory.ts';

/** The response of VIES; undefined if it can't be reached. */
let vies: string | undefined;
let asked = '';

const { site, owner, arrive, pay, read } = orderFixture({
  async safeFetch(url) {
    asked = url;
    if (vies === undefined) throw new SafeFetchError('connection', 'Not reached.');
    return { changed: true, body: Buffer.from(vies), etag: undefined };
  },
});

const acme = {
  company: 'Acme GmbH',
  street: 'Torstraße 1',
  postalCode: '10119',
  city: 'Berlin',
  region: '',
  country: 'DE',
  taxId: 'DE123456789',
};
const ADDRESS = ['Noor Haddad', 'Torstraße 1', '10119 Berlin', 'Germany'];

/** Sends a request as the owner. */
const send = (path: string, body: object = {}, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
  postApi(site(), path, body, { cookie: owner().cookie, method });
const get = <Answer>(path: string) => getApi<Answer>(site(), path, owner().cookie);

async function add(client: object): Promise<Client> {
  const answer = await send('/clients', { name: 'Noor Haddad', billing: EMPTY_DETAILS, ...client });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Client>();
}

/** Places an order, as a visitor without a cookie. */
async function place(changes: object, cookie?: string): Promise<{ number: number; reference: string }> {
  await site().db.$client.query('delete from rate_limits');
  if (cookie === undefined) return placePlanOrder(site(), 'growth', changes);
  const offer = await getApi<{ standardPrice: { agreementHash: string } }>(site(), '/checkout-offers/plan/growth');
  const { agreementHash } = offer.standardPrice;
  const body = { kind: 'plan', id: 'growth', signature: 'Noor Haddad', agreementHash, ...changes };
  const answer = await postApi(site(), '/orders', body, { cookie });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ number: number; reference: string }>();
}

/** Returns the client as on the first invoice of an order. */
async function billedTo({ reference }: { reference: string }) {
  const { billingDocuments } = await read(reference);
  const path = billingDocuments[0]?.path.replace('/document/', '/billing-documents/') ?? '';
  return (await getApi<BillingDocumentDetails>(site(), path)).document.client;
}

const findId = async (email: string) => (await get<{ id: number | null }>(`/client-by-email/${email}`)).id;
const getClient = (id: number) => get<ClientDetails>(`/clients/${id}`);

beforeEach(async () => {
  await site().db.$client.query('delete from client_merges; delete from clients');
});

describe('a client', () => {
  it('is added, found, updated once per version, and deleted', async () => {
    const { id, version } = await add({ emails: ['noor@site.example'], billing: { ...acme, taxId: '123 456 789' } });
    expect(await findId('NOOR@site.example')).toBe(id);
    for (const search of ['noor@', 'acme', 'haddad', 'de 123456789']) {
      const { items } = await get<{ items: Client[] }>(`/clients?search=${encodeURIComponent(search)}`);
      expect(items, search).toMatchObject([{ id, billing: acme, money: [] }]);
    }
    const changed = { name: 'Noor H.', emails: ['n@site.example'], billing: acme, tags: ['retainer'], version };
    expect((await send(`/clients/${id}`, changed, 'PUT')).json()).toMatchObject({ name: 'Noor H.', version: 2 });
    expectApiError(await send(`/clients/${id}`, changed, 'PUT'), 'CONFLICT');
    expect(await findId('noor@site.example')).toBeNull();
    expect((await get<{ items: Client[] }>('/clients?tag=retainer')).items).toHaveLength(1);
    await send(`/clients/${id}`, {}, 'DELETE');
    expectApiError(await requestApi(site(), `/clients/${id}`, owner().cookie), 'NOT_FOUND');
  });

  it('rejects an address of another client, a wrong VAT ID, a missing country and wrong payment days, at the field', async () => {
    await add({ emails: ['noor@site.example'], billing: acme });
    const rejected = async (client: object) =>
      (await send('/clients', { name: 'Ada', billing: EMPTY_DETAILS, ...client })).json<{ error: { fields: object } }>()
        .error.fields;
    expect(await rejected({ emails: ['Noor@site.example'] })).toEqual({
      emails: expect.stringContaining('belongs to Acme GmbH'),
    });
    expect(await rejected({ billing: { ...acme, taxId: 'DE12' } })).toHaveProperty(['billing.taxId']);
    expect(await rejected({ billing: { ...acme, country: '' } })).toHaveProperty(['billing.country']);
    for (const paymentDays of ['soon', '400']) {
      expect(await rejected({ paymentDays })).toEqual({ paymentDays: 'Enter a number of days from 0 to 365.' });
    }
    expect((await get<{ total: number }>('/clients')).total).toBe(1);
  });

  it('is only shown to the owner', async () => {
    const { id } = await add({ emails: ['eve@site.example'], notes: 'Pays late' });
    const eve = await arrive({ name: 'Eve' });
    for (const path of [
      '/clients',
      `/clients/${id}`,
      `/clients/${id}/activity`,
      '/client-duplicates',
      '/clients.csv',
    ]) {
      expectApiError(await requestApi(site(), path, eve.cookie), 'FORBIDDEN');
    }
  });
});

describe('an order', () => {
  it('adds its client, with the company on the invoice', async () => {
    const order = await place({ email: 'noor@acme.example', billing: acme });
    expect(await billedTo(order)).toEqual({
      name: 'Acme GmbH',
      email: 'noor@acme.example',
      addressLines: ADDRESS,
      taxId: 'DE123456789',
      country: 'DE',
      address: { street: acme.street, postalCode: acme.postalCode, city: acme.city, region: '' },
    });
    const id = await findId('noor@acme.example');
    expect(await getClient(id ?? 0)).toMatchObject({ name: 'Noor Haddad', billing: acme });
    expect((await read(order.number)).billedTo).toMatchObject({ name: 'Acme GmbH', isForOrderOnly: false });
  });

  it('by someone who isn’t signed in doesn’t reveal or change known details', async () => {
    const { id } = await add({ emails: ['noor@site.example'], billing: acme, notes: 'Secret' });
    const plain = await place({});
    const other = await place({ billing: { ...acme, company: 'Evil Ltd', city: 'Bonn' } });
    for (const order of [plain, other]) {
      expect(JSON.stringify([await read(order.reference), await billedTo(order)])).not.toMatch(/Acme|Berlin|Secret/);
    }
    expect((await billedTo(plain)).addressLines).toEqual([]);
    expect((await billedTo(other)).name).toBe('Evil Ltd');
    expect((await getClient(id)).billing).toEqual(acme);
    // The owner can accept the new details, or use the known ones; issued invoices stay as they are.
    await send(`/orders/${other.number}/billing-details/resolve`, { decision: 'save' });
    expect((await getClient(id)).billing).toMatchObject({ company: 'Evil Ltd', city: 'Bonn' });
    await send(`/orders/${plain.number}/billing-details/resolve`, { decision: 'discard' });
    expect((await read(plain.number)).billedTo).toMatchObject({ name: 'Evil Ltd', isForOrderOnly: false });
    expect((await billedTo(plain)).addressLines).toEqual([]);
  });

  it('by a signed-in client uses their details and can correct them', async () => {
    const lin = await arrive({ name: 'Lin' });
    const { id } = await add({ emails: [lin.email], billing: acme });
    expect((await billedTo(await place({}, lin.cookie))).name).toBe('Acme GmbH');
    const moved = { ...acme, city: 'Bonn' };
    expect((await billedTo(await place({ billing: moved }, lin.cookie))).addressLines).toContain('10119 Bonn');
    expect((await getClient(id)).billing).toEqual(moved);
    const own = await postApi(
      site(),
      '/my-billing-details',
      { billing: acme, phone: '1' },
      { cookie: lin.cookie, method: 'PUT' },
    );
    expect(own.json()).toEqual({ billing: acme, phone: '1' });
    expect((await getClient(id)).billing).toEqual(acme);
  });

  it('for a company needs name, street, city and country', async () => {
    const { standardPrice } = await getApi<{ standardPrice: { agreementHash: string } }>(
      site(),
      '/checkout-offers/plan/growth',
    );
    const answer = await postApi(site(), '/orders', {
      kind: 'plan',
      id: 'growth',
      name: 'Noor',
      email: 'none@site.example',
      signature: 'Noor',
      agreementHash: standardPrice.agreementHash,
      billing: { company: '', street: '', city: '', country: '' },
    });
    expect(Object.keys(expectApiError(answer, 'BAD_REQUEST').fields)).toEqual(
      ['company', 'street', 'city', 'country'].map(field => `billing.${field}`),
    );
    expect(await findId('none@site.example')).toBeNull();
  });
});

describe('the timeline', () => {
  it('shows orders, invoices, payments, messages and emails of all addresses, newest first', async () => {
    const order = await place({ email: 'timeline@acme.example' });
    await pay(order);
    await postApi(site(), `/orders/${order.reference}/messages`, { body: 'Hello\nthere' });
    await send(`/orders/${order.number}/access-link/rotate`);
    const id = (await findId('timeline@acme.example')) ?? 0;
    const { entries, hasMore } = await get<{
      entries: { kind: string; title: string; at: string }[];
      hasMore: boolean;
    }>(`/clients/${id}/activity`);
    const kinds = new Set(entries.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['email', 'invoice', 'message', 'order', 'payment']);
    expect(entries.find(({ kind }) => kind === 'order')).toHaveProperty('hasUnverifiedEmail', true);
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(entries.find(({ kind }) => kind === 'message')?.title).toBe('Noor Haddad: Hello');
    expect(hasMore).toBe(false);
    const { entries: money } = await get<{ entries: { kind: string }[] }>(
      `/clients/${id}/activity?group=money&limit=1`,
    );
    expect(money).toHaveLength(1);
    const client = await getClient(id);
    expect(client.money).toMatchObject([{ currency: 'USD', overdue: 0 }]);
    expect(client.nextSteps).toMatchObject([{ title: expect.stringContaining(`Order ${order.number}`) }]);
    expectApiError(await send(`/clients/${id}`, {}, 'DELETE'), 'CONFLICT');
  });

  it('marks a sale only if no account has confirmed its address and the owner didn’t make it', async () => {
    const listMarks = async (email: string) => {
      const id = (await findId(email)) ?? 0;
      const { entries } = await get<{ entries: { kind: string; hasUnverifiedEmail?: true }[] }>(
        `/clients/${id}/activity?group=sales`,
      );
      return entries.map(({ hasUnverifiedEmail }) => hasUnverifiedEmail ?? false);
    };
    const lin = await arrive({ name: 'Lin' });
    await place({ email: lin.email });
    expect(await listMarks(lin.email)).toEqual([true]);
    await place({}, lin.cookie);
    expect(await listMarks(lin.email)).toEqual([false, true]);
    // The order now belongs to the account that confirmed the address.
    await requestApi(site(), '/orders', lin.cookie);
    expect(await listMarks(lin.email)).toEqual([false, false]);
    const { id: clientId } = await add({ emails: ['hand@site.example'], billing: acme });
    await send('/client-orders', { clientId, title: 'By hand' });
    expect(await listMarks('hand@site.example')).toEqual([false]);
  });

  it('shows write-offs and applied credit, each once with its amount and link', async () => {
    const email = 'credit@acme.example';
    const orders = [await place({ email }), await place({ email })];
    const [from = '', to = ''] = await Promise.all(
      orders.map(async ({ number }) => (await read(number)).billingDocuments[0]?.number ?? ''),
    );
    const { balance } = await get<InvoiceBalance>(`/invoices/${from}/balance`);
    const amount = String(balance.amountDue / 100 + 30);
    const receivedOn = FIRST.toString().slice(0, 10);
    const steps: [string, object][] = [
      [`/invoices/${from}/payments`, { amount, receivedOn, method: 'cash', sendsReceipt: false }],
      [`/invoices/${to}/credits`, { from, amount: '30' }],
      [`/invoices/${to}/write-offs`, { amount: '0.50', reason: 'Bank fees' }],
      [`/invoices/${to}/write-offs/undo`, { reason: 'Paid after all' }],
    ];
    for (const [path, body] of steps) expect((await send(path, body)).statusCode, path).toBeLessThan(300);
    const { entries } = await get<{ entries: ActivityEntry[] }>(`/clients/${await findId(email)}/activity?group=money`);
    const path = `/dashboard/payments/invoice/${to}`;
    const shown = entries.filter(({ kind }) => kind === 'write_off' || kind === 'credit');
    expect(
      shown.map(({ at: _at, ...entry }) => entry).toSorted((one, other) => one.title.localeCompare(other.title)),
    ).toEqual([
      {
        kind: 'credit',
        title: `Credit applied: ${to}`,
        detail: `From ${from}`,
        path,
        amount: { minor: 3000, currency: 'USD' },
      },
      {
        kind: 'write_off',
        title: `Write-off undone: ${to}`,
        detail: 'Paid after all',
        path,
        amount: { minor: -50, currency: 'USD' },
      },
      {
        kind: 'write_off',
        title: `Written off: ${to}`,
        detail: 'Bank fees',
        path,
        amount: { minor: 50, currency: 'USD' },
      },
    ]);
  });
});

describe('a VAT ID', () => {
  it('is checked with VIES, with date and name, and again after a change', async () => {
    const { id } = await add({ emails: ['vat@acme.example'], billing: acme });
    const check = () => send(`/clients/${id}/check-vat-id`);
    vies = '{"isValid":true,"userError":"VALID","name":"ACME GMBH"}';
    expect((await check()).json()).toEqual({ isValid: true, checkedAt: FIRST.toString(), name: 'ACME GMBH' });
    expect(asked).toBe('https://ec.europa.eu/taxation_customs/vies/rest-api/ms/DE/vat/123456789');
    expect((await getClient(id)).vatCheck).toMatchObject({ isValid: true });
    for (const failure of ['{"isValid":false,"userError":"MS_UNAVAILABLE"}', '<html>', undefined]) {
      vies = failure;
      expectApiError(await check(), 'UNAVAILABLE');
    }
    expect((await getClient(id)).vatCheck).toMatchObject({ isValid: true });
    vies = '{"isValid":false,"userError":"INVALID","name":"---"}';
    expect((await check()).json()).toMatchObject({ isValid: false, name: '' });
    const update = (taxId: string, version: number) =>
      send(`/clients/${id}`, { name: 'Noor', emails: [], billing: { ...acme, taxId }, version }, 'PUT');
    await update(acme.taxId, 1);
    expect((await getClient(id)).vatCheck).toMatchObject({ isValid: false });
    await update('DE987654321', 2);
    expect((await getClient(id)).vatCheck).toBeNull();
    const american = await add({ billing: { ...acme, country: 'US', taxId: '12-3456789' } });
    expectApiError(await send(`/clients/${american.id}/check-vat-id`), 'CONFLICT');
  });
});

describe('duplicates', () => {
  it('are found by tax number, name and phone, until dismissed', async () => {
    const first = await add({ emails: ['a@site.example'], phone: '030 1' });
    const second = await add({ emails: ['b@site.example'], name: 'noor haddad', billing: acme });
    const third = await add({ name: 'Ada', phone: '030 1' });
    await add({ name: 'Someone else' });
    const listed = async () =>
      (await get<{ items: Duplicate[] }>('/client-duplicates')).items.map(({ reason, clients }) => [
        reason,
        ...clients.map(({ id }) => id),
      ]);
    expect(await listed()).toEqual([
      ['name', first.id, second.id],
      ['phone', first.id, third.id],
    ]);
    await send(`/clients/${third.id}/dismiss-duplicate`, { other: first.id });
    expect(await listed()).toEqual([['name', first.id, second.id]]);
  });

  it('are merged with everything that belongs to them, and separated again', async () => {
    const order = await place({ email: 'old@acme.example' });
    const old = (await findId('old@acme.example')) ?? 0;
    const kept = await add({ name: 'Noor', emails: ['new@acme.example'], tags: ['a'] });
    await send(
      `/clients/${old}`,
      { name: 'Noor Haddad', emails: ['old@acme.example'], billing: acme, phone: '1', tags: ['a', 'b'], version: 1 },
      'PUT',
    );

    expect((await send(`/clients/${old}/merge`, { intoEmail: 'new@acme.example' })).json()).toEqual({ id: kept.id });
    const merged = await getClient(kept.id);
    expect(merged).toMatchObject({
      name: 'Noor',
      emails: ['new@acme.example', 'old@acme.example'],
      billing: acme,
      phone: '1',
      tags: ['a', 'b'],
      merges: [{ mergedId: old }],
    });
    expect(merged.money).not.toEqual([]);
    // The merged client's address leads to the kept one, which has the order now.
    expect((await getClient(old)).id).toBe(kept.id);
    expect((await read(order.number)).clientRecord).toBe(kept.id);
    expect((await get<{ total: number }>('/clients')).total).toBe(1);
    expectApiError(await send(`/clients/${old}/merge`, { into: kept.id }), 'NOT_FOUND');
    expectApiError(await send(`/clients/${kept.id}/merge`, { intoEmail: 'old@acme.example' }), 'CONFLICT');

    await send(`/clients/${old}/undo-merge`);
    expect(await getClient(kept.id)).toMatchObject({
      emails: ['new@acme.example'],
      billing: EMPTY_DETAILS,
      phone: '',
      tags: ['a'],
      merges: [],
      money: [],
    });
    expect(await getClient(old)).toMatchObject({ id: old, emails: ['old@acme.example'], billing: acme });
    expectApiError(await send(`/clients/${old}/undo-merge`), 'NOT_FOUND');
  });
});

describe('a client who deletes their account', () => {
  /** Merges a client with private details into the one of a new member. */
  async function mergeIntoMember(old: Client) {
    const member = await arrive();
    const kept = await add({ emails: [member.email], phone: '2', notes: 'Call in May', tags: ['vip'] });
    await send(`/clients/${old.id}/merge`, { into: kept.id });
    return {
      kept,
      leave: () => postApi(site(), '/profile', { password: PASSWORD }, { cookie: member.cookie, method: 'DELETE' }),
    };
  }
  const details = { emails: ['old@acme.example'], phone: '1', notes: 'Knows Lin', tags: ['old'] };

  it('is deleted with the clients that were merged into it', async () => {
    const { leave } = await mergeIntoMember(await add({ ...details, emails: ['private@acme.example'] }));
    const answer = await leave();
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await get<{ total: number }>('/clients')).total).toBe(0);
    expect((await site().db.$client.query('select 1 from clients')).rows).toEqual([]);
  });

  it('keeps only what invoices need, also of the clients that were merged into it', async () => {
    await place({ email: 'old@acme.example' });
    const id = (await findId('old@acme.example')) ?? 0;
    await send(`/clients/${id}`, { name: 'Noor Haddad', billing: acme, ...details, version: 1 }, 'PUT');
    const { kept, leave } = await mergeIntoMember(await getClient(id));
    const answer = await leave();
    expect(answer.statusCode, answer.body).toBe(200);
    await send(`/clients/${id}/undo-merge`);
    for (const client of [await getClient(id), await getClient(kept.id)]) {
      expect(client).toMatchObject({ phone: '', notes: '', tags: [] });
    }
    expect(await getClient(id)).toMatchObject({ name: 'Noor Haddad', billing: acme });
  });
});

describe('a merge', () => {
  it('can’t be undone before a later merge of the kept client', async () => {
    const [first, second, third] = await Promise.all(
      ['a', 'b', 'c'].map(name => add({ emails: [`${name}@acme.example`] })),
    );
    await send(`/clients/${first?.id}/merge`, { into: second?.id });
    await send(`/clients/${second?.id}/merge`, { into: third?.id });
    expectApiError(await send(`/clients/${first?.id}/undo-merge`), 'CONFLICT');
    await send(`/clients/${second?.id}/undo-merge`);
    await send(`/clients/${first?.id}/undo-merge`);
    expect((await getClient(first?.id ?? 0)).emails).toEqual(['a@acme.example']);
  });

  const settings = {
    language: 'de',
    currency: 'EUR',
    paymentDays: 21,
    eInvoice: {
      eInvoiceFormat: 'xrechnung_ubl',
      buyerReference: '04011000-12345-03',
      electronicAddressScheme: '0204',
      electronicAddress: '04011000-12345-03',
    },
  };

  it('fills in language, currency, payment days and e-invoice settings that are missing, until it is undone', async () => {
    const old = await add({ emails: ['old@acme.example'], billing: acme, ...settings });
    const address = { electronicAddressScheme: 'EM', electronicAddress: 'in@acme.example' };
    const kept = await add({
      emails: ['new@acme.example'],
      paymentDays: 7,
      eInvoice: { eInvoiceFormat: '', buyerReference: '', ...address },
    });
    await send(`/clients/${old.id}/merge`, { into: kept.id });
    const merged = await getClient(kept.id);
    const { eInvoiceFormat, buyerReference } = settings.eInvoice;
    expect(merged).toMatchObject({
      language: 'de',
      currency: 'EUR',
      // The client's own values are kept; an address is only copied together with its scheme.
      paymentDays: 7,
      eInvoice: { eInvoiceFormat, buyerReference, ...address },
    });
    // Later changes by the owner are kept.
    const { name, emails, billing, version } = merged;
    await send(`/clients/${kept.id}`, { name, emails, billing, version, currency: 'GBP' }, 'PUT');
    await send(`/clients/${old.id}/undo-merge`);
    expect(await getClient(kept.id)).toMatchObject({
      billing: EMPTY_DETAILS,
      language: 'en',
      currency: 'GBP',
      paymentDays: 7,
      eInvoice: { eInvoiceFormat: '', buyerReference: '', ...address },
    });
    expect(await getClient(old.id)).toMatchObject({ billing: acme, ...settings });
  });
});

describe('a list of clients', () => {
  it('is exported, previewed, and imported without changes', async () => {
    const reminderSchedule = { daysBefore: 5, isOnDueDate: true, daysAfter: [3, 9, null], warnsOfLateFee: false };
    const { id: noor } = await add({
      emails: ['noor@site.example', 'n@site.example'],
      billing: acme,
      language: 'fr',
      currency: 'CHF',
      paymentDays: 0,
      eInvoice: {
        eInvoiceFormat: 'peppol_bis',
        buyerReference: 'PO 7',
        electronicAddressScheme: '9930',
        electronicAddress: 'DE123456789',
      },
      reminderSchedule,
      tags: ['x'],
      notes: 'Line 1\nLine 2',
    });
    const full = await getClient(noor);
    const csv = (await requestApi(site(), '/clients.csv', owner().cookie)).body.replace('\uFEFF', '');
    const load = async (text: string, dryRun = false) =>
      (await send('/clients/import', { csv: text, dryRun })).json<ImportResult>();
    expect(await load(csv)).toEqual({ added: 0, updated: 0, unchanged: 1, examples: [], invalidRows: [] });
    const more =
      'Name,Email,Country,VAT\nAda,ada@site.example,France,FR1\nEve,eve@site.example,France,\nNoor,n@site.example,,\n';
    const preview = await load(more, true);
    expect(preview).toMatchObject({
      added: 1,
      updated: 1,
      unchanged: 0,
      invalidRows: [{ row: 2, name: 'Ada', problems: [{ column: 'Tax ID', message: expect.any(String) }] }],
    });
    const cells = (...values: string[][]) => values.map(([column, value]) => ({ column, value }));
    expect(preview.examples).toMatchObject([
      { row: 3, outcome: 'added', cells: cells(['Name', 'Eve'], ['Email', 'eve@site.example'], ['Country', 'FR']) },
      { row: 4, outcome: 'updated', cells: expect.arrayContaining(cells(['Name', 'Noor'], ['City', acme.city])) },
    ]);
    expect((await get<{ total: number }>('/clients')).total).toBe(1);
    expect(await load(more)).toEqual(preview);
    expect(await load(more)).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect((await getClient((await findId('n@site.example')) ?? 0)).billing).toEqual(acme);
    expectApiError(await send('/clients/import', { csv: 'a,b\n1,2' }), 'BAD_REQUEST');
    const { fields } = expectApiError(await send('/clients/import', { csv: 'Name,Email\n' }), 'BAD_REQUEST');
    expect(fields.csv).toMatch(/has no clients/);

    // On a site without this client, the list adds it.
    await site().db.$client.query('delete from clients');
    expect(await load(csv)).toMatchObject({ added: 1, invalidRows: [] });
    const { id: _id, version: _version, createdAt: _at, ...details } = full;
    expect(await getClient((await findId('noor@site.example')) ?? 0)).toMatchObject(details);
  });

  it('reports each wrong value with its row and column, and skips the row', async () => {
    const { id } = await add({ name: 'Eve', emails: ['eve@site.example'], currency: 'EUR' });
    const csv = [
      'Name,Email,Language,Currency,Payment days,E-invoice format,Electronic address scheme,Electronic address,Payment reminders',
      'Eve,eve@site.example,Klingon,EURO,400,pdf,9999,x,soon',
      'Ada,ada@site.example,de,eur,14,XRechnung (CII),EM,a@site.example,3 days after',
      'Bo,bo@site.example,,,,,0204,x,7 days after; 3 days after',
    ].join('\n');
    const { added, invalidRows } = (await send('/clients/import', { csv })).json<ImportResult>();
    expect(added).toBe(1);
    expect(invalidRows.map(({ row, problems }) => [row, ...problems.map(({ column }) => column)])).toEqual([
      [2, 'E-invoice format', 'Electronic address scheme', 'Language', 'Currency', 'Payment days', 'Payment reminders'],
      [4, 'Electronic address', 'Payment reminders'],
    ]);
    expect(invalidRows[0]?.message).toContain('Currency: Enter a currency code, such as EUR.');
    expect(await getClient(id)).toMatchObject({ currency: 'EUR', language: 'en' });
    expect(await getClient((await findId('ada@site.example')) ?? 0)).toMatchObject({
      language: 'de',
      currency: 'EUR',
      paymentDays: 14,
      eInvoice: { eInvoiceFormat: 'xrechnung_cii', electronicAddress: 'a@site.example' },
      reminderSchedule: { daysAfter: [3, null, null] },
    });
  });
});

describe('personal data', () => {
  it('contains the details but not the notes, and keeps only the data that invoices need', async () => {
    const [lin, ada] = [await arrive({ name: 'Lin' }), await arrive({ name: 'Ada' })];
    await add({
      emails: [lin.email],
      billing: acme,
      currency: 'CHF',
      paymentDays: 21,
      reminderSchedule: { daysBefore: 4, isOnDueDate: false, daysAfter: [null, null, null], warnsOfLateFee: false },
      notes: 'Secret',
      phone: '1',
      tags: ['x'],
    });
    await add({ emails: [ada.email] });
    await place({}, lin.cookie);
    const copy = (await requestApi(site(), '/profile/export', lin.cookie)).body;
    for (const part of ['Torstraße 1', 'CHF', '21', '"daysBefore"']) expect(copy).toContain(part);
    expect(copy).not.toContain('Secret');
    for (const { cookie } of [lin, ada]) {
      const answer = await postApi(site(), '/profile', { password: PASSWORD }, { cookie, method: 'DELETE' });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    expect(await findId(ada.email)).toBeNull();
    expect(await getClient((await findId(lin.email)) ?? 0)).toMatchObject({
      billing: acme,
      notes: '',
      phone: '',
      tags: [],
    });
  });
});
