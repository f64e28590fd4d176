import { describe, expect, it } from 'vitest';
import type { Order } from '#features/orders/order-page/contract.ts';
import { expectApiError, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { orderFixture } from '../../support/order-fixture.ts';

const { site, owner, arrive, send, rows, placed, begun, read, asClient, asOwner, pay, sendFile, download, passDays } =
  orderFixture();

describe('terms 1 and 9: starting work', () => {
  it('is refused before the deposit is paid and the content supplied', async () => {
    const order = await placed();
    const early = expectApiError(await asOwner(order, '/moves', { move: 'start' }), 'CONFLICT');
    expect(early.message).toContain('term 1');
    const blockOf = ({ moves }: Order) => moves.find(({ name }) => name === 'start')?.refusal?.term;
    expect([blockOf(await read(order.number)), blockOf(await read(order.link))]).toEqual([1, undefined]);
    await pay(order);
    const seen = await read(order.number);
    const { state, content, moves } = seen;
    expect([blockOf(seen), blockOf(await read(order.link))]).toEqual([9, undefined]);
    expect([state, content.length]).toEqual(['deposit_paid', 4]);
    expect(moves.find(({ name }) => name === 'startWithoutContent')).toMatchObject({
      needsReason: true,
      refusal: null,
    });
    const missing = expectApiError(await asOwner(order, '/moves', { move: 'start' }), 'CONFLICT');
    expect(missing.message).toContain('term 9');
    expectApiError(await asOwner(order, '/moves', { move: 'startWithoutContent' }), 'UNPROCESSABLE');
    expectApiError(await asClient(order, '/moves', { move: 'startWithoutContent', reason: 'Hurry.' }), 'CONFLICT');
    expect((await read(order.number)).state).toBe('deposit_paid');
    expect((await asOwner(order, '/moves', { move: 'startWithoutContent', reason: 'It follows.' })).statusCode).toBe(
      200,
    );
    expect((await read(order.link)).events.at(-1)).toMatchObject({ reason: 'It follows.', actor: 'owner' });
    expect((await listEmailsTo(site(), 'noor@site.example'))[0]).toMatchObject({ template: 'orderMoved' });
  });

  it('is possible once every content item is supplied', async () => {
    const order = await placed();
    await pay(order);
    const [first, ...others] = (await read(order.link)).content;
    expect((await sendFile(order.link, `name=texts.txt&purpose=content&item=${first?.position}`)).statusCode).toBe(201);
    for (const { position } of others) expect((await asClient(order, `/content/${position}`)).statusCode).toBe(200);
    const seen = await read(order.number);
    expect(seen.state).toBe('content_received');
    expect(seen.files).toMatchObject([{ name: 'texts.txt', purpose: 'content', item: 1, sender: 'client', bytes: 10 }]);
    expectApiError(await asClient(order, '/content/1'), 'CONFLICT');
    const told = (await listEmailsTo(site(), owner().email)).filter(({ template }) => template === 'orderMoved');
    expect(told.map(({ subject }) => subject)).toEqual([
      `All content is there: order ${order.number} at Mira Castellan’s site`,
      `The deposit was paid: order ${order.number} at Mira Castellan’s site`,
    ]);
  });
});

describe('terms 7 and 8: refund', () => {
  it('is available to the client in full after a week without work', async () => {
    const order = await placed();
    await pay(order);
    const early = expectApiError(await asClient(order, '/moves', { move: 'refund' }), 'CONFLICT');
    expect(early.message).toContain('09 Mar 2027');
    await passDays(8);
    expect((await read(order.link)).standing.refund).toMatchObject({ allowed: true, why: { term: 7 } });
    expect((await asClient(order, '/moves', { move: 'refund' })).statusCode).toBe(200);
    expect((await read(order.link)).state).toBe('refunded');
    expect(await rows('refunds')).toMatchObject([{ state: 'started', amount: 49_950 }]);
  });

  it('is created once for fifty simultaneous requests', async () => {
    const order = await placed();
    await pay(order);
    await passDays(8);
    const before = await rows('refunds');
    const asked = Array.from({ length: 50 }, () => asClient(order, '/moves', { move: 'refund' }));
    const answers = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(answers.toSorted((one, other) => one - other)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect(await rows('refunds')).toHaveLength(before.length + 1);
  });

  it('returns the remaining payment of a deposit paid twice', async () => {
    await site().db.$client.query(`update billing_settings set bank = 'IBAN DE00 0000 0000'`);
    const order = await placed();
    const { nextPayment } = (await read(order.number)).standing;
    const path = nextPayment?.path.replace('/document/', '/documents/').split('?')[0] ?? '';
    const ids = ['one', 'two'].map(async reference => {
      const told = { method: 'bank', sender: 'Noor Haddad', reference: `${order.number} ${reference}` };
      const answer = await postApi(site(), `${path}/payments`, told);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<{ id: number }>().id;
    });
    const given = async () =>
      (
        await rows(
          `refunds r join payments p on p.id = r.payment_id where r.payment_id in (${(await Promise.all(ids)).join()})`,
        )
      ).map(({ amount }) => Number(amount));
    for (const id of await Promise.all(ids)) {
      expect((await send(owner(), 'POST', `/payments/${id}/confirm`, {})).statusCode).toBe(200);
    }
    expect(await given()).toEqual([49_950]);
    await passDays(8);
    expect((await asClient(order, '/moves', { move: 'refund' })).statusCode).toBe(200);
    expect((await read(order.link)).state).toBe('refunded');
    expect(await given()).toEqual([49_950, 49_950]);
  });

  it('is refused with the reason once work has started', async () => {
    const order = await begun();
    await passDays(30);
    expect(expectApiError(await asClient(order, '/moves', { move: 'refund' }), 'CONFLICT').message).toContain('term 8');
    expect((await read(order.link)).standing.refund).toMatchObject({ allowed: false, why: { term: 8 } });
  });
});

describe('term 11: fourth revision', () => {
  it('waits for a quote and adds its price when the client accepts', async () => {
    const order = await begun();
    for (let number = 0; number < 3; number++) {
      await asOwner(order, '/moves', { move: 'showForReview' });
      const answer = await asClient(order, '/revisions', { size: 'minor', body: `Number ${number}.` });
      expect(answer.json()).toMatchObject({ begins: true });
    }
    await asOwner(order, '/moves', { move: 'showForReview' });
    const fourth = await asClient(order, '/revisions', { size: 'minor', body: 'Blue.' });
    expect(fourth.json()).toMatchObject({ begins: false });
    expect((await read(order.link)).state).toBe('in_review');
    const wrong = await asOwner(order, '/changes', { lines: [{ description: 'Blue', amount: 'much' }], days: 1 });
    expect(expectApiError(wrong, 'UNPROCESSABLE').fields).toHaveProperty('lines.0.amount');
    expectApiError(
      await asClient(order, '/changes', { lines: [{ description: 'Blue', amount: '1' }], days: 1 }),
      'FORBIDDEN',
    );
    const quoted = await asOwner(order, '/changes', { lines: [{ description: 'Blue', amount: '$1,100.50' }], days: 2 });
    expect(quoted.statusCode, quoted.body).toBe(200);
    const [change] = (await read(order.link)).changes;
    expect(change).toMatchObject({ total: 110_050, days: 2, accepted: null });
    expectApiError(await asOwner(order, `/changes/${change?.id}`, { answer: 'accept' }), 'FORBIDDEN');
    expect((await asClient(order, `/changes/${change?.id}`, { answer: 'accept' })).statusCode).toBe(200);
    expectApiError(await asClient(order, `/changes/${change?.id}`, { answer: 'accept' }), 'CONFLICT');
    const seen = await read(order.link);
    expect([seen.state, seen.total, seen.messages.length]).toEqual(['in_progress', 99_900 + 110_050, 4]);
    expect(seen.standing.expected?.delays.map(({ days, why }) => [days, why.term])).toContainEqual([2, 11]);
  });
});

describe('term 12: deliverables', () => {
  it('can be uploaded any time and downloaded by the client once all is paid', async () => {
    const order = await begun();
    expectApiError(await sendFile(order.link, 'name=site.zip&purpose=deliverable'), 'FORBIDDEN');
    expect((await sendFile(order.number, 'name=site.zip&purpose=deliverable', 'the work')).statusCode).toBe(201);
    const [mine] = (await read(order.number)).files;
    const [theirs] = (await read(order.link)).files;
    expect(theirs).toMatchObject({ name: 'site.zip', path: null });
    expect((await download(mine?.path ?? '', owner().cookie)).body).toBe('the work');
    const path = `/order/${order.link}/files/${mine?.id}`;
    expect(expectApiError(await download(path), 'CONFLICT').message).toContain('term 12');
    await asOwner(order, '/moves', { move: 'showForReview' });
    await asClient(order, '/moves', { move: 'complete' });
    expectApiError(await download(path), 'CONFLICT');
    expectApiError(await asOwner(order, '/moves', { move: 'deliver' }), 'CONFLICT');
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
    expect((await read(order.number)).state).toBe('paid');
    expect((await asOwner(order, '/moves', { move: 'deliver' })).statusCode).toBe(200);
  });

  it('are hidden from other orders’ links, visitors and members', async () => {
    const [order, other] = [await begun(), await placed()];
    await sendFile(order.number, 'name=site.zip&purpose=deliverable', 'the work');
    const id = (await read(order.number)).files[0]?.id;
    const grace = await arrive({ name: 'Grace' });
    expectApiError(await download(`/order/${other.link}/files/${id}`), 'NOT_FOUND');
    expectApiError(await download(`/order/${order.number}/files/${id}`, grace.cookie), 'NOT_FOUND');
    expectApiError(await download(`/order/${order.number}/files/${id}`), 'UNAUTHORIZED');
    expectApiError(await sendFile(`${order.number}.${'A'.repeat(43)}`, 'name=a&purpose=brief'), 'NOT_FOUND');
  });
});

describe('term 16: urgent delivery', () => {
  it('can be refused by the owner, which removes the surcharge', async () => {
    const order = await placed('growth', { urgent: 'on' });
    expect((await read(order.link)).total).toBe(124_875);
    expectApiError(await asClient(order, '/urgency', { reason: 'No.' }), 'FORBIDDEN');
    expect((await asOwner(order, '/urgency', { reason: 'I am at sea.' })).statusCode).toBe(200);
    expectApiError(await asOwner(order, '/urgency', { reason: 'I am at sea.' }), 'CONFLICT');
    const seen = await read(order.link);
    expect([seen.total, seen.isUrgent, seen.lines.length]).toEqual([99_900, false, 1]);
    expect(seen.events.at(-1)).toMatchObject({ what: 'urgency refused', reason: 'I am at sea.' });
    await pay(order);
    for (const { position } of seen.content) await asClient(order, `/content/${position}`);
    for (const move of ['start', 'showForReview']) await asOwner(order, '/moves', { move });
    await asClient(order, '/moves', { move: 'complete' });
    // The deposit was asked for with the surcharge: deposit and balance are the total all the same.
    const { documents } = await read(order.link);
    expect(documents.map(({ total }) => total)).toEqual([62_438, 99_900 - 62_438]);
  });

  it('is credited when refused after the deposit covered the total', async () => {
    await site().db.$client.query('update selling_terms set deposit_percent = 100');
    const order = await placed('growth', { urgent: 'on' });
    await site().db.$client.query('update selling_terms set deposit_percent = 50');
    await asOwner(order, '/urgency', { reason: 'I am at sea.' });
    const { documents, standing } = await read(order.link);
    expect(documents.map(({ kind, total }) => [kind, total])).toEqual([
      ['deposit invoice', 124_875],
      ['credit note', -24_975],
    ]);
    expect(standing.owed).toBe(99_900);
  });
});

describe('terms 4 and 6', () => {
  it('offer installments to the client from the threshold', async () => {
    const [small, large] = [await placed('growth'), await placed('business')];
    expectApiError(await asClient(small, '/installments', { installments: 3 }, 'PUT'), 'CONFLICT');
    expect((await read(large.link)).installmentChoices).toEqual([2, 3, 4, 5, 6]);
    expectApiError(await asClient(large, '/installments', { installments: 7 }, 'PUT'), 'CONFLICT');
    expect((await asClient(large, '/installments', { installments: 3 }, 'PUT')).statusCode).toBe(200);
    expect((await read(large.number)).installments).toBe(3);
    expect((await asClient(large, '/installments', { installments: 1 }, 'PUT')).statusCode).toBe(200);
    expect((await read(large.number)).installments).toBeNull();
  });

  it('let the owner charge or waive a late fee', async () => {
    const [one, other] = [await placed(), await placed()];
    await passDays(9);
    const [feeOfOne, feeOfOther] = await Promise.all(
      [one, other].map(async ({ number }) => (await read(number)).standing.lateFees[0]?.documentId),
    );
    expectApiError(await asClient(one, `/late-fees/${feeOfOne}`, { answer: 'waive' }), 'FORBIDDEN');
    // Another order's document is none of this one's.
    expectApiError(await asOwner(one, `/late-fees/${feeOfOther}`, { answer: 'apply' }), 'CONFLICT');
    expect((await asOwner(one, `/late-fees/${feeOfOne}`, { answer: 'apply' })).statusCode).toBe(200);
    expect((await asOwner(other, `/late-fees/${feeOfOther}`, { answer: 'waive' })).statusCode).toBe(200);
    expect((await read(one.link)).standing.owed).toBe(49_950 + 2498);
    expect((await read(other.link)).documents).toMatchObject([{ lateFee: 'waived' }]);
  });
});
