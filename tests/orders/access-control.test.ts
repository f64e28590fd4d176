import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/paths.ts';
import { endpoints } from '../support/list-endpoints.ts';
import type { SignedInUser } from '../support/member-fixture.ts';
import { orderFixture, type PlacedOrder } from '../support/order-fixture.ts';

const { site, owner, arrive, placeOrder, placeStartedOrder, pay, read, sendFile, asOwner, download } = orderFixture();

/** The body for each endpoint of an order or document. Add new endpoints here. */
const bodies: Readonly<Record<string, object | string>> = {
  'orders.getOrder': {},
  'orders.getQuoteForm': {},
  'orders.sendQuote': { lineItems: [{ description: 'All', amount: '10' }], days: 5, expiresOn: '2027-04-01' },
  'orders.acceptQuote': { signature: 'Eve', agreementHash: 'a'.repeat(64) },
  'orders.recordAgreement': { message: 'By mail.', confirmedBy: 'Eve', confirmedAt: '2027-03-01T14:30' },
  'orders.transition': { transition: 'cancel', reason: 'Mine.' },
  'orders.sendMessage': { body: 'Hello' },
  'orders.markContentSupplied': {},
  'orders.chooseInstallments': { installments: 2 },
  'orders.requestRevision': { size: 'minor', body: 'Bluer.' },
  'orders.grantRevision': {},
  'orders.createChangeOrder': { lineItems: [{ description: 'More', amount: '10' }], extraDays: 1 },
  'orders.answerChangeOrder': { answer: 'accept' },
  'orders.withdrawChangeOrder': {},
  'orders.declineUrgentDelivery': { reason: 'No.' },
  'orders.resolveLateFee': { decision: 'waive' },
  'orders.updateSubscription': { action: 'pause' },
  'orders.resolveBillingDetails': { decision: 'save' },
  'orders.changeCard': {},
  'orders.refreshCard': {},
  'orders.removeCard': {},
  'orders.rotateAccessLink': {},
  'orders.createSupportRequest': { body: 'Help' },
  'orders.quoteSupportRequest': { lineItems: [{ description: 'More', amount: '10' }] },
  'orders.answerSupportQuote': { answer: 'accept' },
  'orders.withdrawSupportQuote': {},
  'orders.resolveSupportRequest': {},
  'orders.reopenSupportRequest': {},
  'orders.createShowcaseProject': {},
  'orders.addFile': 'some bytes',
  'orders.deleteFile': {},
  'testimonials.saveTestimonial': { body: 'Well done.', name: 'Eve', consent: 'on' },
  'testimonials.deleteTestimonial': {},
  'billing.getBillingDocument': {},
  'payments.getPaymentSummary': {},
  'payments.createPayment': { method: 'bank_transfer', sender: 'Eve', reference: 'T-1' },
  'payments.uploadPaymentProof': 'some bytes',
  'payments.refreshPayments': {},
};

const ofOne = endpoints.filter(({ path }) => /\{order\}|\{number\}\/\{token\}/.test(path));
const ofOwner = new Set(['orders.getQuoteForm', 'orders.sendQuote', 'orders.recordAgreement']);

let theirs: PlacedOrder;
let eve: SignedInUser;
/** The URL parameters of another client's order. */
let known: Record<string, string>;
const UNKNOWN: Record<string, string> = { change: '999999', invoice: '999999', request: '999999', position: '1' };

beforeAll(async () => {
  eve = await arrive({ name: 'Eve' });
  theirs = await placeStartedOrder();
  const sent = await sendFile(theirs.reference, 'name=texts.txt&purpose=brief');
  await asOwner(theirs, '/change-orders', { lineItems: [{ description: 'More', amount: '10' }], extraDays: 1 });
  const { changeOrders, billingDocuments } = await read(theirs.number);
  const [number = '', token = ''] = (billingDocuments[0]?.path ?? '').split('/').slice(2);
  known = {
    order: String(theirs.number),
    change: String(changeOrders[0]?.id),
    invoice: String(billingDocuments[0]?.id),
    request: '1',
    position: '1',
    file: sent.json<{ id: string }>().id,
    number,
    token,
  };
});

const addressOf = (path: string, parts: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => parts[name] ?? 'x');

