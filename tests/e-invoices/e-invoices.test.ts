import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingDocumentDetails } from '#features/billing/contract/document-details.ts';
import { sendDocument } from '#features/billing/jobs.ts';
import { EMPTY_DETAILS } from '#features/clients/contract/constants.ts';
import type { Client } from '#features/clients/contract/index.ts';
import type { ReceivedEInvoice } from '#features/e-invoices/contract/index.ts';
import { emailAttachments } from '#features/email/tables.ts';
import { expectApiError, getApi, postApi, requestApi } from '../support/api-client.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import type { IssuedDocument } from '../support/billing-fixture.ts';
import { completeClients, completeIssuers } from '../support/e-invoice-arbitrary.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { listPdfAttachments, readPdf } from '../support/pdf-reader.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let issuing: Awaited<ReturnType<typeof billingDocumentFactory>>;
let owner: string;
let member: string;
beforeAll(async () => {
  site = await createTestSite({ files: createMemoryFileStore() });
  issuing = await billingDocumentFactory(site);
  const { arrive } = memberFixture(() => site);
  owner = (await arrive({ role: 'owner' })).cookie;
  member = (await arrive()).cookie;
});
afterAll(() => site.close());

const [issuer, client] = [findParty(completeIssuers, 'Mira & Söhne'), findParty(completeClients, 'Käufer GmbH')];
const complete = { issuer, client, tax: { name: 'VAT', basisPoints: 1900 } };

function findParty<Party extends { name: string }>(parties: readonly Party[], name: string): Party {
  const found = parties.find(party => party.name === name);
  if (!found) throw new Error(`${name} is missing.`);
  return found;
}

const details = (document: IssuedDocument, cookie?: string) =>
  getApi<BillingDocumentDetails>(site, issuing.apiPathOf(document), cookie);
const read = (file: Buffer | string, type: string, cookie: string = owner) =>
  site.http.app.inject({
    method: 'POST',
    url: '/api/v1/e-invoices/read',
    payload: file,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': type, cookie },
  });

describe('an issued document', () => {
  it('can be downloaded in each format, and read back', async () => {
    const invoice = await issuing.issue(10_000, complete);
    const { eInvoices } = await details(invoice);
    expect(eInvoices.map(({ path }) => path.split('/').at(-1))).toEqual([
      `${invoice.number}-factur-x.pdf`,
      `${invoice.number}-xrechnung-ubl.xml`,
      `${invoice.number}-xrechnung-cii.xml`,
      `${invoice.number}-peppol-bis.xml`,
    ]);
    const formats = ['EN 16931 (CII)', 'XRechnung (UBL)', 'XRechnung (CII)', 'Peppol BIS Billing (UBL)'];
    for (const [index, { path }] of eInvoices.entries()) {
      const file = await issuing.get(path);
      expect(file.statusCode, path).toBe(200);
      expect(file.headers['cache-control']).toBe('private, no-store');
      expect(file.rawPayload.equals((await issuing.get(path)).rawPayload), 'is always the same').toBe(true);
      const answer = await read(file.rawPayload, String(file.headers['content-type']).split(';')[0] ?? '');
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json<ReceivedEInvoice>()).toMatchObject({
        number: invoice.number,
        isCreditNote: false,
        format: formats[index],
        totals: expect.arrayContaining([{ label: 'Total', value: '119.00 USD' }]),
      });
    }
  });

  it('is credited with positive amounts and a reference', async () => {
    const invoice = await issuing.issue(10_000, complete);
    const note = await issuing.issue(-5000, { ...complete, kind: 'credit_note', dueOn: null }, invoice);
    const { eInvoices } = await details(note);
    const { body } = await issuing.get(eInvoices[1]?.path ?? '');
    expect(body).toContain('<CreditNote ');
    const answer = (await read(body, 'text/xml')).json<ReceivedEInvoice>();
    expect(answer).toMatchObject({
      isCreditNote: true,
      facts: expect.arrayContaining([{ label: 'Refers to invoice', value: invoice.number }]),
      totals: expect.arrayContaining([{ label: 'Amount due', value: '59.50 USD' }]),
    });
  });

  it('lists missing data for the owner only, and refuses the download', async () => {
    const invoice = await issuing.issue(10_000);
    expect(await details(invoice)).toMatchObject({ eInvoices: [], missingEInvoiceData: [] });
    expect(await details(invoice, member)).toMatchObject({ missingEInvoiceData: [] });
    const { missingEInvoiceData: missing } = await details(invoice, owner);
    expect(missing).toContainEqual({
      message: 'The buyer’s country is missing: required for e-invoices.',
      formats: ['factur_x', 'xrechnung_ubl', 'xrechnung_cii', 'peppol_bis'],
      page: 'client',
    });
    const answer = await issuing.get(`${issuing.pathOf(invoice)}/${invoice.number}-factur-x.pdf`);
    expect(answer.statusCode).toBe(409);
    expect(answer.body).toContain('The seller’s country is missing');
  });

  it('has no e-invoice at a wrong address, or if it isn’t an invoice', async () => {
    const invoice = await issuing.issue(10_000, complete);
    const file = `${invoice.number}-peppol-bis.xml`;
    expect((await issuing.get(`${issuing.pathOf(invoice).slice(0, -2)}xx/${file}`)).statusCode).toBe(404);
    expect((await issuing.get(`${issuing.pathOf(invoice)}/${invoice.number}-other.xml`)).statusCode).toBe(404);
    const quote = await issuing.issue(10_000, { ...complete, kind: 'quote' });
    expect(await details(quote, owner)).toMatchObject({ eInvoices: [], missingEInvoiceData: [] });
    expect((await issuing.get(`${issuing.pathOf(quote)}/${quote.number}-peppol-bis.xml`)).statusCode).toBe(404);
  });
});

