import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { processDueOrders } from '#features/orders/jobs.ts';
import { listProposedFees } from '#features/orders/late-fees/queries.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import type { PaymentDetails, PaymentsNeedingAttention } from '#features/payments/contract/review.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { cancelAllOrders } from '../support/document-days.ts';
import { orderFixture, type PlacedOrder } from '../support/order-fixture.ts';
import { startFakeProviders } from '../support/fake-payment-providers.ts';
import { createPaymentModel } from '../support/payment-model.ts';

let providers: Awaited<ReturnType<typeof startFakeProviders>>;
const fixture = orderFixture({ environment: async () => (providers = await startFakeProviders()).environment });
const { site, placeOrder, placeStartedOrder, read, asOwner, asClient, owner, send, passDays } = fixture;
afterAll(() => providers.close());
beforeEach(() => cancelAllOrders(site().db));
const model = createPaymentModel(site, () => providers);

const CLIENT = 'noor@site.example';
const templates = async (address: string) => (await listEmailsTo(site(), address)).map(({ template }) => template);
const eventsOf = ({ events }: Order) =>
  events.filter(({ type }) => ['refunded', 'refund_decided', 'disputed', 'dispute_won', 'dispute_lost'].includes(type));
const documentsOf = ({ billingDocuments }: Order) =>
  billingDocuments.map(({ kind, total, amountDue }) => [kind, total, amountDue]);
const waiting = () => getApi<PaymentsNeedingAttention>(site(), '/payments/needs-attention', owner().cookie);
const details = (id: number) => getApi<PaymentDetails>(site(), `/payments/${id}`, owner().cookie);
const refund = (id: number, body: object) => send(owner(), 'POST', `/payments/${id}/refunds`, body);
const decide = (id: number, decision: string) => send(owner(), 'POST', `/refunds/${id}/decision`, { decision });

/** Returns whether the dashboard proposes a late fee for an order on a day. */
async function isFeeProposed({ number }: PlacedOrder, today: string): Promise<boolean> {
  const { items } = await listProposedFees(site().db, { today, timeZone: 'UTC' }, 1000);
  return items.some(({ orderId }) => orderId === number);
}

async function paymentOf({ number }: PlacedOrder): Promise<number> {
  const [row] = await model.rowsOf<{ id: number }>(
    `select p.id from payments p join billing_documents d on d.id = p.billing_document_id
      where d.order_id = $1 and p.status = 'confirmed' order by p.id`,
    [number],
  );
  if (!row) throw new Error('Nothing was paid.');
  return row.id;
}

/** Moves the clock day by day, and runs the daily jobs on each. */
async function passEachDay(from: number, to: number): Promise<void> {
  for (let day = from; day <= to; day++) {
    await passDays(day);
    await processDueOrders({ ...site().http.services, log: site().log.log });
  }
}

/** Places an order and pays its deposit by card. */
async function depositByCard(email = CLIENT): Promise<PlacedOrder> {
  model.reset();
  const order = await placeOrder('starter', { email });
  await model.beginAt((await fixture.getProgress(order)).nextInvoice?.path, 'stripe');
  model.pay(0);
  await model.deliver(0, 1);
  await fixture.supplyContent(order);
  await site().db.$client.query('delete from emails; delete from rate_limits');
  expect((await read(order.number)).status).toBe('content_received');
  return order;
}

const lastEvent = async () => model.deliver(model.events().length - 1, 1);

