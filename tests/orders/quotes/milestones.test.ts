import { describe, expect, it } from 'vitest';
import { processDueOrders } from '#features/orders/jobs.ts';
import { expectApiError, requestApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { orderFixture, type PlacedOrder } from '../../support/order-fixture.ts';
import { quoteFixture } from '../../support/quote-fixture.ts';

const fixture = orderFixture();
const { site, owner, rows, read, asClient, asOwner, pay, supplyContent, passDays, getStatus } = fixture;
const { requested, sendQuote, readForm, accept } = quoteFixture(site, owner);

const MILESTONES = [
  { description: 'Design approved', amount: '25%', dueOn: '2027-04-01' },
  { description: 'Beta', amount: '300', dueOn: '2027-05-01' },
  { description: 'Launch', dueOn: '2027-06-01' },
];

/** A quote for 1,000.00. */
const QUOTE = { lineItems: [{ description: 'Site', amount: '1000' }], milestones: MILESTONES, depositPercent: 20 };

/** Days from 1 March, when every test starts, to a date. */
const toDays = (day: string) => Temporal.PlainDate.from('2027-03-01').until(day, { largestUnit: 'days' }).days;

/** Processes deadlines on a day. */
async function run(day: string): Promise<void> {
  await passDays(toDays(day));
  await processDueOrders({ ...site().http.services, log: site().log.log });
}

async function agreed(changes: object = {}): Promise<PlacedOrder> {
  const order = await requested();
  const answer = await sendQuote(order.number, { ...QUOTE, ...changes });
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await accept(order.reference)).statusCode).toBe(200);
  await site().db.$client.query('delete from emails; delete from rate_limits');
  return order;
}

const applyTransition = async (order: PlacedOrder, transition: string, by = asOwner) =>
  expect((await by(order, '/transitions', { transition, reason: 'So it is.' })).statusCode).toBe(200);

async function started(changes: object = {}): Promise<PlacedOrder> {
  const order = await agreed(changes);
  if ((await getStatus(order)) === 'agreed') await pay(order);
  await supplyContent(order);
  await applyTransition(order, 'start_work');
  await site().db.$client.query('delete from emails; delete from rate_limits');
  return order;
}

async function completed(order: PlacedOrder): Promise<void> {
  await applyTransition(order, 'submit_for_review');
  await applyTransition(order, 'complete', asClient);
}

const invoices = async ({ number }: PlacedOrder) =>
  (await read(number)).billingDocuments
    .filter(({ kind }) => kind !== 'receipt')
    .map(({ kind, total, amountDue, issuedOn, dueOn }) => [kind, total, amountDue, issuedOn, dueOn]);
const states = async ({ reference }: PlacedOrder) =>
  (await read(reference)).milestones.map(({ amount, status }) => [amount, status]);

