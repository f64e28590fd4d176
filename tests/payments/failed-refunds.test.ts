import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TaxReport } from '#features/billing/contract/tax-report.ts';
import { getAmountDue, listLedgerEntries } from '#features/billing/queries/ledger.ts';
import type { PaymentSummary } from '#features/payments/contract/checkout.ts';
import type { InvoiceBalance } from '#features/payments/contract/invoices.ts';
import type { PaymentDetails, PaymentsNeedingAttention } from '#features/payments/contract/review.ts';
import { formatInvoiceEntry } from '#features/payments/rules/labels.ts';
import { refunds } from '#features/payments/tables.ts';
import { parseCsv } from '#shared/csv.ts';
import { expectApiError, getApi, postApi, requestApi } from '../support/api-client.ts';
import type { IssuedDocument } from '../support/billing-fixture.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import type { WebhookEvent } from '../support/fake-payment-providers.ts';
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

const read = <Answer>(path: string) => getApi<Answer>(fixture.site, path, owner.cookie);
const does = (path: string, body: object = {}) => postApi(fixture.site, path, body, { cookie: owner.cookie });
/** Returns what the owner has to do about a payment. */
async function waiting(id: number) {
  const { refunds: unsent, reversals } = await read<PaymentsNeedingAttention>('/payments/needs-attention');
  const isAbout = (item: { payment: { id: number } }) => item.payment.id === id;
  return { refunds: unsent.filter(isAbout), reversals: reversals.filter(isAbout) };
}
const templatesTo = async (address: string) =>
  (await listEmailsTo(fixture.site, address)).map(({ template }) => template);
const kindsOf = async (document: IssuedDocument) =>
  (await listLedgerEntries(fixture.db, document.id)).map(({ kind }) => kind);
const statesOf = async (id: number) =>
  (await fixture.refundsOf(id)).map(({ origin, status, amount }) => [origin, status, amount]);
const due = (document: IssuedDocument) => getAmountDue(fixture.db, document.id);

/** Issues a document for 10.00 that is paid through a provider. */
async function paid(method: 'stripe' | 'paypal' = 'stripe') {
  const document = await fixture.documents.issue(1000);
  const { id, reference } = await fixture.begin(document, method);
  const webhook = fixture.payAt(method, reference);
  if (method === 'stripe') await fixture.deliver(webhook);
  else await fixture.ask(id);
  fixture.providers.takeWebhooks();
  const { providerChargeId: charge } = await fixture.paymentOf(id);
  if (charge === null) throw new Error('Nothing was paid.');
  await fixture.db.$client.query('delete from emails');
  return { document, id, charge, session: reference };
}

/** Requests a refund of 4.00 as the owner. Returns its row, which is not sent yet. */
async function requested(id: number, decision: 'credited' | 'owed') {
  const answer = await does(`/payments/${id}/refunds`, { amount: '4', reason: 'A gift', decision });
  expect(answer.statusCode, answer.body).toBe(201);
  const row = (await fixture.refundsOf(id)).at(-1);
  if (!row) throw new Error('The refund was not created.');
  return row;
}

/** Refunds 4.00 through the provider. Returns the refund and the provider's webhooks, which are not delivered. */
async function refunded(id: number, decision: 'credited' | 'owed') {
  const { id: refundId, idempotencyKey: key } = await requested(id, decision);
  await fixture.carryOut(refundId);
  const reference = (await fixture.refundsOf(id)).find(one => one.id === refundId)?.reference ?? '';
  const webhooks = fixture.providers.takeWebhooks();
  await fixture.db.$client.query('delete from emails; delete from pgboss.job');
  return { refundId, key, reference, webhooks };
}

const refundOf = (charge: string, id: string, changes: object = {}) => ({
  id,
  object: 'refund',
  payment_intent: charge,
  amount: 400,
  currency: 'usd',
  status: 'failed',
  failure_reason: 'expired_or_canceled_card',
  metadata: {},
  ...changes,
});

/** Creates a webhook of a provider without delivering it. */
function webhookOf(method: 'stripe' | 'paypal', type: string, object: object): WebhookEvent {
  fixture.providers[method].announce(type, object);
  const event = fixture.providers.takeWebhooks().at(-1);
  if (!event) throw new Error('No webhook was sent.');
  return event;
}

async function deliver(...events: WebhookEvent[]): Promise<void> {
  for (const event of events) {
    const answer = await fixture.deliver(event);
    expect(answer.statusCode, answer.body).toBe(200);
  }
}

