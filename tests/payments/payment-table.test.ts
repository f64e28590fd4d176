import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedPayment } from '#features/payments/contract/review.ts';
import { parseCsv } from '#shared/csv.ts';
import { getApi, requestApi } from '../support/api-client.ts';
import { paymentFixture } from '../support/payment-site-fixture.ts';
import { createSignedInUser, type TestUser } from '../support/user-factory.ts';

let fixture: Awaited<ReturnType<typeof paymentFixture>>;
let owner: TestUser & { cookie: string };
beforeAll(async () => {
  fixture = await paymentFixture();
  owner = await createSignedInUser(fixture.site, { role: 'owner' });
});
afterAll(() => fixture.close());

/** Issues a document for 10.00 that is paid by card. */
async function paid() {
  const document = await fixture.documents.issue(1000);
  const { id, reference } = await fixture.begin(document, 'stripe');
  await fixture.deliver(fixture.payAt('stripe', reference));
  const { providerChargeId, idempotencyKey } = await fixture.paymentOf(id);
  return { document, charge: providerChargeId ?? '', key: idempotencyKey };
}

async function announced(type: string, object: object): Promise<void> {
  fixture.providers.stripe.announce(type, object);
  const event = fixture.providers.takeWebhooks().at(-1);
  if (!event) throw new Error('Stripe sent no webhook.');
  expect((await fixture.deliver(event)).statusCode).toBe(200);
}

const chargeOf = (charge: string, refunded: number, key: string) => ({
  id: 'ch_1',
  object: 'charge',
  payment_intent: charge,
  amount: 1000,
  amount_refunded: refunded,
  currency: 'usd',
  metadata: { payment: key },
});
const disputeOf = (charge: string, status: string) => ({
  id: `dp_${charge}`,
  object: 'dispute',
  payment_intent: charge,
  amount: 1000,
  currency: 'usd',
  status,
});

describe('payment export', () => {
  /**
   * Returns the totals of the table and of the ledger, in cents. The ledger records the amount owed, so its sign is
   * reversed.
   */
  async function sums() {
    const table = await requestApi(fixture.site, '/payments.csv', owner.cookie);
    const [head = [], ...rows] = parseCsv(table.body);
    const column = head.indexOf('Amount');
    const ledger = await fixture.db.$client.query<{ kept: string }>(
      "select -coalesce(sum(amount), 0) as kept from ledger_entries where kind in ('paid', 'refunded', 'reinstated')",
    );
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);
    return { rows, table: cents, ledger: Number(ledger.rows[0]?.kept) };
  }

  it('adds up to the ledger after each payment, refund and dispute', async () => {
    const steps = [await sums()];
    const { charge, key, document } = await paid();
    steps.push(await sums());
    await announced('charge.refunded', chargeOf(charge, 300, key));
    steps.push(await sums());
    const other = await paid();
    await announced('charge.dispute.funds_withdrawn', disputeOf(other.charge, 'needs_response'));
    steps.push(await sums());
    await announced('charge.dispute.funds_reinstated', disputeOf(other.charge, 'won'));
    steps.push(await sums());
    await fixture.begin(await fixture.documents.issue(5000), 'stripe');
    for (const { table, ledger } of [...steps, await sums()]) expect(table).toBe(ledger);
    const changes = steps.slice(1).map(({ table }, place) => table - (steps[place]?.table ?? 0));
    expect(changes).toEqual([1000, -300, 0, 1000]);
    const types = steps
      .at(-1)
      ?.rows.filter(row => row[2] === document.number)
      .map(row => row[1]);
    expect(types).toEqual(['Provider refund', 'Payment']);
    const { items } = await getApi<{ items: ListedPayment[] }>(fixture.site, '/payments', owner.cookie);
    const refundedOf = ({ number }: { number: string }) =>
      items.find(({ documentNumber }) => documentNumber === number)?.refunded;
    expect([document, other.document].map(refundedOf)).toEqual([300, 0]);
  });
});
