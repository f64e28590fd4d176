import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccountStatement } from '#features/billing/contract/statement.ts';
import type { TaxReport } from '#features/billing/contract/tax-report.ts';
import { formatAccountEntry } from '#features/billing/rules/statements.ts';
import { getAmountDue, listLedgerEntries } from '#features/billing/queries/ledger.ts';
import { payments } from '#features/payments/tables.ts';
import type { PaymentSummary } from '#features/payments/contract/checkout.ts';
import type { InvoiceBalance } from '#features/payments/contract/invoices.ts';
import { formatInvoiceEntry } from '#features/payments/rules/labels.ts';
import type { PaymentDetails, PaymentsNeedingAttention } from '#features/payments/contract/review.ts';
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

const waiting = () => getApi<PaymentsNeedingAttention>(fixture.site, '/payments/needs-attention', owner.cookie);
const templatesTo = async (address: string) =>
  (await listEmailsTo(fixture.site, address)).map(({ template }) => template);
const kindsOf = async (document: IssuedDocument) =>
  (await listLedgerEntries(fixture.db, document.id)).map(({ kind }) => kind);
const does = (path: string, body: object = {}) => postApi(fixture.site, path, body, { cookie: owner.cookie });

/** Issues a document for 10.00 that is paid through a provider. */
async function paid(method: 'stripe' | 'paypal' = 'stripe') {
  const document = await fixture.documents.issue(1000);
  const { id, reference } = await fixture.begin(document, method);
  const webhook = fixture.payAt(method, reference);
  if (method === 'stripe') await fixture.deliver(webhook);
  else await fixture.ask(id);
  fixture.providers.takeWebhooks();
  const { providerChargeId, idempotencyKey } = await fixture.paymentOf(id);
  if (providerChargeId === null) throw new Error('Nothing was paid.');
  expect(await getAmountDue(fixture.db, document.id)).toBe(0);
  await fixture.db.$client.query('delete from emails');
  return { document, id, charge: providerChargeId, key: idempotencyKey };
}

/** Delivers a provider's webhook this many times. */
async function announced(method: 'stripe' | 'paypal', type: string, object: object, times = 1): Promise<void> {
  fixture.providers[method].announce(type, object);
  const event = fixture.providers.takeWebhooks().at(-1);
  if (!event) throw new Error('No webhook was sent.');
  for (let time = 0; time < times; time++) {
    const answer = await fixture.deliver(event);
    expect(answer.statusCode, answer.body).toBe(200);
  }
}

const chargeOf = (charge: string, refunded: number, key?: string) => ({
  id: 'ch_1',
  object: 'charge',
  payment_intent: charge,
  amount: 1000,
  amount_refunded: refunded,
  currency: 'usd',
  metadata: key === undefined ? {} : { payment: key },
});
const disputeOf = (charge: string, status: string, changes: object = {}) => ({
  id: `dp_${charge}`,
  object: 'dispute',
  payment_intent: charge,
  amount: 1000,
  currency: 'usd',
  status,
  ...changes,
});

/** A reversal as PayPal reports it. */
const reversalOf = (reversal: string, charge: string, value = '10.00') => ({
  id: reversal,
  amount: { value, currency_code: 'USD' },
  links: [{ rel: 'up', href: `https://paypal.example/v2/payments/captures/${charge}` }],
});
/** A resolved dispute as PayPal reports it, which doesn't name the reversal. */
const resolutionOf = (charge: string, outcome: string, dispute: string) => ({
  dispute_id: dispute,
  status: 'RESOLVED',
  disputed_transactions: [{ buyer_transaction_id: 'B1', seller_transaction_id: charge }],
  dispute_amount: { value: '10.00', currency_code: 'USD' },
  dispute_outcome: { outcome_code: outcome },
});

