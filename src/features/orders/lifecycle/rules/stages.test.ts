import { describe, expect, it } from 'vitest';
import { toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import { getOrderStatusLabel, listOrderSteps } from './stages.ts';

type Source = Parameters<typeof listOrderSteps>[0];

const plan: Source = {
  kind: 'plan',
  status: 'agreed',
  events: [],
  contentItems: [{ position: 0, label: 'The logo', suppliedAt: null }],
  balance: toMinorUnits(100),
  billingDocuments: [{ kind: 'deposit_invoice' }],
};

const contentItems = [{ position: 0, label: 'The logo', suppliedAt: '2026-11-20T09:00:00Z' }];

it.each([
  ['agreed', true, 'Agreed'],
  ['deposit_paid', true, 'Deposit paid'],
  ['deposit_paid', false, 'Agreed'],
  ['content_received', false, 'Ready to start'],
  ['in_progress', false, 'In progress'],
] as const)('the status %s, with a deposit: %j, is labeled %s', (status, hasDeposit, label) => {
  expect(getOrderStatusLabel({ status, hasDeposit })).toBe(label);
});

describe('steps of an order', () => {
  const row = (order: Source) =>
    listOrderSteps(order)
      .map(({ label, state }) => ({ done: '✓', current: '>', upcoming: '' })[state] + label)
      .join(' ');

  it.each<[Partial<Source>, string]>([
    [{ status: 'requested', kind: 'custom' }, '>Quote Deposit Content Work Review Balance Delivery'],
    [{}, '>Deposit Content Work Review Balance Delivery'],
    [{ status: 'deposit_paid' }, '✓Deposit >Content Work Review Balance Delivery'],
    [{ status: 'deposit_paid', billingDocuments: [] }, '>Content Work Review Balance Delivery'],
    [{ status: 'deposit_paid', contentItems: [] }, '✓Deposit >Work Review Balance Delivery'],
    [{ status: 'content_received', contentItems }, '✓Deposit ✓Content >Work Review Balance Delivery'],
    [{ status: 'in_progress' }, '✓Deposit >Work Review Balance Delivery'],
    [{ status: 'in_review', contentItems }, '✓Deposit ✓Content ✓Work >Review Balance Delivery'],
    [{ status: 'paid', balance: ZERO, contentItems }, '✓Deposit ✓Content ✓Work ✓Review >Delivery'],
    [{ status: 'closed', contentItems }, '✓Deposit ✓Content ✓Work ✓Review ✓Balance ✓Delivery'],
    [{ kind: 'project' }, '>Payment Delivery'],
    [{ kind: 'project', status: 'paid' }, '✓Payment >Delivery'],
    [{ kind: 'service', status: 'in_progress' }, ''],
    [{ status: 'canceled' }, ''],
  ])('%j: %s', (changes, steps) => {
    expect(row({ ...plan, ...changes })).toBe(steps);
  });
});
