import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eInvoiceFormats } from '#features/e-invoices/contract/constants.ts';
import type { EInvoice } from '#features/e-invoices/rules/model.ts';
import { readEInvoice } from '#features/e-invoices/rules/read-e-invoice.ts';
import { writeEInvoice } from '#features/e-invoices/rules/write-e-invoice.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { documentFixture } from '#tests/support/billing-document-fixture.ts';
import { anyCompleteDocument, completeClients, completeIssuers } from '#tests/support/e-invoice-arbitrary.ts';
import { billingDocumentKinds } from '../contract/documents.ts';
import { hasEInvoice, listMissingEInvoiceData, toEInvoice } from './e-invoices.ts';

/** Returns an amount in hundredths. */
const cents = (amount: string | null) => Math.round(Number(amount ?? 0) * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const linesOf = ({ lines }: EInvoice, { code, percent }: EInvoice['taxes'][number]) =>
  lines.filter(({ tax }) => tax.code === code && tax.percent === percent);

/** Random documents as e-invoices, in the formats in which nothing is missing. */
const anyEInvoice = fc
  .tuple(anyCompleteDocument, fc.constantFrom(...eInvoiceFormats))
  .filter(([document, format]) => listMissingEInvoiceData(document, format).length === 0)
  .map(([document, format]) => ({ document, format, invoice: toEInvoice(document, format) }));
const check = (property: (made: { document: Parameters<typeof toEInvoice>[0]; invoice: EInvoice }) => void) =>
  fc.assert(fc.property(anyEInvoice, property), { numRuns: 300 });

describe('rules of EN 16931', () => {
  it('hold for the totals (BR-CO-10, 13, 14, 15, 16)', () => {
    check(({ document, invoice: { lines, taxes, totals } }) => {
      expect(sum(lines.map(({ amount }) => cents(amount)))).toBe(cents(totals.net));
      expect(sum(taxes.map(({ taxAmount }) => cents(taxAmount)))).toBe(cents(totals.tax));
      expect(cents(totals.net) + cents(totals.tax)).toBe(cents(totals.gross));
      expect(cents(totals.gross) - cents(totals.paid) + cents(totals.rounding)).toBe(cents(totals.due));
      const sign = document.kind === 'credit_note' ? -1 : 1;
      expect(cents(totals.due)).toBe(sign * document.amountDue * (document.currency === 'JPY' ? 100 : 1));
    });
  });

  it('hold for each tax (BR-CO-17, BR-CO-18, BR-S-08, BR-Z-08, BR-E-08, BR-AE-08, BR-IC-08, BR-G-08, BR-O-08)', () => {
    check(({ document, invoice }) => {
      const unit = document.currency === 'JPY' ? 100 : 1;
      for (const tax of invoice.taxes) {
        expect(sum(linesOf(invoice, tax).map(({ amount }) => cents(amount)))).toBe(cents(tax.taxableAmount));
        const exact = (cents(tax.taxableAmount) * Number(tax.percent)) / 100;
        expect(Math.abs(cents(tax.taxAmount) - exact)).toBeLessThanOrEqual(unit / 2 + 1e-6);
      }
      expect(
        invoice.lines.every(({ tax }) =>
          invoice.taxes.some(({ code, percent }) => code === tax.code && percent === tax.percent),
        ),
      ).toBe(true);
    });
  });

  it('hold for the reasons and rates of categories (BR-S-10, BR-Z-10, BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10, BR-O-11)', () => {
    check(({ invoice: { taxes } }) => {
      for (const { code, percent, reason } of taxes) {
        expect(reason !== null, code).toBe(!['S', 'Z'].includes(code));
        expect(Number(percent) > 0, code).toBe(code === 'S');
      }
      expect(taxes.some(({ code }) => code === 'O') && taxes.length > 1).toBe(false);
    });
  });

  it('hold for the identifiers (BR-CO-26, BR-S-02, BR-AE-02, BR-IC-02, BR-G-02, BR-O-02)', () => {
    check(({ invoice: { taxes, seller, buyer } }) => {
      const codes = taxes.map(({ code }) => code);
      expect(seller.vatId ?? seller.registration ?? seller.identifier).toBeTruthy();
      if (codes.includes('O')) expect([seller.vatId, buyer.vatId]).toEqual([null, null]);
      else expect(seller.vatId ?? seller.taxNumber).toBeTruthy();
      if (codes.includes('AE') || codes.includes('K')) expect(buyer.vatId).toBeTruthy();
      if (codes.includes('K') || codes.includes('G')) expect(seller.vatId).toBeTruthy();
    });
  });

  it('hold for lines and payment (BR-21 to BR-28, BR-CO-25, BR-55, BR-IC-11, BR-IC-12)', () => {
    check(({ document, invoice }) => {
      for (const { price, priceQuantity, quantity, discount, amount } of invoice.lines) {
        expect(Number(price)).toBeGreaterThanOrEqual(0);
        const exact = (Number(price) * Number(quantity)) / Number(priceQuantity ?? 1) - Number(discount ?? 0);
        expect(Math.abs(exact - Number(amount))).toBeLessThan(0.0051);
      }
      if (Number(invoice.totals.due) > 0) expect(invoice.dueOn ?? invoice.paymentTerms).toBeTruthy();
      if (document.kind === 'credit_note') expect(invoice.precedingInvoice?.number).toBeTruthy();
      if (invoice.taxes.some(({ code }) => code === 'K'))
        expect(invoice.isDelivered && invoice.servicePeriod).toBeTruthy();
    });
  });

  it('say the same in UBL and CII', () => {
    fc.assert(
      fc.property(anyEInvoice, ({ invoice }) => {
        const [ubl, cii] = (['peppol_bis', 'factur_x'] as const).map(format => {
          const { format: _syntax, ...rest } = readEInvoice(Buffer.from(writeEInvoice(invoice, format)));
          return rest;
        });
        expect(ubl).toEqual(cii);
        expect(ubl).toMatchObject({ number: invoice.number, isCreditNote: invoice.typeCode === '381' });
      }),
      { numRuns: 100 },
    );
  });
});

describe('missing data', () => {
  const [issuer] = completeIssuers;
  const [, client] = completeClients;
  if (!issuer || !client) throw new Error('The fixture has no issuer or no client.');
  const complete = documentFixture({ issuer, client });
  const messages = (changes: Partial<typeof complete>, format: (typeof eInvoiceFormats)[number] = 'factur_x') =>
    listMissingEInvoiceData({ ...complete, ...changes }, format).map(({ message, page }) => `${page}: ${message}`);
  const without = <Party extends object>({ ...party }: Party, ...names: (keyof Party)[]) => {
    for (const name of names) delete party[name];
    return party;
  };

  it('is nothing for a complete document', () => {
    for (const format of eInvoiceFormats) expect(messages({}, format)).toEqual([]);
  });

  it('names countries and the tax number, with the page to enter them', () => {
    expect(
      messages({ client: without(client, 'country'), issuer: { ...without(issuer, 'country'), taxId: null } }),
    ).toEqual([
      'billing_settings: The seller’s country is missing: required for e-invoices.',
      'billing_settings: The seller’s VAT ID or tax number is missing: required for e-invoices.',
      'client: The buyer’s country is missing: required for e-invoices.',
    ]);
  });

  it('names the requirements of XRechnung and Peppol', () => {
    const bare = {
      client: { ...without(client, 'address', 'electronicAddress', 'buyerReference'), email: null },
      issuer: { ...without(issuer, 'address', 'electronicAddress'), phone: null },
      order: null,
    };
    const missing = (changes: Parameters<typeof messages>[0], format: Parameters<typeof messages>[1]) =>
      messages(changes, format).map(text => text.replace(' is missing: required for e-invoices.', ''));
    const inGermany = [
      'billing_settings: The seller’s postal code',
      'billing_settings: The seller’s city',
      'profile: The seller’s phone number',
      'client: The buyer’s postal code',
      'client: The buyer’s city',
      'client: The buyer reference or Leitweg-ID',
    ];
    const addresses = ['billing_settings: The seller’s Peppol address', 'client: The buyer’s Peppol address'];
    expect(missing(bare, 'xrechnung_cii')).toEqual([...inGermany, 'client: The buyer’s electronic address']);
    expect(missing(bare, 'peppol_bis')).toEqual([...inGermany, ...addresses]);
    const abroad = { ...bare, client: { ...bare.client, country: 'US' } };
    expect(missing(abroad, 'peppol_bis')).toEqual([...addresses, 'client: The buyer reference']);
    expect(messages(bare)).toEqual([]);
  });

  it('names the requirements of Peppol for sellers in some countries', () => {
    const inCountry = (country: string) => {
      const [seller, buyer] = [completeIssuers, completeClients].map(parties =>
        parties.find(party => party.country === country),
      );
      if (!seller || !buyer) throw new Error(`${country} has no complete parties.`);
      return { issuer: { ...issuer, ...seller }, client: { ...client, ...buyer } };
    };
    const standard = { name: 'VAT', basisPoints: 2500, category: 'standard' } as const;
    const tax = { ...standard, taxableAmount: toMinorUnits(100), taxAmount: toMinorUnits(25) };
    const gln = { scheme: '0088', value: '4012345000009' };
    const street = { street: '', postalCode: '1', city: 'X', region: '' };
    const problems = (country: string, seller: object = {}, buyer: object = {}, basisPoints = 2500) => {
      const parties = inCountry(country);
      const changed = { issuer: { ...parties.issuer, ...seller }, client: { ...parties.client, ...buyer } };
      return messages({ ...changed, taxSummary: [{ ...tax, basisPoints }] }, 'peppol_bis');
    };
    for (const country of ['NL', 'DK', 'NO', 'SE', 'IT', 'IS']) expect(problems(country), country).toEqual([]);
    expect(problems('NL', { address: undefined }, { address: street })).toEqual([
      'billing_settings: The seller’s street is missing: required for e-invoices.',
      'billing_settings: The seller’s postal code is missing: required for e-invoices.',
      'billing_settings: The seller’s city is missing: required for e-invoices.',
      'client: The buyer’s street is missing: required for e-invoices.',
    ]);
    expect(problems('NL', {}, { country: 'US', address: street })).toEqual([]);
    expect(problems('DK', { electronicAddress: gln }, { electronicAddress: gln })).toEqual([
      'billing_settings: The seller’s Peppol address must be its CVR number.',
    ]);
    expect(problems('IS', { address: street }, { electronicAddress: gln })).toEqual([
      'billing_settings: The seller’s street is missing: required for e-invoices.',
      'client: The buyer’s Peppol address must be its kennitala.',
    ]);
    expect(problems('NO', { taxId: 'NO974760674MVA' })).toEqual([
      'billing_settings: The seller’s VAT ID must look like NO974760673MVA.',
    ]);
    const company = inCountry('NO');
    const registered = { ...company.issuer, taxId: 'NO 974 760 673 MVA Foretaksregisteret' };
    expect(problems('NO', registered)).toEqual([]);
    const xml = writeEInvoice(toEInvoice({ ...complete, ...company, issuer: registered }, 'peppol_bis'), 'peppol_bis');
    const schemes = xml.matchAll(
      /<cac:PartyTaxScheme>\s*<cbc:CompanyID>([^<]+)<[^>]+>\s*<cac:TaxScheme>\s*<cbc:ID>(\w+)/g,
    );
    expect(Array.from(schemes, ([, id, scheme]) => [id, scheme]).slice(0, 2)).toEqual([
      ['NO974760673MVA', 'VAT'],
      ['Foretaksregisteret', 'TAX'],
    ]);
    expect(problems('SE', { taxId: '556036-0793' }, {}, 1900)).toEqual([
      'billing_settings: The seller’s VAT ID must look like SE556036079301.',
      'null: Sellers in Sweden can only charge 25%, 12% or 6% VAT in Peppol invoices.',
    ]);
    expect(problems('IT', { taxId: '123' })).toEqual([
      'billing_settings: The seller’s tax number must have 11 to 16 letters and digits.',
    ]);
    expect(problems('DE', { phone: null })).toEqual([
      'profile: The seller’s phone number is missing: required for e-invoices.',
    ]);
    expect(problems('DE', { country: 'GR' })).toEqual([
      'null: Peppol invoices from Greece need a MARK number from myDATA, which Freehold can’t request.',
    ]);
  });

  it('names a wrong Leitweg-ID, VAT IDs for reverse charge, and anything that can’t be expressed', () => {
    expect(messages({ client: { ...client, buyerReference: '04011000-12345-04' } }, 'xrechnung_ubl')).toEqual([
      'client: Check this Leitweg-ID: its last two digits don’t match the rest.',
    ]);
    const tax = { name: 'VAT', basisPoints: 0, category: 'reverse_charge', note: 'Reverse charge' } as const;
    expect(messages({ tax, client: { ...client, taxId: '123' } })).toEqual([
      'client: The buyer’s VAT ID is missing: required for e-invoices.',
    ]);
    expect(messages({ currency: 'KWD' })).toEqual([
      'null: E-invoices can’t be in KWD: they allow two decimals at most.',
    ]);
    const outside = { name: 'VAT', basisPoints: 0, category: 'outside_scope', note: 'Outside' } as const;
    const amounts = { taxableAmount: toMinorUnits(100), taxAmount: toMinorUnits(0) };
    expect(
      messages({
        taxSummary: [
          { ...outside, ...amounts },
          { ...complete.tax, ...amounts },
        ],
      }),
    ).toEqual(['null: E-invoices can’t have taxed lines together with lines outside the scope of VAT.']);
  });
});

it('exists for invoices and credit notes only', () => {
  expect(billingDocumentKinds.filter(kind => !hasEInvoice(kind))).toEqual(['receipt', 'quote', 'account_statement']);
});
