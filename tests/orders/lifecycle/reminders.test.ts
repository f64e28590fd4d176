import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertAdjustment, insertLedgerEntry } from '#features/billing/queries/ledger.ts';
import { insertPendingPayment } from '#features/payments/actions/payments.ts';
import { changeSubscription } from '#features/orders/subscriptions/actions.ts';
import { updateContentItemSupplied } from '#features/orders/lifecycle/queries/orders.ts';
import { orderReminders } from '#features/orders/lifecycle/tables.ts';
import type { NewOrder } from '#features/orders/lifecycle/actions/create-order.ts';
import { setOwnProfile } from '../../support/emails.ts';
import { type DeadlineFixture, growth, maintenance, deadlineFixture } from '../../support/order-deadline-fixture.ts';
import { DEFAULT_PAYMENT_TERMS } from '../../support/order-factory.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { expectApiError, postApi } from '../../support/api-client.ts';
import { signIn } from '../../support/user-factory.ts';
import { cancelAllOrders, resetDocumentDays } from '../../support/document-days.ts';

let site: DeadlineFixture;
beforeAll(async () => {
  site = await deadlineFixture('America/New_York');
  await setOwnProfile(site);
});
afterAll(() => site.close());
beforeEach(() => resetDocumentDays(site.db));
// Each test has its own order; other orders must not send emails.
beforeEach(() => cancelAllOrders(site.db));

/**
 * Returns the reminders sent during a span of days, each with its day and recipient. Runs once a day, and again on a day
 * with a reminder, which must not be sent twice.
 */
async function listReminders(from: string, days: number): Promise<string[][]> {
  const lines: string[][] = [];
  for (let after = 0; after < days; after++) {
    const on = Temporal.PlainDate.from(from).add({ days: after }).toString();
    for (const hour of ['13', '20']) {
      site.at(`${on}T${hour}:00:00Z`);
      await site.run();
      const written = (await site.takeEmails()).filter(({ template }) => reminders.has(template));
      lines.push(...written.map(({ template, toEmail }) => [on, template, toEmail.split('@')[0] ?? '']));
      if (written.length === 0) break;
    }
  }
  return lines;
}
const reminders: ReadonlySet<string> = new Set([
  'quote_expiring',
  'payment_due_soon',
  'payment_overdue',
  'content_reminder',
  'answer_reminder',
  'late_fee_proposed',
  'quote_requested',
  'delivery_due',
  'subscription_unpaid',
]);

/** Returns the only reminder sent on a day. */
async function mailOn(day: string) {
  site.at(day);
  await site.takeEmails();
  await site.run();
  const written = (await site.takeEmails()).filter(({ template }) => reminders.has(template));
  expect(written).toHaveLength(1);
  return { ...written[0], text: written[0]?.text?.replaceAll(/\s+/g, ' ') ?? '' };
}

async function place(day: string, order: Partial<NewOrder> = {}): Promise<number> {
  site.at(day);
  const id = await site.place({ ...growth, ...order });
  await site.takeEmails();
  return id;
}