describe('refund made at the provider', () => {
  it('is held once until the owner decides', async () => {
    const { document, id, charge } = await paid();
    await announced('stripe', 'charge.refunded', chargeOf(charge, 300), 5);
    expect([await getAmountDue(fixture.db, document.id), await kindsOf(document)]).toEqual([
      0,
      ['invoiced', 'paid', 'refunded', 'held'],
    ]);
    // The webhook contains the total refunded so far, so a late one has a lower amount.
    await announced('stripe', 'charge.refunded', chargeOf(charge, 1000));
    await announced('stripe', 'charge.refunded', chargeOf(charge, 700));
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    expect((await fixture.refundsOf(id)).map(({ origin, status, amount }) => [origin, status, amount])).toEqual([
      ['provider', 'succeeded', 300],
      ['provider', 'succeeded', 700],
    ]);
    expect(await templatesTo(owner.email)).toEqual(['payment_reversed', 'payment_reversed']);
    expect(await countJobs(fixture.site, 'payments.process_refund')).toBe(0);
    const { reversals } = await waiting();
    expect(reversals.map(({ amount, reason }) => [amount, reason])).toEqual([
      [300, 'Refunded at Stripe.'],
      [700, 'Refunded at Stripe.'],
    ]);
    expect(reversals.map(({ decision }) => decision)).toEqual(['pending', 'pending']);
    const [some, rest] = reversals;
    expectApiError(await does(`/refunds/${some?.id}/acknowledge`), 'CONFLICT');
    expectApiError(await does(`/refunds/${some?.id}/decision`, { decision: 'later' }), 'BAD_REQUEST');
    expectApiError(await postApi(fixture.site, `/refunds/${some?.id}/decision`, { decision: 'owed' }), 'UNAUTHORIZED');
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    expect((await does(`/refunds/${some?.id}/decision`, { decision: 'owed' })).statusCode).toBe(200);
    expect(await getAmountDue(fixture.db, document.id)).toBe(300);
    expect((await does(`/refunds/${rest?.id}/decision`, { decision: 'credited' })).statusCode).toBe(200);
    expectApiError(await does(`/refunds/${rest?.id}/decision`, { decision: 'owed' }), 'CONFLICT');
    expect(await getAmountDue(fixture.db, document.id)).toBe(300);
    expect((await kindsOf(document)).slice(3).toSorted()).toEqual([
      'credited',
      'held',
      'held',
      'refunded',
      'released',
      'released',
    ]);
    expect((await templatesTo(fixture.client)).filter(template => template === 'refund_decided')).toHaveLength(2);
    expect((await waiting()).reversals).toEqual([]);
    // The amount that is owed again can be paid.
    const again = await fixture.begin(document, 'stripe');
    await fixture.deliver(fixture.payAt('stripe', again.reference));
    expect([await getAmountDue(fixture.db, document.id), (await fixture.paymentOf(again.id)).amount]).toEqual([0, 300]);
    expectApiError(await does('/refunds/999999/acknowledge'), 'NOT_FOUND');
  });

  it('settles the site’s own refund, whichever is reported first', async () => {
    const { document, id } = await paid();
    const again = await fixture.begin(await fixture.documents.issue(1000), 'paypal');
    expect(again.id).toBeGreaterThan(id);
    // Paid twice: the second payment is refunded automatically.
    await fixture.db.update(payments).set({ billingDocumentId: document.id }).where(eq(payments.id, again.id));
    fixture.providers.paypal.pay(again.reference);
    await fixture.captureAtPaypal(again.id);
    await fixture.ask(again.id);
    const [refund] = await fixture.refundsOf(again.id);
    fixture.providers.takeWebhooks();
    const before = await fixture.paymentOf(again.id);
    // The provider's response is lost, but its webhook arrives.
    fixture.providers.paypal.announce('PAYMENT.CAPTURE.REFUNDED', {
      id: 'R1',
      amount: { value: '10.00', currency_code: 'USD' },
      links: [{ rel: 'up', href: `https://paypal.example/v2/payments/captures/${before.providerChargeId}` }],
    });
    for (const event of fixture.providers.takeWebhooks()) expect((await fixture.deliver(event)).statusCode).toBe(200);
    expect((await fixture.refundsOf(again.id)).map(({ origin, status }) => [origin, status])).toEqual([
      ['system', 'succeeded'],
    ]);
    await fixture.carryOut(refund?.id ?? 0);
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    expect((await templatesTo(fixture.client)).filter(template => template === 'refund_sent')).toHaveLength(1);
    expect(await templatesTo(owner.email)).toEqual([]);
  });

  it('is rejected until the payment has counted and ignored when unknown', async () => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    const { idempotencyKey } = await fixture.paymentOf(id);
    const completed = fixture.payAt('stripe', reference);
    fixture.providers.stripe.announce('charge.refunded', chargeOf('pi_unknown', 1000, idempotencyKey));
    const [refunded] = fixture.providers.takeWebhooks();
    if (!refunded) throw new Error('No webhook was sent.');
    expectApiError(await fixture.deliver(refunded), 'UNAVAILABLE');
    await fixture.deliver(completed);
    expect((await fixture.deliver(refunded)).statusCode).toBe(200);
    expect(await kindsOf(document)).toEqual(['invoiced', 'paid', 'refunded', 'held']);
    await announced('stripe', 'charge.refunded', chargeOf('pi_of_another_shop', 500));
    await announced('stripe', 'charge.dispute.created', disputeOf('pi_of_another_shop', 'needs_response'));
  });
});