describe('a Factur-X invoice', () => {
  it('is a PDF/A-3b with the XML, and has the parts that the standards require', async () => {
    const invoice = await issuing.issue(10_000, complete);
    const { eInvoices } = await details(invoice);
    const pdf = (await issuing.get(eInvoices[0]?.path ?? '')).rawPayload;
    const source = pdf.toString('latin1');
    const { text, tagged } = await readPdf(pdf);
    expect(text).toContain(invoice.number);
    expect(tagged).toBe(true);
    const [file, ...others] = await listPdfAttachments(pdf);
    expect(others).toEqual([]);
    expect(file?.name).toBe('factur-x.xml');
    expect(file?.content.toString()).toContain('urn:cen.eu:en16931:2017</ram:ID>');
    expect(source.startsWith('%PDF-1.7\n%')).toBe(true);
    expect(source).toMatch(/\/AFRelationship \/Alternative\n/);
    expect(source).toMatch(/\/AF \[\d+ 0 R\]/);
    expect(source).toMatch(/\/Subtype \/text#2Fxml/);
    expect(source).toMatch(/\/ModDate \(D:\d{14}Z\)/);
    expect(source).toMatch(/\/S \/GTS_PDFA1[^]*\/DestOutputProfile \d+ 0 R/);
    expect(source).toMatch(/\/ID \[<[0-9a-f]{32}>/);
    // By chance, compressed streams can contain any of these names.
    const objects = source.replaceAll(/\bstream\n[^]*?\nendstream/g, '');
    expect(objects).not.toMatch(/\/(?:Encrypt|JavaScript|JS|SMask|Group|CA|ca|LZWDecode|CIDSet|Launch)\b/);
    const fonts = objects.match(/\/Type \/FontDescriptor[^]*?endobj/g) ?? [];
    expect(fonts.length).toBeGreaterThan(2);
    for (const font of fonts) expect(font).toMatch(/\/FontFile[23] \d+ 0 R/);
    for (const annotation of source.match(/\/Subtype \/Link[^]*?endobj/g) ?? []) expect(annotation).toMatch(/\/F 4\n/);
    const xmp = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(source)?.[0] ?? '';
    for (const part of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:DocumentType>INVOICE</fx:DocumentType>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
      '<pdfaProperty:name>ConformanceLevel</pdfaProperty:name>',
    ]) {
      expect(xmp).toContain(part);
    }
    expect(xmp.match(/<pdfaExtension:schemas>/g)).toHaveLength(1);
  });

  it('leaves the PDF of the invoice as it was', async () => {
    const invoice = await issuing.issue(10_000, complete);
    const before = (await issuing.get(issuing.pdfPathOf(invoice))).rawPayload;
    await issuing.get(`${issuing.pathOf(invoice)}/${invoice.number}-factur-x.pdf`);
    expect((await issuing.get(issuing.pdfPathOf(invoice))).rawPayload.equals(before)).toBe(true);
    expect(await listPdfAttachments(before)).toEqual([]);
  });
});

const PUBLIC_CLIENT = {
  name: 'Stadt Berlin',
  emails: ['rechnung@stadt.example'],
  billing: { ...EMPTY_DETAILS, street: 'Platz 1', postalCode: '10178', city: 'Berlin', country: 'DE' },
  eInvoice: {
    eInvoiceFormat: 'xrechnung_ubl',
    buyerReference: '04011000-12345-03',
    electronicAddressScheme: '0204',
    electronicAddress: '04011000-12345-03',
  },
};
const asOwner = (path: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
  postApi(site, path, body, { cookie: owner, method });

/** Adds a client with this email address, and returns it. */
async function addClient(email: string, eInvoice: object = {}): Promise<Client> {
  const added = { ...PUBLIC_CLIENT, emails: [email], eInvoice: { ...PUBLIC_CLIENT.eInvoice, ...eInvoice } };
  const answer = await asOwner('/clients', added);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Client>();
}

describe('a client', () => {
  it('keeps its e-invoice settings if an update omits them', async () => {
    const { id, version, eInvoice } = await addClient('keep@stadt.example', {
      electronicAddress: ' 04011000-12345-03 ',
    });
    expect(eInvoice).toEqual(PUBLIC_CLIENT.eInvoice);
    const { eInvoice: _unsent, ...rest } = PUBLIC_CLIENT;
    const answer = await asOwner(`/clients/${id}`, { ...rest, emails: ['keep@stadt.example'], version }, 'PUT');
    expect(answer.json<Client>().eInvoice).toEqual(PUBLIC_CLIENT.eInvoice);
  });

  it.each([
    [{ eInvoiceFormat: 'pdf' }, 'eInvoice.eInvoiceFormat'],
    [{ buyerReference: '04011000-12345-04' }, 'eInvoice.buyerReference'],
    [{ electronicAddress: '123' }, 'eInvoice.electronicAddress'],
    [{ electronicAddressScheme: '' }, 'eInvoice.electronicAddress'],
  ])('with %j is refused with an error on %s', async (wrong, field) => {
    const entered = { ...PUBLIC_CLIENT, emails: [], eInvoice: { ...PUBLIC_CLIENT.eInvoice, ...wrong } };
    const error = expectApiError(await asOwner('/clients', entered), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual([field]);
  });

  it('shows missing e-invoice data before issuing', async () => {
    await addClient('soon@stadt.example', { buyerReference: '' });
    const { items } = await getApi<{ items: { message: string; page: string }[] }>(
      site,
      '/e-invoice-problems?email=soon@stadt.example',
      owner,
    );
    expect(items).toContainEqual({
      message: 'The buyer reference or Leitweg-ID is missing: required for e-invoices.',
      formats: ['xrechnung_ubl'],
      page: 'client',
    });
    expectApiError(await requestApi(site, '/e-invoice-problems?email=soon@stadt.example', member), 'FORBIDDEN');
  });
});

describe('the email of an invoice', () => {
  async function filesOf(email: string, eInvoice: object, changes: object = {}) {
    await addClient(email, eInvoice);
    const invoice = await issuing.issue(10_000, { ...complete, client: { ...client, email }, ...changes });
    const services = { ...site.http.services, log: site.log.log };
    await sendDocument(services, { data: { number: invoice.number }, isLastAttempt: false });
    const files = await site.db.select().from(emailAttachments);
    const own = files.filter(({ name }) => name.includes(invoice.number)).toSorted((a, b) => a.position - b.position);
    return Promise.all(
      own.map(async ({ name, storageKey, sizeBytes }) => {
        const content = await site.http.services.files.read(storageKey);
        expect(content?.length).toBe(sizeBytes);
        return { name: name.replace(invoice.number, 'N'), content: content ?? Buffer.alloc(0) };
      }),
    );
  }

  it('has the client’s format next to the PDF', async () => {
    const [pdf, xml] = await filesOf('ubl@stadt.example', {});
    expect([pdf?.name, xml?.name]).toEqual(['Deposit invoice N.pdf', 'Deposit invoice N.xml']);
    expect(xml?.content.toString()).toContain('xrechnung_3.0');
  });

  it('has a Factur-X invoice instead of the PDF', async () => {
    const files = await filesOf('fx@stadt.example', { eInvoiceFormat: 'factur_x' });
    expect(files.map(({ name }) => name)).toEqual(['Deposit invoice N.pdf']);
    expect(await listPdfAttachments(files[0]?.content ?? Buffer.alloc(0))).toHaveLength(1);
  });

  it('has only the PDF for other clients, or if something is missing', async () => {
    const names = (files: { name: string }[]) => files.map(({ name }) => name);
    expect(names(await filesOf('none@stadt.example', { eInvoiceFormat: '' }))).toEqual(['Deposit invoice N.pdf']);
    const without = { issuer: { ...issuer, taxId: null } };
    expect(names(await filesOf('lacks@stadt.example', {}, without))).toEqual(['Deposit invoice N.pdf']);
  });

  it('shows the owner why it had no e-invoice, and is sent again once the data is corrected', async () => {
    const email = 'later@stadt.example';
    const { id, version } = await addClient(email, { buyerReference: '' });
    const { buyerReference: _reference, ...party } = client;
    const invoice = await issuing.issue(10_000, { ...complete, client: { ...party, email } });
    const services = { ...site.http.services, log: site.log.log };
    const send = (data: object = {}) =>
      sendDocument(services, { data: { number: invoice.number, ...data }, isLastAttempt: false });
    const sentFiles = async () =>
      (await site.db.select().from(emailAttachments)).filter(({ name }) => name.includes(invoice.number)).length;
    const task = async () => {
      const { items } = await getApi<{ items: { name: string; items: { path: string }[] }[] }>(
        site,
        '/money-tasks',
        owner,
      );
      return items.find(({ name }) => name === 'e_invoices')?.items.map(({ path }) => path) ?? [];
    };
    const resend = () => asOwner(`/billing-documents/${invoice.number}/emails`, {});
    await send();
    const problem = 'The buyer reference or Leitweg-ID is missing: required for e-invoices.';
    expect(await details(invoice, owner)).toMatchObject({
      eInvoiceProblem: problem,
      emailMissing: [{ message: problem, page: 'client' }],
    });
    expect(await details(invoice)).toMatchObject({ eInvoiceProblem: null, emailMissing: [] });
    expect(await task()).toContain(issuing.pathOf(invoice));
    expect(await sentFiles()).toBe(1);

    const corrected = { ...PUBLIC_CLIENT, emails: [email], version };
    expect((await asOwner(`/clients/${id}`, corrected, 'PUT')).statusCode).toBe(200);
    expect(await details(invoice, owner)).toMatchObject({ eInvoiceProblem: problem, emailMissing: [] });
    expect((await resend()).statusCode).toBe(201);
    const requestedAt = site.http.services.now().add({ seconds: 1 }).toString({ smallestUnit: 'millisecond' });
    await send({ requestedAt });
    expect(await sentFiles()).toBe(3);
    expect(await task()).not.toContain(issuing.pathOf(invoice));
    expect((await details(invoice, owner)).eInvoiceProblem).toBeNull();
    // Running the job again sends nothing.
    await send();
    expect(await sentFiles()).toBe(3);
  });

  it('is not sent again without an address, and its notice can be dismissed', async () => {
    const silent = await issuing.issue(100, { ...complete, client: { ...client, email: null } });
    expectApiError(await asOwner(`/billing-documents/${silent.number}/emails`, {}), 'CONFLICT');
    const [row] = (
      await site.db.$client.query<{ number: string }>(
        `select number from billing_document_emails join billing_documents on id = billing_document_id
         where e_invoice_problem is not null limit 1`,
      )
    ).rows;
    const path = `/billing-documents/${row?.number}/e-invoice-problem`;
    expect((await postApi(site, path, {}, { cookie: owner, method: 'DELETE' })).statusCode).toBe(200);
    const { rowCount } = await site.db.$client.query(
      'select from billing_document_emails where e_invoice_problem is not null',
    );
    expect(rowCount).toBe(0);
  });
});

describe('reading', () => {
  it('is limited to the owner, and refuses other files with a message', async () => {
    expectApiError(await read('<a/>', 'application/xml', member), 'FORBIDDEN');
    const error = expectApiError(await read('<a/>', 'application/xml'), 'BAD_REQUEST');
    expect(error.fields).toEqual({ file: 'This XML file isn’t an e-invoice in UBL or CII.' });
    expect((await read('x', 'text/plain')).statusCode).toBe(415);
    expect((await read(Buffer.alloc(10 * 1024 * 1024 + 1), 'application/pdf')).statusCode).toBe(413);
  });
});
