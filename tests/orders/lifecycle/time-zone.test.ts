import { beforeAll, describe, expect, it } from 'vitest';
import { sendDocument } from '#features/billing/jobs.ts';
import { renderStatementPdf } from '#features/billing/actions/statements.ts';
import { requestApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { orderFixture, type PlacedOrder } from '../../support/order-fixture.ts';
import { parsePage, textOf } from '../../support/page-html.ts';
import { readPdf } from '../../support/pdf-reader.ts';

// The fixture's clock is at noon UTC on 1 March, which is 2 March in the site's time zone.
const ZONE = 'Pacific/Kiritimati';
const { site, owner, placeOrder, read, asClient, pay } = orderFixture({ pages: true });
beforeAll(() =>
  site().db.$client.query(
    `update site_sections set content = jsonb_set(content, '{timeZone}', to_jsonb($1::text)) where key = 'profile'`,
    [ZONE],
  ),
);

const bodyOf = async (url: string, cookie?: string) => {
  const answer = await site().http.app.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} });
  expect(answer.statusCode, url).toBe(200);
  const page = await parsePage(answer.body);
  return textOf(page.all('main')[0]);
};

const documentPath = async ({ number }: PlacedOrder) => (await read(number)).billingDocuments[0]?.path ?? '';

describe('order dates', () => {
  it.each([
    ['the order list', () => '/dashboard/orders'],
    ['the document list', () => '/dashboard/documents'],
    ['the order for its client', ({ reference: link }: PlacedOrder) => `/order/${link}`],
    ['the order for the owner', ({ number }: PlacedOrder) => `/dashboard/orders/${number}`],
    ['the agreement', ({ reference: link }: PlacedOrder) => `/order/${link}/agreement`],
    ['its invoice', documentPath],
    ['the account statement', () => '/dashboard/documents/statement?email=noor@site.example'],
  ])('use and name the site’s time zone: %s', async (_what, pathOf) => {
    const order = await placeOrder();
    const text = await bodyOf(await pathOf(order), owner().cookie);
    expect(text).toContain('02 Mar 2027');
    expect(text).not.toContain('01 Mar 2027');
    expect(text).toContain(`Dates are in the time zone ${ZONE}.`);
  });

  it('use the site’s time zone on the owner’s payment pages', async () => {
    const order = await placeOrder();
    await pay(order);
    const [payment] = (await read(order.number)).payments;
    for (const path of ['/dashboard/payments', `/dashboard/payments/${payment?.id}`]) {
      const text = await bodyOf(path, owner().cookie);
      expect(text).toMatch(/02 Mar 2027, 02:00 GMT\+14/);
      expect(text).not.toContain('01 Mar 2027');
    }
  });

  it('use the site’s time zone in invoice emails and PDFs and statement PDFs', async () => {
    const order = await placeOrder();
    const { http, db, log } = site();
    const { number = '' } = (await read(order.number)).billingDocuments[0] ?? {};
    await sendDocument({ ...http.services, log: log.log }, { data: { number }, isLastAttempt: false });
    const mail = (await listEmailsTo(site(), 'noor@site.example')).find(
      ({ template }) => template === 'document_issued',
    );
    expect(mail?.text).toContain('02 Mar 2027');
    expect(mail?.text).toContain(`Dates are in the time zone ${ZONE}.`);
    const path = await documentPath(order);
    const pdf = await http.app.inject({ method: 'GET', url: `${path}/${number}.pdf` });
    const statement = await renderStatementPdf(
      { ...http.services, db },
      { email: 'noor@site.example', from: undefined, to: undefined, currency: 'USD' },
    );
    for (const { text } of [await readPdf(pdf.rawPayload), await readPdf(statement.pdf)]) {
      expect(text).toContain('02 Mar 2027');
      expect(text).not.toContain('01 Mar 2027');
      expect(text).toContain(`Dates in ${ZONE}`);
    }
  });

  it.each(['orders', 'billing-documents', 'payments', 'clients', 'users', 'newsletter/subscribers'])(
    'name the CSV of %s after the day there',
    async list => {
      const csv = await requestApi(site(), `/${list}.csv`, owner().cookie);
      expect(csv.headers['content-disposition']).toContain('-2027-03-02.csv');
    },
  );

  it('name the time zone only in emails about an order that have a date', async () => {
    const service = await placeOrder('maintenance', { kind: 'service' });
    await pay(service);
    expect((await asClient(service, '/subscription', { action: 'pause' })).statusCode).toBe(200);
    const [dated] = await listEmailsTo(site(), owner().email);
    expect(dated).toMatchObject({ template: 'order_updated', text: expect.stringContaining(ZONE) });
    const order = await placeOrder();
    expect((await asClient(order, '/transitions', { transition: 'cancel' })).statusCode).toBe(200);
    const [mail] = await listEmailsTo(site(), owner().email);
    expect(mail).toMatchObject({ template: 'order_updated', text: expect.not.stringContaining(ZONE) });
  });
});