describe('reminders', () => {
  it('of a quote are sent twice and stop after the answer', async () => {
    const id = await place('2027-03-01', { kind: 'custom' });
    await site.setOrder(id, { status: 'quoted', quoteExpiresOn: '2027-03-20' });
    expect(await listReminders('2027-03-14', 8)).toEqual([
      ['2027-03-17', 'quote_expiring', 'noor'],
      ['2027-03-19', 'quote_expiring', 'noor'],
    ]);
    const other = await place('2027-03-01', { kind: 'custom' });
    await site.setOrder(other, { status: 'quoted', quoteExpiresOn: '2027-03-20' });
    site.at('2027-03-16');
    await site.take(other, 'accept_quote');
    expect((await listReminders('2027-03-17', 1)).filter(([, template]) => template === 'quote_expiring')).toEqual([]);
  });

  it('start again when an invoice of a paid order is due again', async () => {
    const id = await place('2027-03-01', { contentItems: [] });
    await site.pay(id);
    for (const transition of ['start_work', 'submit_for_review', 'complete'] as const) await site.take(id, transition);
    await site.pay(id);
    expect(await site.stateOf(id)).toBe('paid');
    expect(await listReminders('2027-03-01', 30)).toEqual([]);
    const { rows } = await site.db.execute<{ id: number; document: number; amount: string }>(
      sql`select p.id, d.id as document, p.amount from payments p join billing_documents d on d.id = p.billing_document_id where d.order_id = ${id} order by p.id desc`,
    );
    const [payment] = rows;
    const entry = { kind: 'voided', paymentId: payment?.id, amount: toMinorUnits(Number(payment?.amount)) } as const;
    const postedAt = new Date('2027-04-01T12:00:00Z');
    await site.db.transaction(async tx => {
      const adjustmentId = await insertAdjustment(tx, { reason: 'It was for another invoice.', createdAt: postedAt });
      const billingDocumentId = Number(payment?.document);
      await insertLedgerEntry(tx, { ...entry, billingDocumentId, adjustmentId, postedAt });
    });
    expect(await listReminders('2027-04-01', 10)).toEqual([
      ['2027-04-01', 'payment_due_soon', 'noor'],
      ['2027-04-02', 'payment_overdue', 'noor'],
      ['2027-04-08', 'payment_overdue', 'noor'],
      ['2027-04-09', 'late_fee_proposed', 'mira'],
    ]);
  });

  it('of a quote contain its last day, the time zone and the order link', async () => {
    const id = await place('2027-03-01', { kind: 'custom' });
    await site.setOrder(id, { status: 'quoted', quoteExpiresOn: '2027-03-20' });
    const mail = await mailOn('2027-03-17');
    expect(mail.text).toContain('Your quote for “Growth” is valid through 20 Mar 2027.');
    expect(mail.text).toContain('Dates are in the time zone America/New York.');
    expect(mail.text).toMatch(new RegExp(`http://localhost:5050/order/${id}\\.[\\w-]{20,}`));
    expect(mail).toMatchObject({ replyToName: 'Mira Castellan', replyToEmail: 'mira@castellan.example' });
  });

  it('of a request go to the owner after two days', async () => {
    const id = await place('2027-03-01', { kind: 'custom' });
    expect(await listReminders('2027-03-01', 8)).toEqual([['2027-03-03', 'quote_requested', 'mira']]);
    expect(await site.db.$count(orderReminders, eq(orderReminders.orderId, id))).toBe(1);
  });

  it('terms 6, 9 and 10: follow the dates of a plan, each sent once', async () => {
    const id = await place('2027-03-01');
    expect(await listReminders('2027-03-01', 20)).toEqual([
      ['2027-03-02', 'payment_overdue', 'noor'],
      ['2027-03-08', 'payment_overdue', 'noor'],
      ['2027-03-09', 'late_fee_proposed', 'mira'],
    ]);
    site.at('2027-03-21');
    await site.pay(id);
    expect(await listReminders('2027-03-21', 20)).toEqual([
      ['2027-03-24', 'content_reminder', 'noor'],
      ['2027-03-31', 'content_reminder', 'noor'],
    ]);
    await site.take(id, 'start_without_content');
    // Promised for 4 April, plus 19 days of waiting.
    expect(await listReminders('2027-04-10', 20)).toEqual([
      ['2027-04-22', 'delivery_due', 'mira'],
      ['2027-04-24', 'delivery_due', 'mira'],
    ]);
    await site.take(id, 'submit_for_review');
    expect(await listReminders('2027-04-30', 12)).toEqual([
      ['2027-05-02', 'answer_reminder', 'noor'],
      ['2027-05-09', 'answer_reminder', 'noor'],
    ]);
    await site.take(id, 'complete');
    expect(await listReminders('2027-05-12', 8)).toEqual([
      ['2027-05-16', 'payment_due_soon', 'noor'],
      ['2027-05-19', 'payment_overdue', 'noor'],
    ]);
    await site.pay(id);
    expect(await listReminders('2027-05-20', 20)).toEqual([]);
  });

  it('term 9: name the missing content and quote the terms', async () => {
    const id = await place('2027-03-01');
    await site.pay(id);
    await site.act(tx => updateContentItemSupplied(tx, id, 1, new Date('2027-03-01T13:00:00Z')));
    const { text } = await mailOn('2027-03-04');
    expect(text).toContain('The texts');
    expect(text).not.toContain('The logo');
    expect(text).toContain('Payment term 9: What term 9 says.');
    expect(text).toContain('Payment term 10: What term 10 says.');
  });

  it('term 6: contain the open amount, due date and first late-fee date', async () => {
    await place('2027-03-01');
    const { text, subject } = await mailOn('2027-03-02');
    expect(subject).toMatch(/^Invoice 2027-\d{4} from .+ is overdue$/);
    expect(text).toContain('was due on 01 Mar 2027, and $500.00 is still unpaid.');
    expect(text).toContain('From 09 Mar 2027, a late fee of 5% may be added');
    expect(text).toContain('Payment term 6: What term 6 says.');
  });

  it('term 6: ask the owner to decide on a late fee', async () => {
    const id = await place('2027-03-01', {
      agreedTerms: { ...growth.agreedTerms, settings: { ...DEFAULT_PAYMENT_TERMS, lateFeeAfterDays: 3 } },
    });
    await listReminders('2027-03-04', 1);
    const mail = await mailOn('2027-03-05');
    expect(mail.toEmail).toBe('mira@site.example');
    expect(mail.text).toContain('You can charge a late fee of $25.00, or waive it.');
    expect(mail.text).toContain(`/dashboard/orders/${id}`);
  });

  it('and automatic late fees wait while a payment is in review', async () => {
    const agreedTerms = {
      ...growth.agreedTerms,
      settings: { ...DEFAULT_PAYMENT_TERMS, lateFeeMode: 'automatic' as const },
    };
    const id = await place('2027-03-01', { agreedTerms });
    const [deposit] = await site.payableDocuments(id);
    await site.act((tx, { now }) =>
      insertPendingPayment(tx, now, {
        documentId: deposit?.id ?? 0,
        method: 'bank_transfer',
        reference: crypto.randomUUID(),
      }),
    );
    expect(await listReminders('2027-03-01', 20)).toEqual([]);
    expect(await site.payableDocuments(id)).toHaveLength(1);
  });

  it('term 4: are sent before each installment', async () => {
    const id = await place('2027-03-01', { contentItems: [] });
    await site.setOrder(id, { installments: 2 });
    await site.pay(id);
    await site.take(id, 'start_work');
    await site.take(id, 'submit_for_review');
    await site.take(id, 'complete');
    const mail = await mailOn('2027-03-06');
    expect(mail.text).toContain('Your next installment, invoice');
    expect(mail.text).toContain('$250.00');
    expect(mail.text).toContain('Payment term 4: What term 4 says.');
    await site.pay(id);
    expect(await listReminders('2027-03-07', 31)).toEqual([['2027-04-06', 'payment_due_soon', 'noor']]);
  });

  it('term 14: continue until the month is paid and suggest a pause to the owner', async () => {
    const id = await place('2027-03-20', maintenance);
    await site.pay(id);
    expect(await listReminders('2027-04-01', 39)).toEqual([
      ['2027-04-06', 'payment_due_soon', 'noor'],
      ['2027-04-09', 'payment_overdue', 'noor'],
      ['2027-04-15', 'payment_overdue', 'noor'],
      ['2027-04-16', 'late_fee_proposed', 'mira'],
      ['2027-05-06', 'payment_due_soon', 'noor'],
      ['2027-05-08', 'subscription_unpaid', 'mira'],
      ['2027-05-09', 'payment_overdue', 'noor'],
    ]);
    await site.act((tx, issuing) =>
      changeSubscription(tx, issuing, { orderId: id, action: 'pause', party: 'owner', actorId: null }),
    );
    await site.pay(id);
    await site.pay(id);
    expect(await listReminders('2027-05-10', 60)).toEqual([]);
  });

  it('are not sent for a cancelled order', async () => {
    const id = await place('2027-03-01');
    await site.take(id, 'cancel');
    await site.takeEmails();
    expect(await listReminders('2027-03-02', 14)).toEqual([]);
  });

  it('wait until the site has an owner', async () => {
    await place('2027-03-01', { kind: 'custom' });
    await site.db.$client.query(`update users set role = 'member'`);
    expect(await listReminders('2027-03-05', 1)).toEqual([]);
    await site.db.$client.query(`update users set role = 'owner'`);
    expect(await listReminders('2027-03-06', 1)).toEqual([['2027-03-06', 'quote_requested', 'mira']]);
  });
});

