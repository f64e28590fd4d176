import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertPendingPayment } from '#features/payments/actions/payments.ts';
import { changeSubscription } from '#features/orders/subscriptions/actions.ts';
import {
  eventActors,
  type OrderKind,
  orderKinds,
  subscriptionActions,
} from '#features/orders/lifecycle/contract/enums.ts';
import { updateContentItemSupplied } from '#features/orders/lifecycle/queries/orders.ts';
import { finalStatuses, getTransitionRule } from '#features/orders/lifecycle/rules/transitions.ts';
import { findSubscriptionActionBlock } from '#features/orders/subscriptions/rules.ts';
import { type DeadlineFixture, growth, maintenance, deadlineFixture } from '../../support/order-deadline-fixture.ts';
import { DEFAULT_PAYMENT_TERMS, listAllowedTransitions } from '../../support/order-factory.ts';

const TIME_ZONE = 'Australia/Lord_Howe';
let site: DeadlineFixture;
beforeAll(async () => (site = await deadlineFixture(TIME_ZONE)));
afterAll(() => site.close());

/** The tables that the deadline job writes to. */
const tables = [
  'orders',
  'order_events',
  'order_reminders',
  'subscriptions',
  'subscription_periods',
  'billing_documents',
  'ledger_entries',
  'payments',
  'refunds',
  'emails',
  'late_fee_waivers',
];

/** Deletes the rows of earlier histories, which would slow down each later hash. */
async function deleteEverything(): Promise<void> {
  const deletions = [...tables, 'stale_turns', 'pgboss.job'].map(table => `delete from ${table}`);
  await site.db.$client.query(
    ['begin', 'set local session_replication_role = replica', ...deletions, 'commit'].join('; '),
  );
}

/** Returns hashes of all rows in these tables, and the number of jobs. */
async function hashTables(): Promise<string> {
  const hashes = tables.map(
    table => `select md5(string_agg(stored::text, E'\\n' order by stored::text)) as hash from ${table} as stored`,
  );
  // A named statement, so PostgreSQL plans it only once.
  const { rows } = await site.db.$client.query<{ hash: string | null }>({
    name: 'hash_tables',
    text: [...hashes, 'select count(*)::text from pgboss.job'].join(' union all '),
  });
  return rows.map(({ hash }) => hash).join(' ');
}

/** The steps of a history, each some hours after the previous one. A step that isn't possible is skipped. */
const steps = fc.array(
  fc.record({
    hours: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 24 * 12 }), fc.nat({ max: 24 * 40 })),
    does: fc.constantFrom(
      'transition',
      'transition',
      'transition',
      'pay',
      'pay',
      'report a payment',
      'hand in',
      'change',
    ),
    choice: fc.nat({ max: 1000 }),
    runs: fc.integer({ min: 0, max: 2 }).map(die => die > 0),
  }),
  { minLength: 6, maxLength: 16 },
);
type Step = typeof steps extends fc.Arbitrary<infer Some extends readonly unknown[]> ? Some[number] : never;

async function step(orderId: number, { does, choice }: Step): Promise<void> {
  if (does === 'pay') {
    // The reported payment never arrived, but the next one does.
    await site.db.$client.query(
      `update payments set status = 'rejected', settled_at = now() where status = 'in_review'`,
    );
    return site.pay(orderId);
  }
  if (does === 'hand in') {
    await site.act(tx =>
      updateContentItemSupplied(tx, orderId, (choice % 2) + 1, new Date(site.now().epochMilliseconds)),
    );
  }
  if (does === 'report a payment') {
    const open = (await site.payableDocuments(orderId)).find(({ owed }) => owed > 0);
    if (!open) return;
    const payment = { documentId: open.id, method: 'bank_transfer' as const, reference: crypto.randomUUID() };
    await site.act((tx, { now }) => insertPendingPayment(tx, now, payment));
  }
  if (does === 'transition') {
    const facts = await site.facts(orderId);
    // The deadline job makes the site's transitions.
    const allowed = eventActors
      .filter(actor => actor !== 'system')
      .flatMap(actor => listAllowedTransitions(actor, facts, site.now()).map(transition => ({ actor, transition })))
      // Otherwise, most orders would end early.
      .filter(({ transition }) => choice % 5 === 0 || !finalStatuses.has(getTransitionRule(transition).to));
    const next = allowed[choice % Math.max(1, allowed.length)];
    if (!next) return;
    await site.take(orderId, next.transition, next.actor);
    if (next.transition === 'send_quote') {
      const until = site
        .now()
        .toZonedDateTimeISO(TIME_ZONE)
        .toPlainDate()
        .add({ days: choice % 12 });
      await site.setOrder(orderId, { quoteExpiresOn: until.toString() });
    }
  }
  if (does === 'change') {
    const facts = await site.facts(orderId);
    const allowed = subscriptionActions.filter(
      name => findSubscriptionActionBlock(name, 'client', facts, site.now()) === null,
    );
    const name = allowed[choice % Math.max(1, allowed.length)];
    if (!name) return;
    await site.act((tx, issuing) =>
      changeSubscription(tx, issuing, { orderId, action: name, party: 'client', actorId: null }),
    );
  }
}

it('changes nothing when deadlines are processed twice', async () => {
  let worked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...orderKinds),
      fc.boolean(),
      fc.boolean(),
      steps,
      async (kind: OrderKind, isQuoted, isAutomatic, attempts) => {
        await deleteEverything();
        site.at('2027-12-20T12:00:00Z');
        const agreedTerms = {
          ...growth.agreedTerms,
          settings: {
            ...DEFAULT_PAYMENT_TERMS,
            lateFeeMode: isAutomatic ? ('automatic' as const) : ('manual' as const),
          },
        };
        const orderId = await site.place({
          ...(kind === 'service' ? maintenance : growth),
          kind,
          isQuoted,
          agreedTerms,
        });
        for (const attempt of [...attempts, ...attempts.slice(0, 2).map(one => ({ ...one, runs: true }))]) {
          site.at(site.now().add({ hours: attempt.hours }).toString());
          await step(orderId, attempt);
          if (!attempt.runs) continue;
          const before = await hashTables();
          await site.run();
          const after = await hashTables();
          await site.run();
          expect(await hashTables()).toBe(after);
          if (before !== after) worked += 1;
        }
      },
    ),
    { numRuns: 20 },
  );
  // Otherwise, the runs had no work that they could do twice.
  expect(worked).toBeGreaterThan(10);
});
