import type { TestSite } from './test-site.ts';

/** Inserts a booking as the booking page would store it, and returns its number. */
export async function insertBookingRow(
  site: TestSite,
  {
    startsAt,
    minutes = 60,
    state = 'confirmed',
    title = 'Strategy session',
    clientName = 'Grace Murray',
    clientEmail = 'grace@client.example',
    about = 'Our new shop.',
    phone = '+1 555 0100',
  }: {
    startsAt: string;
    minutes?: number;
    state?: string;
    title?: string;
    clientName?: string;
    clientEmail?: string;
    about?: string;
    phone?: string;
  },
): Promise<number> {
  const { rows } = await site.db.$client.query<{ id: number }>(
    `insert into bookings (state, option_id, title, duration_minutes, starts_at, ends_at, blocked_from, blocked_until, hold_expires_at,
       booked_by, client_name, client_email, client_phone, notes, time_zone, total, unit_price, tax, currency,
       created_at, updated_at)
     values ($1, null, $2, $3::int, $4::timestamptz, $4::timestamptz + make_interval(mins => $3::int),
       $4::timestamptz - interval '15 minutes', $4::timestamptz + make_interval(mins => $3::int + 15),
       case when $1 in ('held', 'awaiting_payment') then $4::timestamptz end,
       'client', $5, $6, $7, $8, 'Europe/Berlin', 0, 0, '{"behavior":"inclusive","name":"","basisPoints":0}', 'USD',
       '2026-11-01Z', '2026-11-01Z')
     returning id`,
    [state, title, minutes, startsAt, clientName, clientEmail, phone, about],
  );
  return rows[0]?.id ?? 0;
}
