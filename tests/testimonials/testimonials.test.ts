import { describe, expect, it } from 'vitest';
import { exportTestimonials, importTestimonials } from '#features/testimonials/index.ts';
import type { TestimonialListItem } from '#features/testimonials/contract/index.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import type { SignedInUser } from '../support/member-fixture.ts';
import type { PlacedOrder } from '../support/order-fixture.ts';
import { testimonialInput, testimonialFixture } from '../support/testimonial-fixture.ts';

const fixture = testimonialFixture();
const { site, owner, arrive, send, rows, placeOrder, placeStartedOrder, read, asClient, asOwner, pay } = fixture;
const { delivered, write, withdraw, decide, shown, mails, writtenOf, stateOf } = fixture;

let shared: Promise<PlacedOrder> | undefined;
/** Returns a delivered order that several tests use; each of them withdraws its testimonial. */
const sharedOrder = () => (shared ??= delivered());

describe('export', () => {
  it('contains more testimonials than the site shows', async () => {
    await site().db.$client.query(
      `insert into testimonials (body, name, status, written_at, position)
       select 'Good work.', 'Client ' || n, 'approved', now(), n from generate_series(1, 70) as n`,
    );
    const { value } = await exportTestimonials(site().db);
    expect(value.map(({ name }) => name)).toEqual(Array.from({ length: 70 }, (_, index) => `Client ${index + 1}`));
    await site().db.transaction(tx => importTestimonials(tx, value));
    expect((await exportTestimonials(site().db)).value).toEqual(value);
    await site().db.$client.query('delete from testimonials');
  });
});

