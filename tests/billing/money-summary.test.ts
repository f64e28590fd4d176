import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneySummary } from '#features/billing/contract/money-summary.ts';
import { expectApiError, getApi, requestApi } from '../support/api-client.ts';
import { createDraftInvoice, type IssuedDocument } from '../support/billing-fixture.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: string;
let member: string;
const TODAY = Temporal.Instant.from('2026-11-20T12:00:00Z');
let now = TODAY;

const read = () => getApi<MoneySummary>(site, '/money-summary', owner);

/** Posts money to the ledger as a confirmed payment or its refund does. */
async function post(document: IssuedDocument, kind: 'paid' | 'refunded', amount: number, at: string) {
  await site.db.$client.query(
    `with payment as (insert into payments (billing_document_id, method, status, amount, currency, reference, created_at, settled_at)
       values ($1, 'bank_transfer', 'confirmed', $3, 'USD', gen_random_uuid()::text, now(), now()) returning id),
     refund as (insert into refunds (payment_id, status, amount, reason, created_at)
       select id, 'pending', $3, 'Goodwill', now() from payment where $2 = 'refunded' returning id)
     insert into ledger_entries (billing_document_id, kind, amount, payment_id, refund_id, posted_at)
       select $1, $2, case when $2 = 'paid' then -$3::bigint else $3::bigint end,
         case when $2 = 'paid' then payment.id end, (select id from refund), $4 from payment`,
    [document.id, kind, amount, at],
  );
}

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  const members = memberFixture(() => site);
  owner = (await members.arrive({ role: 'owner' })).cookie;
  member = (await members.arrive({ role: 'member' })).cookie;
  await site.db.$client.query(
    `update site_sections set content = jsonb_set(content, '{timeZone}', '"America/New_York"') where key = 'profile'`,
  );
});
afterAll(() => site.close());

describe('the money summary', () => {
  it('is empty before the first invoice', async () => {
    expect(await read()).toEqual({
      months: ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
      currencies: [],
    });
  });

  it('sums payments minus refunds by month in the owner’s time zone, and unpaid amounts', async () => {
    const { issue } = await billingDocumentFactory(site);
    now = Temporal.Instant.from('2026-05-01T12:00:00Z');
    const client = createDraftInvoice(1).client;
    const paid = await issue(50_000, { client, dueOn: '2026-05-10' });
    const late = await issue(2000, { client, dueOn: '2026-11-19' });
    await issue(4000, { client, dueOn: '2026-11-20' });
    await issue(9000, { client, currency: 'JPY', dueOn: '2026-12-31' });
    now = TODAY;
    await post(paid, 'paid', 100, '2026-05-31T12:00:00Z');
    await post(paid, 'paid', 3000, '2026-06-01T12:00:00Z');
    // Still October in New York.
    await post(paid, 'paid', 20_000, '2026-11-01T03:30:00Z');
    await post(paid, 'paid', 26_900, '2026-11-02T12:00:00Z');
    await post(paid, 'refunded', 900, '2026-11-03T12:00:00Z');
    await post(late, 'paid', 500, '2026-11-04T12:00:00Z');
    expect((await read()).currencies).toEqual([
      { currency: 'USD', received: [3000, 0, 0, 0, 20_000, 26_500], outstanding: 6400, overdue: 2400 },
      { currency: 'JPY', received: [0, 0, 0, 0, 0, 0], outstanding: 9000, overdue: 0 },
    ]);
  });

  it('is limited to the owner', async () => {
    expectApiError(await requestApi(site, '/money-summary', member), 'FORBIDDEN');
    expectApiError(await requestApi(site, '/money-summary'), 'UNAUTHORIZED');
  });
});
