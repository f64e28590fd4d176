import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PAYMENT_TERMS,
  createTransitionEvent,
  toNoon,
  createOrderFacts,
  createRevisionEvent,
  createChangeQuoteEvent,
} from '../../../../../tests/support/order-factory.ts';
import type { OrderEvent } from './events.ts';
import { isRevisionIncluded } from './revisions.ts';
import { findTransitionBlock, getOrderSummary } from './summary.ts';

const now = toNoon('2027-05-01');

describe('term 11: revisions', () => {
  it('includes three minor ones; the fourth and every major one need a quote', () => {
    const history: OrderEvent[] = [];
    for (let left = 3; left > 0; left--) {
      const { revisions } = getOrderSummary(now, createOrderFacts({ status: 'in_review', history }));
      expect(revisions).toEqual({ included: 3, used: 3 - left, left });
      expect(isRevisionIncluded('minor', revisions)).toBe(true);
      expect(isRevisionIncluded('major', revisions)).toBe(false);
      history.push(
        createRevisionEvent('2027-05-01'),
        createTransitionEvent('2027-05-01', 'request_revision'),
        createTransitionEvent('2027-05-01', 'submit_for_review'),
      );
    }
    const { revisions } = getOrderSummary(now, createOrderFacts({ status: 'in_review', history }));
    expect(revisions.left).toBe(0);
    expect(isRevisionIncluded('minor', revisions)).toBe(false);
    history.push(createRevisionEvent('2027-05-01'));
    expect(getOrderSummary(now, createOrderFacts({ status: 'in_review', history })).revisions).toEqual({
      included: 3,
      used: 3,
      left: 0,
    });
  });

  it('does not count major ones', () => {
    const history = [createRevisionEvent('2027-05-01', 'major')];
    expect(getOrderSummary(now, createOrderFacts({ status: 'in_review', history })).revisions.left).toBe(3);
  });

  it("waits for the owner's price, and then for the client's answer", () => {
    const requested = createOrderFacts({
      status: 'in_review',
      history: [createTransitionEvent('2027-05-01', 'submit_for_review'), createRevisionEvent('2027-05-01', 'major')],
    });
    expect(getOrderSummary(now, requested).nextAction.by).toBe('owner');
    expect(findTransitionBlock('request_revision', 'client', requested, now)).toMatchObject({ term: 11 });
    const priced = { ...requested, history: [...requested.history, createChangeQuoteEvent('2027-05-02')] };
    expect(getOrderSummary(now, priced).nextAction.by).toBe('client');
    expect(findTransitionBlock('request_revision', 'client', priced, now)).toMatchObject({ term: 11 });
  });

  const request = createRevisionEvent('2027-05-01', 'major');
  const requote = { ...createChangeQuoteEvent('2027-05-04'), changeOrderId: 'b' } as OrderEvent;
  const granted: OrderEvent = { type: 'revision_granted', at: toNoon('2027-05-02'), actor: 'owner' };
  const withdrawn: OrderEvent = {
    type: 'change_order_withdrawn',
    changeOrderId: 'a',
    at: toNoon('2027-05-03'),
    actor: 'owner',
  };
  const decline = (changeOrderId: string): OrderEvent => ({
    type: 'change_order_answered',
    changeOrderId,
    accepted: false,
    at: toNoon('2027-05-05'),
    actor: 'client',
  });
  const first = createChangeQuoteEvent('2027-05-02');
  it.each<[string, OrderEvent[], string, string | undefined]>([
    ['requested', [request], 'Send a quote for the revision, or do it for free.', 'The last revision is still waiting'],
    ['granted', [request, granted], 'Waiting for the client to review the work.', undefined],
    ['quoted', [request, first], 'Waiting for the client to answer the change order.', 'Accept or decline the open'],
    ['declined', [request, first, decline('a')], 'Waiting for the client to review the work.', undefined],
    [
      'withdrawn',
      [request, first, withdrawn],
      'Send a quote for the revision, or do it for free.',
      'The last revision',
    ],
    [
      'quoted again',
      [request, first, withdrawn, requote],
      'Waiting for the client to answer the change order.',
      'Accept or decline the open',
    ],
    [
      'declined after another quote was withdrawn',
      [request, first, withdrawn, requote, decline('b')],
      'Waiting for the client to review the work.',
      undefined,
    ],
    [
      'withdrawn after another quote was declined',
      [request, requote, decline('b'), request, first, withdrawn],
      'Send a quote for the revision, or do it for free.',
      'The last revision',
    ],
    [
      'followed by a transition',
      [request, createTransitionEvent('2027-05-06', 'submit_for_review')],
      'Waiting for the client to review the work.',
      undefined,
    ],
  ])('has the next action after a revision is %s', (_what, events, message, block) => {
    const facts = createOrderFacts({ status: 'in_review', history: events });
    expect(getOrderSummary(now, facts).nextAction.message).toBe(message);
    const found = findTransitionBlock('request_revision', 'client', facts, now);
    expect(found).toEqual(block === undefined ? null : { term: 11, message: expect.stringContaining(block) });
  });

  it('start immediately while fewer minor ones were requested than are included, in any order', () => {
    const sizes = fc.array(fc.constantFrom('minor' as const, 'major' as const), { maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.nat({ max: 5 }), (requestedSizes, includedRevisions) => {
        const facts = createOrderFacts({
          status: 'in_review',
          settings: { ...DEFAULT_PAYMENT_TERMS, includedRevisions },
          history: requestedSizes.map(size => createRevisionEvent('2027-05-01', size)),
        });
        const { revisions } = getOrderSummary(now, facts);
        const isLeft = requestedSizes.filter(size => size === 'minor').length < includedRevisions;
        expect(isRevisionIncluded('minor', revisions)).toBe(isLeft);
        expect(isRevisionIncluded('major', revisions)).toBe(false);
        expect(revisions.left + revisions.used).toBe(includedRevisions);
      }),
    );
  });
});
