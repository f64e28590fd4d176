import { describe, expect, it } from 'vitest';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { expectApiError, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { orderFixture } from '../../support/order-fixture.ts';

const {
  site,
  owner,
  arrive,
  send,
  rows,
  placeOrder,
  placeStartedOrder,
  supplyContent,
  read,
  asClient,
  asOwner,
  pay,
  sendFile,
  download,
  passDays,
} = orderFixture();

/** The address of the client who places the orders. */
const CLIENT = 'noor@site.example';

/** Returns the emails since the last call, oldest first, with the recipient. */
async function takeEmails() {
  const sent = await rows('emails');
  await site().db.$client.query('delete from emails');
  return sent.map(({ to_email: to, subject, text }) => ({
    to,
    subject: String(subject),
    text: String(text).replaceAll(/\s+/g, ' '),
  }));
}

describe('terms 1 and 9: starting work', () => {
  it('is refused before the deposit is paid and the content supplied', async () => {
    const order = await placeOrder();
    const early = expectApiError(await asOwner(order, '/transitions', { transition: 'start_work' }), 'CONFLICT');
    expect(early.message).toContain('term 1');
    const blockOf = ({ transitions }: Order) =>
      transitions.find(({ name }) => name === 'start_work')?.blockedReason?.term;
    expect([blockOf(await read(order.number)), blockOf(await read(order.reference))]).toEqual([1, undefined]);
    await pay(order);
    const seen = await read(order.number);
    const { status, contentItems, transitions: moves } = seen;
    expect([blockOf(seen), blockOf(await read(order.reference))]).toEqual([9, undefined]);
    expect([status, contentItems.length]).toEqual(['deposit_paid', 4]);
    expect(moves.find(({ name }) => name === 'start_without_content')).toMatchObject({
      requiresReason: true,
      blockedReason: null,
    });
    const missing = expectApiError(await asOwner(order, '/transitions', { transition: 'start_work' }), 'CONFLICT');
    expect(missing.message).toContain('term 9');
    const unexplained = await asOwner(order, '/transitions', { transition: 'start_without_content' });
    // The form shows a message once that is the same above it and at the field.
    const { message, fields } = expectApiError(unexplained, 'UNPROCESSABLE');
    expect(fields).toEqual({ reason: message });
    expectApiError(
      await asClient(order, '/transitions', { transition: 'start_without_content', reason: 'Hurry.' }),
      'CONFLICT',
    );
    expect((await read(order.number)).status).toBe('deposit_paid');
    expect(
      (await asOwner(order, '/transitions', { transition: 'start_without_content', reason: 'It follows.' })).statusCode,
    ).toBe(200);
    expect((await read(order.reference)).events.at(-1)).toMatchObject({ reason: 'It follows.', actor: 'owner' });
    expect((await listEmailsTo(site(), 'noor@site.example'))[0]).toMatchObject({ template: 'order_updated' });
  });

  it('is possible once every content item is supplied', async () => {
    const order = await placeOrder();
    await pay(order);
    const [first, ...others] = (await read(order.reference)).contentItems;
    expect(
      (await sendFile(order.reference, `name=texts.txt&purpose=content&contentItem=${first?.position}`)).statusCode,
    ).toBe(201);
    for (const { position } of others)
      expect((await asClient(order, `/content-items/${position}`)).statusCode).toBe(200);
    const seen = await read(order.number);
    expect(seen.status).toBe('content_received');
    expect(seen.files).toMatchObject([
      { name: 'texts.txt', purpose: 'content', contentItem: 1, uploadedBy: 'client', sizeBytes: 10 },
    ]);
    expectApiError(await asClient(order, '/content-items/1'), 'CONFLICT');
    const notifications = (await listEmailsTo(site(), owner().email)).filter(
      ({ template }) => template === 'order_updated',
    );
    expect(notifications.map(({ subject }) => subject)).toEqual([
      `Order ${order.number}: All content received`,
      `Order ${order.number}: Deposit paid`,
    ]);
  });

  it('is announced with the deposit if the content came first', async () => {
    const order = await placeOrder();
    await supplyContent(order);
    await pay(order);
    expect((await read(order.number)).status).toBe('content_received');
    const [notification, ...others] = (await listEmailsTo(site(), owner().email)).filter(
      ({ template }) => template === 'order_updated',
    );
    expect(notification?.subject).toBe(`Order ${order.number}: Deposit paid`);
    expect(notification?.text).toContain('All content is in.');
    expect(others).toEqual([]);
  });
});

describe('terms 7 and 8: refund', () => {
  it('is available to the client in full after a week without work', async () => {
    const order = await placeOrder();
    await pay(order);
    const early = expectApiError(await asClient(order, '/transitions', { transition: 'refund' }), 'CONFLICT');
    expect(early.message).toContain('09 Mar 2027');
    await passDays(8);
    expect((await read(order.reference)).summary.refund).toMatchObject({ isAllowed: true, reason: { term: 7 } });
    await takeEmails();
    expect((await asClient(order, '/transitions', { transition: 'refund' })).statusCode).toBe(200);
    expect((await read(order.reference)).status).toBe('refunded');
    expect(await rows('refunds')).toMatchObject([{ status: 'pending', amount: 49_950 }]);
    // The owner has to transfer the money.
    const email = (await takeEmails()).find(({ to }) => to === owner().email);
    expect(email?.text).toContain('Send the refund to the client, then mark it as sent on the Payments page.');
  });

  it('keeps the owner’s own reason for a refund', async () => {
    const order = await placeOrder();
    await pay(order);
    await asOwner(order, '/transitions', { transition: 'refund', reason: 'I am fully booked.' });
    const { events } = await read(order.reference);
    expect(events.slice(-2).map(({ type, reason }) => [type, reason])).toEqual([
      ['transitioned', 'I am fully booked.'],
      ['refunded', 'I am fully booked.'],
    ]);
  });

  it('is created once for fifty simultaneous requests', async () => {
    const order = await placeOrder();
    await pay(order);
    await passDays(8);
    const before = await rows('refunds');
    const requests = Array.from({ length: 50 }, () => asClient(order, '/transitions', { transition: 'refund' }));
    const answers = (await Promise.all(requests)).map(({ statusCode }) => statusCode);
    expect(answers.toSorted((one, other) => one - other)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect(await rows('refunds')).toHaveLength(before.length + 1);
  });

  it('refunds the remaining payment of a deposit paid twice', async () => {
    await site().db.$client.query(`update billing_settings set bank_transfer_instructions = 'IBAN DE00 0000 0000'`);
    const order = await placeOrder();
    const { nextPayment } = (await read(order.number)).summary;
    const path = nextPayment?.path.replace('/document/', '/billing-documents/').split('?')[0] ?? '';
    const ids = ['one', 'two'].map(async reference => {
      const payment = { method: 'bank_transfer', sender: 'Noor Haddad', reference: `${order.number} ${reference}` };
      const answer = await postApi(site(), `${path}/payments`, payment);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<{ id: number }>().id;
    });
    const listRefunds = async () =>
      (
        await rows(
          `refunds r join payments p on p.id = r.payment_id where r.payment_id in (${(await Promise.all(ids)).join()})`,
        )
      ).map(({ amount }) => Number(amount));
    for (const id of await Promise.all(ids)) {
      expect((await send(owner(), 'POST', `/payments/${id}/confirm`, {})).statusCode).toBe(200);
    }
    expect(await listRefunds()).toEqual([49_950]);
    await passDays(8);
    expect((await asClient(order, '/transitions', { transition: 'refund' })).statusCode).toBe(200);
    expect((await read(order.reference)).status).toBe('refunded');
    expect(await listRefunds()).toEqual([49_950, 49_950]);
  });

  it('is refused with the reason once work has started', async () => {
    const order = await placeStartedOrder();
    await passDays(30);
    expect(
      expectApiError(await asClient(order, '/transitions', { transition: 'refund' }), 'CONFLICT').message,
    ).toContain('term 8');
    expect((await read(order.reference)).summary.refund).toMatchObject({ isAllowed: false, reason: { term: 8 } });
  });
});

describe('term 11: fourth revision', () => {
  it('waits for a quote and adds its price when the client accepts', async () => {
    const order = await placeStartedOrder();
    for (let number = 0; number < 3; number++) {
      await asOwner(order, '/transitions', { transition: 'submit_for_review' });
      const answer = await asClient(order, '/revisions', { size: 'minor', body: `Number ${number}.` });
      expect(answer.json()).toMatchObject({ isIncluded: true });
    }
    await asOwner(order, '/transitions', { transition: 'submit_for_review' });
    const fourth = await asClient(order, '/revisions', { size: 'minor', body: 'Blue.' });
    expect(fourth.json()).toMatchObject({ isIncluded: false });
    expect((await read(order.reference)).status).toBe('in_review');
    const wrong = await asOwner(order, '/change-orders', {
      lineItems: [{ description: 'Blue', amount: 'much' }],
      extraDays: 1,
    });
    expect(expectApiError(wrong, 'UNPROCESSABLE').fields).toHaveProperty('lineItems.0.amount');
    expectApiError(
      await asClient(order, '/change-orders', { lineItems: [{ description: 'Blue', amount: '1' }], extraDays: 1 }),
      'FORBIDDEN',
    );
    const quoted = await asOwner(order, '/change-orders', {
      lineItems: [{ description: 'Blue', amount: '$1,100.50' }],
      extraDays: 2,
    });
    expect(quoted.statusCode, quoted.body).toBe(200);
    const [change] = (await read(order.reference)).changeOrders;
    expect(change).toMatchObject({ total: 110_050, extraDays: 2, isAccepted: null });
    expectApiError(await asOwner(order, `/change-orders/${change?.id}/answer`, { answer: 'accept' }), 'FORBIDDEN');
    expect((await asClient(order, `/change-orders/${change?.id}/answer`, { answer: 'accept' })).statusCode).toBe(200);
    expectApiError(await asClient(order, `/change-orders/${change?.id}/answer`, { answer: 'accept' }), 'CONFLICT');
    const seen = await read(order.reference);
    expect([seen.status, seen.total, seen.messages.length]).toEqual(['in_progress', 99_900 + 110_050, 4]);
    expect(seen.summary.expectedDelivery?.delays.map(({ days, reason }) => [days, reason.term])).toContainEqual([
      2, 11,
    ]);
  });
});

describe('term 11: emails', () => {
  it('say what the client requested and answered, once each', async () => {
    const order = await placeStartedOrder();
    const review = () => asOwner(order, '/transitions', { transition: 'submit_for_review' });
    const quote = async () => {
      await asOwner(order, '/change-orders', { lineItems: [{ description: 'Blue', amount: '50' }], extraDays: 2 });
      return (await read(order.number)).changeOrders.at(-1)?.id;
    };
    await review();
    await takeEmails();
    await asClient(order, '/revisions', { size: 'minor', body: 'A smaller header.' });
    const included = await takeEmails();
    expect(included).toMatchObject([{ to: owner().email, subject: `Minor revision requested: order ${order.number}` }]);
    expect(included[0]?.text).toContain('A smaller header.');
    expect(included[0]?.text).toContain('included in the price');

    await review();
    await takeEmails();
    await asClient(order, '/revisions', { size: 'major', body: 'A new home page.' });
    const [major, ...others] = await takeEmails();
    expect([major?.to, major?.subject, others]).toEqual([
      owner().email,
      `Major revision requested: order ${order.number}`,
      [],
    ]);
    expect(major?.text).toContain('Send the client a quote');
    await asOwner(order, '/revisions/free');
    const [free] = await takeEmails();
    expect([free?.to, free?.text]).toEqual([CLIENT, expect.stringContaining('free of charge')]);

    for (const [answer, nextStep] of [
      ['decline', 'The order stays the same.'],
      ['accept', '$50.00 is added to the price of the order.'],
    ]) {
      const change = await quote();
      const [sent] = await takeEmails();
      expect([sent?.to, sent?.text]).toEqual([
        CLIENT,
        expect.stringContaining('This change costs $50.00 and adds 2 days to the expected delivery.'),
      ]);
      await asClient(order, `/change-orders/${change}/answer`, { answer });
      const emails = await takeEmails();
      expect(emails).toMatchObject([
        {
          to: owner().email,
          subject: `Order ${order.number}: Change order ${answer}${answer === 'accept' ? 'ed' : 'd'}`,
        },
      ]);
      expect(emails[0]?.text).toContain(nextStep);
    }
    const wrong = await quote();
    await takeEmails();
    const withdrawal = `/change-orders/${wrong}/withdraw`;
    expectApiError(await asClient(order, withdrawal), 'FORBIDDEN');
    expect((await asOwner(order, withdrawal)).statusCode).toBe(200);
    expectApiError(await asClient(order, `/change-orders/${wrong}/answer`, { answer: 'accept' }), 'CONFLICT');
    const [note, ...more] = await takeEmails();
    expect([note?.to, note?.subject, more]).toEqual([CLIENT, `Order ${order.number}: Change order withdrawn`, []]);
    expect((await read(order.number)).changeOrders.at(-1)).toMatchObject({ isAccepted: false, isWithdrawn: true });
    await review();
    const change = await quote();
    await takeEmails();
    await asClient(order, `/change-orders/${change}/answer`, { answer: 'accept' });
    expect((await takeEmails()).map(({ subject }) => subject)).toEqual([
      `Order ${order.number}: Change order accepted`,
    ]);
    expect((await read(order.number)).status).toBe('in_progress');
  });
});

describe('term 12: deliverables', () => {
  it('can be uploaded any time and downloaded by the client once all is paid', async () => {
    const order = await placeStartedOrder();
    expectApiError(await sendFile(order.reference, 'name=site.zip&purpose=deliverable'), 'FORBIDDEN');
    expect((await sendFile(order.number, 'name=site.zip&purpose=deliverable', 'the work')).statusCode).toBe(201);
    const [mine] = (await read(order.number)).files;
    const [theirs] = (await read(order.reference)).files;
    expect(theirs).toMatchObject({ name: 'site.zip', downloadPath: null });
    expect((await download(mine?.downloadPath ?? '', owner().cookie)).body).toBe('the work');
    const path = `/order/${order.reference}/files/${mine?.id}`;
    expect(expectApiError(await download(path), 'CONFLICT').message).toContain('term 12');
    await asOwner(order, '/transitions', { transition: 'submit_for_review' });
    await asClient(order, '/transitions', { transition: 'complete' });
    expectApiError(await download(path), 'CONFLICT');
    expectApiError(await asOwner(order, '/transitions', { transition: 'deliver' }), 'CONFLICT');
    await pay(order);
    const answer = await download(path);
    expect([answer.statusCode, answer.body]).toEqual([200, 'the work']);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringContaining('attachment') as string,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': 'sandbox',
    });
    expect((await read(order.number)).status).toBe('paid');
    expect((await asOwner(order, '/transitions', { transition: 'deliver' })).statusCode).toBe(200);
  });

  it('are hidden from other orders’ links, visitors and members', async () => {
    const [order, other] = [await placeStartedOrder(), await placeOrder()];
    await sendFile(order.number, 'name=site.zip&purpose=deliverable', 'the work');
    const id = (await read(order.number)).files[0]?.id;
    const grace = await arrive({ name: 'Grace' });
    expectApiError(await download(`/order/${other.reference}/files/${id}`), 'NOT_FOUND');
    expectApiError(await download(`/order/${order.number}/files/${id}`, grace.cookie), 'NOT_FOUND');
    expectApiError(await download(`/order/${order.number}/files/${id}`), 'UNAUTHORIZED');
    expectApiError(await sendFile(`${order.number}.${'A'.repeat(43)}`, 'name=a&purpose=brief'), 'NOT_FOUND');
  });
});

