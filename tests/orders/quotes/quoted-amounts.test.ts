import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import { finalizeDocument } from '#features/billing/rules/documents.ts';
import { toTaxOption } from '#features/billing/rules/tax-options.ts';
import { listTaxTotals, toDocumentTax } from '#features/billing/rules/totals.ts';
import type { MinorUnits } from '#shared/money.ts';
import { sumAmounts, toMinorUnits } from '#shared/money-arithmetic.ts';
import { documentDraftFixture } from '../../support/billing-document-fixture.ts';
import { DEFAULT_PAYMENT_TERMS, toPlainDate } from '../../support/order-factory.ts';
import { parseAgreement } from '#features/orders/agreements/rules/parse-agreement.ts';
import { buildInvoice, type InvoicedOrder, type IssuedPart } from '#features/orders/lifecycle/rules/build-invoice.ts';
import {
  planBalanceInvoices,
  planFirstInvoice,
  type PlannedInvoice,
} from '#features/orders/lifecycle/rules/invoice-schedule.ts';
import { planMilestones, splitBalance } from '#features/orders/lifecycle/rules/milestones.ts';
import { listTaxDtos, restOf } from '#features/orders/lifecycle/rules/tax.ts';
import { sumShares, totalOfShares } from '#features/orders/lifecycle/rules/tax-shares.ts';
import { listTypedParts, parseMilestones } from '#features/orders/quotes/rules/payment-schedule.ts';
import {
  EMPTY_QUOTE_LINE,
  listChosenLines,
  listOptions,
  readQuoteLines,
} from '#features/orders/quotes/rules/quote-lines.ts';
import { calculateChoice, calculateQuoteTotals, formatQuoteAgreement } from '#features/orders/quotes/rules/quotes.ts';

const DAY = toPlainDate('2027-03-01');
const dates = { today: DAY, expiresOn: DAY };

/** The taxes that lines can have instead of the quote's tax. */
const lineTaxes = [
  toTaxOption({ name: 'Reduced', basisPoints: 550 }),
  toTaxOption({ name: 'Disbursement', basisPoints: 0, category: 'exempt', note: 'Paid for you.' }),
];

const line = fc.record({
  amount: fc.integer({ min: 1, max: 900_000 }).map(minor => (minor / 100).toFixed(2)),
  quantity: fc.constantFrom('1', '1', '2.5', '0.33', '12'),
  discount: fc.constantFrom('', '', '0.01', '10%', '33.33%'),
  tax: fc.constantFrom('', '', ...lineTaxes.map(({ key }) => key)),
  isOptional: fc.boolean(),
});

/** A quote as typed, the options that the client ticks, and how many milestones are invoiced before completion. */
const quotes = fc.record({
  first: line.map(one => ({ ...one, isOptional: false })),
  others: fc.array(line, { maxLength: 5 }),
  discount: fc.constantFrom('', '', '0.01', '7.5%', '99%'),
  isUrgent: fc.boolean(),
  options: fc.uniqueArray(fc.nat({ max: 5 })),
  depositPercent: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 50, 99, 100)),
  tax: fc.record({
    behavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
    name: fc.constant('VAT'),
    basisPoints: fc.constantFrom(0, 500, 700, 1900, 2000, 2550),
  }),
  /** Weights of the milestones in the balance, and whether they are entered as a percentage; null without any. */
  weights: fc.option(fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { maxLength: 5 })),
  early: fc.nat({ max: 3 }),
});

/** Returns the amounts that a client reads in an agreement, in minor units. */
function readAgreement(text: string): { readonly total: number; readonly parts: number[] } {
  const rows = parseAgreement(text).flatMap(part => (part.kind === 'amounts' ? part.rows : []));
  const minor = (amount: string) => Number(amount.replaceAll(/[^\d-]/g, ''));
  const at = rows.findIndex(({ isTotal }) => isTotal);
  const parts = rows.slice(at + 1).filter(({ label }) => /^(?:Deposit|Balance|Part .*)$/.test(label));
  return { total: minor(rows[at]?.amount ?? ''), parts: parts.map(({ amount }) => minor(amount)) };
}