describe('dispute', () => {
  it('withdraws the money and reinstates it when won', async () => {
    const { document, id, charge } = await paid();
    await announced('stripe', 'charge.dispute.created', disputeOf(charge, 'needs_response'), 3);
    await announced('stripe', 'charge.dispute.funds_withdrawn', disputeOf(charge, 'needs_response'));
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    expect((await waiting()).reversals.at(-1)).toMatchObject({
      origin: 'dispute',
      state: 'succeeded',
      decision: 'pending',
    });
    await announced('stripe', 'charge.dispute.closed', disputeOf(charge, 'won'), 3);
    await announced('stripe', 'charge.dispute.funds_reinstated', disputeOf(charge, 'won'));
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    expect(await kindsOf(document)).toEqual(['invoiced', 'paid', 'refunded', 'held', 'released', 'reinstated']);
    const report = await getApi<TaxReport>(fixture.site, '/tax-report?basis=payment', owner.cookie);
    const entries = report.entries.filter(entry => entry.document.number === document.number);
    expect(entries.map(({ kind, net }) => ({ kind, net }))).toEqual([
      { kind: 'payment', net: 1000 },
      { kind: 'dispute', net: -1000 },
      { kind: 'dispute_won', net: 1000 },
    ]);
    expect((await templatesTo(owner.email)).toSorted()).toEqual(['payment_reinstated', 'payment_reversed']);
    expect((await fixture.refundsOf(id)).map(({ status }) => status)).toEqual(['dispute_won']);
    const summary = await getApi<PaymentSummary>(fixture.site, `${fixture.documents.apiPathOf(document)}/payments`);
    expect([summary.amountDue, summary.refunds]).toEqual([0, []]);
    expect((await waiting()).reversals.map(({ state, decision }) => [state, decision])).toContainEqual([
      'dispute_won',
      null,
    ]);
  });

  it.each(['pending', 'credited'] as const)('is listed again when lost while the invoice is %s', async decision => {
    const { document, id, charge } = await paid();
    await announced('stripe', 'charge.dispute.created', disputeOf(charge, 'needs_response'));
    const [refund] = await fixture.refundsOf(id);
    if (decision === 'credited') await does(`/refunds/${refund?.id}/decision`, { decision });
    const kinds = await kindsOf(document);
    await announced('stripe', 'charge.dispute.closed', disputeOf(charge, 'lost'), 3);
    await announced('stripe', 'charge.dispute.funds_withdrawn', disputeOf(charge, 'lost'));
    expect((await waiting()).reversals.at(-1)).toMatchObject({ state: 'succeeded', decision, isDisputeLost: true });
    expect(await kindsOf(document)).toEqual(kinds);
    expect((await templatesTo(owner.email)).toSorted()).toEqual(['dispute_lost', 'payment_reversed']);
  });

  it('waits for the owner when lost; inquiries and late openings change nothing', async () => {
    const lost = await paid();
    await announced('stripe', 'charge.dispute.closed', disputeOf(lost.charge, 'lost'));
    await announced('stripe', 'charge.dispute.created', disputeOf(lost.charge, 'needs_response'));
    expect(await templatesTo(owner.email)).toEqual(['dispute_lost']);
    expect(await kindsOf(lost.document)).toEqual(['invoiced', 'paid', 'refunded', 'held']);
    const { refunds } = await getApi<PaymentSummary>(
      fixture.site,
      `${fixture.documents.apiPathOf(lost.document)}/payments`,
    );
    expect(refunds.map(({ origin }) => origin)).toEqual(['dispute']);
    const { entries } = await getApi<InvoiceBalance>(
      fixture.site,
      `/invoices/${lost.document.number}/balance`,
      owner.cookie,
    );
    expect(entries.map(formatInvoiceEntry)).toEqual(['Invoiced', 'Payment, Card', 'Dispute', 'Amount on hold']);
    const { number, client } = lost.document.content;
    const statement = await getApi<AccountStatement>(
      fixture.site,
      `/account-statement?email=${client.email}`,
      owner.cookie,
    );
    const disputed = statement.accounts
      .flatMap(account => account.entries)
      .filter(({ document, kind }) => document.number === number && kind === 'refunded');
    expect(disputed.map(entry => formatAccountEntry(entry))).toEqual([
      `Disputed payment for deposit invoice ${number}`,
    ]);
    const report = await getApi<TaxReport>(fixture.site, '/tax-report?basis=payment', owner.cookie);
    expect(report.entries.filter(({ document }) => document.number === number).map(({ kind }) => kind)).toEqual([
      'payment',
      'dispute',
    ]);
    const inquired = await paid();
    await announced('stripe', 'charge.dispute.created', disputeOf(inquired.charge, 'warning_needs_response'));
    const won = await paid();
    await announced('stripe', 'charge.dispute.closed', disputeOf(won.charge, 'won'));
    await announced('stripe', 'charge.dispute.created', disputeOf(won.charge, 'needs_response'));
    for (const { document } of [inquired, won]) expect(await kindsOf(document)).toEqual(['invoiced', 'paid']);
  });

  it('in another currency is listed with the amount of the payment, also if won before it was reported', async () => {
    const { id, charge } = await paid();
    const inEuros = { amount: 1090, currency: 'eur' };
    await announced('stripe', 'charge.dispute.closed', disputeOf(charge, 'won', inEuros));
    const { refunds } = await getApi<PaymentDetails>(fixture.site, `/payments/${id}`, owner.cookie);
    expect(refunds).toMatchObject([{ state: 'dispute_won', amount: 1000, currency: 'USD' }]);
  });

  it('about money being refunded counts once without another refund', async () => {
    const { document, id, charge } = await paid();
    const other = await fixture.begin(await fixture.documents.issue(1000), 'stripe');
    await fixture.db.update(payments).set({ billingDocumentId: document.id }).where(eq(payments.id, other.id));
    await fixture.deliver(fixture.payAt('stripe', other.reference));
    const [refund] = await fixture.refundsOf(other.id);
    const { providerChargeId: second } = await fixture.paymentOf(other.id);
    await announced('stripe', 'charge.dispute.created', disputeOf(second ?? '', 'needs_response'));
    fixture.providers.takeCalls();
    await fixture.carryOut(refund?.id ?? 0);
    expect(fixture.providers.takeCalls()).toEqual([]);
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    // When the dispute is won, the overpayment is reinstated and refunded.
    await announced('stripe', 'charge.dispute.closed', disputeOf(second ?? '', 'won'));
    expect(await countJobs(fixture.site, 'payments.process_refund')).toBe(2);
    const [won] = (await listEmailsTo(fixture.site, owner.email)).filter(
      ({ template }) => template === 'payment_reinstated',
    );
    expect(won?.text).toMatch(/was\s+already\s+credited\s+or\s+paid/);
    const open = (await fixture.refundsOf(other.id)).find(({ status }) => status === 'pending');
    await fixture.carryOut(open?.id ?? 0);
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    expect([charge, (await fixture.refundsOf(id)).length]).toEqual([charge, 0]);
  });

  it('at PayPal withdraws the money', async () => {
    const { document, charge } = await paid('paypal');
    await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV1', charge), 4);
    expect([await getAmountDue(fixture.db, document.id), await kindsOf(document)]).toEqual([
      0,
      ['invoiced', 'paid', 'refunded', 'held'],
    ]);
    expect(await templatesTo(owner.email)).toEqual(['payment_reversed']);
  });
});

