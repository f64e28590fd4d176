import { describe, expect, it } from 'vitest';
import { ZERO } from '#shared/money-arithmetic.ts';
import {
  toPlainDate,
  DEFAULT_PAYMENT_TERMS,
  createTransitionEvent,
  toNoon,
  createOrderFacts,
  createUnpaidInvoice,
  createChangeQuoteEvent,
  createSupportEvent,
  ACTIVE_SERVICE,
} from '../../../../../tests/support/order-factory.ts';
import type { OrderTransition } from '../contract/enums.ts';
import { findAutomaticTransition } from './automatic-transitions.ts';
import type { OrderEvent } from './events.ts';
import type { OrderSnapshot } from './summary.ts';

const now = toNoon('2027-05-01');
const invoice = createUnpaidInvoice({ dueOn: toPlainDate('2027-05-01') });
const noDeposit = { settings: { ...DEFAULT_PAYMENT_TERMS, depositPercent: 0 } };
const downloaded: OrderEvent = { type: 'downloaded', at: now, actor: 'client' };
const openSupport = createSupportEvent('2027-05-01');
const { subscription } = ACTIVE_SERVICE;

describe('the automatic transition', () => {
  const settled = { ...invoice, amountSettled: invoice.total };
  const delivered = { status: 'delivered', history: [createTransitionEvent('2027-05-01', 'deliver')] } as const;
  it.each<[string, Partial<OrderSnapshot>, string, OrderTransition | null]>([
    ['a quote on its last day', { status: 'quoted', quoteUntil: toPlainDate('2027-05-01') }, '2027-05-01', null],
    ['a quote after its last day', { status: 'quoted', quoteUntil: toPlainDate('2027-05-01') }, '2027-05-02', 'expire'],
    ['no invoice yet', {}, '2027-05-01', null],
    ['a price of 0', { total: ZERO }, '2027-05-01', 'pay_deposit'],
    ['an unpaid deposit', { documents: [invoice] }, '2027-05-01', null],
    ['a paid deposit', { documents: [settled] }, '2027-05-01', 'pay_deposit'],
    ['no deposit', noDeposit, '2027-05-01', 'pay_deposit'],
    ['no deposit but an unpaid invoice', { ...noDeposit, documents: [invoice] }, '2027-05-01', null],
    ['a paid custom plan', { kind: 'custom', documents: [settled] }, '2027-05-01', 'pay_deposit'],
    ['a paid project', { kind: 'project', documents: [settled] }, '2027-05-01', 'pay_in_full'],
    ['a paid service', { kind: 'service', documents: [settled] }, '2027-05-01', 'activate_subscription'],
    ['no content items', { status: 'deposit_paid' }, '2027-05-01', 'receive_content'],
    [
      'missing content',
      {
        status: 'deposit_paid',
        content: [
          { label: 'The logo', isSupplied: false },
          { label: 'The text', isSupplied: true },
        ],
      },
      '2027-05-01',
      null,
    ],
    ['a project with files', { kind: 'project', status: 'paid' }, '2027-05-01', 'deliver'],
    ['a project without files', { kind: 'project', status: 'paid', hasFiles: false }, '2027-05-01', null],
    ['an unpaid project', { kind: 'project', status: 'paid', documents: [invoice] }, '2027-05-01', null],
    ['a plan with files', { status: 'paid' }, '2027-05-01', null],
    ['an unpaid balance', { status: 'completed', documents: [invoice] }, '2027-05-01', null],
    ['no balance invoice', { status: 'completed' }, '2027-05-01', null],
    ['a completed order with a price of 0', { status: 'completed', total: ZERO }, '2027-05-01', 'pay_balance'],
    ['a paid balance', { status: 'completed', documents: [settled] }, '2027-05-01', 'pay_balance'],
    ['an active service', ACTIVE_SERVICE, '2027-05-01', null],
    [
      'an ended service',
      { ...ACTIVE_SERVICE, subscription: { ...subscription, endsOn: toPlainDate('2027-05-01') } },
      '2027-05-02',
      'end_subscription',
    ],
    [
      'an ended service with an unpaid month',
      { ...ACTIVE_SERVICE, subscription: { ...subscription, endsOn: toPlainDate('2027-05-01') }, documents: [invoice] },
      '2027-05-02',
      null,
    ],
    ['a plan with support', delivered, '2027-05-15', null],
    ['a plan after its support', delivered, '2027-05-16', 'close'],
    ['a plan without support', { ...delivered, supportDays: 0 }, '2027-05-02', 'close'],
    ['a plan on the day of its delivery', { ...delivered, supportDays: 0 }, '2027-05-01', null],
    ['a delivered plan with an unpaid invoice', { ...delivered, documents: [invoice] }, '2027-06-01', null],
    [
      'a delivered plan with open support',
      { ...delivered, history: [...delivered.history, openSupport] },
      '2027-06-01',
      null,
    ],
    [
      'a delivered plan with an open change order',
      { ...delivered, history: [...delivered.history, createChangeQuoteEvent('2027-05-02')] },
      '2027-06-01',
      null,
    ],
    ['a project before the download', { ...delivered, kind: 'project' }, '2027-06-01', null],
    [
      'a project after the download',
      { ...delivered, kind: 'project', history: [...delivered.history, downloaded] },
      '2027-06-01',
      'close',
    ],
    ['a closed order', { status: 'closed' }, '2027-06-01', null],
  ])('is right for %s', (_what, facts, day, expected) => {
    expect(findAutomaticTransition(createOrderFacts(facts), toNoon(day))).toBe(expected);
  });
});
