import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_DETAILS } from '#features/clients/contract/constants.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { orderFixture } from '../../support/order-fixture.ts';
import { quoteFixture } from '../../support/quote-fixture.ts';

const { site, owner, pay, getProgress } = orderFixture();
const { quote, sendQuote, accept, readForm } = quoteFixture(site, owner);
const LIN = 'lin@harbor.example';
const acme = { ...EMPTY_DETAILS, company: 'Harbor Ltd', street: 'Quay 1', city: 'Cork', country: 'IE' };
let clientId: number;

const send = (path: string, body: object) => postApi(site(), path, body, { cookie: owner().cookie });
const read = (number: number) => getApi<Order>(site(), `/orders/${number}`, owner().cookie);

beforeEach(async () => {
  await site().db.$client.query('delete from clients');
  const answer = await send('/clients', { name: 'Lin Bao', emails: [LIN], billing: acme });
  clientId = answer.json<{ id: number }>().id;
});

async function add(title = 'Tide tables'): Promise<number> {
  const answer = await send('/client-orders', { clientId, title });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ number: number }>().number;
}

/** Returns the reference in the newest email to the client. */
const findReference = async () => {
  const [mail] = await listEmailsTo(site(), LIN);
  return decodeURIComponent(/\/order\/([\w.%-]+)/.exec(mail?.text ?? '')?.[1] ?? '');
};

describe('a manual quote', () => {
  it('is added once without an email, sent, and accepted with its custom deposit', async () => {
    const body = { clientId, title: 'Tide tables', idempotencyKey: crypto.randomUUID() };
    const [one, other] = await Promise.all([send('/client-orders', body), send('/client-orders', body)]);
    expect(one?.body).toBe(other?.body);
    const { number } = one?.json<{ number: number }>() ?? { number: 0 };
    expect(await read(number)).toMatchObject({
      title: 'Tide tables',
      client: { name: 'Lin Bao', email: LIN },
      events: [{ type: 'placed', message: 'Quote created' }],
    });
    expect(await listEmailsTo(site(), LIN)).toEqual([]);

    expect((await sendQuote(number, { depositPercent: '30' })).statusCode).toBe(200);
    const [mail] = await listEmailsTo(site(), LIN);
    expect(mail?.subject).toContain('Tide tables');
    expect(await readForm(number)).toMatchObject({ depositPercent: 30 });
    const { quote: sent } = await read(number);
    expect(sent?.agreement).toContain('Deposit: $510.00');
    expect(sent?.agreement).toContain('30%');
    const reference = await findReference();
    expect((await accept(reference, { signature: 'Lin Bao' })).statusCode).toBe(200);
    const { billingDocuments } = await read(number);
    expect(billingDocuments).toMatchObject([{ kind: 'deposit_invoice', total: 51_000 }]);
  });

  it.each([
    ['0', [], 'deposit_paid'],
    ['100', [{ kind: 'deposit_invoice', total: 169_999 }], 'agreed'],
  ])('can have a deposit of %s%%', async (depositPercent, documents, status) => {
    const number = await add();
    await sendQuote(number, { depositPercent });
    expect((await accept(await findReference(), { signature: 'Lin Bao' })).statusCode).toBe(200);
    const order = await read(number);
    expect(order.billingDocuments).toHaveLength(documents.length);
    expect(order.billingDocuments).toMatchObject(documents);
    expect(order.summary.status).toBe(status);
    const owners = await listEmailsTo(site(), owner().email);
    expect(owners.filter(({ subject }) => subject.includes('Deposit paid'))).toEqual([]);
  });

  it('is in the client’s currency, or in another', async () => {
    expect(await readForm(await add())).toMatchObject({ currency: 'USD' });
    await site().db.$client.query(`update clients set currency = 'EUR' where id = ${clientId}`);
    const number = await add();
    await sendQuote(number);
    expect((await read(number)).quote?.agreement).toContain('Total: €1,699.99');
    const inPounds = await send('/client-orders', { clientId, title: 'Tide tables', currency: 'GBP' });
    expect(await readForm(inPounds.json<{ number: number }>().number)).toMatchObject({ currency: 'GBP' });
    const refused = await send('/client-orders', { clientId, title: 'Tide tables', currency: 'XYZ' });
    expect(expectApiError(refused, 'BAD_REQUEST').fields).toEqual({ currency: expect.stringMatching(/list/) });
  });

  it('is a copy of another order, without its surcharge', async () => {
    const number = await add();
    await sendQuote(number, { urgent: 'on' });
    const answer = await send('/client-orders', { copyOf: number });
    const copy = answer.json<{ number: number }>().number;
    expect(copy).not.toBe(number);
    const { lineItems, title, supportDays, contentItems } = await readForm(copy);
    expect({ title, supportDays, contentItems }).toEqual({
      title: 'Tide tables',
      supportDays: 30,
      contentItems: ['Harbor names', 'Logo'],
    });
    expect(lineItems).toMatchObject([
      { description: 'Tables', amount: '1800' },
      { description: 'First order', amount: '-100.01' },
    ]);
    expect((await read(copy)).summary.status).toBe('requested');
    expectApiError(await send('/client-orders', { copyOf: 99 }), 'NOT_FOUND');
  });

  it('is refused for a client without an email address and with a wrong deposit', async () => {
    const answer = await send('/clients', { name: 'Phone only', billing: EMPTY_DETAILS });
    const { id } = answer.json<{ id: number }>();
    const { fields } = expectApiError(await send('/client-orders', { clientId: id, title: 'Tide' }), 'UNPROCESSABLE');
    expect(fields).toEqual({ client: expect.stringMatching(/no email address/) });
    expectApiError(await send('/client-orders', { clientId: 999_999, title: 'Tide' }), 'NOT_FOUND');
    const refused = expectApiError(await sendQuote(await add(), { depositPercent: '101' }), 'BAD_REQUEST');
    expect(Object.keys(refused.fields)).toEqual(['depositPercent']);
  });
});

