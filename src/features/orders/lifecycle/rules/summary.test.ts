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
  createRevisionEvent,
  createChangeQuoteEvent,
  createSupportEvent,
  ACTIVE_SERVICE,
} from '../../../../../tests/support/order-factory.ts';
import { type EventActor, eventActors, orderStatuses, type OrderTransition } from '../contract/enums.ts';
import {
  findTransitionBlock,
  formatNextAction,
  getOrderSummary,
  hasNoDeposit,
  isDownloadBlocked,
  type OrderSnapshot,
} from './summary.ts';

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

const invoice = createUnpaidInvoice({ dueOn: toPlainDate('2027-05-01') });
const disputed = { ...invoice, held: invoice.total, amountSettled: invoice.total };
const supportInvoice = { ...invoice, isSupport: true };
const noDeposit = { settings: { ...DEFAULT_PAYMENT_TERMS, depositPercent: 0 } };
const paidDeposit = { history: [createTransitionEvent('2027-05-01', 'pay_deposit')] };
const bought = { kind: 'project', history: [createTransitionEvent('2027-05-01', 'pay_in_full')] } as const;
const downloaded = {
  ...bought,
  history: [...bought.history, { type: 'downloaded', at: now, actor: 'client' }],
} as const;
const openSupport = createSupportEvent('2027-05-01');
const { subscription } = ACTIVE_SERVICE;

describe('the next action', () => {
  it.each<[string, Partial<OrderSnapshot>, string, string]>([
    ['a payment to confirm', { hasPaymentInReview: true, documents: [disputed] }, 'owner', 'Confirm or reject'],
    [
      'a payment that its provider checks',
      { status: 'completed', hasPaymentInReview: true, isPaymentProcessing: true, documents: [invoice] },
      'none',
      'The payment provider is still checking',
    ],
    [
      'a dispute while another payment is checked',
      { hasPaymentInReview: true, isPaymentProcessing: true, documents: [disputed] },
      'owner',
      'Decide on the refund or dispute',
    ],
    ['a dispute', { status: 'completed', documents: [invoice, disputed] }, 'owner', 'Decide on the refund or dispute'],
    ['an unpaid month', { ...ACTIVE_SERVICE, documents: [invoice] }, 'client', 'Invoice 2026-0001 is unpaid.'],
    ['a paid month', ACTIVE_SERVICE, 'owner', 'The subscription is active. The next invoice is issued on 01 Jun 2027.'],
    ['a closed service', { ...ACTIVE_SERVICE, status: 'closed' }, 'none', 'This order is closed.'],
    ['an unpaid invoice after delivery', { status: 'delivered', documents: [invoice] }, 'client', 'Invoice 2026-0001'],
    ['an unpaid invoice of a closed order', { status: 'closed', documents: [invoice] }, 'client', 'Invoice 2026-0001'],
    [
      'a support request',
      { status: 'delivered', documents: [invoice], history: [openSupport] },
      'owner',
      'Resolve the support request.',
    ],
    ['a delivered order', { status: 'delivered' }, 'none', 'Everything is delivered.'],
    [
      'a deposit that is due again',
      { status: 'deposit_paid', documents: [invoice] },
      'client',
      'Invoice 2026-0001 is due again.',
    ],
    [
      'a late fee',
      { status: 'deposit_paid', documents: [{ ...invoice, isLateFee: true }] },
      'client',
      'Waiting for the client’s content.',
    ],
    [
      'an installment',
      { status: 'deposit_paid', documents: [{ ...invoice, isInstallment: true }] },
      'client',
      'Waiting for the client’s content.',
    ],
    [
      'an unpaid invoice during the work',
      { status: 'in_progress', documents: [invoice] },
      'owner',
      'Work is in progress.',
    ],
    [
      'a revision that has started',
      { status: 'in_progress', history: [createRevisionEvent('2027-05-01')] },
      'owner',
      'Work is in progress.',
    ],
    [
      'a change order',
      { status: 'in_progress', history: [createChangeQuoteEvent('2027-05-01')] },
      'client',
      'Waiting for the client to answer',
    ],
    ['a project without files', { ...bought, status: 'paid', hasFiles: false }, 'owner', 'Paid in full. Add files'],
    ['a project with files', { ...bought, status: 'paid' }, 'owner', 'Paid in full. Deliver the files.'],
    ['a plan without files', { status: 'paid', hasFiles: false }, 'owner', 'Paid in full. Deliver the files.'],
    ['an unpaid project', { kind: 'project', hasFiles: false }, 'client', 'Waiting for payment.'],
    ['an unpaid service', { kind: 'service', subscription }, 'client', 'Waiting for payment.'],
    ['an unpaid deposit', {}, 'client', 'Waiting for the deposit.'],
  ])('is right for %s', (_what, facts, by, message) => {
    const { nextAction } = getOrderSummary(now, createOrderFacts(facts));
    expect(nextAction.by).toBe(by);
    expect(formatNextAction(nextAction, 'owner')).toContain(message);
  });

  it('names an open support request to the owner, and the quote of an older one to the client', () => {
    const older = { ...openSupport, supportRequestId: 'older', included: false };
    const quote = { ...older, type: 'support_quoted', changeOrderId: 's', amount: toMinorUnits(5000) } as const;
    const { nextAction } = getOrderSummary(
      now,
      createOrderFacts({ status: 'delivered', history: [older, quote, openSupport] }),
    );
    expect(nextAction).toMatchObject({ by: 'owner', clientBy: 'client' });
    expect(formatNextAction(nextAction, 'owner')).toBe('Resolve the support request.');
    expect(formatNextAction(nextAction, 'client')).toBe('Review your support quote.');
  });

  it('counts several support requests', () => {
    const history = [openSupport, { ...openSupport, supportRequestId: 'newer' }];
    const { nextAction } = getOrderSummary(now, createOrderFacts({ status: 'delivered', history }));
    expect(formatNextAction(nextAction, 'owner')).toBe('Resolve the support requests.');
    expect(formatNextAction(nextAction, 'client')).toBe('Your support requests are open.');
  });

  it('is worded for each party', () => {
    const { nextAction } = getOrderSummary(now, createOrderFacts());
    expect(formatNextAction(nextAction, 'owner')).toBe('Waiting for the deposit.');
    expect(formatNextAction(nextAction, 'client')).toBe('Waiting for your deposit.');
    expect(formatNextAction({ by: 'owner', message: 'Work is in progress.' }, 'client')).toBe('Work is in progress.');
  });
});

