import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import {
  toPlainDate,
  DEFAULT_PAYMENT_TERMS,
  createTransitionEvent,
  toNoon,
  createOrderFacts,
  createUnpaidInvoice,
  listAllowedTransitions,
} from '../../../../../tests/support/order-factory.ts';
import { eventActors, orderStatuses } from '../contract/enums.ts';
import type { OrderEvent } from './events.ts';
import { isRevisionIncluded } from './revisions.ts';
import { findTransitionBlock, getOrderSummary } from './summary.ts';

const revision = (on: string, size: 'minor' | 'major' = 'minor'): OrderEvent => ({
  type: 'revision_requested',
  size,
  at: toNoon(on),
  actor: 'client',
});
const quoted = (on: string): OrderEvent => ({
  type: 'change_order_quoted',
  changeOrderId: 'a',
  amount: toMinorUnits(5000),
  days: 0,
  at: toNoon(on),
  actor: 'owner',
});
const now = toNoon('2027-05-01');

describe('term 1: no work before the deposit', () => {
  it('rejects the start and names the term', () => {
    expect(findTransitionBlock('start_work', 'owner', createOrderFacts(), now)).toMatchObject({ term: 1 });
    expect(findTransitionBlock('start_without_content', 'owner', createOrderFacts(), now)).toMatchObject({ term: 1 });
    expect(getOrderSummary(now, createOrderFacts()).nextAction.by).toBe('client');
  });
});

describe('term 9: content first', () => {
  const waiting = createOrderFacts({
    status: 'deposit_paid',
    history: [createTransitionEvent('2027-05-01', 'pay_deposit')],
    content: [
      { label: 'The logo', isSupplied: true },
      { label: 'The texts', isSupplied: false },
    ],
  });

  it('rejects the start and names the missing items', () => {
    expect(findTransitionBlock('start_work', 'owner', waiting, now)).toEqual({
      term: 9,
      message: 'Work can’t start until all content is in. Missing: The texts.',
    });
  });

  it('lets only the owner start without it, with a reason', () => {
    expect(findTransitionBlock('start_without_content', 'owner', waiting, now)).toBeNull();
    expect(findTransitionBlock('start_without_content', 'client', waiting, now)).not.toBeNull();
  });

  it('allows the start once everything is supplied', () => {
    expect(findTransitionBlock('start_work', 'owner', { ...waiting, status: 'content_received' }, now)).toBeNull();
  });

  it('names exactly the missing items of any list', () => {
    const item = fc.record({ label: fc.stringMatching(/^[a-z]{3,12}$/), isSupplied: fc.boolean() });
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: ({ label }) => label, minLength: 1 }), content => {
        const missing = content.filter(({ isSupplied }) => !isSupplied).map(({ label }) => label);
        expect(findTransitionBlock('start_work', 'owner', { ...waiting, content }, now)?.message).toBe(
          `Work can’t start until all content is in. Missing: ${missing.join(', ')}.`,
        );
      }),
    );
  });
});

