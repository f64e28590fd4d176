import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { toPlainDate, DEFAULT_PAYMENT_TERMS, createUnpaidInvoice } from '../../../../../tests/support/order-factory.ts';
import { listChargeableLateFees } from './late-fees.ts';

const dueOn = toPlainDate('2027-05-01');
const feesOn = (on: string, ...documents: Parameters<typeof createUnpaidInvoice>[0][]) =>
  listChargeableLateFees(toPlainDate(on), documents.map(createUnpaidInvoice), DEFAULT_PAYMENT_TERMS).map(
    ({ amount, dueFrom }) => [amount, dueFrom.toString()],
  );

describe('term 6: late fees', () => {
  it.each([
    ['the day it is due', '2027-05-01', []],
    ['the seventh day after', '2027-05-08', []],
    ['the day after that', '2027-05-09', [[500, '2027-05-09']]],
    ['a year later, once and no more than that', '2028-05-09', [[500, '2027-05-09']]],
  ])('lists the fees chargeable on %s', (_name, on, fees) => {
    expect(feesOn(on, { dueOn })).toEqual(fees);
  });

  it('calculates the fee from the amount due', () => {
    expect(feesOn('2027-06-01', { dueOn, amountSettled: toMinorUnits(8990) })).toEqual([[51, '2027-05-09']]);
  });

  it.each([
    ['was paid', { dueOn, amountSettled: toMinorUnits(10_000) }],
    ['was paid twice', { dueOn, amountSettled: toMinorUnits(20_000) }],
    ['is a late fee itself', { dueOn, isLateFee: true }],
    ['bears one', { dueOn, lateFee: 'applied' }],
    ['was spared one', { dueOn, lateFee: 'waived' }],
    ['owes less than a fee comes to', { dueOn, amountSettled: toMinorUnits(9999) }],
  ] as const)('lists none if the document %s', (_name, document) => {
    expect(feesOn('2027-12-01', document)).toEqual([]);
  });

  it('lists none if the owner has turned fees off', () => {
    expect(
      listChargeableLateFees(toPlainDate('2027-12-01'), [createUnpaidInvoice({ dueOn })], {
        ...DEFAULT_PAYMENT_TERMS,
        lateFeePercent: 0,
      }),
    ).toEqual([]);
  });

  it('lists the same fees regardless of when it is called: missed runs lose and add nothing', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2000 }), days => {
        const on = dueOn.add({ days });
        const fees = listChargeableLateFees(on, [createUnpaidInvoice({ dueOn })], DEFAULT_PAYMENT_TERMS);
        expect(fees.map(({ amount }) => amount)).toEqual(days > DEFAULT_PAYMENT_TERMS.lateFeeAfterDays ? [500] : []);
      }),
    );
  });
});