describe('a transition is possible or blocked', () => {
  const notNow = 'You can’t do this at the order’s current stage.';
  it.each<[string, OrderTransition, EventActor, Partial<OrderSnapshot>, string | null]>([
    [
      'after a dispute',
      'start_work',
      'owner',
      { status: 'content_received', documents: [disputed] },
      'was refunded or disputed.',
    ],
    [
      'while a deposit is due again',
      'start_work',
      'owner',
      { status: 'content_received', documents: [invoice] },
      'is due again.',
    ],
    [
      'before an installment',
      'start_work',
      'owner',
      { status: 'content_received', documents: [{ ...invoice, isInstallment: true }] },
      null,
    ],
    [
      'after a late fee',
      'start_work',
      'owner',
      { status: 'content_received', documents: [{ ...invoice, isLateFee: true }] },
      null,
    ],
    [
      'before support is paid',
      'start_work',
      'owner',
      { status: 'content_received', documents: [supportInvoice] },
      null,
    ],
    ['a second time', 'start_work', 'owner', { status: 'in_progress', documents: [invoice] }, notNow],
    ['before the deposit', 'cancel', 'client', {}, null],
    ['after the deposit', 'cancel', 'client', { status: 'deposit_paid', ...paidDeposit }, notNow],
    ['without a deposit', 'cancel', 'client', { status: 'deposit_paid', ...paidDeposit, ...noDeposit }, null],
    ['without a deposit', 'refund', 'owner', { status: 'deposit_paid', ...paidDeposit, ...noDeposit }, notNow],
    [
      'without a deposit, after a payment',
      'refund',
      'owner',
      {
        status: 'deposit_paid',
        ...paidDeposit,
        ...noDeposit,
        documents: [{ ...invoice, amountSettled: toMinorUnits(1) }],
      },
      null,
    ],
    ['before the download', 'refund_purchase', 'client', { ...bought, status: 'delivered' }, null],
    [
      'after the download',
      'refund_purchase',
      'client',
      { ...downloaded, status: 'delivered' },
      'The files were downloaded on',
    ],
    ['by the owner after the download', 'refund_purchase', 'owner', { ...downloaded, status: 'delivered' }, null],
    [
      'of a project without files',
      'deliver',
      'owner',
      { ...bought, status: 'paid', hasFiles: false },
      'There are no files to deliver.',
    ],
    ['of a project with files', 'deliver', 'owner', { ...bought, status: 'paid' }, null],
    [
      'during the work',
      'request_revision',
      'client',
      { status: 'in_progress', history: [createChangeQuoteEvent('2027-05-01')] },
      notNow,
    ],
    ['of a plan without files', 'deliver', 'owner', { status: 'paid', hasFiles: false }, null],
    ['a second time', 'deliver', 'owner', { ...bought, status: 'delivered', hasFiles: false }, notNow],
    ['of a plan', 'close', 'owner', { status: 'delivered' }, null],
    ['of a project', 'close', 'owner', { ...bought, status: 'delivered' }, 'until they download the files.'],
    ['of a downloaded project', 'close', 'owner', { ...downloaded, status: 'delivered' }, null],
    [
      'with open support',
      'close',
      'owner',
      { status: 'delivered', history: [openSupport] },
      'A support request is still open.',
    ],
    [
      'with unpaid support',
      'close',
      'owner',
      { status: 'delivered', documents: [supportInvoice] },
      'The support invoice is unpaid.',
    ],
    [
      'with an unpaid invoice',
      'close',
      'owner',
      { status: 'delivered', documents: [invoice] },
      'The files unlock once invoice',
    ],
    ['before the last day', 'expire', 'system', { status: 'quoted', quoteUntil: toPlainDate('2027-05-01') }, notNow],
    ['after the last day', 'expire', 'system', { status: 'quoted', quoteUntil: toPlainDate('2027-04-30') }, null],
    ['by the owner', 'expire', 'owner', { status: 'quoted', quoteUntil: toPlainDate('2027-04-30') }, notNow],
    ['before the last day', 'end_subscription', 'system', ACTIVE_SERVICE, notNow],
    [
      'after the last day',
      'end_subscription',
      'system',
      { ...ACTIVE_SERVICE, subscription: { ...subscription, endsOn: toPlainDate('2027-04-30') } },
      null,
    ],
  ])('%s: %s by %s', (_when, name, actor, facts, message) => {
    const found = findTransitionBlock(name, actor, createOrderFacts(facts), now);
    expect(found?.message ?? null).toEqual(message === null ? null : expect.stringContaining(message));
  });
});

