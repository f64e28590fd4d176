import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits, sumAmounts } from '#shared/money-arithmetic.ts';
import {
  DEFAULT_PAYMENT_TERMS,
  toNoon,
  createOrderFacts,
  createUnpaidInvoice,
} from '../../../../../tests/support/order-factory.ts';
import {
  eventActors,
  type OrderKind,
  orderKinds,
  orderStatuses,
  type OrderTransition,
  orderTransitions,
} from '../contract/enums.ts';
import { dayOf } from '#shared/dates.ts';
import { findFirstDownload, getInitialStatus, findTransitionTime, type OrderEvent } from './events.ts';
import { type PlannedInvoice, planFirstInvoice, planBalanceInvoices } from './invoice-schedule.ts';
import type { OrderInvoice } from './late-fees.ts';
import { sumShares } from './tax-shares.ts';
import { canTransition, finalStatuses, getTransitionRule, requiresReason } from './transitions.ts';
import { findTransitionBlock, type OrderSnapshot, getOrderSummary } from './summary.ts';
import { getBillingPeriod, calculateProratedAmount } from './subscription-periods.ts';

const noTax = { behavior: 'inclusive', name: 'VAT', basisPoints: 0 } as const;
const sharesOf = (amount: MinorUnits) => [{ tax: noTax, amount }];

describe('order transitions', () => {
  it('exist from every status except final ones', () => {
    for (const state of orderStatuses) {
      const out = orderTransitions.filter(name => getTransitionRule(name).from.includes(state));
      expect(out.length > 0, state).toBe(!finalStatuses.has(state));
    }
  });

  it.each(orderKinds)('bring a %s to its end, through statuses of its kind only', kind => {
    const reached = new Set([getInitialStatus(kind, true), getInitialStatus(kind, false)]);
    for (const state of reached) {
      for (const name of orderTransitions) {
        const { from, to, kinds } = getTransitionRule(name);
        if (kinds.includes(kind) && from.includes(state)) reached.add(to);
      }
    }
    expect(reached.has('closed')).toBe(true);
    if (kind === 'project') expect([...reached]).not.toContain('in_progress');
    if (kind === 'service') expect([...reached]).not.toContain('completed');
  });

  it('are made by the actors in the table', () => {
    for (const name of orderTransitions) {
      for (const actor of eventActors) {
        for (const status of orderStatuses) {
          const move = getTransitionRule(name);
          const may = canTransition(name, actor, { kind: move.kinds[0] ?? 'plan', status });
          expect(may).toBe(move.from.includes(status) && move.actors.includes(actor));
        }
      }
    }
  });

  it('require a reason from the owner if the client could be surprised', () => {
    const requiringReason = orderTransitions.filter(name => requiresReason(name, 'owner'));
    expect(requiringReason).toEqual([
      'accept_quote',
      'cancel',
      'start_without_content',
      'refund',
      'refund_purchase',
      'complete',
      'cancel_work',
    ]);
    expect(orderTransitions.filter(name => requiresReason(name, 'client') || requiresReason(name, 'system'))).toEqual(
      [],
    );
  });
});

/**
 * The next random step: some days pass, an allowed transition (rarely one that ends the order), and maybe a payment.
 */
const randomSteps = fc.record({
  days: fc.nat({ max: 12 }),
  choice: fc.nat({ max: 1000 }),
  mayEnd: fc.integer({ min: 0, max: 4 }).map(die => die === 0),
  pays: fc.boolean(),
  downloads: fc.boolean(),
});

