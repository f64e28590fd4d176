import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getAmountDue } from '#features/billing/queries/ledger.ts';
import type { PaymentSummary } from '#features/payments/contract/checkout.ts';
import type { InvoiceBalance } from '#features/payments/contract/invoices.ts';
import type { PaymentDetails } from '#features/payments/contract/review.ts';
import { payments } from '#features/payments/tables.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import type { IssuedDocument } from '../support/billing-fixture.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import { paymentFixture } from '../support/payment-site-fixture.ts';
import { createSignedInUser, type TestUser } from '../support/user-factory.ts';

let fixture: Awaited<ReturnType<typeof paymentFixture>>;
let owner: TestUser & { cookie: string };
beforeAll(async () => {
  fixture = await paymentFixture();
  owner = await createSignedInUser(fixture.site, { role: 'owner' });
});
afterEach(() => fixture.cleanUp());
afterAll(() => fixture.close());

const summaryOf = (document: IssuedDocument) =>
  getApi<PaymentSummary>(fixture.site, `${fixture.documents.apiPathOf(document)}/payments`);
const invoiceOf = (document: IssuedDocument) =>
  getApi<InvoiceBalance>(fixture.site, `/invoices/${document.number}/balance`, owner.cookie);
const templatesTo = async (address: string) =>
  (await listEmailsTo(fixture.site, address)).map(({ template }) => template);
const reasonOf = async (id: number) =>
  (await getApi<PaymentDetails>(fixture.site, `/payments/${id}`, owner.cookie)).payment.reason;

/** Delivers the webhooks that were sent. */
async function deliverAll(times = 1): Promise<void> {
  for (const event of fixture.providers.takeWebhooks())
    for (let time = 0; time < times; time++) expect((await fixture.deliver(event)).statusCode).toBe(200);
}

/** Pays an invoice of 10.00 through PayPal, which holds the money. */
async function held(reason?: string) {
  const document = await fixture.documents.issue(1000);
  const payment = await fixture.begin(document, 'paypal');
  fixture.providers.paypal.review?.(payment.reference, 'PENDING', reason);
  fixture.providers.paypal.pay(payment.reference);
  await fixture.ask(payment.id);
  return { document, ...payment };
}