describe('outcome of a PayPal dispute', () => {
  const reversed = ['invoiced', 'paid', 'refunded', 'held'];
  const resolve = (charge: string, outcome: string, dispute = 1, times = 1) =>
    announced('paypal', 'CUSTOMER.DISPUTE.RESOLVED', resolutionOf(charge, outcome, `PP-D-${charge}-${dispute}`), times);
  const refundsOf = async (id: number) => (await fixture.refundsOf(id)).toSorted((one, other) => one.id - other.id);
  /** Returns the status of each dispute of a payment, oldest first. */
  const statesOf = async (id: number) =>
    (await refundsOf(id)).map(({ status, disputeLostAt }) => (disputeLostAt ? 'lost' : status));

  it.each(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER'])('%s counts as paid again, once', async outcome => {
    const { document, id, charge } = await paid('paypal');
    await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV1', charge));
    await resolve(charge, outcome, 1, 3);
    const won = [...reversed, 'released', 'reinstated'];
    expect([await statesOf(id), await kindsOf(document)]).toEqual([['dispute_won'], won]);
    // Late and repeated events change nothing.
    await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV1', charge));
    await resolve(charge, outcome);
    await resolve(charge, 'RESOLVED_BUYER_FAVOUR');
    expect([await statesOf(id), await kindsOf(document)]).toEqual([['dispute_won'], won]);
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    expect((await templatesTo(owner.email)).toSorted()).toEqual(['payment_reinstated', 'payment_reversed']);
  });

  it('RESOLVED_BUYER_FAVOUR marks it as lost', async () => {
    const { document, id, charge } = await paid('paypal');
    await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV1', charge));
    await resolve(charge, 'RESOLVED_BUYER_FAVOUR', 1, 3);
    await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV1', charge));
    await resolve(charge, 'RESOLVED_SELLER_FAVOUR');
    expect([await statesOf(id), await kindsOf(document)]).toEqual([['lost'], reversed]);
    expect((await waiting()).reversals.at(-1)).toMatchObject({ decision: 'pending', isDisputeLost: true });
    expect((await templatesTo(owner.email)).toSorted()).toEqual(['dispute_lost', 'payment_reversed']);
  });

  it.each(['RESOLVED_WITH_PAYOUT', 'ACCEPTED', 'DENIED', 'NONE', 'SOMETHING_NEW', undefined])(
    '%s has no effect, because it doesn’t say who has the money',
    async outcome => {
      const { document, id, charge } = await paid('paypal');
      await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV1', charge));
      const dispute = { dispute_id: `PP-D-${charge}`, disputed_transactions: [{ seller_transaction_id: charge }] };
      const about = outcome ? { dispute_outcome: { outcome_code: outcome } } : {};
      await announced('paypal', 'CUSTOMER.DISPUTE.RESOLVED', { ...dispute, ...about });
      expect([await statesOf(id), await kindsOf(document)]).toEqual([['succeeded'], reversed]);
      expect(await templatesTo(owner.email)).toEqual(['payment_reversed']);
    },
  );

  it('RESOLVED_BUYER_FAVOUR is sent again until the money was withdrawn', async () => {
    const { document, id, charge } = await paid('paypal');
    fixture.providers.paypal.announce(
      'CUSTOMER.DISPUTE.RESOLVED',
      resolutionOf(charge, 'RESOLVED_BUYER_FAVOUR', `PP-D-${charge}`),
    );
    const [event] = fixture.providers.takeWebhooks();
    if (!event) throw new Error('No webhook was sent.');
    expectApiError(await fixture.deliver(event), 'UNAVAILABLE');
    expect([await statesOf(id), await kindsOf(document)]).toEqual([[], ['invoiced', 'paid']]);
    await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV1', charge));
    expect((await fixture.deliver(event)).statusCode).toBe(200);
    expect((await fixture.deliver(event)).statusCode).toBe(200);
    expect([await statesOf(id), await kindsOf(document)]).toEqual([['lost'], reversed]);
    expect((await templatesTo(owner.email)).toSorted()).toEqual(['dispute_lost', 'payment_reversed']);
  });

  it('RESOLVED_BUYER_FAVOUR changes nothing if the owner refunded the money', async () => {
    const { document, id, charge } = await paid('paypal');
    await announced('paypal', 'PAYMENT.CAPTURE.REFUNDED', {
      id: `R-${charge}`,
      amount: { value: '4.00', currency_code: 'USD' },
      links: [{ rel: 'up', href: `https://paypal.example/v2/payments/captures/${charge}` }],
    });
    const kinds = await kindsOf(document);
    await resolve(charge, 'RESOLVED_BUYER_FAVOUR');
    expect([await statesOf(id), await kindsOf(document)]).toEqual([['succeeded'], kinds]);
  });

  it('changes nothing without an open dispute, also before its reversal', async () => {
    const { document, id, charge } = await paid('paypal');
    await resolve(charge, 'RESOLVED_SELLER_FAVOUR');
    expect([await statesOf(id), await kindsOf(document), await templatesTo(owner.email)]).toEqual([
      [],
      ['invoiced', 'paid'],
      [],
    ]);
    await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV1', charge));
    expect([await statesOf(id), await kindsOf(document)]).toEqual([['succeeded'], reversed]);
    await resolve('OTHERSHOP', 'RESOLVED_SELLER_FAVOUR', 3);
    expect([await statesOf(id), await kindsOf(document)]).toEqual([['succeeded'], reversed]);
  });

  it('changes nothing if several disputes of the payment are open', async () => {
    const { document, id, charge } = await paid('paypal');
    for (const reversal of ['REV1', 'REV2'])
      await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf(reversal, charge, '5.00'));
    const kinds = await kindsOf(document);
    await resolve(charge, 'RESOLVED_SELLER_FAVOUR');
    await resolve(charge, 'RESOLVED_BUYER_FAVOUR', 2);
    expect([await statesOf(id), await kindsOf(document)]).toEqual([['succeeded', 'succeeded'], kinds]);
  });

  it('isn’t applied to a later dispute when it is repeated', async () => {
    const { document, id, charge } = await paid('paypal');
    await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV1', charge, '4.00'));
    await resolve(charge, 'RESOLVED_SELLER_FAVOUR');
    await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV2', charge, '4.00'));
    const kinds = await kindsOf(document);
    await resolve(charge, 'RESOLVED_SELLER_FAVOUR');
    expect([await statesOf(id), await kindsOf(document)]).toEqual([['dispute_won', 'succeeded'], kinds]);
    await resolve(charge, 'RESOLVED_SELLER_FAVOUR', 2);
    expect(await statesOf(id)).toEqual(['dispute_won', 'dispute_won']);
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
  });

  it('refunds the money if the invoice was credited before the dispute was won', async () => {
    const { document, id, charge } = await paid('paypal');
    await announced('paypal', 'PAYMENT.CAPTURE.REVERSED', reversalOf('REV1', charge));
    const [dispute] = await fixture.refundsOf(id);
    await does(`/refunds/${dispute?.id}/decision`, { decision: 'credited' });
    await resolve(charge, 'RESOLVED_SELLER_FAVOUR', 1, 2);
    expect(await countJobs(fixture.site, 'payments.process_refund')).toBe(1);
    expect((await refundsOf(id)).map(({ origin, amount }) => [origin, amount])).toEqual([
      ['dispute', 1000],
      ['system', 1000],
    ]);
    await fixture.carryOut((await refundsOf(id))[1]?.id ?? 0);
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
  });
});

