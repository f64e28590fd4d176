import { readSellingNotes } from '#features/billing/index.ts';
import { getUser } from '#features/auth/index.ts';
import { getConsultationPricing } from '#features/pricing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { ConsultationOptions } from '../contract.ts';
import { HOLD_MINUTES } from '../../lifecycle/contract/limits.ts';
import { getAvailability } from '../../lifecycle/queries/availability.ts';
import { getBookingWindow } from '../../lifecycle/rules/availability.ts';

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