describe('payment that PayPal holds', () => {
  it('is processing, for the client and the owner, and the owner gets one email', async () => {
    const { document, id } = await held('ECHECK');
    await deliverAll(3);
    await fixture.ask(id);
    expect([
      await fixture.stateOf(id),
      await fixture.paidEntries(id),
      await getAmountDue(fixture.db, document.id),
    ]).toEqual(['processing', 0, 1000]);
    const reason = 'The client paid by eCheck, which takes a few days to clear.';
    const { payment } = await getApi<PaymentDetails>(fixture.site, `/payments/${id}`, owner.cookie);
    expect(payment).toMatchObject({ state: 'processing', reason, settledAt: null });
    const { processingPayment, hasPaymentInReview } = await invoiceOf(document);
    expect(processingPayment).toEqual({ id, amount: 1000, provider: 'PayPal', reason });
    expect(hasPaymentInReview).toBe(false);
    const [mail, ...others] = await listEmailsTo(fixture.site, owner.email);
    expect([mail?.template, others]).toEqual(['payment_processing', []]);
    expect(mail?.text?.replaceAll(/\s+/g, ' ')).toContain(reason);
    // PayPal's reasons are for the owner.
    const { payments: shown, options, amountDue } = await summaryOf(document);
    expect(shown).toMatchObject([{ status: 'processing', reason: null, checkoutUrl: null, settledAt: null }]);
    expect([options, amountDue]).toEqual([[], 1000]);
    expect(await templatesTo(fixture.client)).toEqual([]);
  });

  it.each([
    ['PENDING_REVIEW', 'PayPal is reviewing this payment.'],
    ['VERIFICATION_REQUIRED', 'Verify your PayPal account to receive this payment.'],
    ['SOMETHING_NEW', 'PayPal is holding this payment. Your PayPal account shows why.'],
    [undefined, 'PayPal is holding this payment. Your PayPal account shows why.'],
  ])('for %s says why', async (reason, text) => {
    const { id } = await held(reason);
    expect(await reasonOf(id)).toBe(text);
  });

  it('is found by its webhook alone, and follows a new reason without another email', async () => {
    const document = await fixture.documents.issue(1000);
    const { id } = await fixture.begin(document, 'paypal');
    const { idempotencyKey } = await fixture.paymentOf(id);
    const pending = (reason: string) => ({
      id: 'C1',
      status: 'PENDING',
      status_details: { reason },
      custom_id: idempotencyKey,
      amount: { value: '10.00', currency_code: 'USD' },
    });
    fixture.providers.paypal.announce('PAYMENT.CAPTURE.PENDING', pending('ECHECK'));
    fixture.providers.paypal.announce('PAYMENT.CAPTURE.PENDING', pending('PENDING_REVIEW'));
    await deliverAll();
    expect([await fixture.stateOf(id), await reasonOf(id)]).toEqual([
      'processing',
      'PayPal is reviewing this payment.',
    ]);
    expect(await templatesTo(owner.email)).toEqual(['payment_processing']);
  });

  it('can’t be paid a second time by the client, but the owner can record a payment', async () => {
    const document = await fixture.documents.issue(1000);
    const card = await fixture.begin(document, 'stripe');
    const { id, reference } = await fixture.begin(document, 'paypal');
    fixture.providers.paypal.review?.(reference, 'PENDING');
    fixture.providers.paypal.pay(reference);
    await fixture.ask(id);
    const path = `${fixture.documents.apiPathOf(document)}/payments`;
    const bank = { method: 'bank_transfer', sender: 'Noor', reference: 'T-77' };
    for (const body of [{ method: 'stripe' }, { method: 'paypal' }, { method: 'paypal', amount: '5' }, bank]) {
      const { message } = expectApiError(await postApi(fixture.site, path, body), 'CONFLICT');
      expect(message).toBe(
        'Your payment for this invoice is still being checked. You’ll get a receipt by email once it’s complete.',
      );
    }
    // A checkout that was started earlier isn't offered anymore.
    const { payments: shown } = await summaryOf(document);
    expect(shown.map(({ checkoutUrl }) => checkoutUrl)).toEqual([null, null]);
    // Nor after the time in which a started payment is resumed.
    fixture.clock.now = fixture.clock.now.add({ hours: 13 });
    expectApiError(await postApi(fixture.site, path, { method: 'paypal' }), 'CONFLICT');
    expect(await fixture.db.$count(payments, eq(payments.billingDocumentId, document.id))).toBe(2);
    expect(card.id).toBeLessThan(id);

    const recorded = { amount: '10', receivedOn: '2026-11-20', method: 'cash', sendsReceipt: false };
    const answer = await postApi(fixture.site, `/invoices/${document.number}/payments`, recorded, {
      cookie: owner.cookie,
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    // If PayPal releases the money after that, it is refunded.
    fixture.providers.paypal.review?.(reference, 'COMPLETED');
    await fixture.ask(id);
    expect((await fixture.refundsOf(id)).map(({ amount, status }) => [amount, status])).toEqual([[1000, 'pending']]);
  });

  it.each(['webhook', 'hourly check'])('counts once when PayPal completes it, by %s', async how => {
    const { document, id, reference } = await held('PENDING_REVIEW');
    fixture.providers.takeWebhooks();
    await fixture.db.$client.query('delete from emails; delete from pgboss.job');
    fixture.providers.paypal.review?.(reference, 'COMPLETED');
    if (how === 'webhook') await deliverAll(2);
    else {
      fixture.clock.now = fixture.clock.now.add({ minutes: 90 });
      await fixture.sweep();
      expect(await countJobs(fixture.site, 'payments.refresh_payment')).toBeGreaterThan(0);
      await fixture.ask(id);
    }
    await fixture.ask(id);
    expect([await fixture.stateOf(id), await fixture.paidEntries(id), await reasonOf(id)]).toEqual([
      'confirmed',
      1,
      null,
    ]);
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    expect(await templatesTo(owner.email)).not.toContain('payment_processing');
  });

  it.each(['webhook', 'hourly check'])('has to be paid again when PayPal declines it, by %s', async how => {
    const { document, id, reference } = await held('ECHECK');
    const pending = fixture.providers.takeWebhooks();
    fixture.providers.paypal.review?.(reference, 'DECLINED');
    if (how === 'webhook') await deliverAll(2);
    await fixture.ask(id);
    expect([await fixture.stateOf(id), await reasonOf(id)]).toEqual(['failed', 'PayPal declined the payment.']);
    const mails = await listEmailsTo(fixture.site, fixture.client);
    expect(mails.map(({ template }) => template)).toEqual(['payment_rejected']);
    expect(mails[0]?.text?.replaceAll(/\s+/g, ' ')).toContain('You haven’t been charged. Pay again');
    expect(mails[0]?.text).not.toContain('check the reference');
    // A late event about the check changes nothing.
    for (const event of pending) await fixture.deliver(event);
    expect(await fixture.stateOf(id)).toBe('failed');
    expect((await summaryOf(document)).options.map(({ method }) => method)).toContain('paypal');
    const again = await fixture.begin(document, 'paypal');
    expect(again.id).not.toBe(id);
  });

  it('stays counted if the event about the check arrives last', async () => {
    const { id, reference } = await held('ECHECK');
    const pending = fixture.providers.takeWebhooks();
    fixture.providers.paypal.review?.(reference, 'COMPLETED');
    await deliverAll();
    for (const event of pending) await fixture.deliver(event);
    expect([await fixture.stateOf(id), await fixture.paidEntries(id)]).toEqual(['confirmed', 1]);
  });

  it('can’t be confirmed or rejected by the owner', async () => {
    const { id } = await held();
    for (const [path, body] of [
      ['confirm', {}],
      ['reject', { reason: 'No.' }],
    ] as const)
      expectApiError(
        await postApi(fixture.site, `/payments/${id}/${path}`, body, { cookie: owner.cookie }),
        'CONFLICT',
      );
    expect(await fixture.stateOf(id)).toBe('processing');
  });
});

describe('payment by a bank debit at Stripe', () => {
  const session = (reference: string) => ({
    id: reference,
    status: 'complete',
    payment_status: 'unpaid',
    amount_total: 1000,
    currency: 'usd',
    payment_intent: `pi_fake_${reference}`,
  });

  it('is processing until Stripe reports its outcome', async () => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    await fixture.deliver(fixture.stripeEvent({ session: session(reference) }));
    expect([await fixture.stateOf(id), (await summaryOf(document)).options]).toEqual(['processing', []]);
    expect(await templatesTo(owner.email)).toEqual(['payment_processing']);
    const paid = { ...session(reference), payment_status: 'paid' };
    await fixture.deliver(fixture.stripeEvent({ type: 'checkout.session.async_payment_succeeded', session: paid }));
    expect([await fixture.stateOf(id), await fixture.paidEntries(id)]).toEqual(['confirmed', 1]);
  });
});
