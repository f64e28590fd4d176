import type { Page } from '@playwright/test';
import { createDraftInvoice } from '../../support/billing-fixture.ts';
import { openDeveloperTools } from '../support/developer-tools.ts';
import { billingFixture } from '../support/billing-fixture.ts';
import { waitForBillingJobs } from '../support/order-fixture.ts';
import { expect, waitForHydration, testOnOwnSite, site } from '../support/test.ts';

const test = testOnOwnSite();
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

let issuing: Awaited<ReturnType<typeof billingFixture>>;
test.beforeAll(async () => {
  issuing = await billingFixture();
  await site.query(`update billing_settings set bkash_instructions = 'Send to 01711-000000.',
    exchange_rates = '[{"currency": "USD", "rate": "120", "on": "2026-11-01"}]'`);
});
test.afterAll(async () => {
  await waitForBillingJobs();
  await issuing.close();
});

const picture = 'content/pictures/posts/a-migration-without-downtime.webp';

/** Reports a bKash transfer on a document's page. */
async function tell(page: Page, reference: string): Promise<void> {
  await page.getByRole('radio', { name: 'bKash' }).check();
  await expect(page.getByText('Send to 01711-000000.').last()).toBeVisible();
  await page.getByLabel('Sent from').fill('01799-123456');
  await page.getByLabel('Transaction reference').fill(reference);
}

test('term 3: pays by card after a declined and a cancelled attempt', async ({ page }) => {
  const { path } = await issuing.issue(createDraftInvoice(49_900));
  await page.goto(path);
  await waitForHydration(page);
  await page.getByRole('radio', { name: 'Card' }).check();
  await page.getByRole('button', { name: 'Pay $499.00' }).click();
  await expect(page.getByText('This is not Stripe, and no money moves.')).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('alert')).toContainText('declined');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status').first()).toContainText('You came back without paying');
  await page.getByRole('link', { name: 'Go on with it' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Thank you, your payment has arrived')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Nothing is owed any more')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0);
});

test('term 3: the owner confirms one transfer with a proof and rejects another', async ({ page, context, trouble }) => {
  // The form is submitted once without its fields.
  trouble.announce(/status (?:of )?400/);
  const [one, other] = [
    await issuing.issue(createDraftInvoice(120_000)),
    await issuing.issue(createDraftInvoice(9900)),
  ];
  await page.goto(one.path);
  await waitForHydration(page);
  await page.getByRole('radio', { name: 'bKash' }).check();
  await page.getByRole('button', { name: 'I have sent BDT 144,000.00 for $1,200.00' }).click();
  await expect(page.getByLabel('Sent from')).toBeFocused();
  await tell(page, 'BK-1');
  await page.getByLabel('Picture of the transfer').setInputFiles(picture);
  await page.getByRole('button', { name: 'I have sent BDT 144,000.00 for $1,200.00' }).click();
  await expect(page.getByText('Thank you, that is noted')).toBeVisible();
  await page.goto(other.path);
  await waitForHydration(page);
  await tell(page, 'BK-2');
  await page.getByRole('button', { name: 'I have sent BDT 11,880.00 for $99.00' }).click();
  await expect(page.getByText('Thank you, that is noted')).toBeVisible();

  const owner = await site.addOwner();
  await site.signIn(context, owner);
  await page.goto('/dashboard/payments');
  await waitForHydration(page);
  const waiting = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect(waiting).toHaveCount(2);
  const first = waiting.filter({ hasText: 'BK-1' });
  await expect(first.getByRole('img')).toBeVisible();
  await first.getByRole('button', { name: /^Confirm/ }).click();
  await expect(page.getByText('The payment is confirmed')).toBeVisible();
  await expect(waiting).toHaveCount(1);
  await page.getByText('Reject…').click();
  await page.getByLabel('Reason').fill('This transfer doesn’t exist.');
  await page.getByRole('button', { name: /^Reject/ }).click();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('row', { name: /BK-2/ })).toContainText('This transfer doesn’t exist.');
  await page.goto(other.path);
  await expect(page.getByText('This transfer doesn’t exist.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pay $99.00' })).toBeVisible();
});