describe('the schedule of payment reminders', () => {
  const STANDARD = { daysBefore: 2, isOnDueDate: false, daysAfter: [1, null, null], warnsOfLateFee: true };
  const all = { ...STANDARD, isOnDueDate: true, daysAfter: [3, 7, 14] };
  // Signs in for each request, because the clock moves further than a session lasts.
  const signInOwner = () => signIn(site.site, { id: '', name: '', email: 'mira@site.example' });
  const save = async (schedule: object) =>
    postApi(site.site, '/payment-reminders', schedule, { method: 'PUT', cookie: await signInOwner() });

  it('doesn’t affect invoices that are already overdue, and sends each reminder of the others once', async () => {
    await place('2027-03-01');
    expect(await listReminders('2027-03-01', 20)).toHaveLength(3);
    site.at('2027-03-22');
    expect((await save(all)).json()).toEqual({ ...all, lateFeeAfterDays: 7 });
    expect(await listReminders('2027-03-22', 20)).toEqual([]);
    await place('2027-04-11');
    expect(await listReminders('2027-04-11', 40)).toEqual([
      ['2027-04-14', 'payment_overdue', 'noor'],
      ['2027-04-18', 'payment_overdue', 'noor'],
      ['2027-04-19', 'late_fee_proposed', 'mira'],
      ['2027-04-25', 'payment_overdue', 'noor'],
    ]);
    // Changing the days of a stage doesn't send its reminder again.
    site.at('2027-05-21');
    await save({ ...all, daysAfter: [20, 30, 45] });
    expect(await listReminders('2027-05-21', 10)).toEqual([]);
  });

  it('refuses days that are out of range or out of order, and is limited to the owner', async () => {
    const refused = [
      ['daysBefore', { ...all, daysBefore: 0 }],
      ['daysAfter.0', { ...all, daysAfter: [1.5, null, null] }],
      ['daysAfter.2', { ...all, daysAfter: [3, 7, 7] }],
      ['daysAfter.2', { ...all, daysAfter: [3, null, 2] }],
    ] as const;
    for (const [field, schedule] of refused) {
      expect(Object.keys(expectApiError(await save(schedule), 'BAD_REQUEST').fields)).toEqual([field]);
    }
    expectApiError(await postApi(site.site, '/payment-reminders', all, { method: 'PUT' }), 'UNAUTHORIZED');
  });

  it('is previewed with the days and terms, for the owner', async () => {
    site.at('2027-06-01');
    expect((await save({ ...all, daysBefore: 5 })).statusCode).toBe(200);
    const cookie = await signInOwner();
    const preview = (name: string, headers = { cookie }) =>
      site.site.http.app.inject({ url: `/dashboard/reminders/preview/${name}`, headers });
    const before = await preview('before');
    expect(before.headers['content-security-policy']).toContain('sandbox');
    expect(before.body).toContain('06 Jun 2027');
    expect((await preview('on_due_date')).body).toContain('Your invoice is due today');
    const overdue = (await preview('overdue')).body;
    for (const text of ['Your invoice is overdue', '29 May 2027', '06 Jun 2027']) expect(overdue).toContain(text);
    const own = { subject: 'Pay {{invoice_number}}', body: 'Please pay {{amount_due}} by {{due_date}}.' };
    const path = '/document-emails/reminder_overdue/en';
    expect((await postApi(site.site, path, own, { cookie, method: 'PUT' })).statusCode).toBe(200);
    expect((await preview('overdue')).body).toMatch(/Please pay \$1,200\.00 by 29 May 2027\./);
    await postApi(site.site, path, {}, { cookie, method: 'DELETE' });
    expect((await preview('elsewhere')).statusCode).toBe(404);
    expect((await preview('before', { cookie: '' })).statusCode).toBe(401);
    expect((await site.takeEmails()).filter(({ template }) => reminders.has(template))).toEqual([]);
  });
});

