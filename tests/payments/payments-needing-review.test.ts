import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WaitingWithTotals } from '#features/payments/contract/review.ts';
import { payments } from '#features/payments/tables.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { getApi } from '../support/api-client.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { createSignedInUser, type TestUser } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: TestUser & { cookie: string };
beforeAll(async () => {
  site = await createTestSite();
  owner = await createSignedInUser(site, { role: 'owner' });
});
afterAll(() => site.close());

it('counts all payments to confirm and shows the 25 oldest', async () => {
  const document = await (await billingDocumentFactory(site)).issue(1000);
  const amount = { method: 'bank_transfer', status: 'in_review', amount: toMinorUnits(1000), currency: 'USD' } as const;
  const rows = Array.from({ length: 26 }, (_, day) => ({
    ...amount,
    billingDocumentId: document.id,
    sender: 'Noor',
    reference: `T-${day}`,
    createdAt: new Date(Date.UTC(2026, 0, 31 - day)),
  }));
  await site.db.insert(payments).values(rows);
  const { inReview, totals } = await getApi<WaitingWithTotals>(site, '/payments/needs-attention', owner.cookie);
  expect(totals).toEqual({ inReview: 26, refunds: 0, mismatches: 0, reversals: 0 });
  expect(inReview.map(({ reference }) => reference)).toEqual(
    Array.from({ length: 25 }, (_, place) => `T-${25 - place}`),
  );
});
