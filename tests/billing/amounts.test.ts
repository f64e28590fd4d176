import type { Nodes } from 'hast';
import { describe, expect, it } from 'vitest';
import { buildDocumentPath } from '#features/billing/actions/document-urls.ts';
import { createIssueContext, issueDocument, issueReceipt } from '#features/billing/actions/issue-document.ts';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import type { AccountStatement } from '#features/billing/contract/statement.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { getApi } from '../support/api-client.ts';
import { orderFixture, type PlacedOrder } from '../support/order-fixture.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { readPdf } from '../support/pdf-reader.ts';

const { site, owner, passDays, placeOrder, placeStartedOrder, read, asClient, asOwner, pay } = orderFixture({
  pages: true,
});

/** Returns the distinct amounts, dates and percentages in a text; some dates have no-break spaces. */
function figuresOf(text: string): string[] {
  const found = text
    .replaceAll('\u{a0}', ' ')
    .matchAll(/[-−]?\$[\d,]+\.\d\d|(?<!\d)\d{1,2} [A-Z][a-z]{2} \d{4}|\d+(?:\.\d+)?%/g);
  return [...new Set([...found].map(([figure]) => figure))].toSorted();
}

/** Returns the documents of an order as stored, by number. */
async function documentsOf({ number }: PlacedOrder): Promise<BillingDocument[]> {
  const { rows } = await site().db.$client.query<{ content: BillingDocument }>(
    'select content from billing_documents where order_id = $1 order by number',
    [number],
  );
  return rows.map(({ content }) => content);
}

const isAside = (node: Nodes) => node.type === 'element' && node.tagName === 'aside';

const pathOf = (number: string) => buildDocumentPath(site().http.services, number);

/** Returns the text of a document's page and of its PDF. */
async function readPageAndPdf(number: string) {
  const [page, pdf] = await Promise.all(
    [pathOf(number), `${pathOf(number)}/${number}.pdf`].map(url => site().http.app.inject({ method: 'GET', url })),
  );
  expect([page?.statusCode, pdf?.statusCode]).toEqual([200, 200]);
  const [article] = (await parsePage(page?.body ?? '')).all('article');
  // The aside shows payments, which aren't part of the issued document.
  const sheet = article && { ...article, children: article.children.filter(child => !isAside(child)) };
  const { text } = await readPdf(pdf?.rawPayload ?? Buffer.alloc(0));
  return { onPage: textOf(sheet), inPdf: text };
}

async function expectEqualFigures(content: BillingDocument): Promise<void> {
  const { number } = content;
  const { onPage, inPdf } = await readPageAndPdf(number);
  expect(figuresOf(inPdf), `${content.kind} ${number}`).toEqual(figuresOf(onPage));
  const written = (minor: typeof content.total) => formatMoney({ minor, currency: content.currency }, { exact: true });
  const amounts = [content.total, ...content.lineItems.map(({ amount }) => amount)].map(written);
  for (const amount of amounts) {
    expect(inPdf, `${content.kind} ${number}`).toContain(amount);
    expect(onPage, `${content.kind} ${number}`).toContain(amount);
  }
}

/** Returns what a document has in common with others that differ only in their amounts and dates. */
const formOf = ({ kind, lineItems, terms, rounding }: BillingDocument) =>
  JSON.stringify([
    kind,
    lineItems.map(({ description, detail }) => [description, detail].join().replaceAll(/\d/g, '#')),
    terms.map(({ number }) => number),
    rounding !== undefined,
  ]);

/** Places orders that produce every kind of document. */
async function placeOrdersOfEveryKind(): Promise<PlacedOrder[]> {
  await passDays(0);
  // Deposit invoice, receipt, and a full refund.
  const refunded = await placeOrder('growth');
  await pay(refunded);
  const [deposit] = (await read(refunded.number)).billingDocuments;
  await site().db.transaction(async tx => {
    const paid = { invoiceId: deposit?.id ?? 0, amount: toMinorUnits(49_950), method: 'Card', reference: null };
    await issueReceipt(tx, await createIssueContext(tx, site().http.services), paid);
  });
  await passDays(8);
  expect((await asClient(refunded, '/transitions', { transition: 'refund' })).statusCode).toBe(200);
  await passDays(0);
  // Payment in full, a partial month, and a balance in installments.
  const [sold] = (await getApi<{ items: [{ id: string }] }>(site(), '/projects')).items;
  const project = await placeOrder(sold.id, { kind: 'project' });
  const service = await placeOrder('maintenance', { kind: 'service' });
  await pay(project);
  await pay(service);
  const large = await placeStartedOrder('business');
  expect((await asClient(large, '/installments', { installments: 3 }, 'PUT')).statusCode).toBe(200);
  await asOwner(large, '/transitions', { transition: 'submit_for_review' });
  await asClient(large, '/transitions', { transition: 'complete' });
  // A change order, a balance, and a late fee.
  const late = await placeStartedOrder('growth');
  await asOwner(late, '/change-orders', { lineItems: [{ description: 'Blue', amount: '100.33' }], extraDays: 2 });
  const [change] = (await read(late.number)).changeOrders;
  expect((await asClient(late, `/change-orders/${change?.id}/answer`, { answer: 'accept' })).statusCode).toBe(200);
  await asOwner(late, '/transitions', { transition: 'submit_for_review' });
  await asClient(late, '/transitions', { transition: 'complete' });
  await passDays(20);
  const [fee] = (await read(late.number)).summary.lateFees;
  expect((await asOwner(late, `/late-fees/${fee?.documentId}`, { decision: 'apply' })).statusCode).toBe(200);
  await pay(late);
  await passDays(0);
  return [refunded, project, service, large, late];
}

