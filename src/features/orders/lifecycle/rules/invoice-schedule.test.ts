import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { toPlainDate, DEFAULT_PAYMENT_TERMS } from '../../../../../tests/support/order-factory.ts';
import { planFirstInvoice, planBalanceInvoices } from './invoice-schedule.ts';
import { subtractShares, sumShares } from './tax-shares.ts';

const today = toPlainDate('2027-03-01');
const sharesOf = (amount: number) => [
  { tax: { behavior: 'inclusive', name: 'VAT', basisPoints: 0 } as const, amount: toMinorUnits(amount) },
];

describe('term 1: invoices on agreement', () => {
  it('asks for the deposit, or all of a finished project, on the same day', () => {
    const total = sharesOf(49_901);
    expect(planFirstInvoice('plan', total, DEFAULT_PAYMENT_TERMS, today)).toEqual({
      kind: 'deposit',
      shares: sharesOf(24_951),
      dueOn: today,
    });
    expect(planFirstInvoice('project', total, DEFAULT_PAYMENT_TERMS, today)).toEqual({
      kind: 'full',
      shares: sharesOf(49_901),
      dueOn: today,
    });
  });
});

describe('term 2: invoices on completion', () => {
  it('asks for the balance, due a week later', () => {
    expect(planBalanceInvoices(sharesOf(24_950), null, DEFAULT_PAYMENT_TERMS, today)).toEqual([
      { kind: 'balance', shares: sharesOf(24_950), dueOn: toPlainDate('2027-03-08') },
    ]);
  });

  it('asks for nothing if everything was invoiced before', () => {
    expect(planBalanceInvoices(sharesOf(0), null, DEFAULT_PAYMENT_TERMS, today)).toEqual([]);
  });

  it('adds up to the total with deposit and changes, in one invoice or in installments (terms 1, 4 and 11)', () => {
    const amount = fc.nat({ max: 1e9 });
    const installments = fc.option(fc.integer({ min: 2, max: 6 }));
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 100 }), installments, (price, change, percent, parts) => {
        const { shares: deposit } = planFirstInvoice(
          'plan',
          sharesOf(price),
          { ...DEFAULT_PAYMENT_TERMS, depositPercent: percent },
          today,
        );
        const total = toMinorUnits(price + change);
        const claims = planBalanceInvoices(
          subtractShares(sharesOf(total), deposit),
          parts,
          DEFAULT_PAYMENT_TERMS,
          today,
        );
        expect(sumShares([...deposit, ...claims.flatMap(({ shares }) => shares)])).toBe(total);
        expect(claims.every(({ dueOn }) => Temporal.PlainDate.compare(dueOn, toPlainDate('2027-03-08')) >= 0)).toBe(
          true,
        );
      }),
    );
  });
});
