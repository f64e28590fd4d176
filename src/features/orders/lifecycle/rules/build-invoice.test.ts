import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import { isTaxed, requiresTaxNote, taxCategories } from '#features/billing/contract/tax-categories.ts';
import { creditOf } from '#features/billing/rules/credit-notes.ts';
import { finalizeDocument, type UnissuedDocument } from '#features/billing/rules/documents.ts';
import { listTaxTotals } from '#features/billing/rules/totals.ts';
import type { MinorUnits } from '#shared/money.ts';
import { toMinorUnits, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import { toPlainDate, DEFAULT_PAYMENT_TERMS } from '../../../../../tests/support/order-factory.ts';
import { documentDraftFixture } from '#tests/support/billing-document-fixture.ts';
import type { LineItem } from '../contract/snapshots.ts';
import {
  buildInvoice,
  buildLateFeeInvoice,
  buildSubscriptionInvoice,
  type InvoicedOrder,
  type IssuedPart,
} from './build-invoice.ts';
import { planFirstInvoice, planBalanceInvoices } from './invoice-schedule.ts';
import { buildLineItems } from './prices.ts';
import { calculateOrderTotals, listShares, restOf, withTaxAmounts } from './tax.ts';
import { apportion, totalsOfShares } from './tax-shares.ts';

const today = toPlainDate('2027-03-01');
// Without payment instructions, which would be validated with every document.
const { issuer, client } = documentDraftFixture();
const issuing = { issuer, client, paymentInstructions: [] };

/** Returns the tax according to EN 16931 (BR-CO-17): taxable amount times rate, rounded half up, in integers. */
function expectedTax(taxable: number, basisPoints: number): number {
  const exact = BigInt(Math.abs(taxable)) * BigInt(basisPoints);
  const rounded = Number((exact + 5000n) / 10_000n);
  return taxable < 0 ? 0 - rounded : rounded;
}

/** Opens an order whose documents are issued in sequence. */
function openOrder(chosen: readonly number[], tax: InvoicedOrder['tax'], isUrgent: boolean, depositPercent: number) {
  const agreed = { ...DEFAULT_PAYMENT_TERMS, depositPercent };
  const lineItems = buildLineItems(
    chosen.map((amount, place) => ({ description: `Line ${place + 1}`, amount: toMinorUnits(amount) })),
    isUrgent,
    agreed,
  );
  let order: InvoicedOrder = {
    id: 1001,
    title: 'Growth',
    lineItems,
    total: calculateOrderTotals({ lineItems, tax }).total,
    currency: 'EUR',
    tax,
    agreedTerms: { settings: agreed, texts: [] },
  };
  const documents: BillingDocument[] = [];
  const issue = (draft: Omit<UnissuedDocument, 'paymentUrl'>) => {
    const number = `2027-${String(documents.length + 1).padStart(4, '0')}`;
    const document = finalizeDocument({ ...draft, number, issuedOn: today.toString(), paymentUrl: null });
    documents.push(document);
    return document;
  };
  const before = (): IssuedPart[] =>
    documents.map(document => ({ ...document, owed: document.total, taxes: listTaxTotals(document) }));
  return {
    documents,
    issue,
    order: () => order,
    agree() {
      const claim = planFirstInvoice('plan', restOf(order), agreed, today);
      issue(buildInvoice(order, claim, issuing));
    },
    change(amount: number) {
      const line: LineItem = { description: 'Change', amount: toMinorUnits(amount), term: 11 };
      const changed = [...order.lineItems, line];
      const totals = calculateOrderTotals({ lineItems: changed, tax: order.tax }, before());
      order = { ...order, lineItems: changed, total: totals.total, tax: withTaxAmounts(order.tax, totals) };
    },
    complete(installments: number | null) {
      const claims = planBalanceInvoices(restOf(order, before()), installments, agreed, today);
      for (const [place, claim] of claims.entries()) {
        issue(buildInvoice(order, { ...claim, part: { number: place + 1, of: claims.length } }, issuing, before()));
      }
      return claims.length;
    },
  };
}

const rates = fc.oneof(
  fc.constantFrom(0, 500, 700, 770, 810, 1000, 1900, 2000, 2100, 2500, 2700, 5000, 10_000),
  fc.integer({ min: 100, max: 10_000 }),
);
const orders = fc.record({
  chosen: fc.array(fc.integer({ min: 500, max: 300_000 }), { minLength: 1, maxLength: 4 }),
  tax: fc
    .record({
      behavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
      name: fc.constant('VAT'),
      basisPoints: rates,
      category: fc.constantFrom(undefined, ...taxCategories),
    })
    .map(({ category, ...tax }): InvoicedOrder['tax'] => {
      if (category === undefined) return tax;
      const note = requiresTaxNote(category) ? { note: 'Why there is no tax' } : {};
      return { ...tax, category, ...note, basisPoints: isTaxed(category) ? tax.basisPoints || 1900 : 0 };
    }),
  isUrgent: fc.boolean(),
  depositPercent: fc.constantFrom(10, 30, 50, 50, 50, 75),
  changes: fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 3 }),
  // Half of the orders in installments: their many documents take the most time.
  installments: fc.option(fc.integer({ min: 2, max: 6 }), { freq: 1 }),
  credits: fc.array(fc.record({ place: fc.nat(), part: fc.integer({ min: 1, max: 99 }) }), { maxLength: 4 }),
});

