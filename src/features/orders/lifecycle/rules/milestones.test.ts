import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BillingDocument } from '#features/billing/contract/documents.ts';
import { finalizeDocument } from '#features/billing/rules/documents.ts';
import { listTaxTotals, taxKey } from '#features/billing/rules/totals.ts';
import { sumAmounts, toMinorUnits } from '#shared/money-arithmetic.ts';
import { documentDraftFixture } from '../../../../../tests/support/billing-document-fixture.ts';
import { DEFAULT_PAYMENT_TERMS, toPlainDate } from '../../../../../tests/support/order-factory.ts';
import type { LineItem, Milestone, OrderTax } from '../contract/snapshots.ts';
import { buildInvoice, type InvoicedOrder, type IssuedPart } from './build-invoice.ts';
import { planBalanceInvoices, type PlannedInvoice } from './invoice-schedule.ts';
import {
  calculateScheduledTotals,
  listDueMilestones,
  listFixedParts,
  planMilestones,
  splitBalance,
} from './milestones.ts';
import { depositOf } from './prices.ts';
import { calculateOrderTotals, listShares, restOf, withTaxAmounts } from './tax.ts';
import { sumShares, type TaxShare } from './tax-shares.ts';

const DAY = toPlainDate('2027-04-01');
const line = (amount: number, tax?: LineItem['tax']): LineItem => ({
  description: 'Work',
  amount: toMinorUnits(amount),
  ...(tax && { tax }),
  term: null,
});
const noTax = { behavior: 'inclusive', name: 'VAT', basisPoints: 0 } as const;
const sharesOf = (amount: number) => [{ tax: noTax, amount: toMinorUnits(amount) }];
const amountsOf = (shares: readonly TaxShare[]) =>
  Object.fromEntries(shares.map(({ tax, amount }) => [taxKey(tax), amount]));
const milestone = (amount: number | null, changes: Partial<Milestone> = {}): Milestone => ({
  description: 'Part',
  amount: amount === null ? null : toMinorUnits(amount),
  entered: '',
  dueOn: '2027-04-01',
  invoiceId: null,
  ...changes,
});

type Order = InvoicedOrder & { readonly milestones: readonly Milestone[] };

/** Issues an invoice as the site does. */
function issue(order: Order, plan: PlannedInvoice, earlier: readonly IssuedPart[]): BillingDocument & IssuedPart {
  const { issuer, client, paymentInstructions } = documentDraftFixture();
  const part = { number: 1, of: 2, description: 'Part' };
  const draft = buildInvoice(order, { ...plan, part }, { issuer, client, paymentInstructions }, earlier);
  const number = `2027-${String(earlier.length + 1).padStart(4, '0')}`;
  const content = finalizeDocument({ ...draft, number, issuedOn: DAY.toString(), paymentUrl: null });
  return { ...content, owed: content.total, taxes: listTaxTotals(content) };
}