describe('a manual order', () => {
  const agreement = { message: 'Yes, let’s do it.', confirmedBy: 'Lin Bao', confirmedAt: '2027-02-20T10:30' };

  it('is recorded as agreed with the client’s message, and invoiced to the client', async () => {
    const number = await add();
    expect((await sendQuote(number, { agreement })).statusCode).toBe(200);
    const { billingDocuments, agreements, summary } = await read(number);
    expect(summary.status).toBe('agreed');
    expect(agreements).toMatchObject([{ kind: 'recorded', signature: 'Lin Bao', message: agreement.message }]);
    const path = billingDocuments[0]?.path.replace('/document/', '/billing-documents/') ?? '';
    const { document } = await getApi<{ document: object }>(site(), path);
    expect(document).toMatchObject({ client: { name: 'Harbor Ltd', country: 'IE' } });
    expect((await listEmailsTo(site(), LIN)).map(({ subject }) => subject).join()).not.toContain('quote');
    const order = { number, reference: '' };
    await pay(order);
    expect((await getProgress(order)).status).toBe('deposit_paid');
  });

  it('is refused with a time in the future, and then nothing is recorded', async () => {
    const number = await add();
    const late = { ...agreement, confirmedAt: '2027-04-01T10:00' };
    const { fields } = expectApiError(await sendQuote(number, { agreement: late }), 'UNPROCESSABLE');
    expect(fields).toEqual({ 'agreement.confirmedAt': 'Choose a time in the past.' });
    const missing = expectApiError(
      await sendQuote(number, quote({ agreement: { ...agreement, message: ' ' } })),
      'BAD_REQUEST',
    );
    expect(Object.keys(missing.fields)).toEqual(['agreement.message']);
    expect((await read(number)).summary.status).toBe('requested');
  });
});