/** Simulates an order with random allowed transitions, issuing and paying documents as they require. */
function simulateOrder(
  kind: OrderKind,
  isQuoted: boolean,
  total: MinorUnits,
  installments: number | null,
  attempts: readonly Attempt[],
) {
  let now = toNoon('2027-01-01');
  const first = getInitialStatus(kind, isQuoted);
  const history: OrderEvent[] = [];
  let quoteUntil: Temporal.PlainDate | null = null;
  const documents: OrderInvoice[] = [];
  const issue = ({ shares, dueOn }: PlannedInvoice) => {
    const amount = sumShares(shares);
    const number = String(documents.length + 1);
    documents.push(createUnpaidInvoice({ id: number, number, total: amount, dueOn }));
  };
  const facts = (): OrderSnapshot => {
    const moves = history.flatMap(entry => (entry.type === 'transitioned' ? [entry.transition] : []));
    const status = moves.reduce((_before, move) => getTransitionRule(move).to, first);
    return createOrderFacts({ kind, status, history, documents: [...documents], quoteUntil });
  };
  const steps: { before: OrderSnapshot; name: OrderTransition; after: OrderSnapshot; now: Temporal.Instant }[] = [];
  const agree = (on: Temporal.PlainDate) => {
    if (kind !== 'service') return issue(planFirstInvoice(kind, sharesOf(total), DEFAULT_PAYMENT_TERMS, on));
    issue({ kind: 'full', shares: sharesOf(calculateProratedAmount(getBillingPeriod(on), total)), dueOn: on });
  };
  if (first === 'agreed') agree(dayOf(now, 'UTC'));
  for (const { days, choice, mayEnd, pays, downloads } of attempts) {
    now = now.add({ hours: 24 * days });
    const open = documents.findIndex(document => document.amountSettled < document.total);
    const owedDocument = documents[open];
    if (pays && owedDocument) documents[open] = { ...owedDocument, amountSettled: owedDocument.total };
    if (downloads && kind === 'project' && getOrderSummary(now, facts()).downloadBlockedReason === null) {
      history.push({ type: 'downloaded', at: now, actor: 'client' });
    }
    const before = facts();
    const isSettled = documents.every(document => document.amountSettled === document.total);
    const possible = eventActors.flatMap(actor =>
      orderTransitions
        .filter(name => canTransition(name, actor, before))
        // These automatic transitions require a payment.
        .filter(
          name => isSettled || !['pay_deposit', 'pay_balance', 'pay_in_full', 'activate_subscription'].includes(name),
        )
        .filter(
          name => mayEnd || !finalStatuses.has(getTransitionRule(name).to) || getTransitionRule(name).to === 'closed',
        )
        .map(name => [actor, name] as const),
    );
    const start = choice % Math.max(1, possible.length);
    const [actor, move] =
      [...possible.slice(start), ...possible.slice(0, start)].find(
        ([by, name]) => findTransitionBlock(name, by, before, now) === null,
      ) ?? [];
    if (!actor || !move) continue;
    history.push({ type: 'transitioned', transition: move, at: now, actor });
    const today = dayOf(now, 'UTC');
    if (move === 'send_quote') quoteUntil = today.add({ days: 10 });
    if (move === 'accept_quote') agree(today);
    if (move === 'complete') {
      const rest = subtractAmounts(total, sumAmounts(documents.map(document => document.total)));
      for (const claim of planBalanceInvoices(sharesOf(rest), installments, DEFAULT_PAYMENT_TERMS, today)) issue(claim);
    }
    steps.push({ before, name: move, after: facts(), now });
  }
  return { steps, documents };
}
type Attempt = typeof randomSteps extends fc.Arbitrary<infer One> ? One : never;

describe('an order under random transitions', () => {
  const walks = fc.tuple(
    fc.constantFrom(...orderKinds),
    fc.boolean(),
    fc.nat({ max: 1e9 }).map(toMinorUnits),
    fc.option(fc.integer({ min: 2, max: 6 })),
    fc.array(randomSteps, { minLength: 1, maxLength: 40 }),
  );

  it('never reaches a status that terms 1, 2, 4, 7, 8 and 12 forbid', () => {
    const seen = new Set<OrderTransition>();
    fc.assert(
      fc.property(walks, ([kind, isQuoted, total, installments, attempts]) => {
        const { steps, documents } = simulateOrder(kind, isQuoted, total, installments, attempts);
        for (const { before, name, after, now } of steps) {
          const summary = getOrderSummary(now, after);
          // Term 1: work starts after the deposit.
          if (name === 'start_work') expect(after.documents[0]?.amountSettled).toBe(after.documents[0]?.total);
          // Terms 7 and 8: no refund after work has started.
          if (name === 'refund')
            expect(findTransitionTime(after.history, 'start_work', 'start_without_content')).toBeUndefined();
          if (name === 'refund_purchase') expect(summary.downloadBlockedReason).not.toBeNull();
          if (name === 'close' && kind === 'project') expect(findFirstDownload(after.history)).toBeDefined();
          // Term 12: files open only if everything is invoiced and nothing is owed.
          if (summary.downloadBlockedReason === null && summary.owed !== 0) expect.fail(`open, ${summary.owed} owed`);
          if (['paid', 'delivered'].includes(after.status)) {
            expect(sumAmounts(after.documents.map(({ amountSettled }) => amountSettled))).toBe(total);
          }
          if (finalStatuses.has(before.status)) expect.fail(`${name} from ${before.status}`);
        }
        // Invoices never exceed the total, and equal it after completion.
        const invoicedTotal = sumAmounts(documents.map(document => document.total));
        expect(subtractAmounts(total, invoicedTotal)).toBeGreaterThanOrEqual(0);
        if (steps.some(({ name }) => name === 'complete')) expect(invoicedTotal).toBe(total);
        for (const { name } of steps) seen.add(name);
      }),
      { numRuns: 1000 },
    );
    // Guards against transitions that the simulation never reaches.
    expect(orderTransitions.filter(name => !seen.has(name))).toEqual([]);
  });
});
