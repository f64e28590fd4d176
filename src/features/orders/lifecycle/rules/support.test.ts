import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { createTransitionEvent, toNoon, createOrderFacts } from '../../../../../tests/support/order-factory.ts';
import type { OrderEvent } from './events.ts';
import { getOrderSummary } from './summary.ts';
import { canReopenSupportRequest, findSupportBlock, replaySupportRequests } from './support.ts';

const now = toNoon('2027-05-01');

describe('term 13: support after delivery', () => {
  const facts = createOrderFacts({ status: 'delivered', history: [createTransitionEvent('2027-05-01', 'deliver')] });

  it.each([
    ['2027-05-15', true],
    ['2027-05-16', false],
  ])('is included on %s: %s', (on, included) => {
    expect(getOrderSummary(toNoon(on), facts).support.included).toBe(included);
  });

  it('is not included before delivery, or if the plan has none', () => {
    expect(getOrderSummary(now, { ...facts, supportDays: 0 }).support).toEqual({ included: false, until: null });
    expect(getOrderSummary(now, { ...facts, history: [] }).support.included).toBe(false);
  });

  it("is included for the plan's number of days from delivery", () => {
    fc.assert(
      fc.property(fc.nat({ max: 400 }), fc.nat({ max: 800 }), (supportDays, days) => {
        const { support } = getOrderSummary(now.add({ hours: 24 * days }), { ...facts, supportDays });
        expect(support.included).toBe(supportDays > 0 && days <= supportDays);
      }),
    );
  });
});

describe('term 13: a support request', () => {
  const own = { supportRequestId: '1', at: now, actor: 'owner' } as const;
  const requested: OrderEvent = { ...own, type: 'support_requested', included: false };
  const priced: OrderEvent = { ...own, type: 'support_quoted', changeOrderId: 's', amount: toMinorUnits(5000) };
  const answered = (accepted: boolean): OrderEvent => ({
    ...own,
    type: 'support_quote_answered',
    changeOrderId: 's',
    accepted,
  });
  const resolved: OrderEvent = { ...own, type: 'support_resolved' };
  it.each<[string, OrderEvent[]]>([
    ['open', [{ ...requested, included: true }]],
    ['awaiting_quote', [requested]],
    ['quoted', [requested, priced]],
    ['open', [requested, priced, answered(true)]],
    ['declined', [requested, priced, answered(false)]],
    ['awaiting_quote', [requested, priced, { ...own, type: 'support_quote_withdrawn' }]],
    ['resolved', [requested, priced, answered(true), resolved]],
    ['open', [requested, resolved, { ...own, type: 'support_reopened' }]],
  ])('is %s after its events', (state, history) => {
    const other: OrderEvent = { ...requested, supportRequestId: '2' };
    const included = history[0]?.type === 'support_requested' && history[0].included;
    expect(replaySupportRequests([...history, other])).toEqual([
      { request: '1', included, state },
      { request: '2', included: false, state: 'awaiting_quote' },
    ]);
  });

  it.each<[string, Parameters<typeof canReopenSupportRequest>[0]['state'], boolean, boolean, boolean]>([
    ['a resolved one', 'resolved', true, true, true],
    ['an open one', 'open', true, true, false],
    ['a paid one', 'resolved', false, true, false],
    ['one after support has ended', 'resolved', true, false, false],
  ])('can be reopened by the client, or not: %s', (_what, state, included, isCovered, expected) => {
    expect(canReopenSupportRequest({ request: '1', state, included }, { included: isCovered })).toBe(expected);
  });

  it.each<[Parameters<typeof findSupportBlock>[0], string | null]>([
    [{ kind: 'plan', status: 'delivered' }, null],
    [{ kind: 'plan', status: 'closed' }, null],
    [{ kind: 'plan', status: 'paid' }, 'once the work is delivered'],
    [{ kind: 'service', status: 'closed' }, 'part of this monthly service'],
  ])('is possible or blocked with %j', (order, message) => {
    expect(findSupportBlock(order)?.message ?? null).toEqual(message && expect.stringContaining(message));
  });
});
