import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/paths.ts';
import { type BookingFixture, bookingFixture } from '../support/booking-fixture.ts';
import { createHtmlBrowser, elementsIn } from '../support/html-forms.ts';

let fixture: BookingFixture;
beforeAll(async () => (fixture = await bookingFixture({ pages: true })));
afterAll(() => fixture.close());

it('books, reschedules and cancels a consultation without JavaScript', async () => {
  const { site, query, providers } = fixture;
  const page = createHtmlBrowser(site);
  const openLastDay = async () => {
    const days = page.page
      .all('table')
      .flatMap(elementsIn)
      .filter(({ tagName }) => tagName === 'a');
    await page.open(new URL(String(days.at(-1)?.properties.href), `http://site${page.url}`).href);
  };
  const times = () =>
    page.page.all('button').filter(({ properties: { name, disabled } }) => name === 'startsAt' && !disabled);
  const choose = async (place: number) => {
    const time = times().at(place);
    if (!time) throw new Error(`No time can be chosen on ${page.url}.`);
    await page.submit(time);
  };

  await page.open('/pricing/consultation');
  await page.submit('Show times', {
    'Hourly Consultation': true,
    'Number of hours': '2',
    'Your time zone': 'Asia/Dhaka',
  });
  expect(page.text()).toContain('Hourly Consultation, 2 hours, $200.00');
  await openLastDay();
  await choose(0);
  expect(page.url).toMatch(/^\/booking\/\d+\.[\w-]+/);
  const booking = page.url;
  await page.follow('Choose another time');
  expect(page.text()).toContain('Hourly Consultation, 2 hours, $200.00');
  expect(page.text()).toContain('Time zone: Asia/Dhaka');
  await page.open(booking);
  await page.submit('Continue to payment', {
    Email: 'lin',
    'What would you like to discuss? (optional)': 'A slow query.',
  });
  expect(page.status).toBe(400);
  expect(page.value('What would you like to discuss? (optional)')).toBe('A slow query.');
  // All errors are shown together.
  expect(page.page.all('input').filter(({ properties }) => properties.ariaInvalid === 'true')).toHaveLength(2);
  // The hold expires while the form is being filled in; the input must be kept.
  await query("update bookings set hold_expires_at = $1 where state = 'held'", ['2026-11-20T11:59:59Z']);
  await page.submit('Continue to payment', { Name: 'Lin', Email: 'lin@site.example' });
  await page.submit(/^Pay \$200\.00/, { Card: true });
  const reference =
    page
      .href(/^Continue to payment/)
      .split('/')
      .at(-1) ?? '';
  providers.stripe.pay(reference);
  for (const { provider, body, headers } of providers.takeWebhooks()) {
    await site.http.app.inject({
      method: 'POST',
      url: `${API_PREFIX}/webhooks/${provider}`,
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  }
  await page.open(providers.stripe.find(reference)?.returnTo ?? '');
  expect(page.url).toMatch(/^\/booking\//);
  // Whether it has begun depends on the real clock.
  expect(page.text()).toContain('Confirmed');
  expect(page.links()).toContain('Add to calendar');
  expect((await query('select notes from bookings')).rows).toEqual([{ notes: 'A slow query.' }]);
  await page.follow('Reschedule booking');
  await openLastDay();
  await choose(-1);
  expect(page.text()).toContain('Booking rescheduled.');
  await page.submit('Cancel booking');
  expect(page.text()).toContain('Booking canceled.');
});

it('keeps the reservations of several visitors without JavaScript', async () => {
  const { site, query } = fixture;
  const count = async () => Number((await query("select count(*) from bookings where state = 'held'")).rows[0]?.count);
  const before = await count();
  for (const page of [createHtmlBrowser(site), createHtmlBrowser(site)]) {
    await page.open('/pricing/consultation');
    const time = page.page.all('button').find(({ properties: { name, disabled } }) => name === 'startsAt' && !disabled);
    if (!time) throw new Error('No time can be chosen.');
    await page.submit(time);
    expect(page.url).toMatch(/^\/booking\/\d+\.[\w-]+/);
  }
  expect(await count()).toBe(before + 2);
});

it('keeps the time of a consultation whose client reports a transfer without JavaScript', async () => {
  const link = await fixture.held((await fixture.times('2026-11-25T00:00:00Z')).at(0) ?? '');
  expect((await fixture.enter(link, { email: 'grace@site.example' })).statusCode).toBe(200);
  const page = createHtmlBrowser(fixture.site);
  await page.open(`/booking/${link}`);
  await page.submit(/^Pay \$50\.00/, {
    'Bank transfer': true,
    'Sent from': 'Noor',
    'Transaction reference': 'T-77',
  });
  expect(page.text()).toContain('Thank you. You’ll get an email when your payment is confirmed.');
  expect(page.text()).toContain('This time is reserved for you until your payment is confirmed');
});

it('lists the bookings made earlier with the email address of a new account, and no others', async () => {
  const { site, people } = fixture;
  const slots = await fixture.times('2026-11-24T00:00:00Z');
  await fixture.booked(slots.at(0) ?? '');
  const others = await fixture.read(await fixture.booked(slots.at(-1) ?? ''));
  await fixture.query(`update bookings set client_email = 'ada@site.example' where id = $1`, [others.number]);
  const noor = await people.arrive({ name: 'Noor', email: 'noor@site.example' });
  const page = createHtmlBrowser(site, { cookie: noor.cookie });
  await page.open('/dashboard/bookings');
  expect(page.text()).toContain('1 booking');
  await page.follow('Initial Consultation');
  // Whether it has begun depends on the real clock.
  expect(page.text()).toContain('Confirmed');
  expect(page.links()).toContain('Add to calendar');
  await page.open(`/dashboard/bookings/${others.number}`);
  expect(page.status).toBe(404);
});