describe('refund by the owner', () => {
  it('credits the invoice after work has started without debts or reminders', async () => {
    const order = await placeStartedOrder('starter');
    const payment = await paymentOf(order);
    const before = await read(order.number);
    const paid = before.billingDocuments.find(({ kind }) => kind === 'deposit_invoice')?.total ?? 0;
    expect((await details(payment)).refundable).toBe(paid);
    const body = { amount: '100', reason: 'The first draft was late.', decision: 'credited', key: 'one' };
    const answers = [await refund(payment, body), await refund(payment, body)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect((await details(payment)).refunds).toHaveLength(1);
    const seen = await read(order.reference);
    expect(seen.summary).toMatchObject({ amountDue: 0, lateFees: [], nextPayment: null });
    expect(documentsOf(seen)).toEqual(
      expect.arrayContaining([
        ['deposit_invoice', paid, 0],
        ['credit_note', -10_000, 0],
      ]),
    );
    expect(eventsOf(seen)).toMatchObject([
      {
        type: 'refunded',
        actor: 'owner',
        reason: 'The first draft was late.',
        message: expect.stringMatching(/^\$100\.00 refunded on invoice .* \(credited\)$/) as string,
      },
    ]);
    const [{ id } = { id: 0 }] = (await waiting()).refunds;
    expect((await send(owner(), 'POST', `/refunds/${id}/mark-sent`, { reference: 'T-1' })).statusCode).toBe(200);
    await passEachDay(1, 30);
    const later = await read(order.number);
    expect(later.summary).toMatchObject({ status: 'in_progress', amountDue: 0, lateFees: [] });
    expect(await templates(CLIENT)).toContain('refund_sent');
    expect((await templates(CLIENT)).filter(name => /payment(Due|Overdue|Late)/.test(name))).toEqual([]);
    // The refund doesn't change the balance that is invoiced.
    await passDays(0);
    await asOwner(order, '/transitions', { transition: 'submit_for_review' });
    await asClient(order, '/transitions', { transition: 'complete' });
    expect((await read(order.number)).summary.amountDue).toBe(before.total - paid);
  });

  it('makes the amount due again, from the day of the refund', async () => {
    const order = await placeStartedOrder('starter');
    const payment = await paymentOf(order);
    await passDays(3);
    expect((await refund(payment, { amount: '50.5', reason: 'Paid twice', decision: 'owed' })).statusCode).toBe(201);
    expect((await read(order.number)).summary.amountDue).toBe(0);
    const [{ id } = { id: 0 }] = (await waiting()).refunds;
    await passDays(20);
    expect((await send(owner(), 'POST', `/refunds/${id}/mark-sent`, { reference: 'T-2' })).statusCode).toBe(200);
    const { summary } = await read(order.reference);
    expect(summary).toMatchObject({ amountDue: 5050, lateFees: [], nextPayment: { dueOn: '2027-03-21' } });
    expect(await isFeeProposed(order, '2027-03-21')).toBe(false);
    const mail = (await listEmailsTo(site(), CLIENT)).find(({ template }) => template === 'refund_sent');
    expect(JSON.stringify(mail)).toContain('due again');
    await passDays(29);
    expect((await read(order.number)).summary.lateFees).toHaveLength(1);
    expect(await isFeeProposed(order, '2027-03-30')).toBe(true);
  });

  it.each(['before', 'after'] as const)('is not due again on an order stopped %s the money has left', async when => {
    const order = await placeStartedOrder('starter');
    const payment = await paymentOf(order);
    expect((await refund(payment, { amount: '50.5', reason: 'A gift', decision: 'owed' })).statusCode).toBe(201);
    const [{ id } = { id: 0 }] = (await waiting()).refunds.filter(
      ({ payment: { orderId } }) => orderId === order.number,
    );
    const sent = () => send(owner(), 'POST', `/refunds/${id}/mark-sent`, { reference: `T-${id}` });
    if (when === 'after') expect((await sent()).statusCode).toBe(200);
    expect((await asOwner(order, '/transitions', { transition: 'cancel_work', reason: 'So.' })).statusCode).toBe(200);
    if (when === 'before') {
      expect((await sent()).statusCode).toBe(200);
      const texts = (await listEmailsTo(site(), CLIENT)).map(({ text }) => text ?? '');
      expect(texts.filter(text => text.includes('due again'))).toEqual([]);
    }
    const stopped = await read(order.number);
    expect(stopped.summary).toMatchObject({ amountDue: 0, nextPayment: null });
    expect(documentsOf(stopped)).toContainEqual(['credit_note', -5050, 0]);
    const [sum] = await model.rowsOf<{ owed: number }>(
      `select sum(e.amount)::int as owed from ledger_entries e join billing_documents d on d.id = e.billing_document_id
          where d.order_id = $1`,
      [order.number],
    );
    expect(sum?.owed).toBe(0);
  });

  it('counts toward an overpayment that arrives while it is pending', async () => {
    model.reset();
    const order = await placeOrder('starter');
    const placed = await read(order.number);
    await model.begin(placed, 'stripe');
    await fixture.pay(order);
    const byHand = await paymentOf(order);
    const { refundable: total } = await details(byHand);
    expect((await refund(byHand, { amount: '2.49', reason: 'A gift', decision: 'owed' })).statusCode).toBe(201);
    model.pay(0);
    await lastEvent();
    await model.processRefunds();
    const sums = () =>
      model.rowsOf<{ owed: number; refunded: number }>(
        `select sum(e.amount)::int as owed, coalesce(sum(e.amount) filter (where e.kind = 'refunded'), 0)::int as refunded
          from ledger_entries e join billing_documents d on d.id = e.billing_document_id where d.order_id = $1 group by d.id`,
        [order.number],
      );
    expect(await sums()).toEqual([{ owed: -249, refunded: total - 249 }]);
    const { refunds } = await details(byHand);
    expect(refunds).toMatchObject([{ amount: 249, state: 'pending' }]);
    expect((await send(owner(), 'POST', `/refunds/${refunds[0]?.id}/mark-sent`, { reference: 'T-3' })).statusCode).toBe(
      200,
    );
    expect(await sums()).toEqual([{ owed: 0, refunded: total }]);
    expect((await read(order.number)).summary.amountDue).toBe(0);
  });

  it('is refused without permission, without a reason and above the refundable amount', async () => {
    const order = await placeStartedOrder('starter');
    const payment = await paymentOf(order);
    const good = { amount: '10', reason: 'A gift', decision: 'credited' };
    expectApiError(await postApi(site(), `/payments/${payment}/refunds`, good), 'UNAUTHORIZED');
    const member = await fixture.arrive({ role: 'member', name: 'Member' });
    expectApiError(await send(member, 'POST', `/payments/${payment}/refunds`, good), 'FORBIDDEN');
    expectApiError(await refund(payment, { ...good, reason: ' ' }), 'BAD_REQUEST');
    expectApiError(await refund(payment, { ...good, decision: undefined }), 'BAD_REQUEST');
    for (const amount of ['0', '-1', 'ten']) {
      const answer = await refund(payment, { ...good, amount });
      expectApiError(answer, 'UNPROCESSABLE');
      expect(answer.json()).toMatchObject({ error: { fields: { amount: expect.any(String) as string } } });
    }
    const { refundable } = await details(payment);
    expectApiError(await refund(payment, { ...good, amount: String((refundable + 1) / 100) }), 'CONFLICT');
    expect((await refund(payment, { ...good, amount: String(refundable / 100) })).statusCode).toBe(201);
    const again = await refund(payment, good);
    expectApiError(again, 'CONFLICT');
    expect(again.body).toContain('already been refunded in full');
    expectApiError(await refund(999_999, good), 'NOT_FOUND');
    expect((await details(payment)).refunds).toHaveLength(1);
  });
});

describe('refund made at Stripe', () => {
  it('triggers no reminders until the owner decides, and then from that day on', async () => {
    const client = 'dunned@site.example';
    const order = await depositByCard(client);
    await asOwner(order, '/transitions', { transition: 'start_work' });
    await model.refundAtProvider(0, 40);
    await lastEvent();
    const held = await read(order.reference);
    expect(held.summary).toMatchObject({ amountDue: 0, nextPayment: null, lateFees: [], nextAction: { by: 'owner' } });
    expect(held.summary.nextAction.message).toMatch(/^The refund or dispute of invoice .* is being reviewed\.$/);
    await site().db.$client.query('delete from emails');
    await passEachDay(1, 40);
    expect((await read(order.number)).summary).toMatchObject({ amountDue: 0, lateFees: [] });
    expect(await templates(client)).toEqual([]);
    const out = (await waiting()).reversals.at(-1);
    expect((await decide(out?.id ?? 0, 'owed')).statusCode).toBe(200);
    expect(await templates(client)).toEqual(['refund_decided']);
    const owedAgain = await read(order.reference);
    expect(owedAgain.summary).toMatchObject({
      amountDue: out?.amount,
      lateFees: [],
      nextPayment: { dueOn: '2027-04-10' },
    });
    expect(eventsOf(owedAgain).map(({ type, actor }) => [type, actor])).toEqual([
      ['refunded', 'owner'],
      ['refund_decided', 'owner'],
    ]);
    await passDays(49);
    expect((await read(order.number)).summary.lateFees).toHaveLength(1);
  });

  it.each(['cancel_work', 'refund'] as const)(
    'is credited when the order ends by “%s”, and nothing is refunded twice',
    async transition => {
      const order = await depositByCard();
      const payment = await paymentOf(order);
      if (transition === 'cancel_work') await asOwner(order, '/transitions', { transition: 'start_work' });
      await model.refundAtProvider(0, 40);
      await lastEvent();
      expect((await asOwner(order, '/transitions', { transition, reason: 'So.' })).statusCode).toBe(200);
      await model.processRefunds();
      const { refundable, refunds, payment: paid } = await details(payment);
      const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
      expect([refundable + refunded, refunds.every(({ state }) => state === 'succeeded')]).toEqual([paid.amount, true]);
      expect(refundable > 0).toBe(transition === 'cancel_work');
      const sums = await model.rowsOf<{ owed: number }>(
        `select sum(e.amount)::int as owed from ledger_entries e join billing_documents d on d.id = e.billing_document_id
        where d.order_id = $1 group by d.id`,
        [order.number],
      );
      expect(sums.map(({ owed }) => owed)).toEqual([0]);
      expect((await waiting()).reversals.filter(({ payment: { orderId } }) => orderId === order.number)).toEqual([]);
    },
  );
});

describe('disputed deposit', () => {
  it('does not count as paid, so work cannot start until it is decided or won', async () => {
    const order = await depositByCard();
    await model.dispute(0, 'needs_response');
    await lastEvent();
    const answer = await asOwner(order, '/transitions', { transition: 'start_work' });
    expectApiError(answer, 'CONFLICT');
    expect(answer.body).toContain('Payment term 1');
    expectApiError(
      await asOwner(order, '/transitions', { transition: 'start_without_content', reason: 'So.' }),
      'CONFLICT',
    );
    expect((await read(order.number)).summary).toMatchObject({ amountDue: 0, nextAction: { by: 'owner' } });
    await model.dispute(0, 'won');
    await lastEvent();
    const won = await read(order.number);
    expect(eventsOf(won).map(({ type, actor }) => [type, actor])).toEqual([
      ['disputed', 'client'],
      ['dispute_won', 'system'],
    ]);
    expect((await asOwner(order, '/transitions', { transition: 'start_work' })).statusCode).toBe(200);
  });

  it('adds its loss to the history', async () => {
    const order = await depositByCard();
    await model.dispute(0, 'needs_response');
    await lastEvent();
    await model.dispute(0, 'lost');
    await lastEvent();
    expect(eventsOf(await read(order.number)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^\$[\d,.]+ disputed on invoice \S+$/),
      expect.stringMatching(/^Dispute closed: \$[\d,.]+ on invoice \S+ returned to the client$/),
    ]);
  });

  it.each([
    ['credited', 200],
    ['owed', 409],
  ])('decided as %s lets work start with status %i', async (decision, status) => {
    const order = await depositByCard();
    await model.dispute(0, 'needs_response');
    await lastEvent();
    const out = (await waiting()).reversals.at(-1);
    expect((await decide(out?.id ?? 0, decision)).statusCode).toBe(200);
    expect((await asOwner(order, '/transitions', { transition: 'start_work' })).statusCode).toBe(status);
    if (status === 200) return;
    expect((await read(order.reference)).summary.nextAction).toMatchObject({ by: 'client' });
    await model.begin(await read(order.number), 'stripe');
    model.pay(0);
    await lastEvent();
    expect((await asOwner(order, '/transitions', { transition: 'start_work' })).statusCode).toBe(200);
  });
});