describe('refund that fails days later', () => {
  it('counts as not sent, once, and waits for the owner', async () => {
    const { document, id, charge } = await paid();
    const { key, reference, webhooks } = await refunded(id, 'credited');
    expect([await due(document), await kindsOf(document)]).toEqual([0, ['invoiced', 'paid', 'credited', 'refunded']]);
    const failed = refundOf(charge, reference, { metadata: { refund: key } });
    const events = ['refund.failed', 'refund.updated', 'charge.refund.updated'].map(type =>
      webhookOf('stripe', type, failed),
    );
    await deliver(...events, ...events);
    // The event of the refund itself arrives last, with the total before it failed.
    await deliver(...webhooks, ...events);
    expect(await kindsOf(document)).toEqual(['invoiced', 'paid', 'credited', 'refunded', 'reinstated']);
    expect([await due(document), await statesOf(id)]).toEqual([
      -400,
      [
        ['system', 'failed', 400],
        ['system', 'pending', 400],
      ],
    ]);
    expect(await templatesTo(owner.email)).toEqual(['refund_failed']);
    const [mail] = await listEmailsTo(fixture.site, owner.email);
    expect(mail?.text).toContain('The refund of $4.00 for invoice');
    expect(mail?.text).toContain('Reason: expired or canceled card.');
    expect(await templatesTo(fixture.client)).toEqual([]);
    expect(await countJobs(fixture.site, 'payments.process_refund')).toBe(0);
    const { refunds: unsent, reversals } = await waiting(id);
    expect(reversals).toEqual([]);
    expect(unsent).toMatchObject([
      { amount: 400, providerError: 'Stripe returned this refund. Reason: expired or canceled card.' },
    ]);
    const details = await read<PaymentDetails>(`/payments/${id}`);
    expect(details).toMatchObject({ refundable: 600, refunds: [{ state: 'failed' }, { state: 'pending' }] });
    const seen = await getApi<PaymentSummary>(fixture.site, `${fixture.documents.apiPathOf(document)}/payments`);
    expect(seen.refunds).toMatchObject([{ amount: 400, status: 'pending' }]);
    const tax = await read<TaxReport>('/tax-report?basis=payment&period=2026-Q4');
    const rows = tax.entries.filter(entry => entry.document.number === document.number);
    expect(rows.map(({ kind, net, taxAmount }) => [kind, net + taxAmount])).toEqual(
      expect.arrayContaining([
        ['payment', 1000],
        ['refund', -400],
        ['refund_failed', 400],
      ]),
    );
    const query = `movement=refunded&search=${document.number}`;
    const [head = [], ...lines] = parseCsv(
      (await requestApi(fixture.site, `/payments.csv?${query}`, owner.cookie)).body,
    );
    const [type, amount] = [head.indexOf('Type'), head.indexOf('Amount')];
    expect(lines.map(line => [line[type], line[amount]])).toEqual([
      ['Failed refund', '4.00'],
      ['Refund', '-4.00'],
    ]);
    const { entries } = await read<InvoiceBalance>(`/invoices/${document.number}/balance`);
    expect(entries.map(formatInvoiceEntry)).toContain('Failed refund');
  });

  it('can be sent again, through the provider or in another way', async () => {
    for (const way of ['provider', 'transfer'] as const) {
      const { document, id, charge, session } = await paid();
      const { key, reference } = await refunded(id, 'credited');
      fixture.providers.stripe.failRefunds?.(session);
      await deliver(...fixture.providers.takeWebhooks());
      const again = (await fixture.refundsOf(id)).find(({ status }) => status === 'pending');
      if (way === 'provider') {
        expect((await does(`/refunds/${again?.id}/retry`)).statusCode).toBe(200);
        await fixture.carryOut(again?.id ?? 0);
        await deliver(...fixture.providers.takeWebhooks());
      } else expect((await does(`/refunds/${again?.id}/mark-sent`, { reference: 'T-1' })).statusCode).toBe(200);
      expect([await due(document), await statesOf(id)]).toEqual([
        0,
        [
          ['system', 'failed', 400],
          ['system', 'succeeded', 400],
        ],
      ]);
      expect((await kindsOf(document)).slice(3)).toEqual(['refunded', 'reinstated', 'refunded']);
      expect(await templatesTo(fixture.client)).toEqual(['refund_sent']);
      // A late event about the first refund changes nothing.
      await deliver(webhookOf('stripe', 'refund.updated', refundOf(charge, reference, { metadata: { refund: key } })));
      expect([await due(document), await waiting(id)]).toEqual([0, { refunds: [], reversals: [] }]);
      expect(await templatesTo(owner.email)).toEqual(['refund_failed']);
      await fixture.cleanUp();
    }
  });

  it('is not due again from the client, unless it is sent again', async () => {
    const { document, id, charge } = await paid();
    const { key, reference } = await refunded(id, 'owed');
    expect(await due(document)).toBe(400);
    await deliver(webhookOf('stripe', 'refund.failed', refundOf(charge, reference, { metadata: { refund: key } })));
    expect(await due(document)).toBe(0);
    const again = (await fixture.refundsOf(id)).find(({ status }) => status === 'pending');
    expect(again?.decision).toBe('owed');
    expect((await does(`/refunds/${again?.id}/mark-sent`, { reference: 'T-1' })).statusCode).toBe(200);
    expect(await due(document)).toBe(400);
  });

  it('that the client has paid again makes nothing due when it is sent again', async () => {
    const { document, id, charge } = await paid();
    const { key, reference } = await refunded(id, 'owed');
    const second = await fixture.begin(document, 'stripe');
    await deliver(fixture.payAt('stripe', second.reference));
    await fixture.db.$client.query('delete from emails');
    await deliver(webhookOf('stripe', 'refund.failed', refundOf(charge, reference, { metadata: { refund: key } })));
    expect(await due(document)).toBe(-400);
    const [again, ...others] = (await fixture.refundsOf(id)).filter(({ status }) => status === 'pending');
    expect([again?.decision, others, await fixture.refundsOf(second.id)]).toEqual([null, [], []]);
    expect((await does(`/refunds/${again?.id}/mark-sent`, { reference: 'T-1' })).statusCode).toBe(200);
    expect(await due(document)).toBe(0);
    const [mail] = await listEmailsTo(fixture.site, fixture.client);
    expect(mail?.text).not.toContain('due again');
  });

  it('is recorded before the response to the site’s own request', async () => {
    const { document, id, charge } = await paid();
    const { id: refundId, idempotencyKey: key } = await requested(id, 'credited');
    const event = webhookOf('stripe', 'refund.failed', refundOf(charge, 're_early', { metadata: { refund: key } }));
    await deliver(event, event);
    await fixture.carryOut(refundId);
    expect(await statesOf(id)).toEqual([
      ['system', 'failed', 400],
      ['system', 'pending', 400],
    ]);
    expect([await due(document), await kindsOf(document)]).toEqual([-400, ['invoiced', 'paid', 'credited']]);
    expect(await templatesTo(owner.email)).toEqual(['refund_failed']);
    expect(await templatesTo(fixture.client)).not.toContain('refund_sent');
  });

  it('changes nothing if the owner has sent the money in another way', async () => {
    const { document, id, charge } = await paid();
    const { id: refundId, idempotencyKey: key } = await requested(id, 'credited');
    await fixture.db.update(refunds).set({ providerError: 'Refused.' }).where(eq(refunds.id, refundId));
    expect((await does(`/refunds/${refundId}/mark-sent`, { reference: 'T-9' })).statusCode).toBe(200);
    await deliver(webhookOf('stripe', 'refund.failed', refundOf(charge, 're_refused', { metadata: { refund: key } })));
    expect([await due(document), await statesOf(id)]).toEqual([0, [['system', 'succeeded', 400]]]);
    expect(await templatesTo(owner.email)).toEqual([]);
  });

  it('is ignored if it is unknown, of another shop, or didn’t fail', async () => {
    const { document, id, charge } = await paid();
    const { refundId, key, reference } = await refunded(id, 'credited');
    // As if its webhook had arrived before its response.
    await fixture.db.update(refunds).set({ reference: null }).where(eq(refunds.id, refundId));
    const before = JSON.stringify([await statesOf(id), await kindsOf(document)]);
    const named = { metadata: { refund: key } };
    await deliver(
      webhookOf('stripe', 'refund.failed', refundOf(charge, 're_unknown')),
      webhookOf('stripe', 'refund.failed', refundOf(charge, 're_other', { metadata: { refund: 'other' } })),
      webhookOf('stripe', 'refund.failed', refundOf('pi_of_another_shop', reference, named)),
      webhookOf('stripe', 'refund.updated', refundOf(charge, reference, { ...named, status: 'succeeded' })),
      webhookOf('stripe', 'refund.updated', refundOf(charge, reference, { ...named, status: 'pending' })),
    );
    expect(JSON.stringify([await statesOf(id), await kindsOf(document)])).toBe(before);
    expect(await templatesTo(owner.email)).toEqual([]);
    expect(await waiting(id)).toEqual({ refunds: [], reversals: [] });
    // A canceled one is a failed one.
    const canceled = { ...named, status: 'canceled', failure_reason: null };
    await deliver(webhookOf('stripe', 'refund.updated', refundOf(charge, reference, canceled)));
    expect((await waiting(id)).refunds).toMatchObject([
      { providerError: 'Stripe returned this refund. Reason: canceled.' },
    ]);
  });
});