describe('testimonial', () => {
  it('is refused with the reason before everything is paid and delivered; the delivery email invites the client to write one', async () => {
    const order = await placeStartedOrder();
    expect((await read(order.reference)).testimonial).toMatchObject({ blockedReason: { term: 12 }, current: null });
    const { message } = expectApiError(await write(order), 'CONFLICT');
    expect(message).toBe(
      'You can write a testimonial once the order is delivered and paid in full. (Payment term 12.)',
    );
    await asOwner(order, '/transitions', { transition: 'submit_for_review' });
    await asClient(order, '/transitions', { transition: 'complete' });
    expectApiError(await write(order), 'CONFLICT');
    await pay(order);
    // Paid, but not delivered yet.
    expectApiError(await write(order), 'CONFLICT');
    const invitations = async () =>
      (await rows('emails order by created_at')).filter(({ text }) => String(text).includes('write a testimonial'));
    expect(await invitations()).toEqual([]);
    await asOwner(order, '/transitions', { transition: 'deliver' });
    expect(await invitations()).toMatchObject([{ template: 'order_updated', to_email: 'noor@site.example' }]);
    const other = await placeOrder();
    await asOwner(other, '/transitions', { transition: 'cancel', reason: 'No time.' });
    expect(expectApiError(await write(other), 'CONFLICT').message).toContain('before delivery');
    expect(await rows('testimonials')).toEqual([]);
    expect((await mails()).filter(([template]) => String(template).startsWith('testimonial'))).toEqual([]);
  });

  it('is validated and requires consent', async () => {
    const order = await sharedOrder();
    for (const [changes, field] of [
      [{ body: ' \n ' }, 'body'],
      [{ body: 'x'.repeat(601) }, 'body'],
      [{ name: ' ' }, 'name'],
      [{ role: 'x'.repeat(81) }, 'role'],
      [{ company: 'A\nB' }, 'company'],
      [{ consent: '' }, 'consent'],
      [{ isVerifiedClient: true }, 'isVerifiedClient'],
    ] as const) {
      expect(Object.keys(expectApiError(await write(order, changes), 'BAD_REQUEST').fields)).toEqual([field]);
    }
    expect((await write(order, { consent: undefined })).statusCode).toBe(400);
    expect(await rows('testimonials')).toEqual([]);
    expect((await write(order, { body: 'x'.repeat(600), role: '', company: '' })).statusCode).toBe(200);
    await withdraw(order);
  });

  it('is published on approval and unpublished on change, with one email each', async () => {
    const order = await sharedOrder();
    const before = (await shown()).length;
    const answer = await write(order);
    expect(answer.json(), answer.body).toEqual({ number: order.number, state: 'pending' });
    expect(await mails()).toEqual([['testimonial_submitted', owner().email]]);
    // Edits of a testimonial that is waiting for review send no second email.
    expect((await write(order, { body: 'It does all that we need.' })).statusCode).toBe(200);
    expect((await write(order, { body: 'It does all that we need.' })).statusCode).toBe(200);
    expect(await mails()).toHaveLength(1);
    expect(await rows(`testimonials where order_id = ${order.number}`)).toMatchObject([{ version: 2 }]);
    expect(await shown()).toHaveLength(before);

    await site().db.$client.query('delete from emails');
    const first = await read(order.number);
    expect((await decide(order, 'approve', { version: 1 })).statusCode).toBe(409);
    expect(await shown()).toHaveLength(before);
    const answers = await Promise.all([decide(order, 'approve'), decide(order, 'approve')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await mails()).toEqual([['testimonial_decided', first.client.email]]);
    const [mail] = await rows('emails');
    expect(mail?.text).toContain('/about');
    expect((await shown())[0]).toEqual({
      id: `client-${first.testimonial.current?.id}`,
      name: 'Noor Haddad',
      role: 'Baker, Haddad & Sons',
      testimonial: 'It does all that we need.',
      isVerifiedClient: true,
    });

    // Saving the same text changes nothing; a new text needs a new review.
    expect((await write(order, { body: 'It does all that we need.' })).json()).toMatchObject({ state: 'approved' });
    expect(await shown()).toHaveLength(before + 1);
    await site().db.$client.query('delete from emails');
    expect((await write(order, { body: 'It did.' })).json()).toMatchObject({ state: 'pending' });
    expect(await shown()).toHaveLength(before);
    expect(await mails()).toEqual([['testimonial_submitted', owner().email]]);

    await site().db.$client.query('delete from emails');
    expect((await decide(order, 'decline', { ownerNote: 'Say more, please.' })).json()).toEqual({ state: 'declined' });
    expectApiError(await decide(order, 'decline'), 'CONFLICT');
    expectApiError(await decide(order, 'unpublish'), 'CONFLICT');
    expect(await mails()).toEqual([['testimonial_decided', first.client.email]]);
    expect((await rows('emails'))[0]?.text).toContain('Say more, please.');
    expect((await read(order.reference)).testimonial.current).toMatchObject({
      status: 'declined',
      ownerNote: 'Say more, please.',
    });

    // A declined testimonial can be approved; unpublishing it sends no email.
    await decide(order, 'approve');
    expect(await writtenOf(order)).toMatchObject({ status: 'approved', ownerNote: '' });
    await site().db.$client.query('delete from emails');
    expect((await decide(order, 'unpublish')).json()).toEqual({ state: 'unpublished' });
    expect(await shown()).toHaveLength(before);
    expect(await mails()).toEqual([]);

    expect((await withdraw(order)).statusCode).toBe(200);
    expectApiError(await withdraw(order), 'NOT_FOUND');
    expect(await rows(`testimonials where order_id = ${order.number}`)).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it('can be written only by its client and decided only by the owner', async () => {
    const order = await delivered();
    const lin = await arrive({ name: 'Lin' });
    const { number } = order;
    const noor = await arrive({ name: 'Noor', email: `noor-${number}@site.example` });
    await site().db.$client.query(`update orders set client_id = $1 where id = $2`, [noor.id, number]);
    const put = (who: SignedInUser) => send(who, 'PUT', `/orders/${number}/testimonial`, testimonialInput);
    expectApiError(await put(lin), 'NOT_FOUND');
    expectApiError(await put(owner()), 'FORBIDDEN');
    expectApiError(
      await postApi(site(), `/orders/${number}/testimonial`, testimonialInput, { method: 'PUT' }),
      'UNAUTHORIZED',
    );
    expectApiError(
      await postApi(site(), `/orders/${number}.${'x'.repeat(43)}/testimonial`, testimonialInput, { method: 'PUT' }),
      'NOT_FOUND',
    );
    expect(await rows(`testimonials where order_id = ${number}`)).toEqual([]);
    expect((await put(noor)).statusCode).toBe(200);
    const written = await writtenOf(order);
    const path = `/testimonials/${written?.id}/review`;
    const decision = { decision: 'approve', version: written?.version };
    expectApiError(await send(noor, 'POST', path, decision), 'FORBIDDEN');
    expectApiError(await postApi(site(), path, decision), 'UNAUTHORIZED');
    expectApiError(await requestApi(site(), '/testimonials/all', noor.cookie), 'FORBIDDEN');
    expectApiError(await send(lin, 'DELETE', `/orders/${number}/testimonial`), 'NOT_FOUND');
    // Only the client can write or delete it, not even the owner.
    expectApiError(await send(owner(), 'DELETE', `/orders/${number}/testimonial`), 'FORBIDDEN');
    expectApiError(await send(owner(), 'POST', path, { ...decision, body: 'Great!' }), 'BAD_REQUEST');
    expectApiError(await send(owner(), 'POST', '/testimonials/999999/review', decision), 'NOT_FOUND');
    expect(await stateOf(order)).toBe('pending');
    expect((await send(noor, 'DELETE', `/orders/${number}/testimonial`)).statusCode).toBe(200);
  });

  it('sends the owner a limited number of emails', async () => {
    const order = await sharedOrder();
    for (let time = 0; time < 10; time++) {
      expect((await write(order, { body: `Words ${time}` })).statusCode).toBe(200);
      await withdraw(order);
    }
    expectApiError(await write(order), 'TOO_MANY_REQUESTS');
    expect(await mails()).toHaveLength(10);
  });

  it('follows the owner’s order, newest first by default', async () => {
    const names = ['One', 'Two', 'Three'];
    const orders: PlacedOrder[] = [];
    for (const name of names) {
      const order = name === 'One' ? await sharedOrder() : await delivered();
      await write(order, { name });
      await decide(order, 'approve');
      orders.push(order);
    }
    const namesShown = async () => (await shown()).map(({ name }) => name).filter(name => names.includes(name));
    expect(await namesShown()).toEqual(['Three', 'Two', 'One']);
    const { items } = await getApi<{ items: TestimonialListItem[] }>(site(), '/testimonials/all', owner().cookie);
    const idOf = (wanted: string) => items.find(({ name }) => name === wanted)?.id;
    const ids = ['Two', 'One', 'Three'].map(idOf);
    expect((await send(owner(), 'PUT', '/testimonials/positions', { ids })).statusCode).toBe(200);
    expect(await namesShown()).toEqual(['Two', 'One', 'Three']);
    expectApiError(await send(await arrive({ name: 'Eve' }), 'PUT', '/testimonials/positions', { ids }), 'FORBIDDEN');
    for (const order of orders) await withdraw(order);
    expect(await namesShown()).toEqual([]);
  });
});
