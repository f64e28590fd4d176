import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WaitingWithTotals } from '#features/payments/contract/review.ts';
import { payments, refunds } from '#features/payments/tables.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { getApi } from '../support/api-client.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { createSignedInUser, type TestUser } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: TestUser & { cookie: string };
beforeAll(async () => {
  site = await createTestSite({ pages: true });
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

/** Adds a card payment for a new invoice of the same client, and a refund or dispute of it. */
async function addRefunded(refund: Omit<typeof refunds.$inferInsert, 'paymentId' | 'reason' | 'createdAt'>) {
  const document = await (await billingDocumentFactory(site)).issue(1000);
  const createdAt = new Date('2026-02-01T12:00:00Z');
  const money = { amount: toMinorUnits(1000), currency: 'USD', createdAt, settledAt: createdAt };
  const [payment] = await site.db
    .insert(payments)
    .values({
      ...money,
      method: 'stripe',
      status: 'confirmed',
      billingDocumentId: document.id,
      reference: document.number,
    })
    .returning({ id: payments.id });
  await site.db.insert(refunds).values({ ...refund, paymentId: payment?.id ?? 0, reason: 'Goodwill', createdAt });
  return document.number;
}

const openPayments = async () =>
  parsePage(
    (await site.http.app.inject({ method: 'GET', url: '/dashboard/payments', headers: { cookie: owner.cookie } })).body,
  );

it('names the invoice in each action, and the risk of sending a refund that the provider may have sent', async () => {
  const providerError = 'Couldn’t reach Stripe: timeout.';
  const unclear = { status: 'pending' as const, amount: toMinorUnits(1000), providerError };
  const numbers = [await addRefunded(unclear), await addRefunded(unclear)];
  const page = await openPayments();
  const names = page
    .all('button')
    .map(({ properties }) => String(properties.ariaLabel))
    .filter(name => /^(?:Retry refund|Mark as sent)/.test(name));
  expect(names).toHaveLength(4);
  expect(new Set(names).size).toBe(4);
  for (const number of numbers) {
    expect(names.filter(name => name.endsWith(number))).toHaveLength(2);
    expect(page.all('summary').map(textOf)).toContainEqual(
      expect.stringMatching(new RegExp(`sent the refund.*${number}$`)),
    );
  }
  expect(page.text('main')).toContain('Check your Stripe account before you send the money yourself.');
});

it('distinguishes disputed, refunded and pending amounts in the list', async () => {
  const left = { status: 'succeeded' as const, settledAt: new Date('2026-02-02T12:00:00Z') };
  const disputed = await addRefunded({ ...left, origin: 'dispute', amount: toMinorUnits(700) });
  const refunded = await addRefunded({ ...left, origin: 'provider', amount: toMinorUnits(300) });
  const page = await openPayments();
  const rowOf = (number: string) => textOf(page.all('tr').find(row => textOf(row).includes(number)));
  expect(rowOf(disputed)).toContain('$7.00 disputed');
  expect(rowOf(disputed)).not.toContain('refunded');
  expect(rowOf(refunded)).toContain('$3.00 refunded');
  const pending = await addRefunded({ status: 'pending', amount: toMinorUnits(500) });
  const later = await openPayments();
  const row = textOf(later.all('tr').find(one => textOf(one).includes(pending)));
  expect(row).toContain('$5.00 refund pending');
  expect(row).not.toContain('refunded');
});