describe('payment with the wrong amount', () => {
  const session = (reference: string, total: number, currency: string, intent = `pi_fake_${total}_ab`) => ({
    id: reference,
    payment_status: 'paid',
    amount_total: total,
    currency,
    payment_intent: intent,
  });

  it.each([
    ['less', 999, 'usd', '$9.99'],
    ['another currency', 1000, 'eur', '€10.00'],
  ])(
    '(%s) is refunded automatically, does not count, and the payer is notified',
    async (_what, total, currency, text) => {
      const document = await fixture.documents.issue(1000);
      const { id, reference } = await fixture.begin(document, 'stripe');
      const event = fixture.stripeEvent({ session: session(reference, total, currency) });
      for (let time = 0; time < 3; time++) expect((await fixture.deliver(event)).statusCode).toBe(200);
      expect(await countJobs(fixture.site, 'payments.process_refund')).toBe(1);
      expect((await waiting()).mismatches.find(payment => payment.id === id)).toMatchObject({
        refundStatus: 'pending',
        isRefundRefused: false,
      });
      const [refund, ...others] = await fixture.refundsOf(id);
      expect([refund?.amount, others]).toEqual([total, []]);
      await Promise.all([1, 2, 3].map(() => fixture.carryOut(refund?.id ?? 0)));
      expect((await fixture.refundsOf(id)).map(({ status }) => status)).toEqual(['succeeded']);
      expect([await getAmountDue(fixture.db, document.id), await kindsOf(document)]).toEqual([1000, ['invoiced']]);
      expect((await waiting()).mismatches.find(payment => payment.id === id)?.refundStatus).toBe('succeeded');
      const [mail] = (await listEmailsTo(fixture.site, fixture.client)).filter(
        ({ template }) => template === 'refund_sent',
      );
      expect(JSON.stringify(mail)).toContain(text);
      // The document can be paid as if no payment had been made.
      const right = await fixture.begin(document, 'stripe');
      expect(right.id).not.toBe(id);
      await fixture.deliver(fixture.payAt('stripe', right.reference));
      expect([await getAmountDue(fixture.db, document.id), await fixture.refundsOf(right.id)]).toEqual([0, []]);
    },
  );

  it('waits for the owner when the provider refuses the refund', async () => {
    const document = await fixture.documents.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    await fixture.deliver(fixture.stripeEvent({ session: session(reference, 999, 'usd', 'pi_gone') }));
    const [refund] = await fixture.refundsOf(id);
    await fixture.carryOut(refund?.id ?? 0);
    const { refunds } = await waiting();
    const refused = { amount: 999, providerError: expect.stringContaining('No such payment_intent') as string };
    expect(refunds.find(({ payment }) => payment.id === id)).toMatchObject(refused);
    expect((await waiting()).mismatches.find(payment => payment.id === id)).toMatchObject({ isRefundRefused: true });
    const details = () => getApi<PaymentDetails>(fixture.site, `/payments/${id}`, owner.cookie);
    expect((await details()).refunds).toMatchObject([refused]);
    expect((await does(`/refunds/${refund?.id}/mark-sent`, { reference: 'WIRE-1' })).statusCode).toBe(200);
    expect((await details()).refunds).toMatchObject([{ state: 'succeeded', providerError: null }]);
    const mail = (await listEmailsTo(fixture.site, fixture.client)).find(({ template }) => template === 'refund_sent');
    expect(mail?.text).toContain('Reference: WIRE-1');
    expect(mail?.text).not.toContain('card or PayPal');
  });
});