describe('the reminders of a client', () => {
  const signInOwner = () => signIn(site.site, { id: '', name: '', email: 'mira@site.example' });
  const send = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
    const answer = await postApi(site.site, path, body, { method, cookie: await signInOwner() });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json<{ id: number }>();
  };
  const none = { daysBefore: null, isOnDueDate: false, daysAfter: [null, null, null], warnsOfLateFee: false };
  const toClients = async (from: string, days: number) =>
    (await listReminders(from, days)).filter(([, , recipient]) => recipient !== 'mira');

  beforeEach(async () => {
    await site.db.$client.query(
      `delete from client_merges; delete from clients;
       update payment_reminder_settings set days_before = 2, days_after = '[1, null, null]', changed_on = null`,
    );
  });

  it('replace the site’s reminders, and a change sends nothing for earlier days', async () => {
    await place('2027-07-01', { clientEmail: 'own@client.example' });
    await place('2027-07-01', { clientEmail: 'none@client.example' });
    const { rows } = await site.db.$client.query<{ id: number; email: string }>(
      'select client_id as id, email from client_emails order by email desc',
    );
    const [own, quiet] = rows.map(({ id }) => id);
    await send(`/clients/${own}/payment-reminders`, { schedule: { ...none, daysAfter: [4, 9, null] } }, 'PUT');
    await send(`/clients/${quiet}/payment-reminders`, { schedule: none }, 'PUT');
    expect(await toClients('2027-07-01', 15)).toEqual([
      ['2027-07-05', 'payment_overdue', 'own'],
      ['2027-07-10', 'payment_overdue', 'own'],
    ]);
    site.at('2027-07-20');
    for (const id of [own, quiet]) await send(`/clients/${id}/payment-reminders`, { schedule: null }, 'PUT');
    expect(await toClients('2027-07-20', 20)).toEqual([]);
    site.at('2027-08-15');
    const refused = await postApi(
      site.site,
      `/clients/${own}/payment-reminders`,
      { schedule: { ...none, daysAfter: [3, 3, null] } },
      { method: 'PUT', cookie: await signInOwner() },
    );
    expect(Object.keys(expectApiError(refused, 'BAD_REQUEST').fields)).toEqual(['schedule.daysAfter.1']);
  });

  it('are kept when a merge is made and undone, which sends nothing for earlier days', async () => {
    await place('2027-09-01', { clientEmail: 'none@client.example' });
    const [quiet = 0] = (
      await site.db.$client.query<{ id: number }>('select client_id as id from client_emails')
    ).rows.map(({ id }) => id);
    await send(`/clients/${quiet}/payment-reminders`, { schedule: none }, 'PUT');
    const other = { ...none, daysAfter: [2, null, null] };
    const billing = { company: '', street: '', postalCode: '', city: '', region: '', country: '', taxId: '' };
    const kept = await send('/clients', {
      name: 'Noor',
      emails: ['kept@client.example'],
      billing,
      reminderSchedule: other,
    });
    const scheduleOf = async (id: number) =>
      (
        await site.db.$client.query<{ schedule: object }>(
          'select reminder_schedule as schedule from clients where id = $1',
          [id],
        )
      ).rows[0]?.schedule;
    site.at('2027-09-10');
    await send(`/clients/${quiet}/merge`, { into: kept.id });
    expect(await scheduleOf(kept.id)).toEqual(other);
    expect(await toClients('2027-09-10', 3)).toEqual([]);
    site.at('2027-09-14');
    await send(`/clients/${kept.id}/payment-reminders`, { schedule: null }, 'PUT');
    await send(`/clients/${quiet}/undo-merge`, {});
    expect([await scheduleOf(kept.id), await scheduleOf(quiet)]).toEqual([null, none]);

    // A client without a schedule uses that of the client merged into it, until the merge is undone.
    await send(`/clients/${quiet}/merge`, { into: kept.id });
    expect(await scheduleOf(kept.id)).toEqual(none);
    await send(`/clients/${quiet}/undo-merge`, {});
    expect(await scheduleOf(kept.id)).toBeNull();
    expect(await toClients('2027-09-14', 5)).toEqual([]);
  });

  it('are previewed with the client’s days, name and language', async () => {
    site.at('2027-10-01');
    const billing = { company: '', street: '', postalCode: '', city: '', region: '', country: '', taxId: '' };
    const { id } = await send('/clients', {
      name: 'Jonas Weber',
      billing,
      language: 'de',
      reminderSchedule: { ...none, daysBefore: 6 },
    });
    const cookie = await signInOwner();
    const preview = (client: string) =>
      site.site.http.app.inject({ url: `/dashboard/reminders/preview/before?client=${client}`, headers: { cookie } });
    const { body } = await preview(String(id));
    for (const text of ['Guten Tag Jonas Weber', '07.10.2027']) expect(body).toContain(text);
    for (const client of ['999999', 'x']) expect((await preview(client)).statusCode, client).toBe(404);
  });
});