describe('milestones of a quote', () => {
  it('are agreed with the quote, and read back unchanged', async () => {
    const { number, reference } = await requested();
    expect((await readForm(number)).milestones).toEqual([]);
    expect((await sendQuote(number, QUOTE)).statusCode).toBe(200);
    const { quote, milestones, installments } = await read(reference);
    expect(quote).toMatchObject({ deposit: 20_000, balance: 80_000 });
    expect(installments).toBeNull();
    expect(milestones.map(({ description, amount, dueOn, status }) => [description, amount, dueOn, status])).toEqual([
      ['Design approved', 25_000, '2027-04-01', 'planned'],
      ['Beta', 30_000, '2027-05-01', 'planned'],
      ['Launch', 25_000, '2027-06-01', 'planned'],
    ]);
    expect(quote?.agreement).toContain('\nDesign approved, due 01 Apr 2027: $250.00\n');
    expect(await readForm(number)).toMatchObject({
      installments: 1,
      milestones: [...MILESTONES.slice(0, 2), { ...MILESTONES[2], amount: '' }],
    });
    expect((await sendQuote(number, { ...QUOTE, milestones: undefined })).statusCode).toBe(200);
    const plain = await read(reference);
    expect(plain.milestones).toEqual([]);
    expect(plain.quote?.agreement).toContain('\nBalance: $800.00 (term 2)\n');
    expectApiError(await accept(reference, { agreementHash: quote?.agreementHash }), 'CONFLICT');
  });

  it.each<[string, object, string, string]>([
    ['no milestone', { milestones: [] }, 'BAD_REQUEST', 'milestones'],
    ['a 13th', { milestones: Array.from({ length: 13 }, () => MILESTONES[2]) }, 'BAD_REQUEST', 'milestones'],
    [
      'no description',
      { milestones: [{ ...MILESTONES[2], description: ' ' }] },
      'BAD_REQUEST',
      'milestones.0.description',
    ],
    ['no date', { milestones: [{ ...MILESTONES[2], dueOn: '' }] }, 'BAD_REQUEST', 'milestones.0.dueOn'],
    ['more than the balance', { depositPercent: 60 }, 'UNPROCESSABLE', 'milestones.1.amount'],
    ['a date before the last day of the quote', { expiresOn: '2027-04-02' }, 'UNPROCESSABLE', 'milestones.0.dueOn'],
    ['installments', { installments: 2 }, 'UNPROCESSABLE', 'installments'],
    ['a deposit of 100%', { depositPercent: 100 }, 'UNPROCESSABLE', 'installments'],
  ])('are refused with %s, and nothing changes', async (_what, changes, code, field) => {
    const { number, reference } = await requested();
    await site().db.$client.query('delete from emails; delete from rate_limits');
    const answer = await sendQuote(number, { ...QUOTE, ...changes });
    expect(Object.keys(expectApiError(answer, code as 'UNPROCESSABLE').fields)).toContain(field);
    expect(await read(reference)).toMatchObject({ status: 'requested', total: 0, milestones: [] });
    expect(await rows('emails')).toEqual([]);
  });

  it('are invoiced once by date, a week before they are due, and missed runs are caught up', async () => {
    const order = await agreed();
    await run('2027-03-26');
    // Nothing before the deposit is paid.
    expect(await invoices(order)).toEqual([['deposit_invoice', 20_000, 20_000, '2027-03-01', '2027-03-01']]);
    await pay(order);
    await supplyContent(order);
    await site().db.$client.query('delete from emails');
    await Promise.all([run('2027-03-26'), run('2027-03-26')]);
    await run('2027-03-27');
    const first = ['installment_invoice', 25_000, 25_000, '2027-03-26', '2027-04-01'];
    expect((await invoices(order)).slice(1)).toEqual([first]);
    // A milestone doesn't keep work from starting.
    await applyTransition(order, 'start_work');
    const [document] = (await rows('billing_documents where kind = $$installment_invoice$$')).slice(-1);
    expect(document?.content).toMatchObject({ notes: 'Milestone 1 of 3: Design approved', total: 25_000 });
    expect(await states(order)).toEqual([
      [25_000, 'invoiced'],
      [30_000, 'planned'],
      [25_000, 'planned'],
    ]);
    await pay(order);
    expect((await states(order))[0]).toEqual([25_000, 'paid']);
    // After two weeks without a run, the agreed date has passed.
    await run('2027-05-04');
    expect((await invoices(order)).slice(2)).toEqual([
      ['installment_invoice', 30_000, 30_000, '2027-05-04', '2027-05-04'],
    ]);
    await run('2027-05-24');
    expect((await invoices(order)).slice(2).map(([, total]) => total)).toEqual([30_000]);
    await run('2027-05-25');
    expect((await invoices(order)).slice(3)).toEqual([
      ['installment_invoice', 25_000, 25_000, '2027-05-25', '2027-06-01'],
    ]);
    await pay(order);
    await pay(order);
    await completed(order);
    expect((await invoices(order)).map(([, total]) => total)).toEqual([20_000, 25_000, 30_000, 25_000]);
    expect(await getStatus(order)).toBe('paid');
  });

  it('are invoiced on completion with their dates; change orders go into the last one, a pause moves nothing', async () => {
    const order = await started();
    const change = { lineItems: [{ description: 'Map', amount: '120' }], extraDays: 30 };
    expect((await asOwner(order, '/change-orders', change)).statusCode).toBe(200);
    const [{ id } = { id: 0 }] = (await read(order.number)).changeOrders;
    expect((await asClient(order, `/change-orders/${id}/answer`, { answer: 'accept' })).statusCode).toBe(200);
    expect((await read(order.number)).total).toBe(112_000);
    expect((await read(order.reference)).installmentChoices).toEqual([]);
    expectApiError(await asClient(order, '/installments', { installments: 2 }, 'PUT'), 'CONFLICT');
    await completed(order);
    expect((await invoices(order)).slice(1)).toEqual([
      ['installment_invoice', 25_000, 25_000, '2027-03-01', '2027-04-01'],
      ['installment_invoice', 30_000, 30_000, '2027-03-01', '2027-05-01'],
      ['installment_invoice', 37_000, 37_000, '2027-03-01', '2027-06-01'],
    ]);
    await run('2027-05-30');
    expect(await invoices(order)).toHaveLength(4);
    for (let part = 0; part < 3; part++) await pay(order);
    expect(await getStatus(order)).toBe('paid');
    expect(await states(order)).toEqual([
      [25_000, 'paid'],
      [30_000, 'paid'],
      [37_000, 'paid'],
    ]);
  });

  it('leave a change order after the last one to a balance invoice', async () => {
    const order = await started({ milestones: [{ description: 'All', dueOn: '2027-03-15' }] });
    await run('2027-03-08');
    expect(
      (await asOwner(order, '/change-orders', { lineItems: [{ description: 'Map', amount: '120' }], extraDays: 0 }))
        .statusCode,
    ).toBe(200);
    const [{ id } = { id: 0 }] = (await read(order.number)).changeOrders;
    await asClient(order, `/change-orders/${id}/answer`, { answer: 'accept' });
    await completed(order);
    expect((await invoices(order)).slice(1)).toEqual([
      ['installment_invoice', 80_000, 80_000, '2027-03-08', '2027-03-15'],
      ['balance_invoice', 12_000, 12_000, '2027-03-08', '2027-03-15'],
    ]);
  });

  it.each(['cancel_work', 'refund'] as const)('stop with %s, which credits the invoiced ones', async transition => {
    const order = transition === 'refund' ? await agreed() : await started();
    if (transition === 'refund') await pay(order);
    await run('2027-03-26');
    if (transition === 'refund') await pay(order);
    await applyTransition(order, transition);
    await site().db.$client.query('delete from emails');
    const before = await invoices(order);
    await run('2027-07-01');
    expect(await invoices(order)).toEqual(before);
    expect(before.filter(([kind]) => kind === 'credit_note').map(([, total]) => total)).toEqual(
      transition === 'refund' ? [-20_000, -25_000] : [-25_000],
    );
    expect(await listEmailsTo(site(), 'noor@site.example')).toEqual([]);
    expect((await read(order.reference)).milestones).toMatchObject([{ amount: 25_000, invoice: {} }]);
  });

  it('have reminders and late fees like other invoices', async () => {
    const order = await started();
    await run('2027-03-25');
    await run('2027-03-30');
    const mails = await listEmailsTo(site(), 'noor@site.example');
    expect(mails.map(({ template }) => template)).toContain('payment_due_soon');
    await run('2027-04-09');
    expect((await read(order.number)).summary.lateFees).toMatchObject([{ amount: 1250 }]);
  });

  it('are reduced and credited if urgent delivery is declined after they are invoiced', async () => {
    const lines = { lineItems: [{ description: 'Site', amount: '1000' }], urgent: 'on', depositPercent: 0 };
    const milestones = [
      { description: 'One', amount: '500', dueOn: '2027-03-15' },
      { description: 'Two', amount: '700', dueOn: '2027-03-16' },
      { description: 'Three', dueOn: '2027-06-01' },
    ];
    const order = await agreed({ ...lines, milestones });
    await run('2027-03-09');
    expect((await invoices(order)).map(([, total]) => total)).toEqual([50_000, 70_000]);
    expect((await asOwner(order, '/urgent-delivery/decline', { reason: 'At sea.' })).statusCode).toBe(200);
    expect((await read(order.number)).total).toBe(100_000);
    expect((await invoices(order)).map(([kind, total]) => [kind, total])).toEqual([
      ['installment_invoice', 50_000],
      ['installment_invoice', 70_000],
      ['credit_note', -20_000],
    ]);
    await supplyContent(order);
    await applyTransition(order, 'start_work');
    await completed(order);
    expect(await invoices(order)).toHaveLength(3);
    await pay(order);
    await pay(order);
    expect(await getStatus(order)).toBe('paid');
  });
});