describe('a payment of an order recorded by the owner', () => {
  it('advances the order once the deposit is paid in full, and keeps work from starting when it is voided', async () => {
    const order = await placeOrder('starter', { email: CLIENT });
    const [deposit] = (await read(order.number)).billingDocuments;
    const record = async (amount: string) => {
      const [day] = (await read(order.number)).billingDocuments.map(({ issuedOn }) => issuedOn);
      const body = { amount, method: 'bank_transfer', receivedOn: day, sendsReceipt: true };
      const answer = await send(owner(), 'POST', `/invoices/${deposit?.number}/payments`, body);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<{ id: number }>().id;
    };
    await record('100');
    expect((await read(order.number)).status).toBe('agreed');
    const rest = ((deposit?.total ?? 0) - 10_000) / 100;
    expect((await read(order.reference)).summary.amountDue).toBe(rest * 100);
    const payment = await record(String(rest));
    await fixture.supplyContent(order);
    expect((await read(order.number)).status).toBe('content_received');
    const body = { reason: 'The transfer was for another order.', notifiesClient: true };
    expect((await send(owner(), 'POST', `/payments/${payment}/void`, body)).statusCode).toBe(200);
    const refused = await asOwner(order, '/transitions', { transition: 'start_work' });
    expect(expectApiError(refused, 'CONFLICT').message).toContain('is due again. It must be paid first.');
    const { events, summary } = await read(order.reference);
    expect(summary.amountDue).toBe(rest * 100);
    expect(events.find(({ type }) => type === 'payment_voided')).toMatchObject({
      actor: 'owner',
      reason: body.reason,
      message: expect.stringMatching(/^Payment of \$149\.50 for invoice .* voided$/) as string,
    });
    const write = { amount: String(rest), reason: 'A gift' };
    expect((await send(owner(), 'POST', `/invoices/${deposit?.number}/write-offs`, write)).statusCode).toBe(201);
    expect((await asOwner(order, '/transitions', { transition: 'start_work' })).statusCode).toBe(200);
  });
});