describe('term 16: urgent delivery', () => {
  it('can be refused by the owner, which removes the surcharge', async () => {
    const order = await placeOrder('growth', { urgent: 'on' });
    expect((await read(order.reference)).total).toBe(124_875);
    expectApiError(await asClient(order, '/urgent-delivery/decline', { reason: 'No.' }), 'FORBIDDEN');
    await takeEmails();
    expect((await asOwner(order, '/urgent-delivery/decline', { reason: 'I am at sea.' })).statusCode).toBe(200);
    expectApiError(await asOwner(order, '/urgent-delivery/decline', { reason: 'I am at sea.' }), 'CONFLICT');
    const seen = await read(order.reference);
    expect([seen.total, seen.isUrgent, seen.lineItems.length]).toEqual([99_900, false, 1]);
    expect(seen.events.at(-1)).toMatchObject({ type: 'urgent_delivery_declined', reason: 'I am at sea.' });
    const emails = await takeEmails();
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      [CLIENT, `Order ${order.number}: Urgent delivery declined and surcharge removed`],
    ]);
    expect(emails[0]?.text).toContain('$999.00');
    expect(emails[0]?.text).toContain('I am at sea.');
    await pay(order);
    for (const { position } of seen.contentItems) await asClient(order, `/content-items/${position}`);
    for (const transition of ['start_work', 'submit_for_review']) await asOwner(order, '/transitions', { transition });
    await asClient(order, '/transitions', { transition: 'complete' });
    // The deposit included the surcharge, but deposit and balance still add up to the total.
    const { billingDocuments } = await read(order.reference);
    expect(billingDocuments.map(({ total }) => total)).toEqual([62_438, 99_900 - 62_438]);
  });

  it('is credited when refused after the deposit covered the total', async () => {
    await site().db.$client.query('update payment_term_settings set deposit_percent = 100');
    const order = await placeOrder('growth', { urgent: 'on' });
    await site().db.$client.query('update payment_term_settings set deposit_percent = 50');
    await asOwner(order, '/urgent-delivery/decline', { reason: 'I am at sea.' });
    const { billingDocuments, summary } = await read(order.reference);
    expect(billingDocuments.map(({ kind, total }) => [kind, total])).toEqual([
      ['deposit_invoice', 124_875],
      ['credit_note', -24_975],
    ]);
    expect(summary.amountDue).toBe(99_900);
  });
});

