import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BillingDocument, DocumentTax } from '#features/billing/contract/documents.ts';
import { toEInvoice } from '#features/billing/rules/e-invoices.ts';
import { finalizeDocument } from '#features/billing/rules/documents.ts';
import { toTaxKey } from '#features/billing/rules/tax-options.ts';
import { totalRows } from '#features/billing/rules/total-rows.ts';
import { getTaxSummary, listTaxTotals, taxKey } from '#features/billing/rules/totals.ts';
import { toDecimalString } from '#shared/money.ts';
import { toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import { completeClients, completeIssuers } from '#tests/support/e-invoice-arbitrary.ts';
import { DEFAULT_PAYMENT_TERMS, toPlainDate } from '#tests/support/order-factory.ts';
import type { OrderTax, QuoteLine } from '../../lifecycle/contract/snapshots.ts';
import { buildInvoice, type IssuedPart } from '../../lifecycle/rules/build-invoice.ts';
import { planBalanceInvoices, planFirstInvoice, type PlannedInvoice } from '../../lifecycle/rules/invoice-schedule.ts';
import { planMilestones } from '../../lifecycle/rules/milestones.ts';
import { calculateOrderTotals, listTaxDtos, listTaxesWithin, nameTaxes, restOf } from '../../lifecycle/rules/tax.ts';
import { sumShares } from '../../lifecycle/rules/tax-shares.ts';
import { parseMilestones, priceMilestones } from './payment-schedule.ts';
import { readQuoteLines } from './quote-lines.ts';
import { calculateChoice, formatQuoteAgreement, type QuotedOrder } from './quotes.ts';

const taxes: readonly DocumentTax[] = [
  { name: 'VAT', basisPoints: 1900 },
  { name: 'VAT', basisPoints: 700 },
  { name: 'Disbursement', basisPoints: 0, category: 'exempt', note: 'Paid in your name.' },
  { name: 'VAT', basisPoints: 550 },
  { name: 'Insurance', basisPoints: 0, category: 'exempt', note: 'Insurance is exempt.' },
];
const today = toPlainDate('2027-03-01');
const options = taxes.map(tax => ({ key: toTaxKey(tax), label: tax.name, tax }));
const context = { currency: 'EUR', taxes: options, client: { name: 'Noor', hasTaxId: true } };

interface TypedLine {
  readonly amount: number;
  /** Index of its tax. */
  readonly tax: number;
  readonly isOptional?: boolean;
}
interface Terms {
  readonly behavior: OrderTax['behavior'];
  readonly depositPercent: number;
  readonly discount?: string;
  readonly isUrgent?: boolean;
  readonly milestones?: readonly string[];
  readonly installments?: number | null;
}

/** Quotes lines and returns the order for chosen options; undefined if its milestones are refused. */
function quote(lines: readonly TypedLine[], terms: Terms) {
  const typed = lines.map(({ amount, tax, isOptional = false }, index) => ({
    description: `Line ${index + 1}`,
    amount: toDecimalString({ minor: toMinorUnits(amount), currency: 'EUR' }),
    quantity: '1',
    unit: '' as const,
    discount: '',
    tax: toTaxKey(taxes[tax] as DocumentTax),
    isOptional,
  }));
  const { quote: quoteLines, problems } = readQuoteLines(typed, terms.discount ?? '', context);
  expect(problems).toEqual({});
  const settings = { ...DEFAULT_PAYMENT_TERMS, depositPercent: terms.depositPercent };
  const tax: OrderTax = { name: 'VAT', basisPoints: 1900, behavior: terms.behavior };
  const order: QuotedOrder = {
    id: 1001,
    title: 'Book',
    clientName: 'Noor',
    offerSnapshot: { id: null, features: [], deliveryDays: 7, supportDays: 0 },
    agreedTerms: { settings, texts: [] },
    lineItems: [],
    total: ZERO,
    tax,
    currency: 'EUR',
    isUrgent: terms.isUrgent ?? false,
    quoteExpiresOn: null,
    installments: terms.installments ?? null,
    milestones: null,
    quoteNote: '',
  };
  const plain = calculateChoice(quoteLines, order, []);
  const entered = terms.milestones?.map((amount, index) => ({
    description: `Part ${index + 1}`,
    amount,
    dueOn: today.add({ days: index + 1 }).toString(),
  }));
  const price = { lineItems: plain.lineItems, tax, total: plain.total, currency: 'EUR', settings };
  const parsed = entered && parseMilestones(entered, price, { expiresOn: today, today });
  if (parsed && 'errors' in parsed) return undefined;
  const milestones = parsed?.milestones ?? null;
  return (chosen: readonly number[]): QuotedOrder => ({
    ...order,
    milestones,
    ...calculateChoice(quoteLines, { ...order, milestones }, chosen),
  });
}

/** Issues all invoices of an agreed order. */
function invoice(quoted: QuotedOrder): BillingDocument[] {
  const chosen: readonly QuoteLine[] = quoted.lineItems;
  const order = { ...quoted, lineItems: chosen.map(({ isOptional: _, ...line }) => line) };
  const issued: (BillingDocument & IssuedPart)[] = [];
  const [issuer, client] = [completeIssuers[0], completeClients[1]];
  if (!issuer || !client) throw new Error('The fixture has no issuer or no client.');
  const issue = (plan: PlannedInvoice, part?: { number: number; of: number; description: string }) => {
    const parties = { issuer, client, paymentInstructions: [] };
    const draft = buildInvoice(order, { ...plan, ...(part && { part }) }, parties, issued);
    const number = `2027-${String(issued.length + 1).padStart(4, '0')}`;
    const content = finalizeDocument({ ...draft, number, issuedOn: today.toString(), paymentUrl: null });
    issued.push({ ...content, owed: content.total, taxes: listTaxTotals(content) });
  };
  const { settings } = order.agreedTerms;
  const deposit = planFirstInvoice('custom', restOf(order), settings, today);
  if (sumShares(deposit.shares) > 0) issue(deposit);
  for (const { index, shares } of planMilestones(order.milestones, restOf(order, issued)))
    issue({ kind: 'milestone', shares, dueOn: today }, { number: index + 1, of: 9, description: 'Part' });
  const balance = planBalanceInvoices(restOf(order, issued), order.installments, settings, today);
  for (const [index, plan] of balance.entries())
    issue(plan, { number: index + 1, of: balance.length, description: '' });
  return issued;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

describe('a quote whose lines have several taxes', () => {
  const lines = fc.array(
    fc.record({
      amount: fc.oneof(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 1, max: 20 })),
      tax: fc.nat({ max: taxes.length - 1 }),
      isOptional: fc.boolean(),
    }),
    { maxLength: 6 },
  );
  const schedules = fc.oneof(
    fc.record({ installments: fc.constantFrom(null, 2, 3, 6) }),
    fc.record({
      milestones: fc
        .array(
          fc.integer({ min: 1, max: 30 }).map(percent => `${percent}%`),
          { maxLength: 4 },
        )
        .map(amounts => [...amounts, '']),
    }),
  );
  const terms = fc.record({
    behavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
    depositPercent: fc.oneof(fc.constantFrom(0, 50, 100), fc.integer({ min: 0, max: 100 })),
    discount: fc.constantFrom('', '0.01', '12.5%'),
    isUrgent: fc.boolean(),
  });

  it('is invoiced as it was agreed: in total, and net and tax for each, and never below zero', () => {
    fc.assert(
      fc.property(lines, terms, schedules, fc.nat({ max: 63 }), (others, agreed, schedule, bits) => {
        const choose = quote([{ amount: 10_000, tax: 0 }, ...others], { ...agreed, ...schedule });
        fc.pre(choose !== undefined);
        const order = choose(others.flatMap((_line, index) => ((bits >> index) & 1 ? [index] : [])));
        const documents = invoice(order);
        expect(sumOf(documents.map(({ total }) => total))).toBe(order.total);

        const summaries = documents.flatMap(getTaxSummary);
        const promised = listTaxDtos(order);
        const { taxAmounts } = calculateOrderTotals(order);
        const hasMilestones = order.milestones !== null;
        for (const key of Object.keys(taxAmounts)) {
          const own = summaries.filter(tax => taxKey(tax) === key);
          const tax = promised.find(one => taxKey(one) === key);
          const invoiced = sumOf(own.map(({ taxAmount }) => taxAmount));
          expect(invoiced).toBe(tax?.amount ?? 0);
          // Milestones keep their amounts, so the tax of all can differ by a cent from that of the sum (decision 088).
          if (!hasMilestones) {
            expect(invoiced).toBe(taxAmounts[key]);
            if (tax) expect(sumOf(own.map(({ taxableAmount }) => taxableAmount))).toBe(tax.taxableAmount);
          }
        }
        expect(Math.min(0, ...summaries.flatMap(tax => [tax.taxableAmount, tax.taxAmount]))).toBe(0);
        expect(documents.every(({ total }) => total > 0)).toBe(true);
        if (agreed.behavior === 'exclusive')
          expect(documents.every(({ rounding }) => rounding === undefined)).toBe(true);

        const deposit = documents.find(({ kind }) => kind === 'deposit_invoice')?.total ?? 0;
        expect(deposit).toBeGreaterThanOrEqual(Math.floor((order.total * agreed.depositPercent) / 100));
        const text = formatQuoteAgreement(order, []);
        for (const { note } of summaries) if (note !== undefined) expect(text).toContain(note);
        const printed = summaries.map(({ note }) => note).join('\n');
        for (const { tax } of order.lineItems) expect(printed).toContain(tax?.note ?? '');
        if (order.milestones) {
          const price = { ...order, settings: order.agreedTerms.settings };
          const milestones = documents.filter(({ kind }) => kind === 'installment_invoice');
          expect(priceMilestones(order.milestones, price).map(({ amount }) => amount)).toEqual(
            milestones.map(({ total }) => total),
          );
        }
        for (const document of documents) checkEInvoice(document);
      }),
      {
        numRuns: 200,
        // The rounded taxes of the deposit add up to a cent less than its percentage.
        examples: [
          [
            [
              { amount: 15, tax: 3, isOptional: false },
              { amount: 93_670, tax: 1, isOptional: false },
            ],
            { behavior: 'exclusive', depositPercent: 39, discount: '0.01', isUrgent: true },
            { milestones: [''] },
            0,
          ],
        ],
      },
    );
  });

  it('keeps the amounts of milestones regardless of the client’s choice', () => {
    fc.assert(
      fc.property(lines, terms, fc.nat({ max: 63 }), (others, agreed, bits) => {
        const milestones = ['20%', '10%', ''];
        const choose = quote([{ amount: 50_000, tax: 1 }, ...others], { ...agreed, depositPercent: 30, milestones });
        fc.pre(choose !== undefined);
        const amountsOf = (order: QuotedOrder) =>
          priceMilestones(order.milestones ?? [], { ...order, settings: order.agreedTerms.settings }).map(
            ({ amount }) => amount,
          );
        const chosen = amountsOf(choose(others.map((_line, index) => index).filter(index => (bits >> index) & 1)));
        expect(chosen.slice(0, 2)).toEqual(amountsOf(choose([])).slice(0, 2));
      }),
      {
        examples: [
          // With the option, the deposit takes so much of the 8 cents with VAT 19% that too little is left of them.
          [
            [
              { amount: 6, tax: 0, isOptional: false },
              { amount: 177_697, tax: 2, isOptional: false },
              { amount: 1, tax: 1, isOptional: true },
            ],
            { behavior: 'inclusive', depositPercent: 0, discount: '', isUrgent: true },
            15,
          ],
        ],
      },
    );
  });

  it('shows and invoices each tax', () => {
    const choose = quote(
      [
        { amount: 100_000, tax: 0 },
        { amount: 30_001, tax: 1 },
        { amount: 5000, tax: 2 },
        { amount: 20_000, tax: 1, isOptional: true },
      ],
      { behavior: 'exclusive', depositPercent: 50, isUrgent: true, discount: '10%' },
    );
    const order = choose?.([]);
    if (!order) throw new Error('The quote was refused.');
    const text = formatQuoteAgreement(order, []);
    expect(text.slice(text.indexOf('Delivery'), text.indexOf('PAYMENT')).split('\n')).toEqual([
      'Delivery: 3 days after the deposit is paid and all content is received.',
      'Exempt: Paid in your name.',
      '',
      'PRICE',
      'Line 1 (VAT 19%): €1,000.00',
      'Line 2 (VAT 7%): €300.01',
      'Line 3 (Exempt): €50.00',
      'Discount 10% (VAT 19%): -€100.00',
      'Discount 10% (VAT 7%): -€30.00',
      'Discount 10% (Exempt): -€5.00',
      'Urgent delivery, 25% (VAT 19%): €225.00 (term 16)',
      'Urgent delivery, 25% (VAT 7%): €67.50 (term 16)',
      'Urgent delivery, 25% (Exempt): €11.25 (term 16)',
      'VAT 19% on €1,125.00: €213.75',
      'VAT 7% on €337.51: €23.63',
      'Exempt on €56.25: €0.00',
      'Total: €1,756.14',
      'Deposit: €878.12 (term 1)',
      'Balance: €878.02 (term 2)',
      'Optional, not included in the total:',
      'Line 4 (VAT 7%): €200.00',
      '',
      '',
    ]);
    const [deposit, balance] = invoice(order);
    expect(deposit && totalRows(deposit, null).filter(({ note }) => note)).toMatchObject([
      { label: 'Exempt on €28.12', note: 'Paid in your name.' },
    ]);
    const shown = (document: BillingDocument | undefined) =>
      document?.lineItems
        .slice(9)
        .map(({ description, detail, amount, tax }) => [description, detail, amount, tax?.basisPoints]);
    expect(shown(deposit)).toEqual([
      ['Invoiced later', 'This invoice covers the 50% deposit', -56_249, undefined],
      ['Invoiced later', null, -16_872, 700],
      ['Invoiced later', null, -2813, 0],
    ]);
    expect(shown(balance)).toEqual([
      ['Less deposit invoice 2027-0001', 'Issued 01 Mar 2027, €878.12 including VAT', -56_251, undefined],
      ['Less deposit invoice 2027-0001', null, -16_879, 700],
      ['Less deposit invoice 2027-0001', null, -2812, 0],
    ]);
  });

  it('has no line taxes on its invoices if all lines have the same one', () => {
    const order = quote([{ amount: 5000, tax: 1 }], { behavior: 'inclusive', depositPercent: 50 })?.([]);
    if (!order) throw new Error('The quote was refused.');
    for (const document of invoice(order)) {
      expect(document).toMatchObject({ tax: { basisPoints: 700 } });
      expect(document.taxSummary).toBeUndefined();
    }
    expect(formatQuoteAgreement(order, [])).toContain('Line 1: €50.00\nVAT, 7%: €3.27\n');
  });
});

