import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingDocumentDetails } from '#features/billing/contract/document-details.ts';
import { ledgerEntries } from '#features/billing/tables.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { expectApiError, getApi } from '../support/api-client.ts';
import type { IssuedDocument } from '../support/billing-fixture.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { readPdf } from '../support/pdf-reader.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let issuer: Awaited<ReturnType<typeof billingDocumentFactory>>;
let invoice: IssuedDocument;
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
beforeAll(async () => {
  site = await createTestSite({ pages: true, now: () => now });
  issuer = await billingDocumentFactory(site);
  invoice = await issuer.issue(49_950, { dueOn: '2026-11-27' });
});
afterAll(() => site.close());

const readingOf = (document: IssuedDocument) => getApi<BillingDocumentDetails>(site, issuer.apiPathOf(document));

describe('document API', () => {
  it('returns the document with its status and related documents', async () => {
    const answer = await readingOf(invoice);
    expect(answer.document).toEqual(invoice.content);
    expect(answer.balance).toEqual({
      status: 'open',
      statusDate: '2026-11-27',
      amountDue: 49_950,
      amountPaid: 0,
      amountCredited: 0,
      amountWrittenOff: 0,
    });
    expect(answer.relatedDocuments).toEqual([]);
    expect(answer.pdfPath).toBe(issuer.pdfPathOf(invoice));
  });

  it('reflects credits and due dates', async () => {
    const document = await issuer.issue(1000, { dueOn: '2026-11-21' });
    const part = await issuer.issue(-400, { kind: 'credit_note', dueOn: null }, document);
    const credited = await readingOf(document);
    expect(credited.balance).toMatchObject({ status: 'open', amountDue: 600, amountCredited: 400 });
    expect(credited.relatedDocuments).toEqual([
      {
        kind: 'credit_note',
        number: part.number,
        issuedOn: '2026-11-20',
        total: -400,
        currency: 'USD',
        path: issuer.pathOf(part),
      },
    ]);
    const note = await readingOf(part);
    expect(note.balance).toMatchObject({ status: 'not_payable', statusDate: null });
    expect(note.relatedDocuments.map(({ number }) => number)).toEqual([document.number]);
    now = Temporal.Instant.from('2026-11-22T12:00:00Z');
    expect((await readingOf(document)).balance).toMatchObject({ status: 'overdue', statusDate: '2026-11-21' });
    await issuer.issue(-600, { kind: 'credit_note', dueOn: null }, document);
    expect((await readingOf(document)).balance).toMatchObject({
      status: 'credited',
      statusDate: '2026-11-22',
      amountDue: 0,
    });
    now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  });

  it.each([
    ['another token', () => `/billing-documents/${invoice.number}/${'x'.repeat(43)}`],
    ['an invalid token', () => `/billing-documents/${invoice.number}/x`],
    ['an unissued number', () => '/billing-documents/2099-0001/x'],
    ['an invalid number', () => `/billing-documents/${'9'.repeat(60)}/x`],
  ])('returns the same error for %s', async (_what, path) => {
    const error = expectApiError(await issuer.api(path()), 'NOT_FOUND');
    expect(error.message).toBe('This document doesn’t exist. Check that you have the full link.');
  });

  it('refuses another document’s token', async () => {
    const other = await issuer.issue(100);
    const token = issuer.pathOf(other).split('/').at(-1);
    expectApiError(await issuer.api(`/billing-documents/${invoice.number}/${token}`), 'NOT_FOUND');
  });
});