describe('the summary of an order', () => {
  it.each<[string, Partial<OrderSnapshot>, string | null]>([
    ['refunded', { status: 'refunded' }, 'This order was refunded'],
    ['canceled', { status: 'canceled' }, 'This order was canceled'],
    ['delivered, with unpaid support', { status: 'delivered', documents: [supportInvoice] }, null],
    ['an active service', ACTIVE_SERVICE, null],
    ['a service that is not paid yet', { ...ACTIVE_SERVICE, status: 'agreed' }, 'once the order is paid in full'],
  ])('locks the files of an order, or not: %s', (_what, facts, message) => {
    const summary = getOrderSummary(now, createOrderFacts(facts));
    expect(summary.downloadBlockedReason?.message ?? null).toEqual(message && expect.stringContaining(message));
    expect(isDownloadBlocked({ purpose: 'deliverable' }, 'client', summary)).toBe(message !== null);
    expect(isDownloadBlocked({ purpose: 'brief' }, 'client', summary)).toBe(false);
    expect(isDownloadBlocked({ purpose: 'deliverable' }, 'owner', summary)).toBe(false);
  });

  it('proposes no late fee on the first invoice of a service', () => {
    const facts = createOrderFacts({ ...ACTIVE_SERVICE, status: 'agreed', documents: [invoice] });
    const later = toNoon('2027-06-01');
    expect(getOrderSummary(later, facts).lateFees).toEqual([]);
    const history = [createTransitionEvent('2027-05-01', 'activate_subscription')];
    expect(getOrderSummary(later, { ...facts, history }).lateFees).toHaveLength(1);
  });

  it.each(['project', 'service'] as const)('has a first payment for a %s even if deposits are 0%%', kind => {
    expect(hasNoDeposit(createOrderFacts({ kind, ...noDeposit }))).toBe(false);
  });

  it.each(['plan', 'custom'] as const)('offers no refund for a %s without a deposit', kind => {
    const facts = createOrderFacts({ kind, status: 'deposit_paid', ...paidDeposit, ...noDeposit });
    expect(getOrderSummary(toNoon('2027-06-01'), facts).refund).toEqual({ allowed: false, term: null });
    const documents = [{ ...invoice, amountSettled: toMinorUnits(1) }];
    expect(getOrderSummary(toNoon('2027-06-01'), { ...facts, documents }).refund.allowed).toBe(true);
  });

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
