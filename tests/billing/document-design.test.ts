import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingDocumentKinds, type BillingDocument } from '#features/billing/contract/documents.ts';
import { documentLanguages, documentLayouts } from '#features/billing/contract/document-design.ts';
import type { DocumentDesignSettings } from '#features/billing/contract/design-settings.ts';
import type { DocumentDraft } from '#features/billing/rules/documents.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { documentFixture } from '../support/billing-document-fixture.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { draw, expectInsideMargins, hasMissingGlyphs, normalizeSpaces, readPdf } from '../support/pdf-reader.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { addPicture } from '../support/upload-fixture.ts';

const earlier = { kind: 'invoice', number: '2026-0003', issuedOn: '2026-02-01' } as const;
const bankAccount = { iban: 'SE4550000000058398257466', bic: null };

describe.each(documentLayouts)('the %s layout', layout => {
  const design = { layout, accent: '#14506b' };
  const changes: Partial<Record<(typeof billingDocumentKinds)[number], Partial<DocumentDraft>>> = {
    late_fee_invoice: { reference: earlier },
    credit_note: { reference: earlier, dueOn: null, lineItems: [], paymentUrl: null },
    receipt: { reference: earlier, dueOn: null, amountPaid: toMinorUnits(100_406) },
    account_statement: { dueOn: null, order: null },
  };
  const credited = { description: 'Work', detail: null, quantity: 1, unitAmount: toMinorUnits(-100), term: null };

  it.each(billingDocumentKinds)('prints a %s with all its parts', async kind => {
    const lineItems = kind === 'credit_note' ? { lineItems: [credited] } : {};
    const document = documentFixture({ ...changes[kind], ...lineItems, kind, design });
    const { pages, text } = await readPdf(await draw(document));
    const { issuer, client } = document;
    const parties = [issuer, client].flatMap(({ name, taxId, addressLines }) => [name, taxId, ...addressLines]);
    for (const part of [document.number, ...parties, ...document.lineItems.map(line => line.description)]) {
      expect(text).toContain(normalizeSpaces(part ?? ''));
    }
    expectInsideMargins(pages, 'A4');
  });

  it.each(documentLanguages)('prints every character in %s', async language => {
    const fixture = documentFixture();
    const document = documentFixture({
      currency: 'EUR',
      bankAccount,
      design,
      client: { ...fixture.client, language, buyerReference: '04011000-12345-03' },
      termsNote: 'The English text prevails.',
      servicePeriod: { from: '2026-02-01', until: '2026-02-28' },
    });
    const pdf = await draw(document);
    expect(hasMissingGlyphs(pdf)).toBe(false);
    const { pages, text, info } = await readPdf(pdf);
    expect(info['Language']).toBe(language);
    const german = ['Anzahlungsrechnung', 'Leistungszeitraum', 'USt. 25 %', 'Zahlbetrag', 'Seite 1 von'];
    for (const part of ['Leitweg-ID', '04011000-12345-03', 'The English text prevails.']) expect(text).toContain(part);
    if (language === 'de') for (const part of german) expect(text).toContain(part);
    expectInsideMargins(pages, 'A4');
  });

  it('wraps long words and continues long tables', async () => {
    const long = { ...credited, description: 'x'.repeat(500), unitAmount: toMinorUnits(7_000_000_000) };
    const document = documentFixture({
      design,
      currency: 'IDR',
      client: {
        name: 'n'.repeat(160),
        email: null,
        addressLines: Array(8).fill('中'.repeat(120)),
        taxId: '9'.repeat(60),
      },
      order: { orderNumber: 'A'.repeat(40), title: 'W'.repeat(300) },
      lineItems: Array.from({ length: 30 }, () => long),
    });
    const { pages, text } = await readPdf(await draw(document));
    expect(pages.length).toBeGreaterThan(2);
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(15_000);
    expectInsideMargins(pages, 'A4');
  });
});