describe('document page', () => {
  it('shows the document without caching or referrer', async () => {
    const answer = await issuer.get(issuer.pathOf(invoice));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const page = await parsePage(answer.body);
    expect(page.text('h1')).toBe('Deposit invoice');
    expect(page.meta('robots')).toBe('noindex, nofollow');
    expect(page.meta('referrer')).toBe('same-origin');
    const content = page.text('main');
    for (const part of [invoice.number, '$499.50', 'Due on 27 Nov 2026', 'Harbor & Pine Ltd', 'Bank transfer']) {
      expect(content).toContain(part);
    }
    for (const term of invoice.content.terms) expect(content).toContain(term.text);
    expect(page.all('a').map(({ properties }) => properties.href)).toContain(
      `${issuer.pdfPathOf(invoice)}?download=pdf`,
    );
  });

  it('links to the payment while an amount is due', async () => {
    const paid = await issuer.issue(1000, { dueOn: '2026-11-27' });
    await issuer.issue(-1000, { kind: 'credit_note', dueOn: null }, paid);
    for (const [document, expected] of [
      [invoice, ['Payment']],
      [paid, []],
    ] as const) {
      const page = await parsePage((await issuer.get(issuer.pathOf(document))).body);
      const links = page.all('a').filter(({ properties }) => properties.href === '#payment');
      expect(links.map(link => textOf(link).trim())).toEqual(expected);
      expect(page.all('aside').filter(({ properties }) => properties.id === 'payment')).toHaveLength(1);
    }
  });

  it('keeps the number of another document on one line', async () => {
    const [line] = invoice.content.lineItems;
    if (!line) throw new Error('The invoice has no lines.');
    const description = `Less deposit invoice ${invoice.number}`;
    const other = await issuer.issue(line.amount, { lineItems: [{ ...line, description }] });
    const page = await parsePage((await issuer.get(issuer.pathOf(other))).body);
    expect(page.text('td')).toContain(description);
    const unbroken = page.all('span').filter(({ properties }) => String(properties.className) === 'whitespace-nowrap');
    expect(unbroken.map(textOf)).toEqual([invoice.number]);
  });

  it('is 404 at a wrong address', async () => {
    expect((await issuer.get(`/document/${invoice.number}/${'x'.repeat(43)}`)).statusCode).toBe(404);
  });

  it('keeps its token out of the log', async () => {
    const token = issuer.pathOf(invoice).split('/').at(-1) ?? '?';
    await issuer.get(issuer.pathOf(invoice));
    await issuer.get(issuer.pdfPathOf(invoice));
    await issuer.api(issuer.apiPathOf(invoice));
    const content = site.log.text();
    expect(content).toContain('"route":"/document/:number/:token"');
    expect(content).not.toContain(token);
  });
});

describe('document PDF', () => {
  it('is served inline or as a download, uncached', async () => {
    const shown = await issuer.get(issuer.pdfPathOf(invoice));
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; filename="Deposit invoice 2026-\d{4}\.pdf"/) as string,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect((await readPdf(shown.rawPayload)).text).toContain('$499.50');
    const saved = await issuer.get(`${issuer.pdfPathOf(invoice)}?download`);
    expect(saved.headers['content-disposition']).toMatch(/^attachment; /);
    expect(saved.rawPayload.equals(shown.rawPayload)).toBe(true);
  });

  it.each([
    ['another token', () => `/document/${invoice.number}/${'x'.repeat(43)}/${invoice.number}.pdf`],
    ['another name', () => `${issuer.pathOf(invoice)}/2026-9999.pdf`],
    ['an unissued number', () => '/document/2099-0001/x/2099-0001.pdf'],
  ])('is 404 at %s', async (_what, path) => {
    const answer = await issuer.get(path());
    expect(expectApiError(answer, 'NOT_FOUND').message).toBe(
      'This document doesn’t exist. Check that you have the full link.',
    );
    expect(answer.headers['cache-control']).toMatch(/no-store/);
  });

  it('is rendered once for simultaneous requests', async () => {
    const documents = [await issuer.issue(100), await issuer.issue(200)];
    const requested = documents.flatMap(document => [document, document, document]);
    const answers = await Promise.all(requested.map(document => issuer.get(issuer.pdfPathOf(document))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(requested.map(() => 200));
    const [first, second, third, fourth] = answers.map(({ rawPayload }) => rawPayload.toString('latin1'));
    expect([first === second, second === third, third === fourth]).toEqual([true, true, false]);
  });
});

describe('document status', () => {
  it('is paid on the day of the last payment', async () => {
    const document = await issuer.issue(1000, { dueOn: '2026-11-27' });
    const { rows } = await site.db.$client.query<{ id: number }>(
      `insert into payments (billing_document_id, method, status, amount, currency, reference, created_at, settled_at)
       values ($1, 'bank_transfer', 'confirmed', 1000, 'USD', 'A-1', now(), now()) returning id`,
      [document.id],
    );
    await site.db.insert(ledgerEntries).values({
      billingDocumentId: document.id,
      kind: 'paid',
      amount: toMinorUnits(-1000),
      paymentId: rows[0]?.id ?? 0,
      postedAt: new Date('2026-11-25T08:00:00Z'),
    });
    expect((await readingOf(document)).balance).toEqual({
      status: 'paid',
      statusDate: '2026-11-25',
      amountDue: 0,
      amountPaid: 1000,
      amountCredited: 0,
      amountWrittenOff: 0,
    });
  });
});
