import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await bookingFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.cleanUp());

describe('hold', () => {
  it('is limited to two per network without a name', async () => {
    const from = (remoteAddress: string, startsAt: string, more: object = {}) =>
      postApi(
        fixture.site,
        '/bookings',
        { optionId: 'initial', startsAt, timeZone: 'Asia/Kolkata', ...more },
        { remoteAddress },
      );
    const [first, second, third, fourth] = await fixture
      .times('2026-11-24T00:00:00Z')
      .then(all => all.filter((_, i) => i % 4 === 0));
    const one = '192.0.2.1';
    const answers = await Promise.all([first, second, third].map(time => from(one, time ?? '')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json<{ error: { message: string } }>().error.message).toContain('already reserved 2 time slots');
    const held = answers
      .filter(({ statusCode }) => statusCode === 201)
      .map(answer => answer.json<{ accessToken: string }>().accessToken);

    // Another network has its own limit of two, and a hold may be exchanged for another time.
    expect((await from('192.0.2.2', fourth ?? '')).statusCode).toBe(201);
    const free = (await fixture.times('2026-11-25T00:00:00Z'))[0] ?? '';
    const changed = await from(one, free, { replacesHold: held[0] });
    expect(changed.statusCode, changed.body).toBe(201);
    expect((await from(one, (await fixture.times('2026-11-25T00:00:00Z')).at(-1) ?? '')).statusCode).toBe(409);

    // Once the details are entered, the hold no longer counts, and the network address is deleted.
    expect((await fixture.enter(held[1] ?? '')).statusCode).toBe(200);
    const { rows } = await fixture.query(
      `select held_from from bookings where state = 'awaiting_payment' and held_from is not null`,
    );
    expect(rows).toEqual([]);
    expect((await from(one, (await fixture.times('2026-11-25T00:00:00Z')).at(-1) ?? '')).statusCode).toBe(201);
  });

  it('is refused for a price that can’t be paid, which visitors see before they choose a time', async () => {
    const { site, query, hold } = fixture;
    const { paymentProviders } = site.http.services;
    Object.assign(site.http.services, { paymentProviders: [] });
    await query('update billing_settings set bank_transfer_instructions = null');
    onTestFinished(async () => {
      Object.assign(site.http.services, { paymentProviders });
      await query(`update billing_settings set bank_transfer_instructions = 'To 12 34'`);
      await query(`update consultation_options set price_amount = 5000 where id = 'initial'`);
    });
    const readClosed = async () => (await getApi<{ closed: string | null }>(site, '/consultations')).closed;
    const [time = ''] = await fixture.times('2026-11-24T00:00:00Z');
    expect(await readClosed()).toMatch(/^Paid consultations can’t be booked here right now/);
    expectApiError(await hold(time), 'CONFLICT');
    // Free consultations need no payment.
    await query(`update consultation_options set price_amount = 0 where id = 'initial'`);
    const free = await hold(time);
    expect(free.statusCode, free.body).toBe(201);
  });

  it('gets the tax of its client, who sees a changed price before booking', async () => {
    const { query, read, enter } = fixture;
    await query(
      `update billing_settings set tax_name = 'VAT', tax_basis_points = 1900, tax_country = 'DE', tax_behavior = 'exclusive'`,
    );
    onTestFinished(async () => {
      await query(`update billing_settings set tax_basis_points = 0, tax_country = null, tax_behavior = 'inclusive'`);
    });
    const link = await fixture.held((await fixture.times('2026-11-24T00:00:00Z'))[0] ?? '');
    expect(await read(link)).toMatchObject({ total: 5950, tax: { amount: 950 }, taxNote: null });
    const address = { company: 'Acme AB', street: 'Götgatan 1', city: 'Stockholm', country: 'SE' };
    const billing = { ...address, taxId: 'SE123456789012' };
    const error = expectApiError(await enter(link, { billing }), 'CONFLICT');
    expect(error.message).toContain('the price is $50.00');
    expect(await read(link)).toMatchObject({ state: 'held', total: 5000, tax: null, openInvoice: null });
    expect((await read(link)).taxNote).toContain('Reverse charge');
    // Without the company, the price is the first one again.
    expect(expectApiError(await enter(link), 'CONFLICT').message).toContain('the price is $59.50');
    expectApiError(await enter(link, { billing }), 'CONFLICT');
    expect((await enter(link, { billing })).statusCode).toBe(200);
    const booked = await read(link);
    expect(booked).toMatchObject({ state: 'awaiting_payment', total: 5000, billedTo: null });
    expect((await read(String(booked.number), fixture.owner.cookie)).billedTo).toEqual({
      name: 'Acme AB',
      addressLines: ['Noor Haddad', 'Götgatan 1', 'Stockholm', 'Sweden'],
      taxId: 'SE123456789012',
    });
    const { rows } = await query('select content from billing_documents order by id desc limit 1');
    expect(rows).toMatchObject([{ content: { total: 5000, client: { name: 'Acme AB' } } }]);
    expectApiError(await enter(link), 'CONFLICT');
    expect((await read(link)).total).toBe(5000);
  });

  it('is rate-limited by network', async () => {
    let replacesHold: string | undefined;
    const from = async (startsAt: string) => {
      const choice = { optionId: 'initial', startsAt, timeZone: 'UTC', ...(replacesHold ? { replacesHold } : {}) };
      const answer = await postApi(fixture.site, '/bookings', choice, { remoteAddress: '192.0.2.9' });
      replacesHold = answer.json<{ accessToken?: string }>().accessToken;
      return answer;
    };
    const free = await fixture.times('2026-11-23T00:00:00Z', 30);
    await fixture.query(
      'update booking_settings set max_bookings_per_day = 48, buffer_before_minutes = 0, buffer_after_minutes = 0',
    );
    for (const time of free.slice(0, 20)) expect((await from(time)).statusCode).toBe(201);
    expect((await from(free[20] ?? '')).statusCode).toBe(429);
    await fixture.query(
      'update booking_settings set max_bookings_per_day = 4, buffer_before_minutes = 15, buffer_after_minutes = 15',
    );
  });
});