describe('document design', () => {
  let site: TestSite;
  let cookie: string;
  let issuer: Awaited<ReturnType<typeof billingDocumentFactory>>;
  beforeAll(async () => {
    site = await createTestSite({ pages: true });
    cookie = (await memberFixture(() => site).arrive({ role: 'owner' })).cookie;
    issuer = await billingDocumentFactory(site);
  });
  afterAll(() => site.close());

  const save = (design: object) => postApi(site, '/document-design', design, { cookie, method: 'PUT' });
  const preview = (query: string, headers: Record<string, string> = { cookie }) =>
    site.http.app.inject({ url: `/dashboard/document-design/preview.svg?${query}`, headers });

  it('applies to documents issued from then on', async () => {
    const first = await issuer.issue(100);
    expect(first.content).not.toHaveProperty('design');
    const before = (await issuer.get(issuer.pdfPathOf(first))).rawPayload;
    const { id } = await addPicture(site, { cookie });
    const answer = await save({ layout: 'modern', accent: '#14506B', pictureId: id });
    const saved = { layout: 'modern', accent: '#14506b', pictureId: id };
    expect(answer.json(), answer.body).toEqual(saved);
    expect(await getApi<DocumentDesignSettings>(site, '/document-design', cookie)).toEqual(saved);

    const second = await issuer.issue(100);
    const logo = { file: `documents/logos/${id}.png`, width: expect.any(Number), height: expect.any(Number) };
    expect(second.content.design).toEqual({ layout: 'modern', accent: '#14506b', logo });
    expect((await issuer.get(`${issuer.pathOf(second)}/logo.png`)).headers['content-type']).toBe('image/png');
    const page = (await issuer.get(issuer.pathOf(second))).body;
    for (const part of ['/logo.png"', '/accent.css"', 'data-layout="modern"']) expect(page).toContain(part);
    const styles = await issuer.get(`${issuer.pathOf(second)}/accent.css`);
    const email = encodeURIComponent(second.content.client.email ?? '');
    const url = `/dashboard/documents/statement?email=${email}`;
    const statement = (await site.http.app.inject({ url, headers: { cookie } })).body;
    for (const part of ['document-design/logo.png"', 'document-design/accent.css"', 'data-layout="modern"'])
      expect(statement).toContain(part);
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(styles.body).toContain('.document[data-accent="#14506b"]{--document-accent:#14506b;');
    const draftFile = (file: string, headers = { cookie }) =>
      site.http.app.inject({ url: `/dashboard/document-design/${file}`, headers });
    expect((await draftFile('logo.png')).headers['content-type']).toBe('image/png');
    expect((await draftFile('accent.css')).body).toBe(styles.body);
    expect((await draftFile('logo.svg')).statusCode).toBe(404);
    expect((await draftFile('logo.png', { cookie: '' })).statusCode).toBe(401);
    expect((await issuer.get(issuer.pdfPathOf(second))).rawPayload.toString('latin1')).toContain('/Subtype /Image');

    expect((await issuer.get(issuer.pdfPathOf(first))).rawPayload.equals(before)).toBe(true);
    for (const file of ['logo.png', 'accent.css'])
      expect((await issuer.get(`${issuer.pathOf(first)}/${file}`)).statusCode).toBe(404);
    const withoutLogo = await save({ layout: 'compact', accent: '#14506b', pictureId: null });
    expect(withoutLogo.json()).toEqual({ layout: 'compact', accent: '#14506b', pictureId: null });
    expect(await site.http.services.files.has(`documents/logos/${id}.png`)).toBe(true);
  });

  it.each([
    ['layout', { layout: 'baroque' }],
    ['accent', { accent: '#ffcc00' }],
    ['accent', { accent: 'red' }],
    ['pictureId', { pictureId: '0123456789abcdef' }],
    ['pictureId', { pictureId: '../settings' }],
  ])('refuses a wrong %s with an error on the field', async (name, changes) => {
    const before = await getApi<DocumentDesignSettings>(site, '/document-design', cookie);
    const error = expectApiError(await save({ ...before, ...changes }), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual([name]);
    expect(await getApi<DocumentDesignSettings>(site, '/document-design', cookie)).toEqual(before);
  });

  it('is previewed for the owner without saving it', async () => {
    const answer = await preview('layout=modern&accent=%2314506b&language=bn');
    expect(answer.headers['content-type']).toBe('image/svg+xml');
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect(answer.body).toContain('fill="#14506b"');
    expect(answer.body).not.toContain('undefined');
    expect((await preview('layout=compact&accent=%23ffcc00')).statusCode).toBe(400);
    expect((await preview('layout=modern', {})).statusCode).toBe(401);
    const { cookie: member } = await memberFixture(() => site).arrive();
    expect((await preview('layout=modern', { cookie: member })).statusCode).toBe(403);
  });

  it('stamps a copy of a paid invoice and keeps the original', async () => {
    const invoice = await issuer.issue(100, { currency: 'USD' });
    const open = await readPdf((await issuer.get(issuer.pdfPathOf(invoice))).rawPayload);
    await issuer.issue(-100, { kind: 'credit_note', dueOn: null }, invoice);
    const settled = await readPdf((await issuer.get(issuer.pdfPathOf(invoice))).rawPayload);
    expect(open.text).not.toContain('Credited');
    expect(settled.text.match(/Credited/g)?.length).toBeGreaterThanOrEqual(2);
    const { document } = await getApi<{ document: BillingDocument }>(site, issuer.apiPathOf(invoice));
    expect(document).toEqual(invoice.content);
  });

  it('has a QR code for transfers in euros to the owner’s account', async () => {
    await site.db.$client.query(`update billing_settings set iban = 'DE89370400440532013000'`);
    const invoice = await issuer.issue(12_345, { currency: 'EUR' });
    expect(invoice.content.bankAccount).toEqual({ iban: 'DE89370400440532013000', bic: null });
    const { body } = await issuer.get(`${issuer.pathOf(invoice)}/transfer.svg`);
    const text = `BCD\n002\n1\nSCT\n\n${invoice.content.issuer.name}\nDE89370400440532013000\nEUR123.45\n\n\n${invoice.number}`;
    const modules = encode(text, { ecc: 'M', border: 0 }).data.flat().filter(Boolean).length;
    expect(body.match(/z/g)).toHaveLength(modules);
    expect((await issuer.get(issuer.pathOf(invoice))).body).toContain('/transfer.svg"');
    const inDollars = await issuer.issue(12_345);
    expect((await issuer.get(`${issuer.pathOf(inDollars)}/transfer.svg`)).statusCode).toBe(404);
  });
});

describe('the language of a client', () => {
  it('applies to new documents, their pages and receipts', async () => {
    const site = await createTestSite({ pages: true });
    try {
      const issuer = await billingDocumentFactory(site);
      const { cookie } = await memberFixture(() => site).arrive({ role: 'owner' });
      const added = await postApi(site, '/clients', { name: 'Jana', billing: {}, language: 'de' }, { cookie });
      expect(added.json()).toMatchObject({ name: 'Jana', language: 'de' });
      expectApiError(
        await postApi(site, '/clients', { name: 'Jan', billing: {}, language: 'xx' }, { cookie }),
        'BAD_REQUEST',
      );
      await site.db.$client.query(
        `update billing_settings set bank_transfer_instructions = 'Bank of Sweden', city = 'Malmö', tax_country = 'SE'`,
      );
      const { client } = documentFixture();
      const invoice = await issuer.issue(100, { kind: 'invoice', client: { ...client, language: 'de' } });
      const page = (await issuer.get(issuer.pathOf(invoice))).body;
      const texts = [`Rechnung ${invoice.number}`, 'lang="de"', 'Rechnungsempfänger', '1,00', 'PDF herunterladen'];
      for (const text of [...texts, 'Wird von Hand bestätigt', 'Zahlungsbeleg (freiwillig)'])
        expect(page).toContain(text);
      const query = `/account-statement?email=${client.email}`;
      expect(await getApi(site, query, cookie)).toMatchObject({ client: { language: 'de' } });
      const statement = await site.http.app.inject({
        url: `/dashboard/documents/statement?email=${client.email}`,
        headers: { cookie },
      });
      for (const text of ['Konto in USD', 'Anfangssaldo', `Rechnung <span`, 'Schweden'])
        expect(statement.body).toContain(text);
      const { text } = await readPdf((await issuer.get(issuer.pdfPathOf(invoice))).rawPayload);
      expect(text).toContain('Rechnungsempfänger');
    } finally {
      await site.close();
    }
  });
});
