import { expect } from 'vitest';
import type { Booking } from '#features/bookings/booking-page/contract.ts';
import { runBookingMaintenance } from '#features/bookings/jobs.ts';
import { processRefund, refreshPayment } from '#features/payments/jobs.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { getApi, postApi } from './api-client.ts';
import { type SignedInUser, memberFixture } from './member-fixture.ts';
import { startFakeProviders } from './fake-payment-providers.ts';
import { createTestSite } from './test-site.ts';
import { resetDocumentDays } from './document-days.ts';

/** A Friday at noon UTC. The owner is available Monday to Friday from 10:00 to 17:00 in New York. */
const FRIDAY = Temporal.Instant.from('2026-11-20T12:00:00Z');

/** Creates a site with an owner, fake payment providers and a clock that tests can set, for booking as a visitor. */
export async function bookingFixture(options: { readonly pages?: boolean } = {}) {
  const clock = { now: FRIDAY };
  const providers = await startFakeProviders();
  const site = await createTestSite({ ...options, environment: providers.environment, now: () => clock.now });
  const people = memberFixture(() => site);
  const owner: SignedInUser = await people.arrive({ role: 'owner', name: 'Mira Castellan' });
  await people.rows('bookings');
  const query = (text: string, values: unknown[] = []) => site.db.$client.query<Record<string, unknown>>(text, values);
  await query(
    `update site_sections set content = jsonb_set(content, '{timeZone}', '"America/New_York"') where key = 'profile'`,
  );
  await query("update billing_settings set bank_transfer_instructions = 'To 12 34'");
  const services = () => ({ ...site.http.services, log: site.log.log });
  let network = 0;

  const times = async (from: string, days = 1, optionId = 'initial', hours = 1) => {
    const until = new Date(Date.parse(from) + days * 86_400_000).toISOString();
    const at = `from=${from}&until=${until}`;
    return (await getApi<{ slots: string[] }>(site, `/consultations/${optionId}/slots?hours=${hours}&${at}`)).slots;
  };
  const hold = (startsAt: string, more: object = {}, headers: Record<string, string> = {}) =>
    postApi(
      site,
      '/bookings',
      { optionId: 'initial', startsAt, timeZone: 'Asia/Kolkata', ...more },
      // A new IP address for each visitor avoids the rate limit.
      { remoteAddress: `198.51.${(network >> 8) & 255}.${network++ & 255}`, headers },
    );

  return {
    site,
    db: site.db,
    clock,
    providers,
    people,
    owner,
    query,
    times,
    hold,
    /** Creates a hold and returns its link. */
    async held(startsAt: string, more: object = {}): Promise<string> {
      const answer = await hold(startsAt, more);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<{ accessToken: string }>().accessToken;
    },
    enter: (link: string, more: object = {}, cookie?: string) =>
      postApi(
        site,
        `/bookings/${link}/details`,
        { ...(cookie ? {} : { name: 'Noor Haddad', email: 'noor@site.example' }), notes: 'A shop for tides.', ...more },
        cookie ? { cookie } : {},
      ),
    read: (reference: string, cookie?: string) => getApi<Booking>(site, `/bookings/${reference}`, cookie),
    /** Starts a payment of the booking's open invoice. */
    pay: (booking: Booking, body: object) =>
      postApi(site, `/billing-documents/${booking.openInvoice?.number}/${booking.openInvoice?.token}/payments`, body),
    /** Starts a card payment. Returns a function that pays at the fake provider and delivers the webhooks. */
    async beginCard(booking: Booking) {
      const answer = await this.pay(booking, { method: 'stripe' });
      expect(answer.statusCode, answer.body).toBe(201);
      const reference = answer.json<{ checkoutUrl: string }>().checkoutUrl.split('/').at(-1) ?? '';
      return async () => {
        providers.stripe.pay(reference);
        for (const { provider, body, headers } of providers.takeWebhooks()) {
          const delivered = await site.http.app.inject({
            method: 'POST',
            url: `${API_PREFIX}/webhooks/${provider}`,
            payload: body,
            headers: { 'content-type': 'application/json', ...headers },
          });
          expect(delivered.statusCode, delivered.body).toBe(200);
        }
      };
    },
    /** Creates a booking that is paid by card, and returns its link. */
    async booked(startsAt: string, more: object = {}): Promise<string> {
      const link = await this.held(startsAt, more);
      const entered = await this.enter(link);
      expect(entered.statusCode, entered.body).toBe(200);
      await (await this.beginCard(await this.read(link)))();
      expect((await this.read(link)).state).toBe('confirmed');
      return link;
    },
    sweep: () => runBookingMaintenance(services()),
    /** Asks the providers for the status of all payments. */
    async refresh() {
      const { rows } = await query('select id from payments order by id');
      for (const { id } of rows) await refreshPayment(services(), { paymentId: Number(id) });
      providers.takeWebhooks();
    },
    async refund() {
      const { rows } = await query("select id from refunds where status = 'pending'");
      for (const { id } of rows) await processRefund(services(), { refundId: Number(id) });
    },
    /** Resets the clock and deletes the data of a test. */
    async cleanUp() {
      clock.now = FRIDAY;
      await resetDocumentDays(site.db);
      await query(`delete from emails; delete from rate_limits; delete from pgboss.job; delete from external_calendars;
        alter table booking_events disable trigger all; delete from booking_events; delete from booking_reminders;
        update bookings set state = 'canceled', hold_expires_at = null, client_id = null;
        alter table booking_events enable trigger all`);
    },
    async close() {
      await site.close();
      providers.close();
    },
  };
}

export type BookingFixture = Awaited<ReturnType<typeof bookingFixture>>;