describe('document amounts', () => {
  it.each([
    ['without tax', 0, 'inclusive'],
    ['with tax included in the prices', 2000, 'inclusive'],
    ['with tax added to the prices', 750, 'exclusive'],
  ])('are the same on the page and in the PDF, %s', async (_name, basisPoints, taxBehavior) => {
    await site().db.$client.query(
      `update billing_settings set tax_name = 'VAT', tax_basis_points = $1, tax_behavior = $2`,
      [basisPoints, taxBehavior],
    );
    const kinds = new Set<string>();
    const forms = new Set<string>();
    for (const order of await placeOrdersOfEveryKind()) {
      for (const content of await documentsOf(order)) {
        if (!forms.has(formOf(content))) await expectEqualFigures(content);
        forms.add(formOf(content));
        kinds.add(content.kind);
      }
    }
    expect([...kinds].toSorted()).toEqual(
      [
        'deposit_invoice',
        'balance_invoice',
        'invoice',
        'installment_invoice',
        'late_fee_invoice',
        'credit_note',
        'receipt',
      ].toSorted(),
    );
  });

  it('are the same on the page and in the PDF of a small business and of lines with their own taxes', async () => {
    await passDays(0);
    const setSmall = (isSmall: boolean) =>
      site().db.$client.query(
        `update billing_settings set tax_basis_points = 0, tax_country = 'DE', is_small_business = $1`,
        [isSmall],
      );
    await setSmall(true);
    const order = await placeOrder('growth');
    await setSmall(false);
    const [deposit] = await documentsOf(order);
    if (!deposit) throw new Error('There is no deposit invoice.');
    expect(deposit).toMatchObject({ taxAmount: 0, issuer: { country: 'DE' }, tax: { category: 'small_business' } });
    const note = 'No VAT is charged under the small business scheme: § 19 UStG.';
    await expectEqualFigures(deposit);
    for (const text of Object.values(await readPageAndPdf(deposit.number))) {
      expect(text).toContain(note);
      expect(text).toContain('Small business without VAT');
      expect(text).not.toMatch(/\b0%/);
    }

    const [line] = deposit.lineItems;
    const {
      number: _number,
      issuedOn: _on,
      subtotal: _sum,
      taxAmount: _tax,
      total: _total,
      amountDue: _due,
      ...draft
    } = deposit;
    const own = { name: 'VAT', basisPoints: 1900 };
    const lineItems = line ? [line, { ...line, tax: own }, { ...line, tax: { ...own, basisPoints: 700 } }] : [];
    const servicePeriod = { from: '2027-01-04', until: '2027-01-29' };
    const { content } = await site().db.transaction(async tx =>
      issueDocument(
        tx,
        await createIssueContext(tx, site().http.services),
        { ...draft, kind: 'invoice', lineItems, servicePeriod },
        { orderId: order.number },
      ),
    );
    await expectEqualFigures(content);
    for (const text of Object.values(await readPageAndPdf(content.number))) {
      const plain = text.replaceAll(/\s+/g, ' ');
      for (const part of [
        note,
        'VAT 19% on $',
        'VAT 7% on $',
        'Small business without VAT on $',
        'Service period',
        '04 Jan 2027 to 29 Jan 2027',
      ]) {
        expect(plain).toContain(part);
      }
    }
  });

  it('of a statement equal its documents’ sum on the page and in the PDF', async () => {
    await passDays(0);
    const order = await placeOrder('growth', { email: 'lin@site.example' });
    await pay(order);
    const query = 'email=lin%40site.example&from=2027-01-01&to=2027-12-31';
    const ask = (url: string) => site().http.app.inject({ method: 'GET', url, headers: { cookie: owner().cookie } });
    const { accounts } = await getApi<AccountStatement>(site(), `/account-statement?${query}`, owner().cookie);
    const written = (minor: number) => formatMoney({ minor: toMinorUnits(minor), currency: 'USD' }, { exact: true });
    const figures = accounts.flatMap(({ entries }) =>
      entries.flatMap(({ amount, balance }) => [written(amount), written(balance)]),
    );
    expect(figures).toHaveLength(4);
    const { text } = await readPdf((await ask(`${dashboardPaths.statementFile}?${query}&currency=USD`)).rawPayload);
    const page = (await parsePage((await ask(`${dashboardPaths.statement}?${query}`)).body)).text('main');
    for (const figure of figures) {
      expect(text).toContain(figure);
      expect(page).toContain(figure);
    }
  });
});
