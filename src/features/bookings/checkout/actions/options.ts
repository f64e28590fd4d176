import { readSellingNotes } from '#features/billing/index.ts';
import { getUser } from '#features/auth/index.ts';
import { getConsultationPricing } from '#features/pricing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { ConsultationOptions } from '../contract.ts';
import { HOLD_MINUTES } from '../../lifecycle/contract/limits.ts';
import { getAvailability } from '../../lifecycle/queries/availability.ts';
import type { BookingRow } from '../../lifecycle/queries/bookings.ts';
import { getBookingWindow } from '../../lifecycle/rules/availability.ts';
import { findFreeSlots } from '../../lifecycle/actions/slots.ts';

/** Selectable time zones; `listConsultationOptions` adds the owner's if missing. */
const timeZones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

/** Returns the consultations on offer, and the window in which they can be booked. */
export async function listConsultationOptions({
  db,
  actor,
  now,
  siteUrl,
}: Pick<ApiContext, 'db' | 'actor' | 'now' | 'siteUrl'>): Promise<ConsultationOptions> {
  const [{ consultationOptions, consultationFeatures }, availability, notes] = await Promise.all([
    getConsultationPricing(db),
    getAvailability(db, now()),
    readSellingNotes(db, { siteUrl }),
  ]);
  const { timeZone, settings } = availability;
  const span = getBookingWindow(availability, now().epochMilliseconds);
  const user = actor.role === 'visitor' ? null : await getUser(db, actor.userId);
  return {
    ...notes,
    options: consultationOptions,
    features: consultationFeatures,
    timeZone,
    timeZones: timeZones.includes(timeZone) ? timeZones : [timeZone, ...timeZones],
    minimumNoticeHours: settings.minimumNoticeHours,
    minimumChangeNoticeHours: settings.minimumChangeNoticeHours,
    holdMinutes: HOLD_MINUTES,
    bookableFrom: new Date(span.start).toISOString(),
    bookableUntil: new Date(span.end).toISOString(),
    client: user && { name: user.name, email: user.email },
  };
}

/** Returns the available start times for an existing booking, or for a new one of a given duration. */
export async function listSlots(
  { db, now }: Pick<ApiContext, 'db' | 'now'>,
  { minutes, from, until, except }: { minutes: number; from: string; until: string; except: BookingRow | null },
): Promise<string[]> {
  const span = { start: Date.parse(from), end: Date.parse(until) };
  const { free } = await findFreeSlots(db, now(), {
    ...span,
    minutes,
    ...(except ? { excludeBookingId: except.id } : {}),
  });
  return free.map(slot => new Date(slot).toISOString());
}
