import { eq } from 'drizzle-orm';
import { createIssueContext, type IssueContext } from '#features/billing/actions/issue-document.ts';
import { confirmPayment, insertPendingPayment } from '#features/payments/actions/payments.ts';
import { listPayableDocuments } from '#features/billing/queries/ledger.ts';
import { payableKinds } from '#features/billing/rules/documents.ts';
import { emails } from '#features/email/tables.ts';
import { runAutomaticTransitions, transitionOrder } from '#features/orders/lifecycle/actions/transition-order.ts';
import { type TransitionRequest, getOrderSnapshot } from '#features/orders/lifecycle/actions/record-transition.ts';
import { type NewOrder, createOrder } from '#features/orders/lifecycle/actions/create-order.ts';
import { processDueOrders } from '#features/orders/jobs.ts';
import { findOrder } from '#features/orders/lifecycle/queries/orders.ts';
import { getOrderSummary } from '#features/orders/lifecycle/rules/summary.ts';
import { orders, subscriptionPeriods } from '#features/orders/lifecycle/tables.ts';
import { updateTimeZone } from '#features/site/queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { DEFAULT_PAYMENT_TERMS, toNoon } from './order-factory.ts';
import { createTestUser } from './user-factory.ts';
import { createTestSite } from './test-site.ts';

/** A plan for 1,000.00 with two content items that the client must supply. */
export const growth: NewOrder = {
  kind: 'plan',
  isQuoted: false,
  clientId: null,
  clientName: 'Noor Haddad',
  clientEmail: 'noor@client.example',
  title: 'Growth',
  offerSnapshot: { id: 'growth', features: ['Up to 8 pages'], deliveryDays: 14, supportDays: 30 },
  agreedTerms: {
    settings: DEFAULT_PAYMENT_TERMS,
    texts: ([4, 6, 9, 10, 14] as const).map(number => ({ number, text: `What term ${number} says.` })),
  },
  brief: '',
  lineItems: [{ description: 'Growth', amount: toMinorUnits(100_000), term: null }],
  tax: { behavior: 'inclusive', name: 'VAT', basisPoints: 0 },
  currency: 'USD',
  total: toMinorUnits(100_000),
  isUrgent: false,
  contentItems: ['The logo', 'The texts'],
};

/** A service for 150.00 a month. */
export const maintenance: NewOrder = {
  ...growth,
  kind: 'service',
  title: 'Maintenance',
  lineItems: [{ description: 'Maintenance', amount: toMinorUnits(15_000), term: null }],
  total: toMinorUnits(15_000),
  contentItems: [],
};

/** Creates a site with an owner and a clock that tests can set. Scheduled jobs run only when a test runs them. */
export async function deadlineFixture(first = 'UTC', environment: Record<string, string> = {}) {
  let timeZone = first;
  let now = toNoon('2027-01-01');
  const site = await createTestSite({ environment, now: () => now });
  const { db } = site;
  const { services } = site.http;
  const owner = await createTestUser(db, { role: 'owner', name: 'Mira Castellan', email: 'mira@site.example' });
  await db.transaction(tx => updateTimeZone(tx, timeZone));

  /** Runs `work` in a transaction at the time of the clock. */
  const act = <Result>(work: (tx: Transaction, issuing: IssueContext) => Promise<Result>): Promise<Result> =>
    db.transaction(async tx => work(tx, await createIssueContext(tx, services)));
  const payableDocuments = (orderId: number) => listPayableDocuments(db, orderId, payableKinds);

  async function facts(orderId: number) {
    const order = await findOrder(db, orderId);
    if (!order) throw new Error('This order doesn’t exist.');
    return getOrderSnapshot(db, order, timeZone);
  }

  return {
    db,
    site,
    owner,
    act,
    payableDocuments,
    facts,
    close: () => site.close(),
    /** Sets the clock to a time, or to noon UTC of a date. */
    at(time: string) {
      now = time.includes('T') ? Temporal.Instant.from(time) : toNoon(time);
    },
    now: () => now,
    /** Changes the owner's time zone. */
    async inZone(zone: string) {
      timeZone = zone;
      await db.transaction(tx => updateTimeZone(tx, zone));
    },
    run: () => processDueOrders({ ...services, log: site.log.log }),
    place: async (order: NewOrder) => (await act((tx, issuing) => createOrder(tx, issuing, order))).id,
    take: (orderId: number, transition: TransitionRequest['transition'], actor: TransitionRequest['actor'] = 'owner') =>
      act((tx, issuing) =>
        transitionOrder(tx, issuing, { orderId, transition, actor, actorId: null, reason: 'So it is.' }),
      ),
    /** Pays the oldest open invoice, if there is one, and runs the order's automatic transitions. */
    pay: (orderId: number) =>
      act(async (tx, issuing) => {
        const next = (await listPayableDocuments(tx, orderId, payableKinds)).find(({ owed }) => owed > 0);
        if (!next) return;
        const payment = { documentId: next.id, method: 'bank_transfer' as const, reference: crypto.randomUUID() };
        await confirmPayment(tx, issuing.now, (await insertPendingPayment(tx, issuing.now, payment)).id);
        await runAutomaticTransitions(tx, issuing, orderId);
      }),
    stateOf: async (orderId: number) => (await findOrder(db, orderId))?.status,
    summaryOf: async (orderId: number) => getOrderSummary(now, await facts(orderId)),
    /** Returns the kind, total and due date of each payable document. */
    payables: async (orderId: number) =>
      (await payableDocuments(orderId)).map(({ kind, total, dueOn }) => [kind, total, dueOn]),
    /** Returns each invoiced period with its amount. */
    async periods(orderId: number) {
      const rows = await db
        .select()
        .from(subscriptionPeriods)
        .where(eq(subscriptionPeriods.orderId, orderId))
        .orderBy(subscriptionPeriods.startsOn);
      const amounts = new Map((await payableDocuments(orderId)).map(({ id, total }) => [id, Number(total)]));
      return rows.map(({ startsOn, endsOn, invoiceId }) => [startsOn, endsOn, amounts.get(invoiceId) ?? -1] as const);
    },
    /** Returns and deletes the emails written so far, oldest first. */
    async takeEmails() {
      const written = await db.delete(emails).returning();
      return written.toSorted((one, other) => one.sequence - other.sequence);
    },
    setOrder: (orderId: number, values: Partial<typeof orders.$inferInsert>) =>
      db.update(orders).set(values).where(eq(orders.id, orderId)),
  };
}

export type DeadlineFixture = Awaited<ReturnType<typeof deadlineFixture>>;
