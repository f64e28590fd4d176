import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorUnits } from '#shared/money-arithmetic.ts';
import { day, figures, owed } from '../../../../tests/support/order-factory.ts';
import { lateFeesOn } from './late-fees.ts';

const dueOn = day('2027-05-01');
const feesOn = (on: string, ...documents: Parameters<typeof owed>[0][]) =>
  lateFeesOn(day(on), documents.map(owed), figures).map(({ amount, since }) => [amount, since.toString()]);

describe('term 6: a late fee', () => {
  it.each([
    ['the day it is due', '2027-05-01', []],
    ['the seventh day after', '2027-05-08', []],
    ['the day after that', '2027-05-09', [[500, '2027-05-09']]],
    ['a year later, once and no more than that', '2028-05-09', [[500, '2027-05-09']]],
  ])('on %s', (_name, on, fees) => {
    expect(feesOn(on, { dueOn })).toEqual(fees);
  });

  it('is a part of what is still owed', () => {
    expect(feesOn('2027-06-01', { dueOn, settled: minorUnits(8990) })).toEqual([[51, '2027-05-09']]);
  });

  it.each([
    ['was paid', { dueOn, settled: minorUnits(10_000) }],
    ['was paid twice', { dueOn, settled: minorUnits(20_000) }],
    ['is a late fee itself', { dueOn, isLateFee: true }],
    ['bears one', { dueOn, lateFee: 'applied' }],
    ['was spared one', { dueOn, lateFee: 'waived' }],
    ['owes less than a fee comes to', { dueOn, settled: minorUnits(9999) }],
  ] as const)('is not asked for where the document %s', (_name, document) => {
    expect(feesOn('2027-12-01', document)).toEqual([]);
  });

  it('is none where the owner takes none', () => {
    expect(lateFeesOn(day('2027-12-01'), [owed({ dueOn })], { ...figures, lateFeePercent: 0 })).toEqual([]);
  });

  it('stands from the first day on, whenever somebody looks: missed runs lose and add nothing', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2000 }), days => {
        const on = dueOn.add({ days });
        const fees = lateFeesOn(on, [owed({ dueOn })], figures);
        expect(fees.map(({ amount }) => amount)).toEqual(days > figures.lateDays ? [500] : []);
      }),
    );
  });
});