/** Like `expect(actual).toBe(expected)`, which would dominate the run time of thousands of orders. */
function expectSame<Value>(actual: Value, expected: Value): void {
  if (actual !== expected) expect(actual).toBe(expected);
}

const sums = (documents: readonly BillingDocument[]) => ({
  subtotal: sumAmounts(documents.map(({ subtotal }) => subtotal)),
  taxAmount: sumAmounts(documents.map(({ taxAmount }) => taxAmount)),
  total: sumAmounts(documents.map(({ total }) => total)),
});

function checkEach(documents: readonly BillingDocument[]) {
  for (const { subtotal, taxAmount, rounding = 0, total, tax, lineItems, taxBehavior } of documents) {
    const fits =
      taxAmount === expectedTax(subtotal, tax.basisPoints) &&
      subtotal + taxAmount + rounding === total &&
      sumAmounts(lineItems.map(({ amount }) => amount)) === (taxBehavior === 'exclusive' ? subtotal : total);
    // An assertion per document would dominate the run time of a hundred thousand documents.
    if (!fits) expect.fail(`${taxBehavior} ${tax.basisPoints}: ${subtotal} + ${taxAmount} + ${rounding} = ${total}`);
  }
}

describe('the documents of an order', () => {
  it("tax their own amounts, and add up to the order's net, tax and total, over 10,000 orders", () => {
    fc.assert(
      fc.property(orders, ({ chosen, tax, isUrgent, depositPercent, changes, installments, credits }) => {
        const simulation = openOrder(chosen, tax, isUrgent, depositPercent);
        const { documents } = simulation;
        const placed = simulation.order();
        simulation.agree();
        const [deposit] = documents;
        expectSame((deposit?.total ?? 0) * 100 >= placed.total * depositPercent - 100, true);
        for (const amount of changes) simulation.change(amount);
        simulation.complete(installments);

        const order = simulation.order();
        const net = tax.behavior === 'exclusive';
        checkEach(documents);
        const invoiced = sums(documents);
        expectSame(invoiced.total, order.total);
        expectSame(invoiced.taxAmount, order.tax.amount ?? calculateOrderTotals(order).taxAmount);
        const lineSum = sumAmounts(order.lineItems.map(({ amount }) => amount));
        expectSame(
          documents.every(one => one.tax.category === tax.category && one.tax.note === tax.note),
          true,
        );
        if (tax.category && !isTaxed(tax.category)) expectSame(invoiced.taxAmount, ZERO);
        expectSame(net ? invoiced.subtotal : invoiced.total, lineSum);
        if (changes.length === 0) {
          const { subtotal, taxAmount, total } = calculateOrderTotals(placed);
          expectSame(invoiced.subtotal, subtotal);
          expectSame(invoiced.taxAmount, taxAmount);
          expectSame(invoiced.total, total);
          if (net) expectSame<number>(invoiced.taxAmount, expectedTax(lineSum, tax.basisPoints));
        }
        // Net prices never need rounding.
        if (net)
          expectSame(
            documents.every(({ rounding }) => rounding === undefined),
            true,
          );
        // Only the last invoice has no line for later ones.
        const later = documents.map(({ lineItems }) =>
          lineItems.some(({ description }) => description === 'Invoiced later'),
        );
        expectSame(later.lastIndexOf(false), documents.length - 1);

        credit(simulation, documents.slice(), credits);
        const { subtotal, taxAmount, total } = sums(documents);
        if (subtotal !== 0 || taxAmount !== 0 || total !== 0) expect.fail(`${subtotal} + ${taxAmount} = ${total} left`);
        checkEach(documents);
      }),
      { numRuns: 10_000 },
    );
  });
});