describe('terms 4 and 6', () => {
  it('offer installments to the client from the threshold', async () => {
    const [small, large] = [await placeOrder('growth'), await placeOrder('business')];
    expectApiError(await asClient(small, '/installments', { installments: 3 }, 'PUT'), 'CONFLICT');
    expect((await read(large.reference)).installmentChoices).toEqual([2, 3, 4, 5, 6]);
    expectApiError(await asClient(large, '/installments', { installments: 7 }, 'PUT'), 'CONFLICT');
    expect((await asClient(large, '/installments', { installments: 3 }, 'PUT')).statusCode).toBe(200);
    expect((await read(large.number)).installments).toBe(3);
    expect((await asClient(large, '/installments', { installments: 1 }, 'PUT')).statusCode).toBe(200);
    expect((await read(large.number)).installments).toBeNull();
  });

  it('let the owner charge or waive a late fee', async () => {
    const [one, other] = [await placeOrder(), await placeOrder()];
    await passDays(9);
    const [feeOfOne, feeOfOther] = await Promise.all(
      [one, other].map(async ({ number }) => (await read(number)).summary.lateFees[0]?.documentId),
    );
    expectApiError(await asClient(one, `/late-fees/${feeOfOne}`, { decision: 'waive' }), 'FORBIDDEN');
    // Another order's document doesn't belong to this order.
    expectApiError(await asOwner(one, `/late-fees/${feeOfOther}`, { decision: 'apply' }), 'CONFLICT');
    expect((await asOwner(one, `/late-fees/${feeOfOne}`, { decision: 'apply' })).statusCode).toBe(200);
    const waiver = { decision: 'waive', reason: 'The invoice arrived late.' };
    expect((await asOwner(other, `/late-fees/${feeOfOther}`, waiver)).statusCode).toBe(200);
    const [charged, waived] = [await read(one.reference), await read(other.reference)];
    expect(charged.summary.amountDue).toBe(49_950 + 2498);
    expect(waived.billingDocuments).toMatchObject([{ lateFee: 'waived' }]);
    expect(charged.events.at(-1)).toMatchObject({
      actor: 'owner',
      message: `Late fee of $24.98 charged on invoice ${charged.billingDocuments[0]?.number}`,
    });
    expect(waived.events.at(-1)).toMatchObject({
      actor: 'owner',
      message: `Late fee of $24.98 waived on invoice ${waived.billingDocuments[0]?.number}`,
      reason: 'The invoice arrived late.',
    });
  });
});
