import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { documentDraftFixture } from '#tests/support/billing-document-fixture.ts';
import type { DocumentTax } from '../contract/documents.ts';
import { finalizeDocument } from './documents.ts';
import { formatDatevBookings, formatDatevHeader } from './datev.ts';

const settings = { consultantNumber: 29_098, clientNumber: 55_003, chart: 'SKR03', debtorAccount: 10_000 } as const;
const standard = { name: 'VAT', basisPoints: 1900 };
const reverse = { name: 'VAT', basisPoints: 0, category: 'reverse_charge', note: 'Reverse charge' } as const;

function invoice(lines: readonly (readonly [amount: number, tax?: DocumentTax | undefined])[], more: object = {}) {
  const lineItems = lines.map(([unitAmount, tax]) => ({
    description: 'Work',
    detail: null,
    quantity: 1,
    unitAmount: toMinorUnits(unitAmount),
    term: null,
    ...(tax ? { tax } : {}),
  }));
  return finalizeDocument(
    documentDraftFixture({ lineItems, paymentInstructions: [], currency: 'EUR', tax: standard, ...more }),
  );
}
const bookingsOf = (...document: Parameters<typeof invoice>) =>
  formatDatevBookings(invoice(...document), settings)
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(';'));

describe('DATEV bookings', () => {
  it('have a header of 31 fields and a heading for each of 125 fields', () => {
    const at = Temporal.Instant.from('2026-04-01T08:09:10.5Z');
    const [header = '', headings = '', rest] = formatDatevHeader(
      settings,
      { from: '2026-01-01', to: '2026-03-31' },
      at,
    ).split('\r\n');
    expect(header).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20260401080910500;;"RE";"Freehold";"";29098;55003;20260101;4;20260101;20260331;"Rechnungen";"";1;0;0;"EUR";;"";;;"03";;;"";""',
    );
    expect(header.split(';')).toHaveLength(31);
    expect(headings.split(';')).toHaveLength(125);
    expect([headings.split(';')[39], headings.split(';')[113]]).toEqual([
      'EU-Land u. UStID (Bestimmung)',
      'Festschreibung',
    ]);
    expect(rest).toBe('');
  });

  it('book gross amounts per category and rate', () => {
    const client = { name: 'Beta "B"; SARL', email: null, addressLines: [], taxId: 'FR12345678901', country: 'FR' };
    const [first = [], second = [], ...others] = bookingsOf([[10_000], [5000, reverse]], {
      issuedOn: '2026-02-09',
      number: '2026-0007',
      client,
    });
    expect(others).toEqual([]);
    expect(first.slice(0, 11)).toEqual([
      '119,00',
      '"S"',
      '"EUR"',
      '',
      '',
      '',
      '10000',
      '8400',
      '',
      '0902',
      '"2026-0007"',
    ]);
    expect([second[0], second[1], second[7]]).toEqual(['50,00', '"S"', '8336']);
    expect(formatDatevBookings(invoice([[100]], { client }), settings)).toContain('"Beta ""B""; SARL"');
    expect(formatDatevBookings(invoice([[100, reverse]], { client }), settings)).toContain(';"FR12345678901";');
  });

  const buyer = { name: 'Beta', email: null, addressLines: [], taxId: 'FR12345678901', country: 'FR' };
  it.each<[DocumentTax, number, number, boolean]>([
    [standard, 8400, 4400, false],
    [{ name: 'VAT', basisPoints: 700 }, 8300, 4300, false],
    [{ name: 'VAT', basisPoints: 550 }, 8200, 4200, false],
    [{ name: 'None', basisPoints: 0 }, 8200, 4200, false],
    [{ name: 'VAT', basisPoints: 1900, category: 'standard' }, 8400, 4400, false],
    [{ name: 'VAT', basisPoints: 0, category: 'zero' }, 8290, 4290, false],
    [{ name: 'VAT', basisPoints: 0, category: 'exempt', note: 'Exempt' }, 8100, 4100, false],
    [{ name: 'VAT', basisPoints: 0, category: 'small_business', note: 'Small' }, 8195, 4185, false],
    [reverse, 8336, 4336, true],
    [{ name: 'VAT', basisPoints: 0, category: 'intra_community', note: 'Supply' }, 8125, 4125, true],
    [{ name: 'VAT', basisPoints: 0, category: 'export', note: 'Export' }, 8120, 4120, false],
    [{ name: 'VAT', basisPoints: 0, category: 'outside_scope', note: 'Outside' }, 8338, 4338, false],
  ])(
    'of %j go to an account of SKR 03 or SKR 04, with the VAT ID if it is reported',
    (tax, skr03, skr04, isReported) => {
      const document = invoice([[100, tax]], { client: buyer });
      for (const [chart, account] of [
        ['SKR03', skr03],
        ['SKR04', skr04],
      ] as const) {
        const fields = formatDatevBookings(document, { ...settings, chart }).split(';');
        expect([fields[7], fields[39]]).toEqual([String(account), isReported ? '"FR12345678901"' : '']);
      }
    },
  );

  it.each([1, -1])('have the rounding of the document in the largest one, with sign %i', sign => {
    const reference = { kind: 'invoice', number: '2026-0001', issuedOn: '2026-01-02' };
    const reduced = { name: 'VAT', basisPoints: 700 };
    const rows = bookingsOf([[sign * 3], [sign * 1000, reduced]], {
      taxBehavior: 'inclusive',
      ...(sign < 0 && { kind: 'credit_note', reference }),
    });
    expect(rows.map(([amount]) => amount)).toEqual(['0,04', '9,99']);
  });

  it('have a text of one line and at most 60 characters', () => {
    const client = { ...buyer, name: `Beta\n${'x'.repeat(60)}` };
    expect(bookingsOf([[100]], { client })[0]?.[13]).toBe(`"Beta ${'x'.repeat(55)}"`);
  });

  it('add up to the document, and credit negative amounts', () => {
    const tax = fc.constantFrom<DocumentTax | undefined>(undefined, { name: 'VAT', basisPoints: 700 }, reverse, {
      name: 'VAT',
      basisPoints: 0,
    });
    const lines = fc.array(fc.tuple(fc.integer({ min: 1, max: 99_999 }), tax), { minLength: 1, maxLength: 5 });
    const reference = { kind: 'invoice', number: '2026-0001', issuedOn: '2026-01-02' };
    const behavior = fc.constantFrom('exclusive', 'inclusive');
    fc.assert(
      fc.property(lines, behavior, fc.boolean(), (items, taxBehavior, isCredit) => {
        const sign = isCredit ? -1 : 1;
        const document = { taxBehavior, ...(isCredit ? { kind: 'credit_note', reference } : {}) };
        const issued = invoice(
          items.map(([amount, own]) => [sign * amount, own] as const),
          document,
        );
        const rows = formatDatevBookings(issued, settings)
          .trimEnd()
          .split('\r\n')
          .map(row => row.split(';'));
        const sum = rows.reduce((total, [amount = '', side]) => {
          return total + (side === '"S"' ? 1 : -1) * Number(amount.replace(',', ''));
        }, 0);
        expect(sum).toBe(issued.total);
        expect(rows.every(row => row.length === 125 && row[1] === (isCredit ? '"H"' : '"S"'))).toBe(true);
      }),
    );
  });
});
