import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, minorUnits, sumOf } from '#shared/money-arithmetic.ts';
import { day, figures } from '../../../../tests/support/order-factory.ts';
import { claimOnAgreement, claimsOnCompletion } from './invoicing.ts';

const today = day('2027-03-01');
const noTax = { prices: 'gross', basisPoints: 0 } as const;

describe('term 1: what an agreement asks for', () => {
  it('is the deposit, and all of a finished project, on the same day', () => {
    const total = minorUnits(49_901);
    expect(claimOnAgreement('plan', total, noTax, figures, today)).toEqual({
      kind: 'deposit',
      amount: 24_951,
      dueOn: today,
    });
    expect(claimOnAgreement('project', total, noTax, figures, today)).toEqual({
      kind: 'full',
      amount: 49_901,
      dueOn: today,
    });
  });
});

describe('term 2: what completion asks for', () => {
  it('is the balance, due a week later', () => {
    expect(claimsOnCompletion(minorUnits(24_950), noTax, null, figures, today)).toEqual([
      { kind: 'balance', amount: 24_950, dueOn: day('2027-03-08') },
    ]);
  });

  it('is nothing where all was asked for before', () => {
    expect(claimsOnCompletion(minorUnits(0), noTax, null, figures, today)).toEqual([]);
  });

  it('makes up the total with the deposit, changes in it, at once or in installments (terms 1, 4 and 11)', () => {
    const amount = fc.nat({ max: 1e9 });
    const installments = fc.option(fc.integer({ min: 2, max: 6 }));
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 100 }), installments, (price, change, percent, parts) => {
        const { amount: deposit } = claimOnAgreement(
          'plan',
          minorUnits(price),
          noTax,
          { ...figures, depositPercent: percent },
          today,
        );
        const total = minorUnits(price + change);
        const claims = claimsOnCompletion(difference(total, deposit), noTax, parts, figures, today);
        expect(sumOf([deposit, ...claims.map(claim => claim.amount)])).toBe(total);
        expect(claims.every(({ dueOn }) => Temporal.PlainDate.compare(dueOn, day('2027-03-08')) >= 0)).toBe(true);
      }),
    );
  });
});
