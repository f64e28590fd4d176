import { expect } from 'vitest';
import { keys, type Shape } from './response-shapes.ts';
import { getApi, postApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

const SPAN = 'from=2026-11-23T00:00:00Z&until=2026-11-28T00:00:00Z';
const TIMES = `/consultations/initial/times?${SPAN}`;

/** Books the first free consultation, which waits to be paid; its link. */
export async function createFirstBooking(site: TestSite): Promise<string> {
  const { times } = await getApi<{ times: string[] }>(site, TIMES);
  const held = await postApi(site, '/bookings', { option: 'initial', startsAt: times[0], timeZone: 'UTC' });
  expect(held.statusCode, held.body).toBe(201);
  const { link } = held.json<{ link: string }>();
  const entered = await postApi(site, `/bookings/${link}/details`, { name: 'Noor', email: 'noor@site.example' });
  expect(entered.statusCode, entered.body).toBe(200);
  await site.http.app.inject({
    method: 'POST',
    url: `/api/v1/bookings/${link}/files?name=plan.txt`,
    payload: 'The plan.',
    headers: { 'content-type': 'application/octet-stream', origin: site.http.services.siteUrl },
  });
  return link;
}

/** What the endpoints of consultations answer to visitors, key by key. */
export function bookingResponseShapes(link: () => string): Record<string, readonly [path: () => string, keys: Shape]> {
  return {
    'bookings.consultations': [
      () => '/consultations',
      {
        ...keys('timeZone timeZones noticeHours changeNoticeHours holdMinutes from until client tax closed'),
        options: { ...keys('id title description minutes priceUnit isPrimary'), price: keys('minor currency') },
        features: keys('id name description'),
      },
    ],
    'bookings.times': [() => TIMES, keys('minutes total currency times')],
    'bookings.get': [
      () => `/bookings/${link()}`,
      {
        ...keys(
          'number side state title optionId quantity minutes startsAt endsAt timeZone ownerTimeZone about total tax',
        ),
        ...keys(
          'currency bookedBy createdAt linkPath place changeableUntil calendarPath nextFree refunded isPaymentUnderWay',
        ),
        hold: keys('until left'),
        client: keys('name email phone'),
        documents: keys('number title total owed issuedOn path'),
        payable: keys('number token'),
        files: keys('id name bytes path'),
        refusals: keys('reschedule cancel'),
        events: keys('move actor reason startsAt at'),
      },
    ],
  };
}
