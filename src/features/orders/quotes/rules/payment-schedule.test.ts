import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalsOfSum } from '#features/billing/rules/totals.ts';
import { sumAmounts, toMinorUnits } from '#shared/money-arithmetic.ts';
import { sumLineItems } from '../../lifecycle/rules/prices.ts';
import {
  type EnteredMilestone,
  listMilestoneDates,
  parseMilestoneAmount,
  parseMilestones,
  priceMilestones,
  readMilestoneFields,
  toMilestoneFields,
} from './payment-schedule.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const DATES = { expiresOn: day('2027-03-15'), today: day('2027-03-01') };
const noTax = { behavior: 'inclusive', name: 'VAT', basisPoints: 0 } as const;

function priceOf(sum: number, depositPercent = 50, tax: Parameters<typeof totalsOfSum>[1] = noTax) {
  const lineItems = [{ description: 'Work', amount: toMinorUnits(sum), term: null }];
  const { total } = totalsOfSum(sumLineItems(lineItems), tax);
  return { lineItems, tax: { ...tax, name: 'VAT' }, total, currency: 'USD', settings: { depositPercent } };
}

const row = (amount: string, dueOn: string, description = 'Part'): EnteredMilestone => ({ description, amount, dueOn });

describe('the amount of a milestone', () => {
  it.each([
    ['300', 30_000],
    ['$1,200.50', 120_050],
    ['25%', 25_000],
    [' 12.5 % ', 12_500],
    ['33.33%', 33_330],
  ])('is %j of 1,000.00: %i', (text, amount) => {
    expect(parseMilestoneAmount(text, { total: toMinorUnits(100_000), currency: 'USD' })).toEqual({ amount });
  });

  it.each(['', ' ', '0', '0%', '100%', '-5', '-5%', '5.555%', 'half', '1.005', '%'])('can’t be %j', text => {
    expect(parseMilestoneAmount(text, { total: toMinorUnits(100_000), currency: 'USD' })).toHaveProperty('error');
  });
});

describe('the milestones of a quote', () => {
  const limit = 'The amounts must total less than the balance of $500.00. The last milestone is the rest.';

  it.each<[string, readonly EnteredMilestone[], Record<string, string>, number?]>([
    [
      'an amount that is none',
      [row('much', '2027-04-01'), row('', '2027-05-01')],
      {
        'milestones.0.amount': 'Enter an amount in USD, such as 499 or 499.50.',
      },
    ],
    [
      'no amount',
      [row('', '2027-04-01'), row('', '2027-05-01')],
      {
        'milestones.0.amount': 'Enter an amount, such as 300 or 25%.',
      },
    ],
    [
      'an amount of nothing',
      [row('0', '2027-04-01'), row('', '2027-05-01')],
      {
        'milestones.0.amount': 'Enter an amount above zero.',
      },
    ],
    [
      'an amount for the rest',
      [row('100', '2027-04-01'), row('400', '2027-05-01')],
      {
        'milestones.1.amount': 'Leave the last amount empty. It’s the rest.',
      },
    ],
    ['the complete balance', [row('500', '2027-04-01'), row('', '2027-05-01')], { 'milestones.0.amount': limit }],
    [
      'more than the balance together',
      [row('300', '2027-04-01'), row('20%', '2027-04-02'), row('', '2027-05-01')],
      {
        'milestones.1.amount': limit,
      },
    ],
    [
      'a date before the quote’s last day',
      [row('', '2027-03-14')],
      {
        'milestones.0.dueOn': 'Choose 15 Mar 2027 or later. The client can accept the quote until then.',
      },
    ],
    [
      'equal dates',
      [row('1', '2027-04-01'), row('', '2027-04-01')],
      {
        'milestones.1.dueOn': 'Choose a date after 01 Apr 2027.',
      },
    ],
    [
      'descending dates, and a wrong amount',
      [row('x%', '2027-05-01'), row('', '2027-04-01')],
      {
        'milestones.0.amount': 'Enter a percentage below 100, such as 25% or 12.5%.',
        'milestones.1.dueOn': 'Choose a date after 01 May 2027.',
      },
    ],
    ['a date far away', [row('', '2207-04-01')], { 'milestones.0.dueOn': 'Choose a date within 5 years.' }],
    [
      'no balance',
      [row('', '2027-04-01')],
      {
        installments: 'The deposit is the complete total, so there is no balance to split.',
      },
      100,
    ],
  ])('can’t have %s', (_what, entered, errors, depositPercent = 50) => {
    expect(parseMilestones(entered, priceOf(100_000, depositPercent), DATES)).toEqual({ errors });
  });

  it('keep their amounts to the cent if prices include tax or have none, and add up with every tax', () => {
    const taxes = fc.record({
      behavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
      basisPoints: fc.constantFrom(0, 500, 700, 1500, 1900, 2000, 2550),
    });
    const sums = fc.integer({ min: 10_000, max: 5_000_000 });
    const parts = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 11 });
    fc.assert(
      fc.property(sums, taxes, fc.integer({ min: 0, max: 90 }), parts, (sum, tax, deposit, percents) => {
        const price = priceOf(sum, deposit, tax);
        const entered = [...percents, null].map((percent, index) =>
          row(percent === null ? '' : `${percent}%`, DATES.expiresOn.add({ days: index }).toString()),
        );
        const parsed = parseMilestones(entered, price, DATES);
        if ('errors' in parsed) {
          expect(Object.keys(parsed.errors)[0]).toMatch(/amount$/);
          return;
        }
        const { milestones } = parsed;
        const amounts = priceMilestones(milestones, price).map(({ amount }) => amount);
        expect(price.total - sumAmounts(amounts)).toBeGreaterThanOrEqual(Math.floor((price.total * deposit) / 100));
        expect(Math.min(...amounts)).toBeGreaterThan(0);
        for (const [index, percent] of percents.entries()) {
          const wanted = (price.total * percent) / 100;
          const isExact = tax.behavior === 'inclusive' || tax.basisPoints === 0;
          expect(Math.abs((amounts[index] ?? 0) - wanted)).toBeLessThanOrEqual(isExact ? 0.5 : 12);
        }
      }),
    );
  });

  it('are read from the form as they were written', () => {
    const entered = [row('25%', '2027-04-01', 'Design'), row('', '2027-05-01', 'Launch')];
    expect(readMilestoneFields(toMilestoneFields(entered))).toEqual(entered);
    expect(readMilestoneFields(toMilestoneFields([]))).toHaveLength(2);
  });
});

describe('dates at an interval', () => {
  it.each([
    ['weekly', ['2027-01-31', '2027-02-07', '2027-02-14']],
    ['biweekly', ['2027-01-31', '2027-02-14', '2027-02-28']],
    ['monthly', ['2027-01-31', '2027-02-28', '2027-03-31']],
    ['quarterly', ['2027-01-31', '2027-04-30', '2027-07-31']],
  ] as const)('%s', (interval, expected) => {
    expect(listMilestoneDates('2027-01-31', 3, interval)).toEqual(expected);
  });
});
