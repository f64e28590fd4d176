import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listOrdersForUser } from '#features/orders/lifecycle/queries/personal-data.ts';
import { sendDocument } from '#features/billing/jobs.ts';
import { refreshPayment, chargeCard } from '#features/payments/jobs.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { orders } from '#features/orders/feature.ts';
import { expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { cancelAllOrders, resetDocumentDays } from '../../support/document-days.ts';
import { growth, maintenance } from '../../support/order-deadline-fixture.ts';
import { type SavedCardFixture, savedCardFixture } from '../../support/saved-card-fixture.ts';
import { createTestUser, signIn } from '../../support/user-factory.ts';

let site: SavedCardFixture;
beforeAll(async () => (site = await savedCardFixture()));
afterAll(() => site.close());
beforeEach(async () => {
  await resetDocumentDays(site.db);
  await cancelAllOrders(site.db);
  await site.query('delete from pgboss.job');
  site.providers.takeWebhooks();
  site.providers.takeCalls();
});

const MONTHLY = 'Save this card and charge it automatically: $150.00 on the 1st of each month until you cancel.';

/** A subscription that began on 20 January 2027 and whose card is saved. */
async function subscribe(card = 'ok'): Promise<number> {
  site.at('2027-01-20');
  const id = await site.place(maintenance);
  await site.payAndSave(id, card);
  expect(await site.stateOf(id)).toBe('in_progress');
  await site.mails();
  site.providers.takeCalls();
  return id;
}

/** A completed plan for 1,000.00 with three remaining installments of about 166.67. */
async function completeWithInstallments(): Promise<number> {
  site.at('2027-01-05');
  const id = await site.place({ ...growth, contentItems: [] });
  await site.pay(id);
  await site.take(id, 'start_work');
  await site.take(id, 'submit_for_review');
  await site.setOrder(id, { installments: 3 });
  await site.take(id, 'complete', 'client');
  await site.mails();
  return id;
}

const owedOn = async (id: number) =>
  (await site.payableDocuments(id)).filter(({ owed }) => owed > 0).map(({ owed, dueOn }) => [owed, dueOn]);
const callsTo = (pattern: RegExp) => site.providers.takeCalls().filter(call => pattern.test(call)).length;
const CHARGES = /^POST \/v1\/payment_intents$/;
const services = () => ({ ...site.site.http.services, log: site.site.log.log });
const pendingCharge = async () =>
  (await site.query<{ id: number }>(`select id from payments where attempt is not null and status = 'pending'`))[0]
    ?.id ?? 0;

describe('consent', () => {
  it('is offered for a subscription and for remaining installments, and for nothing else', async () => {
    site.at('2027-01-20');
    const subscription = await site.place(maintenance);
    expect((await site.readPayments(await site.nextInvoice(subscription))).cardConsent).toBe(MONTHLY);
    const plan = await site.place(growth);
    expect((await site.readPayments(await site.nextInvoice(plan))).cardConsent).toBeNull();
    await resetDocumentDays(site.db);
    const installments = await completeWithInstallments();
    expect(await owedOn(installments)).toEqual([
      [16_667, '2027-01-12'],
      [16_667, '2027-02-12'],
      [16_666, '2027-03-12'],
    ]);
    expect((await site.readPayments(await site.nextInvoice(installments))).cardConsent).toBe(
      'Save this card and charge it automatically: $166.67 on 12 Feb 2027, $166.66 on 12 Mar 2027.',
    );
  });

  it('is required to save a card, and must match the current text', async () => {
    site.at('2027-01-20');
    const id = await site.place(maintenance);
    const number = await site.nextInvoice(id);
    const answer = await site.postPayment(number, { method: 'stripe', cardConsent: 'Charge me anything.' });
    expectApiError(answer, 'CONFLICT');
    site.providers.stripe.pay(await site.startPayment(number));
    await site.deliver();
    await site.runJobs();
    expect(await site.stateOf(id)).toBe('in_progress');
    expect(await site.cardsOf(id)).toEqual([]);
    await site.runOn('2027-02-01');
    expect(await site.chargesOf(id)).toEqual([]);
    expect(await site.read(id)).toMatchObject({ card: null, cardCharges: [], cardSetupUrl: null });
  });

  it('is stored with the card, once, for any number and order of webhooks and status checks', async () => {
    site.at('2027-01-20');
    const id = await site.place(maintenance);
    const number = await site.nextInvoice(id);
    site.providers.stripe.pay(await site.startPayment(number, MONTHLY));
    // The return page asks before the webhook arrives.
    await site.query(`update payments set provider_checked_at = null where status = 'pending'`);
    const [{ id: paymentId } = { id: 0 }] = await site.query<{ id: number }>(
      `select id from payments where status = 'pending' and saved_card_id is not null`,
    );
    await refreshPayment(services(), { paymentId });
    await site.runJobs();
    await site.deliver(3);
    await site.runJobs();
    expect(await site.cardsOf(id)).toEqual([
      { status: 'active', last4: '4242', detached: false, consent_text: MONTHLY, consent_ip: '203.0.113.1' },
    ]);
    expect(await site.read(id)).toMatchObject({
      card: { label: 'Visa ending in 4242', expires: '12/2034', consent: MONTHLY },
    });
    // It is offered only until a card is saved.
    await site.runOn('2027-02-01');
    expect((await site.readPayments(number)).cardConsent).toBeNull();
  });
});

describe('milestones', () => {
  const milestone = { entered: '', invoiceId: null };
  const milestones = [
    { ...milestone, description: 'Design', amount: toMinorUnits(20_000), dueOn: '2027-02-01' },
    { ...milestone, description: 'Launch', amount: null, dueOn: '2027-03-01' },
  ];
  const CONSENT = 'Save this card and charge it automatically: $200.00 on 01 Feb 2027, $300.00 on 01 Mar 2027.';

  /** An order in progress whose client saved their card when paying the deposit. */
  async function agree(): Promise<number> {
    site.at('2027-01-05');
    const id = await site.place({ ...growth, contentItems: [], milestones });
    expect((await site.readPayments(await site.nextInvoice(id))).cardConsent).toBe(CONSENT);
    await site.payAndSave(id);
    await site.take(id, 'start_work');
    await site.mails();
    return id;
  }

  it('are charged on their dates after the client agreed to them, each once and without a reminder', async () => {
    const id = await agree();
    await site.runOn('2027-01-25');
    expect(await owedOn(id)).toEqual([[20_000, '2027-02-01']]);
    await site.runOn('2027-01-30');
    expect(await site.chargesOf(id)).toEqual([]);
    await site.runOn('2027-02-01');
    await site.runOn('2027-02-01');
    expect(await site.chargesOf(id)).toEqual([{ attempt: 1, status: 'confirmed', failure_code: null, amount: 20_000 }]);
    await site.take(id, 'submit_for_review');
    await site.runOn('2027-02-22');
    await site.runOn('2027-03-01');
    expect((await site.chargesOf(id)).map(({ amount }) => amount)).toEqual([20_000, 30_000]);
    expect(await owedOn(id)).toEqual([]);
    expect(await site.mails()).not.toContain('payment_due_soon');
  });

  it('are announced as automatic charges by the invoice and its email, until the card is removed', async () => {
    const id = await agree();
    await site.runOn('2027-01-25');
    const number = await site.nextInvoice(id);
    const send = async (requestedAt: string) => {
      await sendDocument(services(), { data: { number, requestedAt }, isLastAttempt: false });
      const [mail] = await site.query<{ text: string }>(
        `select text from emails where template = 'document_issued' order by sequence desc`,
      );
      return mail?.text.replaceAll(/\s+/g, ' ') ?? '';
    };
    expect((await site.readPayments(number)).automaticChargeOn).toBe('2027-02-01');
    const automatic = await send('2027-01-25T12:00:00.000Z');
    expect(automatic).toContain('Your saved card will be charged automatically on 01 Feb 2027. View invoice:');
    expect((await site.asClient(id, '/card/remove')).statusCode).toBe(200);
    expect((await site.readPayments(number)).automaticChargeOn).toBeNull();
    const manual = await send('2027-01-25T13:00:00.000Z');
    expect(manual).not.toContain('automatically');
    expect(manual).toContain('View and pay invoice:');
  });

  it('aren’t charged if a change order changed the amount that the client agreed to', async () => {
    const id = await agree();
    const lineItems = [...growth.lineItems, { description: 'Map', amount: toMinorUnits(1000), term: 11 as const }];
    await site.setOrder(id, { lineItems, total: toMinorUnits(101_000) });
    await site.runOn('2027-01-25');
    await site.runOn('2027-02-01');
    await site.runOn('2027-03-01');
    expect((await site.chargesOf(id)).map(({ amount }) => amount)).toEqual([20_000]);
    expect(await owedOn(id)).toEqual([[31_000, '2027-03-01']]);
  });
});

describe('charge on the 1st', () => {
  it('pays each month’s invoice once, with a receipt, however often deadlines are processed', async () => {
    const id = await subscribe();
    site.at('2027-02-01');
    await Promise.all(Array.from({ length: 4 }, () => site.run()));
    // Another instance asks for the status at the same time.
    const paymentId = await pendingCharge();
    await Promise.all(Array.from({ length: 4 }, () => chargeCard(services(), { paymentId })));
    await site.runJobs();
    const made = (await site.deliver(3)).filter(({ body }) => body.includes('payment_intent.succeeded'));
    expect(made).toHaveLength(1);
    await site.runJobs();
    await site.runOn('2027-02-02');
    expect(await site.chargesOf(id)).toEqual([{ attempt: 1, status: 'confirmed', failure_code: null, amount: 15_000 }]);
    expect(await owedOn(id)).toEqual([]);
    const receipts = await site.query(
      `select total::int from billing_documents where kind = 'receipt' and payment_id in (select id from payments where attempt = 1 and saved_card_id in (select id from saved_cards where order_id = $1))`,
      [id],
    );
    expect(receipts).toEqual([{ total: 15_000 }]);
    await site.runOn('2027-03-01');
    expect((await site.chargesOf(id)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
    expect(await site.mails()).toEqual([]);
  });

  it('finds a charge whose response was lost, and makes no second one', async () => {
    const id = await subscribe();
    site.at('2027-02-01');
    await site.run();
    const paymentId = await pendingCharge();
    const { stripe } = site.providers;
    const handle = stripe.handle.bind(stripe);
    const lost = vi.spyOn(stripe, 'handle').mockImplementation(request => {
      const answer = handle(request);
      const isCharge = request.method === 'POST' && request.path === '/v1/payment_intents';
      return isCharge ? { status: 500, body: { error: { type: 'api_error', message: 'Lost.' } } } : answer;
    });
    await expect(chargeCard(services(), { paymentId })).rejects.toThrow('Lost.');
    lost.mockRestore();
    expect(site.providers.takeWebhooks().length).toBe(1);
    // The webhook never comes, and the key has expired by now.
    site.at('2027-02-03');
    await refreshPayment(services(), { paymentId });
    expect(site.providers.takeWebhooks()).toEqual([]);
    expect(await owedOn(id)).toEqual([]);
    expect((await site.chargesOf(id)).map(({ status }) => status)).toEqual(['confirmed']);
  });

  it('asks for the status of a charge that is still processing', async () => {
    const id = await subscribe('silent');
    await site.runOn('2027-02-01');
    expect((await site.chargesOf(id)).map(({ status }) => status)).toEqual(['pending']);
    // Until then, nothing else can be paid.
    const number = await site.nextInvoice(id);
    expect((await site.readPayments(number)).options).toEqual([]);
    expectApiError(await site.postPayment(number, { method: 'stripe' }), 'CONFLICT');
    site.at('2027-02-01T13:00:00Z');
    await site.sweep();
    await site.runJobs();
    expect((await site.chargesOf(id)).map(({ status }) => status)).toEqual(['confirmed']);
    expect(await owedOn(id)).toEqual([]);
  });

  it('closes an open checkout, and charges nothing if the checkout was paid', async () => {
    for (const isPaid of [false, true]) {
      const id = await subscribe();
      site.at('2027-02-01');
      await site.setOrder(id, { status: 'agreed' });
      await site.setOrder(id, { status: 'in_progress' });
      await site.run();
      const charge = await pendingCharge();
      // The client started to pay just before the charge.
      await site.query(`update payments set status = 'failed', settled_at = created_at where id = $1`, [charge]);
      const reference = await site.startPayment(await site.nextInvoice(id));
      await site.query(`update payments set status = 'pending', settled_at = null where id = $1`, [charge]);
      if (isPaid) site.providers.stripe.pay(reference);
      await site.runJobs();
      await site.deliver(2);
      await site.runJobs();
      const [made] = await site.chargesOf(id);
      expect(made).toMatchObject(
        isPaid ? { status: 'failed', failure_code: 'not_due' } : { status: 'confirmed', failure_code: null },
      );
      expect(callsTo(CHARGES)).toBe(isPaid ? 0 : 1);
      expect(await owedOn(id)).toEqual([]);
      expect(await site.query('select 1 from refunds')).toEqual([]);
      expect(await site.mails()).toEqual([]);
    }
  });

  it('waits while the owner has to confirm a transfer', async () => {
    const id = await subscribe();
    await site.query(`update billing_settings set bank_transfer_instructions = 'IBAN DE00'`);
    site.at('2027-02-01');
    await site.run();
    // The client reports a transfer before the waiting charge is made.
    const charge = await pendingCharge();
    await site.query(`update payments set status = 'failed', settled_at = created_at where id = $1`, [charge]);
    const transfer = { method: 'bank_transfer', sender: 'Noor', reference: crypto.randomUUID() };
    const answer = await site.postPayment(await site.nextInvoice(id), transfer);
    expect(answer.statusCode, answer.body).toBe(201);
    await site.query(`update payments set status = 'pending', settled_at = null where id = $1`, [charge]);
    await site.runJobs();
    expect(await site.chargesOf(id)).toMatchObject([{ status: 'failed', failure_code: 'not_due' }]);
    for (const day of ['2027-02-02', '2027-02-04']) await site.runOn(day);
    expect(await site.chargesOf(id)).toHaveLength(1);
    expect(callsTo(CHARGES)).toBe(0);
    await site.query(`update payments set status = 'rejected', settled_at = created_at where status = 'in_review'`);
    await site.runOn('2027-02-05');
    expect((await site.chargesOf(id)).map(({ status }) => status)).toEqual(['failed', 'confirmed']);
  });

  it('waits while PayPal checks a payment of the invoice', async () => {
    const id = await subscribe();
    site.at('2027-02-01');
    await site.run();
    const charge = await pendingCharge();
    const invoice = await site.nextInvoice(id);
    await site.query(
      `insert into payments (billing_document_id, method, status, amount, currency, created_at)
        select billing_document_id, 'paypal', 'processing', amount, currency, created_at from payments where id = $1`,
      [charge],
    );
    await site.runJobs();
    expect(await site.chargesOf(id)).toMatchObject([{ status: 'failed', failure_code: 'not_due' }]);
    for (const day of ['2027-02-02', '2027-02-04']) await site.runOn(day);
    expect(await site.chargesOf(id)).toHaveLength(1);
    expect(callsTo(CHARGES)).toBe(0);
    expectApiError(await site.postPayment(invoice, { method: 'stripe' }), 'CONFLICT');
    await site.query(`update payments set status = 'failed', settled_at = created_at where status = 'processing'`);
    await site.runOn('2027-02-05');
    expect((await site.chargesOf(id)).map(({ status }) => status)).toEqual(['failed', 'confirmed']);
  });

  it('pays the installments that the client agreed to on their due dates', async () => {
    const id = await completeWithInstallments();
    site.at('2027-01-06');
    const cookie = await signIn(site.site, site.owner);
    const nextPayment = async () => (await getApi<Order>(site.site, `/orders/${id}`, cookie)).summary.nextPayment;
    expect(await nextPayment()).toMatchObject({ dueOn: '2027-01-12', automaticChargeOn: null });
    await site.payAndSave(id);
    expect(await nextPayment()).toMatchObject({ dueOn: '2027-02-12', automaticChargeOn: '2027-02-12' });
    await site.runOn('2027-02-11');
    expect(await site.chargesOf(id)).toEqual([]);
    expect(await site.mails()).toEqual([]);
    await site.runOn('2027-02-12');
    expect(await site.chargesOf(id)).toMatchObject([{ status: 'confirmed', amount: 16_667 }]);
    await site.runOn('2027-03-12');
    expect(await site.stateOf(id)).toBe('paid');
  });
});

describe('refused charge', () => {
  it('is retried after 1, 3 and 7 days, each with one email, before the reminders continue', async () => {
    const id = await subscribe('funds');
    const sent: Record<string, string[]> = {};
    for (let day = 1; day <= 16; day++) {
      const on = `2027-02-${String(day).padStart(2, '0')}`;
      await site.runOn(on);
      await site.run();
      sent[on] = await site.mails();
    }
    expect(Object.entries(sent).filter(([, mails]) => mails.length > 0)).toEqual([
      ['2027-02-01', ['card_refused']],
      ['2027-02-02', ['card_refused']],
      ['2027-02-04', ['card_refused']],
      ['2027-02-08', ['card_refused']],
      ['2027-02-09', ['payment_overdue']],
      ['2027-02-15', ['payment_overdue']],
    ]);
    expect(await site.chargesOf(id)).toMatchObject(
      [1, 2, 3, 4].map(attempt => ({ attempt, status: 'failed', failure_code: 'insufficient_funds' })),
    );
    expect((await site.read(id)).cardCharges).toMatchObject([
      { status: 'failed', reason: 'There wasn’t enough money in the account.', retryOn: null },
      {},
      {},
      {},
    ]);
  });

  it('isn’t retried if the bank wants the client to confirm, until they pay', async () => {
    const id = await subscribe('auth');
    await site.runOn('2027-02-01');
    const [mail] = await site.query<{ subject: string; html: string }>(
      `select subject, html from emails where template = 'card_refused'`,
    );
    expect(mail?.subject).toBe(`Confirm your payment of $150.00 for invoice ${await site.nextInvoice(id)}`);
    expect(mail?.html).toContain(`/document/${await site.nextInvoice(id)}/`);
    for (const day of ['2027-02-02', '2027-02-04', '2027-02-08']) await site.runOn(day);
    expect(await site.chargesOf(id)).toMatchObject([{ failure_code: 'authentication_required' }]);
    site.providers.stripe.pay(await site.startPayment(await site.nextInvoice(id)));
    await site.deliver();
    expect(await owedOn(id)).toEqual([]);
  });

  it('is retried with the client’s new card', async () => {
    const id = await subscribe('funds');
    await site.runOn('2027-02-01');
    const answer = await site.asClient(id, '/card/change');
    expect(answer.statusCode, answer.body).toBe(200);
    const setup = answer.json<{ checkoutUrl: string }>().checkoutUrl;
    // The provider learns no secret link.
    expect(JSON.stringify(site.providers.stripe.find(setup.split('/').at(-1) ?? ''))).not.toContain('/order/');
    expect((await site.read(id)).cardSetupUrl).toBe(setup);
    site.providers.stripe.pay(setup.split('/').at(-1) ?? '', { card: 'ok', isSilent: true });
    // The webhook never comes; the client returns.
    expect((await site.asClient(id, '/card/refresh')).statusCode).toBe(200);
    await site.runJobs();
    expect(await site.cardsOf(id)).toMatchObject([
      { status: 'removed', last4: '9995', detached: true, consent_text: MONTHLY },
      { status: 'active', last4: '4242', detached: false, consent_text: MONTHLY },
    ]);
    expect((await site.read(id)).cardSetupUrl).toBeNull();
    await site.runOn('2027-02-01T15:00:00Z');
    expect(await site.chargesOf(id)).toMatchObject([{ status: 'failed' }, { attempt: 2, status: 'confirmed' }]);
    expect(await owedOn(id)).toEqual([]);
  });
});

describe('saved card', () => {
  it('is deleted at Stripe and never charged once the client removes it', async () => {
    const id = await subscribe();
    site.at('2027-02-01');
    await site.run();
    // A charge is waiting.
    const setup = (await site.asClient(id, '/card/change')).json<{ checkoutUrl: string }>().checkoutUrl;
    expect((await site.asClient(id, '/card/remove')).statusCode).toBe(200);
    // Tried again after a lost response.
    expect((await site.asClient(id, '/card/remove')).statusCode).toBe(200);
    await site.runJobs();
    expect(await site.mails()).toEqual(['card_removed']);
    expect(callsTo(CHARGES)).toBe(0);
    // The client finishes a change of card that they started earlier.
    site.providers.stripe.pay(setup.split('/').at(-1) ?? '');
    await site.deliver();
    await site.runJobs();
    const removed = { status: 'removed', detached: true };
    expect(await site.cardsOf(id)).toMatchObject([removed, removed]);
    expect(await site.chargesOf(id)).toMatchObject([{ status: 'failed', failure_code: 'not_saved' }]);
    await site.runOn('2027-03-01');
    expect(await site.chargesOf(id)).toHaveLength(1);
  });

  it('is removed when it is deleted at Stripe, and when its order is finished', async () => {
    const [deleted, finished] = [await subscribe(), await subscribe()];
    const [{ method_id: method } = { method_id: '' }] = await site.query<{ method_id: string }>(
      'select method_id from saved_cards where order_id = $1',
      [deleted],
    );
    site.providers.stripe.announce('payment_method.detached', { id: method, object: 'payment_method' });
    await site.deliver(2);
    expect(await site.cardsOf(deleted)).toMatchObject([{ status: 'removed' }]);
    await site.setOrder(finished, { status: 'closed' });
    await site.runOn('2027-01-21');
    expect(await site.cardsOf(finished)).toMatchObject([{ status: 'removed', detached: true }]);
  });

  it('is announced once before it expires, and again for a new expiry', async () => {
    const id = await subscribe();
    const card = { brand: 'visa', last4: '4242', exp_year: 2027 };
    const [{ method_id: method } = { method_id: '' }] = await site.query<{ method_id: string }>(
      'select method_id from saved_cards where order_id = $1',
      [id],
    );
    const update = async (exp_month: number) => {
      const object = { id: method, object: 'payment_method', card: { ...card, exp_month } };
      site.providers.stripe.announce('payment_method.automatically_updated', object);
      await site.deliver(2);
    };
    await update(3);
    expect((await site.read(id)).card).toMatchObject({ expires: '03/2027' });
    const notices = [];
    for (const day of ['2027-02-28', '2027-03-01', '2027-03-01', '2027-03-31']) {
      site.at(day);
      await site.sweep();
      notices.push(await site.mails());
    }
    expect(notices).toEqual([[], ['card_expiring'], [], []]);
    await update(4);
    await site.sweep();
    expect(await site.mails()).toEqual(['card_expiring']);
  });

  it('is announced as expired if its expiry is first known after it', async () => {
    const id = await subscribe();
    const [{ method_id: method } = { method_id: '' }] = await site.query<{ method_id: string }>(
      'select method_id from saved_cards where order_id = $1',
      [id],
    );
    const subjectOn = async (day: string, exp_month: number) => {
      const card = { brand: 'visa', last4: '4242', exp_year: 2027, exp_month };
      const object = { id: method, object: 'payment_method', card };
      site.providers.stripe.announce('payment_method.automatically_updated', object);
      await site.deliver(2);
      site.at(day);
      await site.sweep();
      const [mail] = await site.query<{ subject: string; text: string }>(
        `select subject, text from emails where template = 'card_expiring' order by sequence desc limit 1`,
      );
      return mail;
    };
    expect(await subjectOn('2027-03-31', 3)).toMatchObject({
      subject: 'Your Visa ending in 4242 expires soon',
      text: expect.stringContaining('expires 03/2027'),
    });
    const mail = await subjectOn('2027-04-01', 2);
    expect(mail).toMatchObject({
      subject: 'Your Visa ending in 4242 has expired',
      text: expect.stringContaining('expired 02/2027'),
    });
    expect(mail?.text).not.toMatch(/expires/);
  });

  it('is shown to the owner, who can’t change, remove or charge it', async () => {
    const id = await subscribe();
    const cookie = await signIn(site.site, site.owner);
    const order = await getApi<Order>(site.site, `/orders/${id}`, cookie);
    expect(order).toMatchObject({ party: 'owner', card: { label: 'Visa ending in 4242' }, cardSetupUrl: null });
    for (const action of ['change', 'refresh', 'remove'])
      expectApiError(await postApi(site.site, `/orders/${id}/card/${action}`, {}, { cookie }), 'FORBIDDEN');
    expect(await site.cardsOf(id)).toMatchObject([{ status: 'active' }]);
  });

  it('is in the client’s data, and deleted with their account', async () => {
    const id = await subscribe();
    const user = await createTestUser(site.db, {});
    await site.setOrder(id, { clientId: user.id });
    const [order] = await listOrdersForUser(site.db, site.site.http.services, user.id);
    expect(order?.savedCards).toMatchObject([{ brand: 'visa', last4: '4242', consent: MONTHLY, ip: '203.0.113.1' }]);
    expect(JSON.stringify(order)).not.toMatch(/pm_fake|cus_fake/);
    for (const data of orders.personalData ?? [])
      await site.db.transaction(async tx =>
        data.erase?.(tx, { userId: user.id, email: user.email }, site.site.http.services),
      );
    await site.runJobs();
    expect(await site.cardsOf(id)).toMatchObject([{ status: 'removed', detached: true }]);
  });
});

it('charges no more than the client agreed to', async () => {
  const id = await subscribe();
  await site.query('update saved_cards set max_amount = $1 where order_id = $2', [toMinorUnits(14_999), id]);
  await site.runOn('2027-02-01');
  expect(await site.chargesOf(id)).toEqual([]);
});