/** Credits parts of some invoices, and then the rest of each. */
function credit(
  { issue }: Pick<ReturnType<typeof openOrder>, 'issue'>,
  invoices: readonly BillingDocument[],
  credits: readonly { readonly place: number; readonly part: number }[],
) {
  const left = new Map(invoices.map(invoice => [invoice, { subtotal: invoice.subtotal, total: invoice.total }]));
  const give = (invoice: BillingDocument, amount: MinorUnits) => {
    const rest = left.get(invoice);
    if (!rest || amount <= 0) return;
    const note = issue(creditOf(invoice, amount, 'A goodwill refund', rest));
    expectSame<number>(note.total, 0 - amount);
    left.set(invoice, {
      subtotal: sumAmounts([rest.subtotal, note.subtotal]),
      total: sumAmounts([rest.total, note.total]),
    });
  };
  for (const { place, part } of credits) {
    const invoice = invoices[place % invoices.length];
    const rest = invoice && left.get(invoice);
    if (invoice && rest) give(invoice, toMinorUnits(Math.floor((rest.total * part) / 100)));
  }
  for (const invoice of invoices) give(invoice, left.get(invoice)?.total ?? ZERO);
}

describe('lines of the site', () => {
  const vat = { name: 'VAT', basisPoints: 1900, behavior: 'exclusive' } as const;
  const lineItems = [{ description: 'Growth', amount: toMinorUnits(100_000), term: null }];
  const order: InvoicedOrder = {
    id: 1001,
    title: 'Growth',
    lineItems,
    total: toMinorUnits(119_000),
    currency: 'EUR',
    tax: vat,
    agreedTerms: { settings: DEFAULT_PAYMENT_TERMS, texts: [] },
  };
  const earlier: IssuedPart[] = [
    {
      kind: 'deposit_invoice',
      number: '2027-0001',
      issuedOn: '2027-03-01',
      owed: ZERO,
      total: toMinorUnits(59_500),
      taxes: totalsOfShares(apportion(toMinorUnits(50_000), listShares(order))),
    },
  ];
  const planned = {
    kind: 'installment',
    shares: apportion(toMinorUnits(25_000), listShares(order)),
    dueOn: today,
  } as const;
  const textsOf = (language?: 'de' | 'fr' | 'bn') => {
    const parties = { ...issuing, client: { ...client, ...(language ? { language } : {}) } };
    const invoice = buildInvoice(order, { ...planned, part: { number: 1, of: 2 } }, parties, earlier);
    const period = {
      from: toPlainDate('2027-03-16'),
      until: toPlainDate('2027-03-31'),
      days: 16,
      daysOfMonth: 31,
    };
    const month = { period, dueOn: today, perMonth: toMinorUnits(20_000) };
    const subscription = buildSubscriptionInvoice(order, month, parties);
    const late = finalizeDocument({
      ...documentDraftFixture(),
      client: parties.client,
      number: '2027-0002',
      paymentUrl: null,
    });
    const fee = buildLateFeeInvoice(late, { amount: toMinorUnits(500), dueOn: today }, order.agreedTerms, parties);
    return [...invoice.lineItems.slice(1), ...subscription.lineItems, ...fee.lineItems].map(({ description, detail }) =>
      [description, detail].filter(Boolean).join(' | ').replaceAll(/\s/g, ' '),
    );
  };

  it.each([
    [
      undefined,
      [
        'Less deposit invoice 2027-0001 | Issued 01 Mar 2027, €595.00 including VAT, paid',
        'Invoiced later | This invoice covers installment 1 of 2',
        'Growth, 16 to 31 March 2027 | 16 of 31 days at €200.00 per month',
        '5% late fee on 2027-0002',
      ],
    ],
    [
      'de',
      [
        'Abzüglich Anzahlungsrechnung 2027-0001 | Ausgestellt am 01.03.2027, 595,00 € inkl. USt., bezahlt',
        'Wird später berechnet | Diese Rechnung umfasst Rate 1 von 2',
        'Growth, 16.–31. März 2027 | 16 von 31 Tagen zu 200,00 € pro Monat',
        'Verzugsgebühr von 5 % zu 2027-0002',
      ],
    ],
    [
      'fr',
      [
        'À déduire : facture d’acompte 2027-0001 | Émise le 1 mars 2027, 595,00 € TVA comprise, payée',
        'Facturé ultérieurement | Cette facture correspond à l’échéance 1 sur 2',
        'Growth, 16–31 mars 2027 | 16 jours sur 31 à 200,00 € par mois',
        'Pénalité de retard de 5 % sur 2027-0002',
      ],
    ],
    [
      'bn',
      [
        'বিয়োগ: অগ্রিম চালান 2027-0001 | তারিখ ১ মার্চ, ২০২৭, ভ্যাটসহ ৫৯৫.০০€, পরিশোধিত',
        'পরে চালান করা হবে | এই চালানে ২ কিস্তির ১ নম্বরটি ধরা হয়েছে',
        'Growth, ১৬–৩১ মার্চ, ২০২৭ | মাসিক ২০০.০০€ হারে ৩১ দিনের মধ্যে ১৬ দিন',
        '2027-0002-এর উপর ৫% বিলম্ব ফি',
      ],
    ],
  ] as const)('are in the client’s language: %s', (language, expected) => {
    expect(textsOf(language)).toEqual(expected);
  });
});
