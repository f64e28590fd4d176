import { getDocumentProxy } from 'unpdf';
import { encode } from 'uqr';
import { describe, expect, it, test } from 'vitest';
import { type BillingDocument, billingDocumentKinds } from '#features/billing/contract/documents.ts';
import type { DocumentDraft } from '#features/billing/rules/documents.ts';
import { getKindLabels } from '#features/billing/rules/labels.ts';
import { documentFixture } from '../support/billing-document-fixture.ts';
import { formatMoney } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { formatPlainDate } from '#shared/time.ts';
import {
  draw,
  expectInsideMargins,
  hasMissingGlyphs,
  readContentStreams,
  readPdf,
  renderAndReadPdf,
  normalizeSpaces,
} from '../support/pdf-reader.ts';

const earlier = { kind: 'deposit_invoice', number: '2026-0003', issuedOn: '2026-02-01' } as const;
const line = (description: string, minor = 1000) => ({
  description,
  detail: null,
  quantity: 1,
  unitAmount: toMinorUnits(minor),
  term: null,
});
const lines = (count: number) => Array.from({ length: count }, (_none, place) => line(`Row ${place + 1} of work`));

/** Leaves out the parts after the totals, which take most of the time. */
const UNTIL_TOTALS = { paymentInstructions: [], paymentUrl: null, terms: [] };

describe.each([
  ['A4', 200],
  ['Letter', 80],
] as const)('document on %s', (paper, count) => {
  it('contains all its content and formatted amounts', async () => {
    const document = documentFixture({ amountPaid: toMinorUnits(10_050), reference: earlier });
    const { pages, text, info, tagged } = await renderAndReadPdf(document, paper);
    const money = (minor: BillingDocument['total']) => formatMoney({ minor, currency: 'USD' }, { exact: true });
    const { issuer, client, order, paymentInstructions, terms } = document;
    const expected = [
      [
        'Deposit invoice',
        document.number,
        formatPlainDate(document.issuedOn),
        formatPlainDate('2026-03-09'),
        'VAT 25%',
      ],
      [issuer, client].flatMap(({ name, email, taxId, addressLines }) => [name, email, taxId, ...addressLines]),
      [
        issuer.phone,
        order?.orderNumber,
        order?.title,
        `Deposit invoice 2026-0003 dated ${formatPlainDate('2026-02-01')}`,
      ],
      document.lineItems.flatMap(({ description, detail, unitAmount, amount, quantity }) => [
        description,
        detail,
        `${quantity} ${money(unitAmount)} ${money(amount)}`,
      ]),
      document.lineItems.map(({ term }) => (term === null ? '' : `Payment term ${term}`)),
      (['subtotal', 'taxAmount', 'total', 'amountPaid', 'amountDue'] as const).map(name => money(document[name])),
      paymentInstructions.flatMap(way => [way.method, way.text]),
      [document.paymentUrl],
      terms.map(term => `${term.number} ${term.text}`),
    ].flat();
    for (const each of expected) expect(text).toContain(normalizeSpaces(each ?? ''));
    expect(text).toContain('Page 1 of');
    expect(pages[0]?.size.map(Math.round)).toEqual(paper === 'A4' ? [595, 842] : [612, 792]);
    expect(pages.flatMap(({ links }) => links)).toEqual([document.paymentUrl]);
    expect(info['Title']).toBe('Deposit invoice 2026-0007');
    expect(info['Language']).toBe('en');
    expect(tagged).toBe(true);
    expectInsideMargins(pages, paper);
  });

  it(`with ${count} lines repeats the table head and numbers its pages`, async () => {
    const { pages } = await renderAndReadPdf(documentFixture({ lineItems: lines(count) }), paper);
    expect(pages.length).toBeGreaterThan(count / 40);
    for (const [place, { text }] of pages.entries()) {
      expect(text).toContain(`Page ${place + 1} of ${pages.length}`);
      if (/Row \d+ of work/.test(text)) expect(text.match(/Description Quantity Unit price Amount/g)).toHaveLength(1);
    }
    const rows = pages.flatMap(({ text }) => [...text.matchAll(/Row (\d+) of work/g)].map(([, row]) => Number(row)));
    expect(rows).toEqual(Array.from({ length: count }, (_none, place) => place + 1));
    expectInsideMargins(pages, paper);
  });

  it('keeps the time zone in the footer next to a long name', async () => {
    const { issuer } = documentFixture();
    const long = { ...issuer, name: 'Müller, Schneider & Partner Softwareentwicklungsgesellschaft mbH & Co. KG' };
    const document = documentFixture({
      issuer: long,
      timeZone: 'America/Argentina/Buenos_Aires',
      lineItems: lines(40),
    });
    const { pages } = await renderAndReadPdf(document, paper);
    expect(pages.length).toBeGreaterThan(1);
    for (const { text } of pages) {
      expect(text).toMatch(/mbH & Co\. KG · Dates in America\/Argentina\/Buenos Aires/);
      expect(text).toMatch(/Page \d of \d/);
    }
    expectInsideMargins(pages, paper);
  });

  it('wraps long words inside their columns', async () => {
    const mean = documentFixture({
      client: {
        name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
          .repeat(2)
          .slice(0, 160),
        email: `${'a'.repeat(240)}@example.com`,
        addressLines: Array.from({ length: 8 }, () => '\u4E2D'.repeat(120)),
        taxId: '9'.repeat(60),
      },
      currency: 'IDR',
      order: { orderNumber: 'A'.repeat(40), title: 'W'.repeat(300) },
      lineItems: [
        {
          description: 'x'.repeat(500),
          detail: 'One two. '.repeat(222),
          quantity: 1_000_000,
          unitAmount: toMinorUnits(7_000_000_000),
          term: 99,
        },
      ],
      tax: { name: 'T'.repeat(60), basisPoints: 1234 },
      paymentInstructions: [{ method: 'm'.repeat(80), text: `${'n'.repeat(700)}\n\n${'o'.repeat(700)}` }],
      paymentUrl: `https://example.com/${'p'.repeat(570)}`,
      terms: Array.from({ length: 6 }, (_none, place) => ({ number: place + 1, text: 'q'.repeat(2000) })),
    });
    const { pages, text } = await renderAndReadPdf(mean, paper);
    expect(text.match(/q/g)?.length).toBeGreaterThanOrEqual(12_000);
    expectInsideMargins(pages, paper);
  });
});