describe('term 11: revisions', () => {
  it('includes three minor ones; the fourth and every major one need a quote', () => {
    const history: OrderEvent[] = [];
    for (let left = 3; left > 0; left--) {
      const { revisions } = getOrderSummary(now, createOrderFacts({ status: 'in_review', history }));
      expect(revisions).toEqual({ included: 3, used: 3 - left, left });
      expect(isRevisionIncluded('minor', revisions)).toBe(true);
      expect(isRevisionIncluded('major', revisions)).toBe(false);
      history.push(
        revision('2027-05-01'),
        createTransitionEvent('2027-05-01', 'request_revision'),
        createTransitionEvent('2027-05-01', 'submit_for_review'),
      );
    }
    const { revisions } = getOrderSummary(now, createOrderFacts({ status: 'in_review', history }));
    expect(revisions.left).toBe(0);
    expect(isRevisionIncluded('minor', revisions)).toBe(false);
    history.push(revision('2027-05-01'));
    expect(getOrderSummary(now, createOrderFacts({ status: 'in_review', history })).revisions).toEqual({
      included: 3,
      used: 3,
      left: 0,
    });
  });

  it('does not count major ones', () => {
    const history = [revision('2027-05-01', 'major')];
    expect(getOrderSummary(now, createOrderFacts({ status: 'in_review', history })).revisions.left).toBe(3);
  });

  it("waits for the owner's price, and then for the client's answer", () => {
    const requested = createOrderFacts({
      status: 'in_review',
      history: [createTransitionEvent('2027-05-01', 'submit_for_review'), revision('2027-05-01', 'major')],
    });
    expect(getOrderSummary(now, requested).nextAction.by).toBe('owner');
    expect(findTransitionBlock('request_revision', 'client', requested, now)).toMatchObject({ term: 11 });
    const priced = { ...requested, history: [...requested.history, quoted('2027-05-02')] };
    expect(getOrderSummary(now, priced).nextAction.by).toBe('client');
    expect(findTransitionBlock('request_revision', 'client', priced, now)).toMatchObject({ term: 11 });
  });

  const request = revision('2027-05-01', 'major');
  const requote = { ...quoted('2027-05-04'), changeOrderId: 'b' } as OrderEvent;
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
  const first = quoted('2027-05-02');
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
          history: requestedSizes.map(size => revision('2027-05-01', size)),
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

describe('term 12: files after payment', () => {
  const due = createUnpaidInvoice({ dueOn: toPlainDate('2027-05-01'), number: '2027-0009' });

  it.each(['agreed', 'in_progress', 'in_review', 'completed'] as const)('locks the files with status %s', status => {
    expect(getOrderSummary(now, createOrderFacts({ status })).downloadBlockedReason).toMatchObject({ term: 12 });
  });

  it('locks the files while anything is owed, and names the invoice', () => {
    const facts = createOrderFacts({ status: 'paid', documents: [due] });
    expect(getOrderSummary(now, facts).downloadBlockedReason).toEqual({
      term: 12,
      message: 'The files unlock once invoice 2027-0009 is paid.',
    });
    expect(findTransitionBlock('deliver', 'owner', facts, now)).toMatchObject({ term: 12 });
  });

  it('unlocks the files once nothing is owed', () => {
    const facts = createOrderFacts({ status: 'paid', documents: [{ ...due, amountSettled: due.total }] });
    expect(getOrderSummary(now, facts).downloadBlockedReason).toBeNull();
    expect(findTransitionBlock('deliver', 'owner', facts, now)).toBeNull();
  });

  it('unlocks the files only if everything was paid and nothing is owed', () => {
    const amounts = fc.record({ total: fc.integer({ min: 1, max: 1e6 }), open: fc.nat({ max: 1 }) });
    fc.assert(
      fc.property(fc.constantFrom(...orderStatuses), fc.array(amounts, { maxLength: 6 }), (status, documentAmounts) => {
        const documents = documentAmounts.map(({ total, open }, place) =>
          createUnpaidInvoice({
            ...due,
            id: String(place),
            total: toMinorUnits(total),
            amountSettled: toMinorUnits(total - open),
          }),
        );
        const isOpen =
          ['paid', 'delivered', 'closed'].includes(status) && documentAmounts.every(({ open }) => open === 0);
        expect(getOrderSummary(now, createOrderFacts({ status, documents })).downloadBlockedReason === null).toBe(
          isOpen,
        );
      }),
    );
  });
});

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

describe('term 15: an agreement to start', () => {
  it.each(['requested', 'quoted'] as const)('rejects the start of an order with status %s', status => {
    expect(findTransitionBlock('start_work', 'owner', createOrderFacts({ status }), now)).toMatchObject({ term: 15 });
  });

  it('rejects the start for every actor and any content without an agreement', () => {
    const start = fc.constantFrom('start_work' as const, 'start_without_content' as const);
    const state = fc.constantFrom('requested' as const, 'quoted' as const);
    const content = fc.array(fc.record({ label: fc.constant('The logo'), isSupplied: fc.boolean() }));
    fc.assert(
      fc.property(start, fc.constantFrom(...eventActors), state, content, (move, actor, before, items) => {
        const facts = createOrderFacts({ status: before, content: items });
        expect(findTransitionBlock(move, actor, facts, now)).toMatchObject({ term: 15 });
      }),
    );
  });
});

describe('terms 7 and 8: refunds', () => {
  const paid = createOrderFacts({
    status: 'deposit_paid',
    history: [createTransitionEvent('2027-05-01', 'pay_deposit')],
  });

  it('are available to the client from a day that earlier refusals name, and to the owner at any time', () => {
    expect(findTransitionBlock('refund', 'client', paid, now)).toEqual({
      term: 7,
      message: 'You can get a full refund from 09 May 2027 if work hasn’t started by then.',
    });
    expect(findTransitionBlock('refund', 'owner', paid, now)).toBeNull();
    expect(findTransitionBlock('refund', 'client', paid, toNoon('2027-05-09'))).toBeNull();
  });

  it('are rejected for both after work has started, naming the day', () => {
    const begun = {
      ...paid,
      status: 'in_progress' as const,
      history: [...paid.history, createTransitionEvent('2027-05-03', 'start_work')],
    };
    for (const [actor, rest] of [
      ['client', 'so you can no longer cancel for a refund. To ask for one anyway, send a message on this page.'],
      ['owner', 'so the client can no longer cancel for a refund. You can still refund part or all of the payment.'],
    ] as const) {
      expect(findTransitionBlock('refund', actor, begun, toNoon('2027-06-01'))).toEqual({
        term: 8,
        message: `Work started on 03 May 2027, ${rest}`,
      });
    }
  });
});

describe('the summary of an order', () => {
  it('names the earliest due payment first, and the total owed', () => {
    const documents = [
      createUnpaidInvoice({ id: '2', dueOn: toPlainDate('2027-06-01') }),
      createUnpaidInvoice({ id: '1', dueOn: toPlainDate('2027-05-01'), amountSettled: toMinorUnits(2500) }),
    ];
    const summary = getOrderSummary(now, createOrderFacts({ status: 'completed', documents }));
    expect(summary.nextPayment).toMatchObject({ document: { id: '1' }, amount: 7500 });
    expect(summary.owed).toBe(17_500);
  });

  it('gives the owner the turn while a payment waits for confirmation', () => {
    expect(getOrderSummary(now, createOrderFacts({ hasPaymentInReview: true })).nextAction.by).toBe('owner');
  });

  it('expires a quote after its last day', () => {
    const facts = createOrderFacts({ status: 'quoted', quoteUntil: toPlainDate('2027-05-01') });
    expect(listAllowedTransitions('client', facts, now)).toEqual(['decline', 'accept_quote']);
    expect(getOrderSummary(toNoon('2027-05-02'), facts).state).toBe('expired');
    expect(listAllowedTransitions('client', facts, toNoon('2027-05-02'))).toEqual([]);
  });

  it('answers "what if" by the same rules on a later day', () => {
    const facts = createOrderFacts({
      status: 'completed',
      documents: [createUnpaidInvoice({ dueOn: toPlainDate('2027-05-08') })],
    });
    expect(getOrderSummary(now, facts).lateFees).toEqual([]);
    const later = getOrderSummary(toNoon('2027-05-16'), facts);
    expect(later.lateFees.map(({ amount }) => amount)).toEqual([500]);
    expect(later.state).toBe('completed');
  });

  it('uses the terms agreed with the order', () => {
    const facts = createOrderFacts({
      settings: { ...DEFAULT_PAYMENT_TERMS, includedRevisions: 1 },
      status: 'in_review',
    });
    expect(getOrderSummary(now, facts).revisions.left).toBe(1);
  });
});
