import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await bookingFixture();
});
afterAll(() => fixture.close());

it('keeps a booking with its account when its email address passes to someone else', async () => {
  const lin = await fixture.people.arrive({ name: 'Lin' });
  const link = await fixture.held('2026-11-23T15:00:00.000Z');
  expect((await fixture.enter(link, {}, lin.cookie)).statusCode).toBe(200);
  await fixture.query(`update users set email = 'lin@new.example' where id = $1`, [lin.id]);
  const newHolder = await fixture.people.arrive({ name: 'Heir', email: lin.email });
  const [number = ''] = link.split('.');

  expectApiError(await requestApi(fixture.site, `/bookings/${number}`, newHolder.cookie), 'NOT_FOUND');
  expectApiError(
    await postApi(fixture.site, `/bookings/${number}/cancel`, {}, { cookie: newHolder.cookie }),
    'NOT_FOUND',
  );
  expect(await getApi(fixture.site, '/bookings', newHolder.cookie)).toMatchObject({ total: 0 });
  expect(await getApi(fixture.site, '/profile/export', newHolder.cookie)).toMatchObject({ bookings: [] });
  expect(await fixture.read(number, lin.cookie)).toMatchObject({ party: 'client', client: { name: 'Lin' } });
});

it('asks for the latest link if a link is incomplete', async () => {
  const link = await fixture.held('2026-11-24T15:00:00.000Z');
  for (const reference of [link.slice(0, -1), link.slice(0, -40), '987654.A']) {
    const answer = await requestApi(fixture.site, `/bookings/${reference}`);
    expect(expectApiError(answer, 'NOT_FOUND').message).toContain('Open the link in the latest email');
  }
});
