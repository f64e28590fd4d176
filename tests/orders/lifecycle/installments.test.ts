import { describe, expect, it } from 'vitest';
import { expectApiError, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { orderFixture } from '../../support/order-fixture.ts';

const { site, owner, send, rows, placeStartedOrder, read, asClient, asOwner, pay, passDays } = orderFixture();

/** Returns what the owner's emails about an order say, oldest first, and forgets them. */
async function takeOwnerUpdates(): Promise<string[]> {
  const mails = (await listEmailsTo(site(), owner().email)).filter(({ template }) => template === 'order_updated');
  await site().db.$client.query(`delete from emails where template = 'order_updated'`);
  return mails.toReversed().map(({ subject, text }) => `${subject}: ${text}`.replaceAll(/\s+/g, ' '));
}

/** Returns an order whose work the client has accepted, so its balance is invoiced. */
async function completed(id: string) {
  const order = await placeStartedOrder(id);
  expect((await asOwner(order, '/transitions', { transition: 'submit_for_review' })).statusCode).toBe(200);
  expect((await asClient(order, '/transitions', { transition: 'complete' })).statusCode).toBe(200);
  return order;
}

describe('term 4: installments chosen after acceptance', () => {
  it('replace an unpaid balance invoice and are refused once it is paid', async () => {
    const order = await completed('business');
    const seen = await read(order.reference);
    const [deposit, balance] = seen.billingDocuments;
    expect(seen.installmentChoices).toEqual([2, 3, 4, 5, 6]);
    expect((await read(order.number)).installmentChoices).toEqual([]);
    await passDays(3);
    await takeOwnerUpdates();
    // Choosing a single payment, which is how it was invoiced, replaces nothing.
    expect((await asClient(order, '/installments', { installments: 1 }, 'PUT')).statusCode).toBe(200);
    expect((await read(order.reference)).billingDocuments).toHaveLength(2);
    expect(await takeOwnerUpdates()).toEqual([]);
    expect((await asClient(order, '/installments', { installments: 3 }, 'PUT')).statusCode).toBe(200);
    expect(await takeOwnerUpdates()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Order ${order.number}: Balance in 3 monthly installments: .*Invoice ${balance?.number} was replaced by 3 installment invoices`,
        ),
      ),
    ]);
    const after = await read(order.reference);
    const due = after.billingDocuments.map(({ kind, total, amountDue, dueOn }) => [kind, total, amountDue, dueOn]);
    expect(due).toEqual([
      ['deposit_invoice', deposit?.total, 0, deposit?.dueOn],
      ['balance_invoice', balance?.total, 0, '2027-03-08'],
      ['credit_note', -74_950, 0, null],
      ['installment_invoice', 24_984, 24_984, '2027-03-08'],
      ['installment_invoice', 24_983, 24_983, '2027-04-08'],
      ['installment_invoice', 24_983, 24_983, '2027-05-08'],
    ]);
    expect(after.summary.amountDue).toBe(balance?.total);
    expect(after.summary.nextPayment).toMatchObject({ amount: 24_984 });
    // An installment lists the paid deposit, not the replaced invoice.
    const [, , , first] = after.billingDocuments;
    const { content } = (await rows(`billing_documents where number = '${first?.number}'`))[0] ?? {};
    expect(JSON.stringify(content)).toContain(`Less deposit invoice ${deposit?.number}`);
    expect(JSON.stringify(content)).not.toContain(balance?.number);
    for (const installments of [1, 2]) {
      expectApiError(await asClient(order, '/installments', { installments }, 'PUT'), 'CONFLICT');
    }
    expect(await takeOwnerUpdates()).toEqual([]);
    for (let part = 0; part < 3; part++) await pay(order);
    expect((await read(order.number)).status).toBe('paid');
  });

  it('are emailed to the owner once if chosen before the invoice, and so is the return to one payment', async () => {
    const order = await placeStartedOrder('business');
    await takeOwnerUpdates();
    for (const installments of [2, 2, 1, 1]) {
      expect((await asClient(order, '/installments', { installments }, 'PUT')).statusCode).toBe(200);
    }
    expect(await takeOwnerUpdates()).toEqual([
      expect.stringContaining('when the client accepts the work'),
      expect.stringMatching(/Single payment chosen: .*in one payment/),
    ]);
    expect((await read(order.reference)).events.slice(-2)).toMatchObject([
      { actor: 'client', message: 'Balance in 2 monthly installments' },
      { actor: 'client', message: 'Single payment chosen' },
    ]);
  });

  it('start today if the balance was already due', async () => {
    const order = await completed('business');
    await passDays(10);
    expect((await asClient(order, '/installments', { installments: 2 }, 'PUT')).statusCode).toBe(200);
    const { billingDocuments } = await read(order.reference);
    expect(billingDocuments.flatMap(({ kind, dueOn }) => (kind === 'installment_invoice' ? [dueOn] : []))).toEqual([
      '2027-03-11',
      '2027-04-11',
    ]);
  });

  it('are refused while a payment is pending and after it is confirmed', async () => {
    await site().db.$client.query(`update billing_settings set bank_transfer_instructions = 'IBAN DE00 0000 0000'`);
    const order = await completed('business');
    const path = (await read(order.number)).summary.nextPayment?.path
      .replace('/document/', '/billing-documents/')
      .split('?')[0];
    const payment = { method: 'bank_transfer', sender: 'Noor Haddad', reference: `${order.number} balance` };
    const answer = await postApi(site(), `${path}/payments`, payment);
    expect(answer.statusCode, answer.body).toBe(201);
    const refuse = async () => {
      expect((await read(order.reference)).installmentChoices).toEqual([]);
      expectApiError(await asClient(order, '/installments', { installments: 3 }, 'PUT'), 'CONFLICT');
      expect((await read(order.reference)).billingDocuments.map(({ kind }) => kind)).not.toContain('credit_note');
    };
    await refuse();
    const confirmed = await send(owner(), 'POST', `/payments/${answer.json<{ id: number }>().id}/confirm`, {});
    expect(confirmed.statusCode).toBe(200);
    await refuse();
  });
});
