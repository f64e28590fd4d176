import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';

let desk: BookingFixture;
beforeAll(async () => {
  desk = await bookingFixture();
});
afterAll(() => desk.close());

it('keeps a booking with its account when its email address passes to someone else', async () => {
  const lin = await desk.people.arrive({ name: 'Lin' });
  const link = await desk.held('2026-11-23T15:00:00.000Z');
  expect((await desk.enter(link, {}, lin.cookie)).statusCode).toBe(200);
  await desk.query(`update users set email = 'lin@new.example' where id = $1`, [lin.id]);
  const heir = await desk.people.arrive({ name: 'Heir', email: lin.email });
  const [number = ''] = link.split('.');

  expectApiError(await requestApi(desk.site, `/bookings/${number}`, heir.cookie), 'NOT_FOUND');
  expectApiError(await postApi(desk.site, `/bookings/${number}/cancel`, {}, { cookie: heir.cookie }), 'NOT_FOUND');
  expect(await getApi(desk.site, '/bookings', heir.cookie)).toMatchObject({ total: 0 });
  expect(await getApi(desk.site, '/profile/export', heir.cookie)).toMatchObject({ bookings: [] });
  expect(await desk.read(number, lin.cookie)).toMatchObject({ party: 'client', client: { name: 'Lin' } });
});