describe('the taxes of a price', () => {
  const [standard, reduced, exempt] = taxes as readonly [DocumentTax, DocumentTax, DocumentTax];
  const none = { name: 'None', basisPoints: 0 };
  const line = (tax: DocumentTax, minor: number) => ({ amount: toMinorUnits(minor), tax });
  const net = { ...standard, behavior: 'exclusive' } as const;
  const gross = { ...standard, behavior: 'inclusive' } as const;
  const changed = (amount: number, amounts?: Record<string, number>) =>
    ({ amount, ...(amounts && { amounts }) }) as Pick<OrderTax, 'amount' | 'amounts'>;
  const shown = (listed: ReturnType<typeof listTaxDtos>) =>
    listed.map(({ basisPoints, taxableAmount, amount }) => [basisPoints, taxableAmount, amount]);
  const both = [line(standard, 10_000), line(reduced, 5000)];

  it.each<[string, OrderTax, ReturnType<typeof line>[], number[][]]>([
    ['net', { ...net, ...changed(1901) }, [line(standard, 10_000)], [[1900, 10_000, 1901]]],
    ['gross', { ...gross, ...changed(1901) }, [line(standard, 11_900)], [[1900, 9999, 1901]]],
    ['one without a rate', net, [line(exempt, 10_000)], []],
    [
      'several',
      net,
      [line(standard, 10_000), line(exempt, 5000), line(none, 100)],
      [
        [1900, 10_000, 1900],
        [0, 5000, 0],
      ],
    ],
    [
      'several with their amounts',
      { ...net, ...changed(2252, { 'standard 1900': 1901, 'standard 700': 351 }) },
      both,
      [
        [1900, 10_000, 1901],
        [700, 5000, 351],
      ],
    ],
    [
      'several without their amounts',
      { ...net, ...changed(2252) },
      both,
      [
        [1900, 10_000, 1900],
        [700, 5000, 350],
      ],
    ],
  ])('of an order: %s', (_what, tax, lineItems, expected) => {
    expect(shown(listTaxDtos({ lineItems, tax }))).toEqual(expected);
  });

  it.each<[string, OrderTax, ReturnType<typeof line>[], number, number[][]]>([
    ['one', net, [line(standard, 10_000)], 11_901, [[1900, 10_000, 1901]]],
    ['gross', gross, [line(standard, 11_900)], 11_900, [[1900, 10_000, 1900]]],
    [
      'the highest',
      net,
      both.toReversed(),
      17_251,
      [
        [700, 5000, 350],
        [1900, 10_000, 1901],
      ],
    ],
  ])('of an additional quote include what rounding adds to its total: %s', (_what, tax, lineItems, total, expected) => {
    expect(shown(listTaxesWithin({ lineItems, tax, total: toMinorUnits(total) }))).toEqual(expected);
  });

  it('are named if an option that can be added has another one', () => {
    const lineItems = [{ amount: toMinorUnits(100) }];
    expect(nameTaxes(lineItems, { lineItems, tax: net })).toEqual(lineItems);
    const otherOptions = [line(reduced, 100)];
    expect(nameTaxes(lineItems, { lineItems, tax: net, otherOptions })).toEqual([{ amount: 100, tax: standard }]);
  });
});

/** Checks the sums of a document as an e-invoice (BR-CO-10, 14, 15, 17, BR-S-08, BR-E-08). */
function checkEInvoice(document: BillingDocument): void {
  const cents = (amount: string | null) => Math.round(Number(amount ?? 0) * 100);
  const { lines, taxes: summary, totals } = toEInvoice(document, 'factur_x');
  expect(sumOf(lines.map(({ amount }) => cents(amount)))).toBe(cents(totals.net));
  expect(cents(totals.net) + cents(totals.tax)).toBe(cents(totals.gross));
  expect(sumOf(summary.map(({ taxAmount }) => cents(taxAmount)))).toBe(cents(totals.tax));
  for (const { code, percent, taxableAmount, taxAmount } of summary) {
    const own = lines.filter(({ tax }) => tax.code === code && tax.percent === percent);
    expect(sumOf(own.map(({ amount }) => cents(amount)))).toBe(cents(taxableAmount));
    expect(Math.abs(cents(taxAmount) - (cents(taxableAmount) * Number(percent)) / 100)).toBeLessThanOrEqual(0.5 + 1e-6);
  }
}
