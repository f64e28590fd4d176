import { afterAll, beforeAll, expect, it } from 'vitest';
import { listPersonalData } from '#platform/api/personal-data.ts';
import { getApi } from '../support/api-client.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await bookingFixture();
});
afterAll(() => fixture.close());

const UPCOMING_START = '2026-11-25T15:00:00.000Z';

async function sendFile(link: string, name: string): Promise<void> {
  const sent = await fixture.site.http.app.inject({
    method: 'POST',
    url: `/api/v1/bookings/${link}/files?name=${name}`,
    payload: 'The plan.',
    headers: { 'content-type': 'application/octet-stream', origin: fixture.site.http.services.siteUrl },
  });
  expect(sent.statusCode, sent.body).toBe(201);
}

it('exports bookings by account or address and deletes texts of past ones with the account', async () => {
  const ann = await fixture.people.arrive({ name: 'Ann', email: 'ann@site.example' });
  const over = await fixture.held('2026-11-23T15:00:00.000Z');
  const details = { name: 'Ann', email: 'Ann@site.example', phone: '+1 555 0100', notes: 'A quay.' };
  expect((await fixture.enter(over, details)).statusCode).toBe(200);
  await sendFile(over, 'old.txt');
  const noor = await fixture.held('2026-11-24T15:00:00.000Z');
  expect((await fixture.enter(noor, { phone: '+1 555 0199' })).statusCode).toBe(200);
  await sendFile(noor, 'theirs.txt');
  fixture.clock.now = fixture.clock.now.add({ hours: 1 });
  await fixture.sweep();
  const upcoming = await fixture.held(UPCOMING_START);
  expect((await fixture.enter(upcoming, { notes: 'A pier.' }, ann.cookie)).statusCode).toBe(200);
  await sendFile(upcoming, 'new.txt');
  await (await fixture.beginCard(await fixture.read(upcoming)))();

  const { bookings } = await getApi<{ bookings: object[] }>(fixture.site, '/profile/export', ann.cookie);
  expect(bookings).toMatchObject([
    { state: 'expired', notes: 'A quay.', clientPhone: '+1 555 0100', files: [{ name: 'old.txt' }], payments: [] },
    { state: 'confirmed', startsAt: UPCOMING_START, notes: 'A pier.', files: [{ name: 'new.txt' }], payments: [{}] },
  ]);
  expect(bookings).toHaveLength(2);
  expect(JSON.stringify(bookings)).not.toMatch(/linkVersion|clientId|blocked/);

  const part = listPersonalData(fixture.site.http.services).find(({ name }) => name === 'bookings');
  const jobs = async () => (await fixture.query("select data from pgboss.job where name = 'media.delete_files'")).rows;
  expect(await jobs()).toEqual([]);
  await fixture.db.transaction(async tx =>
    part?.erase?.(tx, { userId: ann.id, email: ann.email }, fixture.site.http.services),
  );
  const left = await fixture.query(
    `select state, notes, client_phone as phone, array(select name from booking_files f where f.booking_id = b.id) as files
    from bookings b order by id`,
  );
  expect(left.rows).toEqual([
    { state: 'expired', notes: '', phone: null, files: [] },
    { state: 'expired', notes: 'A shop for tides.', phone: '+1 555 0199', files: ['theirs.txt'] },
    { state: 'confirmed', notes: 'A pier.', phone: null, files: ['new.txt'] },
  ]);
  expect(await jobs()).toHaveLength(1);
  expect((await fixture.read(upcoming)).state).toBe('confirmed');
});