describe('refund made at Stripe that fails', () => {
  it.each(['undecided', 'credited', 'owed'] as const)('counts as paid again, if it was %s', async decision => {
    const { document, id, charge } = await paid();
    await fixture.providers.refundAtProvider('stripe', charge, 400);
    const [made] = fixture.providers.takeWebhooks();
    if (!made) throw new Error('No webhook was sent.');
    await deliver(made);
    const [{ id: refundId } = { id: 0 }] = await fixture.refundsOf(id);
    if (decision !== 'undecided') await does(`/refunds/${refundId}/decision`, { decision });
    await fixture.db.$client.query('delete from emails');
    const event = webhookOf('stripe', 'refund.failed', refundOf(charge, 're_by_hand'));
    const update = webhookOf('stripe', 'refund.updated', refundOf(charge, 're_by_hand'));
    await deliver(event, update, event);
    const isCredited = decision === 'credited';
    expect([await due(document), await statesOf(id)]).toEqual([
      isCredited ? -400 : 0,
      [['provider', 'failed', 400], ...(isCredited ? [['system', 'pending', 400]] : [])],
    ]);
    expect(await templatesTo(owner.email)).toEqual(['refund_failed']);
    expect(await templatesTo(fixture.client)).toEqual([]);
    const { refunds: unsent, reversals } = await waiting(id);
    expect([unsent.length, reversals.map(({ state }) => state)]).toEqual([isCredited ? 1 : 0, ['failed']]);
    expectApiError(await does(`/refunds/${refundId}/decision`, { decision: 'owed' }), 'CONFLICT');
    expect((await does(`/refunds/${refundId}/acknowledge`)).statusCode).toBe(200);
    if (isCredited) await does(`/refunds/${unsent[0]?.id}/mark-sent`, { reference: 'T-3' });
    expect(await waiting(id)).toEqual({ refunds: [], reversals: [] });
  });

  it('is not recorded if the refund is reported after its failure', async () => {
    const { document, id, charge } = await paid();
    await fixture.providers.refundAtProvider('stripe', charge, 400);
    const [made] = fixture.providers.takeWebhooks();
    const [refund] = fixture.providers.listRefunds(charge);
    if (!made || !refund) throw new Error('No webhook was sent.');
    await deliver(webhookOf('stripe', 'refund.failed', refundOf(charge, refund)), made);
    expect([await due(document), await statesOf(id), await templatesTo(owner.email)]).toEqual([0, [], []]);
  });
});