test('keeps the totals on a page with at least one line', async () => {
  const pagesWith = async (count: number) =>
    (await renderAndReadPdf(documentFixture({ ...UNTIL_TOTALS, lineItems: lines(count) }))).pages;
  const [full] = await pagesWith(40);
  const most = full?.text.match(/Row \d+ of work/g)?.length ?? 0;
  expect(most).toBeLessThan(40);
  // From where the totals fit below the lines, to where the last line is on a new page.
  const onPages = new Set<number>();
  for (let count = most - 8; count <= most + 1; count += 1) {
    const pages = await pagesWith(count);
    const last = pages.find(({ text }) => text.includes('Amount due'));
    expect(last?.text, `${count} lines`).toContain(`Row ${count} of work`);
    onPages.add(pages.length);
  }
  expect([...onPages]).toEqual([1, 2]);
});

describe('document kinds', () => {
  const changes: Partial<Record<(typeof billingDocumentKinds)[number], Partial<DocumentDraft>>> = {
    late_fee_invoice: { reference: earlier },
    credit_note: { reference: earlier, dueOn: null, lineItems: [line('Taken back', -24_975)] },
    receipt: { reference: earlier, dueOn: null, amountPaid: toMinorUnits(100_406) },
    account_statement: { lineItems: [], dueOn: null, order: null },
  };

  it.each(billingDocumentKinds)('%s has its title', async kind => {
    const document = documentFixture({ ...UNTIL_TOTALS, ...changes[kind], kind });
    const { pages, text, info } = await renderAndReadPdf(document);
    const name = getKindLabels(kind).title;
    expect(pages[0]?.text).toContain(name);
    expect(info['Title']).toBe(`${name} 2026-0007`);
    expect(text).toContain(changes[kind]?.reference ? 'Deposit invoice 2026-0003 dated 01 Feb 2026' : name);
    // A credit note has negative amounts.
    const credited = kind === 'credit_note' ? ['-$249.75', '-$62.44', 'Credit -$312.19'] : [];
    for (const amount of credited) expect(text).toContain(amount);
  });
});