describe('an order with milestones', () => {
  const taxes = fc.record({
    behavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
    name: fc.constant('VAT'),
    basisPoints: fc.constantFrom(0, 700, 1500, 1900, 2000),
  });
  /** Invoices the next milestone by date, adds a change order, or declines the surcharge. */
  const steps = fc.array(
    fc.oneof(fc.constant('invoice' as const), fc.integer({ min: 1, max: 50_000 }), fc.constant('cheaper' as const)),
    { maxLength: 8 },
  );

  const lineTaxes = fc.option(
    fc.constantFrom({ name: 'VAT', basisPoints: 700 }, { name: 'VAT', basisPoints: 0, category: 'zero' as const }),
    { nil: undefined, freq: 2 },
  );

  it('is invoiced to the cent, net, tax and total, and fixed amounts stay, with one tax or several', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 2000, max: 3_000_000 }), lineTaxes), { minLength: 1, maxLength: 3 }),
        taxes,
        fc.integer({ min: 0, max: 90 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 }),
        steps,
        (priced, tax, depositPercent, thousandths, actions) => {
          const settings = { ...DEFAULT_PAYMENT_TERMS, depositPercent };
          const lineItems = priced.map(([amount, own]) => line(amount, own));
          const sum = sumAmounts(lineItems.map(({ amount }) => amount));
          const { shares, rest } = splitBalance(
            { lineItems, tax },
            settings,
            thousandths.map(part => toMinorUnits(Math.ceil((sum * part) / 10_000))),
          );
          fc.pre(shares.every(share => sumShares(share) > 0) && sumShares(rest) > 0);
          const milestones = [
            ...shares.map(share => milestone(sumShares(share), { amounts: amountsOf(share) })),
            milestone(null),
          ];
          const start = { lineItems, tax: tax as OrderTax, milestones };
          const scheduled = calculateScheduledTotals(start, settings);
          if (tax.behavior === 'exclusive') expect(scheduled.total).toBe(calculateOrderTotals(start).total);
          let order: Order = {
            id: 1001,
            title: 'Work',
            currency: 'USD',
            agreedTerms: { settings, texts: [] },
            ...start,
            ...scheduled,
          };
          const issued: (BillingDocument & IssuedPart)[] = [];
          const add = (plan: PlannedInvoice) => issued.push(issue(order, plan, issued));
          const deposit = depositOf(listShares(order), settings);
          if (sumShares(deposit) > 0) add({ kind: 'deposit', shares: deposit, dueOn: DAY });
          const invoiced = new Map<number, object>();
          const invoiceNext = () => {
            const [next] = planMilestones(order.milestones, restOf(order, issued));
            if (!next) return false;
            add({ kind: 'milestone', shares: next.shares, dueOn: DAY });
            invoiced.set(next.index, amountsOf(next.shares));
            order = {
              ...order,
              milestones: order.milestones.map((one, at) => (at === next.index ? { ...one, invoiceId: 7 } : one)),
            };
            return true;
          };
          const change = (lines: readonly LineItem[]) => {
            const changed = { ...order, lineItems: lines };
            const totals = calculateOrderTotals(changed, listFixedParts(changed, issued));
            order = { ...changed, total: totals.total, tax: withTaxAmounts(order.tax, totals) };
          };
          let isCheaper = false;
          for (const action of actions) {
            const [largest] = restOf(order, issued).toSorted((one, other) => other.amount - one.amount);
            if (action === 'invoice') invoiceNext();
            else if (action !== 'cheaper') change([...order.lineItems, line(action, priced[0]?.[1])]);
            else if (largest && largest.amount > 3) {
              isCheaper = true;
              change([...order.lineItems, line(-Math.floor(largest.amount / 3), largest.tax)]);
            }
          }
          while (invoiceNext());
          for (const plan of planBalanceInvoices(restOf(order, issued), null, settings, DAY)) add(plan);
          expect(sumAmounts(issued.map(({ total }) => total))).toBe(order.total);
          const expected = calculateOrderTotals(order).taxAmount;
          const taxed = sumAmounts(issued.map(({ taxAmount }) => taxAmount));
          expect(taxed).toBe(order.tax.amount ?? expected);
          if (tax.behavior === 'exclusive')
            expect(sumAmounts(issued.map(({ subtotal }) => subtotal)) + taxed).toBe(order.total);
          expect(issued.every(({ total, rounding = 0 }) => total > 0 && Math.abs(rounding) <= 3)).toBe(true);
          const amounts = issued.flatMap(document => document.taxes.map(({ subtotal }) => subtotal));
          if (isCheaper) return;
          expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0);
          for (const [index, share] of shares.entries()) {
            // A fixed part has nothing of the taxes that a change added.
            expect(invoiced.get(index)).toMatchObject(amountsOf(share));
          }
        },
      ),
    );
  });

  it('leaves out milestones for which nothing remains', () => {
    const milestones = [milestone(100, { invoiceId: 1 }), milestone(300), milestone(300), milestone(null)];
    const plan = (rest: number) =>
      planMilestones(milestones, sharesOf(rest)).map(({ index, shares }) => [index, sumShares(shares)]);
    expect(plan(1000)).toEqual([
      [1, 300],
      [2, 300],
      [3, 400],
    ]);
    expect(plan(500)).toEqual([
      [1, 300],
      [2, 200],
    ]);
    expect(plan(0)).toEqual([]);
    expect(plan(-50)).toEqual([]);
    expect(planMilestones(null, sharesOf(500))).toEqual([]);
  });

  it.each([
    ['2027-03-24', 'in_progress', false],
    ['2027-03-25', 'in_progress', true],
    ['2027-06-01', 'in_progress', true],
    ['2027-03-25', 'deposit_paid', true],
    ['2027-03-25', 'content_received', true],
    ['2027-03-25', 'in_review', true],
    ['2027-03-25', 'agreed', false],
    ['2027-03-25', 'canceled', false],
    ['2027-03-25', 'refunded', false],
  ] as const)('is invoiced 7 days before 1 April: on %s while %s: %s', (today, status, isDue) => {
    const planned = planMilestones([milestone(null)], sharesOf(100));
    expect(listDueMilestones(planned, status, DEFAULT_PAYMENT_TERMS, toPlainDate(today))).toHaveLength(isDue ? 1 : 0);
  });
});
