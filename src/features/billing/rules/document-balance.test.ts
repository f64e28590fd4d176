import { expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { LedgerEntryKind } from '../contract/documents.ts';
import { getDocumentBalance } from './document-balance.ts';

type Entry = readonly [kind: LedgerEntryKind, amount: number, day: number, paymentId?: number];

const invoiced: Entry = ['invoiced', 100, 3];
const first: Entry = ['paid', -60, 5, 1];
const second: Entry = ['paid', -40, 10, 2];

function balanceOf(entries: readonly Entry[], today = '2026-12-24', dueOn: string | null = '2026-11-30') {
  const movements = entries.map(([kind, amount, of, paymentId = null]) => {
    return { kind, amount: toMinorUnits(amount), on: `2026-11-${String(of).padStart(2, '0')}`, paymentId };
  });
  return getDocumentBalance({ total: toMinorUnits(100), dueOn }, movements, today);
}

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
  const { status, statusDate } = balanceOf(entries);
  expect([status, statusDate]).toEqual(['paid', `2026-11-${String(day).padStart(2, '0')}`]);
});

it.each<[status: string, statusDate: string | null, balance: ReturnType<typeof balanceOf>]>([
  ['not_payable', null, balanceOf([])],
  ['open', '2026-11-30', balanceOf([invoiced, first], '2026-11-30')],
  ['overdue', '2026-11-30', balanceOf([invoiced, first], '2026-12-01')],
  ['open', null, balanceOf([invoiced], '2026-12-01', null)],
  ['credited', '2026-11-12', balanceOf([invoiced, first, ['credited', -100, 12], ['refunded', 60, 14]])],
  ['open', '2026-11-30', balanceOf([invoiced, ['credited', -40, 12]], '2026-11-30')],
  ['in_review', '2026-11-14', balanceOf([invoiced, first, second, ['refunded', 60, 14], ['held', -60, 14]])],
  [
    'paid',
    '2026-11-10',
    balanceOf([
      invoiced,
      first,
      second,
      ['refunded', 60, 14],
      ['held', -60, 14],
      ['released', 60, 15],
      ['credited', -60, 15],
    ]),
  ],
  ['written_off', '2026-11-12', balanceOf([invoiced, ['written_off', -100, 12]])],
  ['paid', '2026-11-05', balanceOf([invoiced, first, ['written_off', -40, 12]])],
  ['paid', '2026-11-03', balanceOf([['invoiced', 0, 3]])],
])('an invoice is %s, since or until %s', (status, statusDate, balance) => {
  expect([balance.status, balance.statusDate]).toEqual([status, statusDate]);
});