describe('taxes and currencies', () => {
  test('shows gross prices with the net amount', async () => {
    const { text } = await renderAndReadPdf(documentFixture({ ...UNTIL_TOTALS, taxBehavior: 'inclusive' }));
    for (const part of ['Amount (incl. tax)', 'Total excluding VAT $642.60', 'VAT 25% $160.65', 'Total $803.25']) {
      expect(text).toContain(part);
    }
  });

  test('says below each tax why it isn’t charged', async () => {
    const taxOf = (category: 'exempt' | 'reverse_charge', note: string) => ({
      name: 'VAT',
      basisPoints: 0,
      category,
      note,
    });
    const document = documentFixture({
      ...UNTIL_TOTALS,
      lineItems: [
        { ...line('Court fee'), tax: taxOf('exempt', 'Paid in your name.') },
        { ...line('Consulting'), tax: taxOf('reverse_charge', 'The customer accounts for VAT.') },
      ],
    });
    const { text } = await renderAndReadPdf(document);
    expect(text).toMatch(/Exempt on \$[\d.]+ Paid in your name\. \$0\.00/);
    expect(text).toMatch(/Reverse charge on \$[\d.]+ The customer accounts for VAT\. \$0\.00/);
    expect(text.match(/Paid in your name/g)).toHaveLength(1);
  });

  test('does not mention tax without one', async () => {
    const { text } = await renderAndReadPdf(documentFixture({ tax: { name: 'VAT', basisPoints: 0 } }));
    expect(text).not.toMatch(/VAT|Subtotal|incl\. tax/);
  });

  test.each(['USD', 'EUR', 'GBP', 'JPY', 'INR', 'KWD', 'BDT', 'PHP', 'KRW', 'ILS', 'VND'])(
    '%s shows',
    async currency => {
      const document = documentFixture({ ...UNTIL_TOTALS, currency });
      const pdf = await draw(document);
      const { text } = await readPdf(pdf);
      expect(text).toContain(normalizeSpaces(formatMoney({ minor: document.amountDue, currency }, { exact: true })));
      expect(hasMissingGlyphs(pdf)).toBe(false);
    },
  );
});

describe('document PDF', () => {
  let pdfOfFixture: Promise<Buffer> | undefined;
  /** Returns the PDF of the fixture, rendered once for all tests. */
  const drawn = () => (pdfOfFixture ??= draw(documentFixture()));

  it('is reproducible byte for byte', async () => {
    const first = await drawn();
    expect((await draw(documentFixture())).equals(first)).toBe(true);
    expect((await draw(documentFixture({ number: '2026-0008' }))).equals(first)).toBe(false);
  });

  it('is dated by its document and small', async () => {
    const pdf = await drawn();
    const { info } = await readPdf(pdf);
    expect(info['CreationDate']).toMatch(/^D:20260302000000/);
    expect(pdf.length).toBeLessThan(60_000);
  });

  it('has a QR code of the payment address if there is one', async () => {
    const document = documentFixture();
    const squares = (pdf: Buffer) =>
      [...readContentStreams(pdf).matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map(numbers =>
        numbers.slice(1).map(Number),
      );
    const { data, size } = encode(document.paymentUrl ?? '', { ecc: 'M', border: 0 });
    const found = squares(await drawn());
    const left = Math.min(...found.map(([x = 0]) => x));
    const top = Math.min(...found.map(([, y = 0]) => y));
    const module = found[0]?.[3] ?? 1;
    const shown = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
    for (const [x = 0, y = 0, width = 0] of found) {
      const [column, row] = [Math.round((x - left) / module), Math.round((y - top) / module)];
      for (let step = 0; step < Math.round(width / module); step += 1) (shown[row] ?? [])[column + step] = true;
    }
    expect(shown).toEqual(data);
    expect(squares(await draw({ ...document, paymentUrl: null }))).toEqual([]);
  });

  it('is tagged with headings, tables and lists', async () => {
    const document = await getDocumentProxy(new Uint8Array(await drawn()));
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree());
    for (const role of ['H1', 'H2', 'Table', 'THead', 'TBody', 'TH', 'TD', 'L', 'LI', 'LBody', 'Figure', 'Link']) {
      expect(tree).toContain(`"role":"${role}"`);
    }
    expect(tree).toContain('QR code for https://mara.example.com/pay/2026-0007');
  });
});
