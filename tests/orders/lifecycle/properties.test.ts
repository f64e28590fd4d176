import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { processDueOrders } from '#features/orders/jobs.ts';
import { manualTransitions } from '#features/orders/lifecycle/contract/enums.ts';
import { getApi } from '../../support/api-client.ts';
import { cancelAllOrders } from '../../support/document-days.ts';
import { orderFixture, type PlacedOrder } from '../../support/order-fixture.ts';

const fixture = orderFixture();
const { site, owner, placeOrder, read, getStatus, getProgress, supplyContent, asClient, asOwner, pay } = fixture;
const { sendFile, download, passDays, rows } = fixture;

/** The next step with an order. Most steps are refused, because they don't fit its status. */
const step = fc.oneof(
  { weight: 24, arbitrary: fc.record({ do: fc.constant('forward' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('supply' as const) }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant('transition' as const),
      // Transitions that end an order early are rare, because otherwise few orders would get far.
      transition: fc.constantFrom(
        ...manualTransitions,
        ...([
          'start_work',
          'submit_for_review',
          'complete',
          'deliver',
          'start_work',
          'submit_for_review',
          'complete',
          'deliver',
        ] as const),
      ),
      by: fc.constantFrom('client' as const, 'owner' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('revision' as const), size: fc.constantFrom('minor', 'major') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('quote' as const), amount: fc.integer({ min: 1, max: 50_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('answer' as const), answer: fc.constantFrom('accept', 'decline') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('installments' as const), count: fc.integer({ min: 1, max: 7 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('urgency' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('upload' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fee' as const), answer: fc.constantFrom('apply', 'waive') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 12 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function payIfDue(order: PlacedOrder): Promise<undefined> {
  if ((await getProgress(order)).nextInvoice) await pay(order);
}

/** Takes the step that an order is waiting for. */
async function forward(order: PlacedOrder): Promise<LightMyRequestResponse | undefined> {
  const status = await getStatus(order);
  const applyTransition = (name: string, by = asOwner) => by(order, '/transitions', { transition: name });
  if (status === 'agreed' || status === 'completed') return payIfDue(order);
  if (status === 'deposit_paid') await supplyContent(order);
  if (status === 'content_received') return applyTransition('start_work');
  if (status === 'in_progress') return applyTransition('submit_for_review');
  if (status === 'in_review') return applyTransition('complete', asClient);
  return status === 'paid' ? applyTransition('deliver') : undefined;
}

/** Tries a step. Returns the API's response if the step uses the API. */
async function take(order: PlacedOrder, one: Step): Promise<LightMyRequestResponse | undefined> {
  const idOf = async (query: string) =>
    (await site().db.$client.query<{ id: number | string }>(query, [order.number])).rows[0]?.id;
  switch (one.do) {
    case 'forward':
      return forward(order);
    case 'pay':
      return payIfDue(order);
    case 'supply': {
      const missing = await idOf(
        'select min(position) as id from order_content_items where order_id = $1 and supplied_at is null having count(*) > 0',
      );
      return missing === undefined ? undefined : asClient(order, `/content-items/${missing}`);
    }
    case 'transition':
      return (one.by === 'client' ? asClient : asOwner)(order, '/transitions', {
        transition: one.transition,
        reason: 'So it is.',
      });
    case 'revision':
      return asClient(order, '/revisions', { size: one.size, body: 'Another blue.' });
    case 'quote':
      return asOwner(order, '/change-orders', {
        lineItems: [{ description: 'More', amount: (one.amount / 100).toFixed(2) }],
        extraDays: 1,
      });
    case 'answer': {
      const open = await idOf('select id from change_orders where order_id = $1 and is_accepted is null order by id');
      return open === undefined ? undefined : asClient(order, `/change-orders/${open}/answer`, { answer: one.answer });
    }
    case 'installments':
      return asClient(order, '/installments', { installments: one.count }, 'PUT');
    case 'urgency':
      return asOwner(order, '/urgent-delivery/decline', { reason: 'I am at sea.' });
    case 'upload':
      return sendFile(order.number, 'name=site.zip&purpose=deliverable');
    case 'fee': {
      const [fee] = (await getProgress(order)).lateFees;
      return fee && asOwner(order, `/late-fees/${fee.document.id}`, { decision: one.answer });
    }
    default:
      return undefined;
  }
}

const begun: ReadonlySet<string> = new Set(['in_progress', 'in_review', 'completed', 'paid', 'delivered', 'closed']);
const fullyInvoiced: ReadonlySet<string> = new Set(['completed', 'paid', 'delivered', 'closed']);

/** Checks the terms that hold after any steps. */
async function expectTerms(order: PlacedOrder): Promise<void> {
  const [mine, theirs] = [await read(order.number), await read(order.reference)];
  // Only the wording of the next action and of the refund depends on the party.
  const { nextAction, refund } = mine.summary;
  const reason = refund.reason && { ...refund.reason, message: expect.any(String) as string };
  expect(theirs.summary).toEqual({
    ...mine.summary,
    nextAction: { ...nextAction, message: expect.any(String) as string },
    refund: { ...refund, reason },
  });
  // The lists by turn agree with the page.
  for (const stage of ['owner', 'client'] as const) {
    const list = await getApi<{ items: { number: number }[] }>(
      site(),
      `/orders?stage=waiting_on_${stage}&search=${order.number}&pageSize=50`,
      owner().cookie,
    );
    const isListed = list.items.some(({ number }) => number === order.number);
    expect(isListed, `${stage}, ${mine.status}`).toBe(mine.summary.nextAction.by === stage);
  }
  const invoices = mine.billingDocuments.filter(({ kind }) => kind.endsWith('invoice'));
  const work = invoices.filter(({ kind }) => kind !== 'late_fee_invoice');
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  // The ledger: the amount owed is the amount invoiced, less credits and payments, plus refunds.
  const [ledger] = await site()
    .db.$client.query<{ owed: number; paid: number; given: number }>(
      `select coalesce(sum(e.amount), 0)::int as owed, coalesce(-sum(e.amount) filter (where e.kind = 'paid'), 0)::int as paid,
        coalesce(sum(e.amount) filter (where e.kind = 'refunded'), 0)::int as given
      from ledger_entries e join billing_documents d on d.id = e.billing_document_id where d.order_id = $1`,
      [order.number],
    )
    .then(answer => answer.rows);
  expect(ledger?.given).toBeLessThanOrEqual(ledger?.paid ?? 0);
  if (mine.status !== 'refunded') expect(mine.summary.amountDue).toBe(Math.max(0, ledger?.owed ?? 0));
  // Terms 1 and 2: the deposit and the balance, or its installments, add up to the total, less the credit for declined
  // urgent delivery.
  const credits = mine.billingDocuments.filter(({ kind }) => kind === 'credit_note');
  if (fullyInvoiced.has(mine.status)) expect(sum([...work, ...credits].map(({ total }) => total))).toBe(mine.total);
  // Term 1: work starts only after the deposit is paid.
  if (begun.has(mine.status)) expect(invoices[0]?.amountDue).toBe(0);
  // Terms 7 and 8: nothing is refunded once work has started.
  if (begun.has(mine.status)) expect(mine.summary.refund.isAllowed).toBe(false);
  // Term 12: the client can't download deliverables before everything is paid.
  for (const file of theirs.files.filter(({ purpose }) => purpose === 'deliverable')) {
    const answer = await download(`/order/${order.reference}/files/${file.id}`);
    const isPaid = mine.summary.amountDue === 0 && ['paid', 'delivered', 'closed'].includes(mine.status);
    expect([file.downloadPath !== null, answer.statusCode]).toEqual(isPaid ? [true, 200] : [false, 409]);
  }
}

describe('order with random actions by both parties', () => {
  it('respects terms 1, 2, 7, 8 and 12 and adds up to the cent', async () => {
    const ends = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          plan: fc.constantFrom('starter', 'growth', 'business'),
          urgent: fc.boolean(),
          steps: fc.array(step, { minLength: 10, maxLength: 40 }),
        }),
        async ({ plan, urgent, steps }) => {
          let day = 0;
          await passDays(0);
          await cancelAllOrders(site().db);
          const order = await placeOrder(plan, urgent ? { urgent: 'on' } : {});
          for (const one of steps) {
            if (one.do === 'days') {
              day += one.days;
              await passDays(day);
              await processDueOrders({ ...site().http.services, log: site().log.log });
            }
            const answer = await take(order, one);
            if (answer) expect([200, 201, 409, 403, 422], `${one.do}: ${answer.body}`).toContain(answer.statusCode);
          }
          await expectTerms(order);
          const status = await getStatus(order);
          ends.set(status, (ends.get(status) ?? 0) + 1);
        },
      ),
      { numRuns: 14, seed: 16 },
    );
    // The test covers complete orders only if some of them reach the end.
    expect([...ends.keys()]).toEqual(expect.arrayContaining(['delivered']));
    // Document numbers have no gaps despite the refused steps.
    const numbers = (await rows('billing_documents')).map(({ sequence }) => Number(sequence)).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_number, place) => place + 1));
  });
});
