import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumAmounts, toMinorUnits } from '#shared/money-arithmetic.ts';
import { agingStatuses } from '../contract/document-list.ts';
import type { CurrencyReport } from '../contract/money-report.ts';
import { convertReport, limitShares } from './convert-report.ts';

function report(
  currency: string,
  received: number,
  shares: readonly (readonly [key: string, amount: number])[],
): CurrencyReport {
  const amount = toMinorUnits(received);
  const figures = { received: amount, refunds: amount, invoiced: amount, credited: amount, writtenOff: amount };
  const items = shares.map(([key, minor]) => ({ key, label: key, received: toMinorUnits(minor) }));
  const months = Array.from({ length: 12 }, (_none, month) => toMinorUnits(month === 3 ? received : 0));
  const others = { count: 0, received: toMinorUnits(0) };
  return {
    currency,
    current: figures,
    previous: figures,
    received: months,
    receivedBefore: months,
    aging: Object.fromEntries(agingStatuses.map(status => [status, amount])) as CurrencyReport['aging'],
    clients: { items, others },
    offers: { items, others },
  };
}

it('adds the figures of all currencies at their rates', () => {
  const all = [
    report('EUR', 10_000, [['noor', 10_000]]),
    report('USD', 5001, [
      ['ana', 4001],
      ['noor', 1000],
    ]),
    report('JPY', 900, [['lin', 900]]),
  ];
  const rates = new Map([
    ['USD', '0.5'],
    ['JPY', '0.006'],
  ]);
  const converted = convertReport(all, 'EUR', rates);
  // 50.01 × 0.5 = 25.005, and 900 × 0.006 = 5.40.
  expect(converted?.current.received).toBe(10_000 + 2501 + 540);
  expect(converted?.received[3]).toBe(13_041);
  expect(converted?.aging.not_due).toBe(13_041);
  expect(converted && limitShares(converted.clients, 2)).toEqual({
    items: [
      { key: 'noor', label: 'noor', received: 10_500 },
      { key: 'ana', label: 'ana', received: 2001 },
    ],
    others: { count: 1, received: 540 },
  });
  expect(convertReport(all, 'EUR', new Map([['USD', '0.5']]))).toBeUndefined();
});

it('changes nothing of a report in the same currency', () => {
  const amounts = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(amounts, list => {
      const converted = convertReport(
        list.map(amount => report('EUR', amount, [['noor', amount]])),
        'EUR',
        new Map(),
      );
      const sum = sumAmounts(list.map(toMinorUnits));
      expect(converted?.current).toEqual({
        received: sum,
        refunds: sum,
        invoiced: sum,
        credited: sum,
        writtenOff: sum,
      });
      expect(converted?.clients.items).toEqual([{ key: 'noor', label: 'noor', received: sum }]);
    }),
  );
});