describe('a quote', () => {
  it('without a deposit starts on acceptance, offers no refund, and can be canceled until work starts', async () => {
    const order = await agreed({ depositPercent: 0, milestones: undefined });
    const other = await agreed({ depositPercent: 0, milestones: undefined });
    expect(await invoices(order)).toEqual([]);
    expect(await getStatus(order)).toBe('deposit_paid');
    await run('2027-03-20');
    for (const reference of [order.number, order.reference]) {
      const { summary, transitions, hasDeposit, events } = await read(reference);
      expect(hasDeposit).toBe(false);
      expect(events.map(({ message }) => message)).toContain('No deposit needed');
      expect(summary.refund).toEqual({ isAllowed: false, reason: null });
      const names = transitions.map(({ name }) => name);
      expect(names).toContain('cancel');
      expect(names).not.toContain('refund');
    }
    expectApiError(await asClient(order, '/transitions', { transition: 'refund' }), 'CONFLICT');
    expectApiError(await asOwner(order, '/transitions', { transition: 'refund', reason: 'Sorry.' }), 'CONFLICT');
    const csv = await requestApi(site(), `/orders.csv?search=${order.number}`, owner().cookie);
    expect(csv.body).toContain(',Agreed,');
    expect(csv.body).not.toContain('Deposit paid');
    await applyTransition(other, 'cancel', asClient);
    expect(await invoices(other)).toEqual([]);
    await supplyContent(order);
    await applyTransition(order, 'start_work');
    expectApiError(await asClient(order, '/transitions', { transition: 'cancel' }), 'CONFLICT');
    await completed(order);
    expect(await invoices(order)).toEqual([['balance_invoice', 100_000, 100_000, '2027-03-20', '2027-03-27']]);
    await pay(order);
    expect(await getStatus(order)).toBe('paid');
  });

  it('without a deposit can be refunded once a milestone is paid, and not canceled then', async () => {
    const order = await agreed({ depositPercent: 0 });
    await run('2027-03-26');
    expect((await read(order.reference)).transitions.map(({ name }) => name)).toContain('cancel');
    await pay(order);
    expectApiError(await asClient(order, '/transitions', { transition: 'cancel' }), 'CONFLICT');
    await applyTransition(order, 'refund', asClient);
    expect(await getStatus(order)).toBe('refunded');
  });

  it('with a deposit of 100% leaves nothing to invoice on completion', async () => {
    const order = await started({ depositPercent: 100, milestones: undefined });
    expectApiError(await asClient(order, '/transitions', { transition: 'cancel' }), 'CONFLICT');
    await applyTransition(order, 'submit_for_review');
    await site().db.$client.query('delete from emails');
    await applyTransition(order, 'complete', asClient);
    expect(await invoices(order)).toEqual([['deposit_invoice', 100_000, 0, '2027-03-01', '2027-03-01']]);
    expect(await getStatus(order)).toBe('paid');
    const { text } = (await listEmailsTo(site(), owner().email))[0] ?? { text: '' };
    expect(text).not.toMatch(/waiting for the balance/i);
  });

  it('with a deposit that is paid except for a declined surcharge continues immediately', async () => {
    const order = await agreed({ depositPercent: 100, milestones: undefined, urgent: 'on' });
    const [{ number } = { number: '' }] = (await read(order.number)).billingDocuments;
    const part = { amount: '1000', receivedOn: '2027-03-01', method: 'cash', sendsReceipt: false };
    const paid = await fixture.send(owner(), 'POST', `/invoices/${number}/payments`, part);
    expect(paid.statusCode, paid.body).toBe(201);
    expect(await getStatus(order)).toBe('agreed');
    expect((await asOwner(order, '/urgent-delivery/decline', { reason: 'At sea.' })).statusCode).toBe(200);
    expect(await getStatus(order)).toBe('deposit_paid');
  });

  it('with a deposit of 100% credits a declined surcharge and invoices later changes in full', async () => {
    const order = await agreed({ depositPercent: 100, milestones: undefined, urgent: 'on' });
    await pay(order);
    expect((await asOwner(order, '/urgent-delivery/decline', { reason: 'At sea.' })).statusCode).toBe(200);
    await supplyContent(order);
    await applyTransition(order, 'start_work');
    await asOwner(order, '/change-orders', { lineItems: [{ description: 'Map', amount: '400' }], extraDays: 0 });
    const [{ id } = { id: 0 }] = (await read(order.number)).changeOrders;
    await asClient(order, `/change-orders/${id}/answer`, { answer: 'accept' });
    expect(await read(order.number)).toMatchObject({ total: 140_000, balance: 40_000 });
    await completed(order);
    expect((await invoices(order)).map(([kind, total]) => [kind, total])).toEqual([
      ['deposit_invoice', 125_000],
      ['credit_note', -25_000],
      ['balance_invoice', 40_000],
    ]);
  });
});