/** Issues the invoices of an order that is paid as agreed. */
function invoice(order: InvoicedOrder, milestones: Parameters<typeof planMilestones>[0], early: number) {
  const { issuer, client } = documentDraftFixture();
  const issued: (BillingDocument & IssuedPart)[] = [];
  const issue = (plan: PlannedInvoice) => {
    const parties = { issuer, client, paymentInstructions: [] };
    const draft = buildInvoice(order, { ...plan, part: { number: 1, of: 1, description: 'Part' } }, parties, issued);
    const number = `2027-${String(issued.length + 1).padStart(4, '0')}`;
    const content = finalizeDocument({ ...draft, number, issuedOn: DAY.toString(), paymentUrl: null });
    issued.push({ ...content, owed: content.total, taxes: listTaxTotals(content) });
  };
  const { settings } = order.agreedTerms;
  const deposit = planFirstInvoice('custom', restOf(order), settings, DAY);
  if (sumShares(deposit.shares) > 0) issue(deposit);
  let left = milestones;
  const issueNext = (count: number) => {
    for (const { index, shares } of planMilestones(left, restOf(order, issued)).slice(0, count)) {
      issue({ kind: 'milestone', shares, dueOn: DAY });
      left = (left ?? []).map((one, at) => (at === index ? { ...one, invoiceId: 1 } : one));
    }
  };
  for (let count = 0; count < early; count += 1) issueNext(1);
  issueNext(12);
  for (const plan of planBalanceInvoices(restOf(order, issued), null, settings, DAY)) issue(plan);
  return issued;
}

it('invoices the amounts that the quote form showed and the client signed, with any options, deposit, milestones and tax', () => {
  fc.assert(
    fc.property(quotes, ({ first, others, discount, isUrgent, options, depositPercent, tax, weights, early }) => {
      const settings = { ...DEFAULT_PAYMENT_TERMS, depositPercent };
      const typed = [first, ...others].map((one, at) => ({ ...EMPTY_QUOTE_LINE, ...one, description: `Line ${at}` }));
      const { quote: written, problems } = readQuoteLines(typed, discount, {
        currency: 'USD',
        taxes: [toTaxOption(toDocumentTax(tax)), ...lineTaxes],
        client: { name: 'Noor Haddad', hasTaxId: false },
      });
      fc.pre(Object.keys(problems).length === 0);
      const { lines: lineItems, ...price } = calculateQuoteTotals(
        listChosenLines(written, []),
        isUrgent,
        tax,
        settings,
      );
      fc.pre(price.total > 0);

      const sumOfWeights = (weights ?? []).reduce((sum, [weight]) => sum + weight, 1);
      const entered = weights?.map(([weight, isPercent], at) => {
        const share = ((1 - depositPercent / 100) * weight) / sumOfWeights;
        const amount = isPercent ? `${(share * 100).toFixed(2)}%` : ((price.total * share) / 100).toFixed(2);
        return { description: `Part ${at}`, amount, dueOn: DAY.add({ days: at }).toString() };
      });
      const rest = { description: 'Part rest', amount: '', dueOn: DAY.add({ days: 9 }).toString() };
      const form = entered && [...entered, rest];
      const priced = { ...price, lineItems, tax, currency: 'USD', settings };
      const parsed = form && parseMilestones(form, priced, dates);
      fc.pre(!parsed || 'milestones' in parsed);
      const milestones = parsed && 'milestones' in parsed ? parsed.milestones : null;

      const base: Parameters<typeof formatQuoteAgreement>[0] = {
        id: 1001,
        title: 'Work',
        clientName: 'Noor Haddad',
        offerSnapshot: { id: null, features: [], deliveryDays: 21, supportDays: 0 },
        agreedTerms: { settings, texts: [] },
        lineItems,
        total: price.total,
        tax,
        currency: 'USD',
        isUrgent,
        quoteExpiresOn: null,
        installments: null,
        milestones,
        quoteNote: '',
      };
      const quoteWith = (chosen: readonly number[]) => ({ ...base, ...calculateChoice(written, base, chosen) });

      const shown = form ? listTypedParts(form, priced).map(({ amount }) => amount) : [price.balance];
      const formText = readAgreement(formatQuoteAgreement(quoteWith([]), []));
      expect(formText).toEqual({ total: price.total, parts: [price.deposit, ...shown] });

      const order = quoteWith(options.filter(index => index < listOptions(written).length));
      const signed = readAgreement(formatQuoteAgreement(order, []));
      const agreed = { ...order, lineItems: order.lineItems.map(({ isOptional: _, ...one }) => one) };
      const issued = invoice(agreed, milestones, early);
      const amounts: readonly MinorUnits[] = issued.map(({ total }) => total);
      expect(amounts).toEqual(signed.parts.filter(amount => amount !== 0));
      expect(Math.min(...amounts)).toBeGreaterThan(0);
      expect(sumAmounts(amounts)).toBe(signed.total);
      expect(signed.total).toBe(order.total);
      expect(sumAmounts(issued.map(({ taxAmount }) => taxAmount))).toBe(
        sumAmounts(listTaxDtos(order).map(({ amount }) => amount)),
      );
      if (milestones) {
        const planned = planMilestones(milestones, splitBalance(order, settings, []).rest);
        const page = planned.map(({ shares }) => totalOfShares(shares));
        expect(page).toEqual(amounts.slice(depositPercent === 0 ? 0 : 1).map(amount => toMinorUnits(amount)));
      }
    }),
    { numRuns: 300 },
  );
});
