import { expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { LedgerEntryKind } from '../contract/documents.ts';
import { getDocumentBalance } from './document-balance.ts';

type Entry = readonly [kind: LedgerEntryKind, amount: number, day: number, paymentId?: number];

const invoiced: Entry = ['invoiced', 100, 3];
const first: Entry = ['paid', -60, 5, 1];
const second: Entry = ['paid', -40, 10, 2];

it.each<[title: string, day: number, entries: readonly Entry[]]>([
  ['on the last of several payments', 10, [invoiced, first, second]],
  ['on the last of payments recorded in another order', 10, [invoiced, second, first]],
  ['before a surplus that was refunded', 10, [invoiced, first, second, ['paid', -20, 12, 3], ['refunded', 20, 14]]],
  ['before a surplus that was voided', 10, [invoiced, first, second, ['paid', -20, 12, 3], ['voided', 20, 14, 3]]],
  [
    'on the payment recorded instead of a voided one',
    12,
    [invoiced, first, second, ['paid', -40, 12, 3], ['voided', 40, 14, 2]],
  ],
  ['on the payment after a refund', 20, [invoiced, first, second, ['refunded', 60, 14], ['paid', -60, 20, 3]]],
  ['by credit of another invoice', 12, [invoiced, first, ['applied', -40, 12]]],
  ['on the last payment if the rest is credited', 5, [invoiced, first, ['credited', -40, 12]]],
  ['before it was issued', 2, [invoiced, ['paid', -60, 1, 1], ['paid', -40, 2, 2]]],
])('an invoice is paid %s', (_title, day, entries) => {
  const movements = entries.map(([kind, amount, of, paymentId = null]) => {
    return { kind, amount: toMinorUnits(amount), on: `2026-11-${String(of).padStart(2, '0')}`, paymentId };
  });
  const { status, statusDate } = getDocumentBalance(
    { total: toMinorUnits(100), dueOn: '2026-11-30' },
    movements,
    '2026-12-24',
  );
  expect([status, statusDate]).toEqual(['paid', `2026-11-${String(day).padStart(2, '0')}`]);
});
