import { expect } from 'vitest';
import { keys, type Shape } from './response-shapes.ts';
import { getApi, postApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

const SPAN = 'from=2026-11-23T00:00:00Z&until=2026-11-28T00:00:00Z';
const TIMES = `/consultations/initial/slots?${SPAN}`;

/** Holds the first free consultation slot, unpaid, and returns its link. */
export async function createFirstBooking(site: TestSite): Promise<string> {
  const { slots } = await getApi<{ slots: string[] }>(site, TIMES);
  const held = await postApi(site, '/bookings', { optionId: 'initial', startsAt: slots[0], timeZone: 'UTC' });
  expect(held.statusCode, held.body).toBe(201);
  const { accessToken: link } = held.json<{ accessToken: string }>();
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

/** Returns the response shapes of the endpoints that visitors use for consultations. */
export function bookingResponseShapes(link: () => string): Record<string, readonly [path: () => string, keys: Shape]> {
  return {
    'bookings.listConsultationOptions': [
      () => '/consultations',
      {
        ...keys(
          'timeZone timeZones minimumNoticeHours minimumChangeNoticeHours holdMinutes bookableFrom bookableUntil client tax closed',
        ),
        options: { ...keys('id title description durationMinutes priceUnit isPrimary'), price: keys('minor currency') },
        features: keys('id name description'),
      },
    ],
    'bookings.listSlots': [() => TIMES, keys('durationMinutes total currency slots')],
    'bookings.get': [
      () => `/bookings/${link()}`,
      {
        ...keys(
          'number party state title optionId quantity durationMinutes startsAt endsAt timeZone ownerTimeZone notes total tax taxNote',
        ),
        ...keys(
          'currency bookedBy createdAt clientPath location changeDeadline icsPath suggestedSlots refund isPaymentPending billedTo',
        ),
        hold: keys('expiresAt remainingMs'),
        client: keys('name email phone'),
        billingDocuments: keys('number title total amountDue issuedOn path'),
        openInvoice: keys('number token'),
        files: keys('id name sizeBytes path'),
        changeReasons: keys('reschedule cancel'),
        events: keys('transition actor reason startsAt occurredAt'),
      },
    ],
  };
}