/** Calls an endpoint. Returns its status and error, without the request ID. */
async function call(name: string, method: string, path: string, cookie?: string) {
  await site().db.$client.query('delete from rate_limits');
  const body = bodies[name] ?? {};
  const isFile = typeof body === 'string';
  const type =
    name === 'payments.uploadPaymentProof' ? 'image/png' : isFile ? 'application/octet-stream' : 'application/json';
  const answer = await site().http.app.inject({
    method: method as 'GET',
    url: API_PREFIX + path,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': type }),
      ...(cookie ? { cookie } : {}),
    },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: isFile ? Buffer.from(body) : JSON.stringify(body) }),
  });
  const { error } = answer.json<{ error?: { code: string; message: string; fields: object } }>();
  return [answer.statusCode, error?.code, error?.message, error?.fields];
}

it('covers every endpoint of orders and documents', () => {
  expect(ofOne.map(({ name }) => name).toSorted()).toEqual(Object.keys(bodies).toSorted());
});

describe('access to another client’s order', () => {
  it.each(ofOne.map(({ name, method, path }) => [name, method, path] as const))(
    'gets the same response from %s as for an order that doesn’t exist',
    async (name, method, path) => {
      const before = await tables();
      const token = 'A'.repeat(43);
      // An order is opened by number when signed in, or by number and token; a document always needs a token.
      const addresses = path.includes('{order}')
        ? [
            { theirs: {}, nobodys: { order: '987654' }, visitor: 401 },
            { theirs: { order: `${theirs.number}.${token}` }, nobodys: { order: `987654.${token}` }, visitor: 404 },
          ]
        : [{ theirs: { token }, nobodys: { token, number: '2027-9999' }, visitor: 404 }];
      for (const address of addresses) {
        for (const cookie of [undefined, eve.cookie]) {
          const none = await call(name, method, addressOf(path, { ...known, ...address.nobodys }), cookie);
          const expected = ofOwner.has(name) ? (cookie ? 403 : 401) : cookie ? 404 : address.visitor;
          expect(none[0], JSON.stringify(none)).toBe(expected);
          expect(await call(name, method, addressOf(path, { ...known, ...address.theirs }), cookie)).toEqual(none);
        }
      }
      expect(await tables()).toEqual(before);
    },
  );

  it('asks for the latest link if a link is incomplete', async () => {
    const { reference } = await placeOrder();
    for (const order of [reference.slice(0, -1), reference.slice(0, -40), `${reference.split('.')[0]}.`]) {
      const [status, , message] = await call('orders.getOrder', 'GET', `/orders/${order}`);
      expect([status, message]).toEqual([404, expect.stringContaining('Open the link in the latest email')]);
    }
  });

  it('is not possible through the caller’s own order', async () => {
    const mine = await placeOrder();
    await pay(mine);
    const { billingDocuments } = await read(mine.number);
    const [number = '', token = ''] = (billingDocuments[0]?.path ?? '').split('/').slice(2);
    const own = { ...known, order: mine.reference, number, token };
    for (const { name, method, path } of ofOne.filter(one => /\{(?:change|invoice|request|file)\}/.test(one.path))) {
      const theirPart = await call(name, method, addressOf(path, own));
      const noPart = await call(name, method, addressOf(path, { ...own, ...UNKNOWN, file: '0'.repeat(16) }));
      expect([name, theirPart]).toEqual([name, noPart]);
      expect([name, [403, 404, 409].includes(Number(theirPart[0]))]).toEqual([name, true]);
    }
  });

  it('is 404 for files, PDFs and payment proofs', async () => {
    const mine = await placeOrder();
    const files = [
      `/order/${theirs.number}/files/${known.file}`,
      `/order/${mine.reference}/files/${known.file}`,
      `/order/${mine.number}/files/${known.file}`,
      `/document/${known.number}/${'A'.repeat(43)}/${known.number}.pdf`,
      `/document/${known.number}/${'A'.repeat(43)}/proofs/${'0'.repeat(32)}`,
      `/document/${known.number}/${known.token}/proofs/${'0'.repeat(32)}`,
    ];
    for (const path of files) {
      expect([path, (await download(path, eve.cookie)).statusCode]).toEqual([path, 404]);
      // A number without a token requires a sign-in.
      expect([path, [401, 404].includes((await download(path)).statusCode)]).toEqual([path, true]);
    }
    expect((await download(`/order/${theirs.number}/files/${known.file}`, owner().cookie)).statusCode).toBe(200);
  });
});

/** Returns the number of rows that these calls could create, and the order's status. */
async function tables(): Promise<unknown> {
  const counted = [
    'order_events',
    'order_messages',
    'order_files',
    'change_orders',
    'payments',
    'payment_proofs',
    'emails',
  ];
  const { rows } = await site().db.$client.query(
    `select ${counted.map(table => `(select count(*)::int from ${table}) as ${table}`).join(', ')},
      (select status || access_link_version from orders where id = ${theirs.number}) as status`,
  );
  return rows;
}
