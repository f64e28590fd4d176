/** A session that is not used for so long ends, in hours. */
export const IDLE_TIMEOUT_HOURS = 7 * 24;

/** A session ends after so long however much it is used, in hours. */
export const ABSOLUTE_TIMEOUT_HOURS = 60 * 24;

/** Uses of a session within so many seconds are noted once. */
const ACTIVITY_UPDATE_INTERVAL_SECONDS = 60;

/** What asks for a fresh proof of who one is takes one of the last so many minutes. */
const REAUTHENTICATION_WINDOW_MINUTES = 5;

/** Whether somebody who showed who they are at `provedAt` need not do so again for what a thief would do first. */
export function isRecentlyAuthenticated(provedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return provedAt.until(now).total('minutes') <= REAUTHENTICATION_WINDOW_MINUTES;
}

/** When a session that begins now ends, unused and in any case. */
export function getSessionExpiry(now: Temporal.Instant): { expiresAt: Temporal.Instant; endsAt: Temporal.Instant } {
  return { expiresAt: now.add({ hours: IDLE_TIMEOUT_HOURS }), endsAt: now.add({ hours: ABSOLUTE_TIMEOUT_HOURS }) };
}

/** When a session that is used now ends unless it is used again: never after its absolute end. */
export function extendSessionExpiry(now: Temporal.Instant, endsAt: Temporal.Instant): Temporal.Instant {
  const idle = now.add({ hours: IDLE_TIMEOUT_HOURS });
  return Temporal.Instant.compare(idle, endsAt) < 0 ? idle : endsAt;
}

/** Whether a use is to be noted, which costs a write. */
export function shouldUpdateActivity(seenAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return seenAt.until(now).total('seconds') >= ACTIVITY_UPDATE_INTERVAL_SECONDS;
}