describe('refund through PayPal that fails', () => {
  const failedAt = (charge: string, id: string) =>
    webhookOf('paypal', 'PAYMENT.REFUND.FAILED', {
      id,
      status: 'FAILED',
      status_details: { reason: 'ECHECK' },
      amount: { value: '4.00', currency_code: 'USD' },
      links: [{ rel: 'up', href: `https://paypal.example/v2/payments/captures/${charge}` }],
    });

  it('waits for the owner, once', async () => {
    const { document, id, charge } = await paid('paypal');
    const { reference } = await refunded(id, 'credited');
    const event = failedAt(charge, reference);
    await deliver(event, event, failedAt(charge, reference));
    expect([await due(document), await statesOf(id)]).toEqual([
      -400,
      [
        ['system', 'failed', 400],
        ['system', 'pending', 400],
      ],
    ]);
    expect(await templatesTo(owner.email)).toEqual(['refund_failed']);
    const { refunds: unsent } = await waiting(id);
    expect(unsent).toMatchObject([{ providerError: 'PayPal returned this refund. Reason: ECHECK.' }]);
  });

  it('is requested again later while the site doesn’t know its own refund', async () => {
    const { document, id, charge } = await paid('paypal');
    const { id: refundId } = await requested(id, 'credited');
    const early = failedAt(charge, 'R-EARLY');
    expectApiError(await fixture.deliver(early), 'UNAVAILABLE');
    expect(await statesOf(id)).toEqual([['system', 'pending', 400]]);
    await fixture.carryOut(refundId);
    fixture.providers.takeWebhooks();
    await fixture.db.update(refunds).set({ reference: 'R-EARLY' }).where(eq(refunds.id, refundId));
    await deliver(early);
    expect(await due(document)).toBe(-400);
    expect(await templatesTo(owner.email)).toEqual(['refund_failed']);
  });
});
