/** Lifetime of an unused session, in hours. */
export const IDLE_TIMEOUT_HOURS = 7 * 24;

/** Maximum lifetime of a session regardless of use, in hours. */
export const ABSOLUTE_TIMEOUT_HOURS = 60 * 24;

/** A session's activity is recorded at most once per this many seconds. */
const ACTIVITY_UPDATE_INTERVAL_SECONDS = 60;

/** How long an authentication counts as recent, in minutes. */
const REAUTHENTICATION_WINDOW_MINUTES = 5;

/** Returns whether the user authenticated recently enough for sensitive actions. */
export function isRecentlyAuthenticated(provedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return provedAt.until(now).total('minutes') <= REAUTHENTICATION_WINDOW_MINUTES;
}

/** Returns when a new session expires without use, and its absolute end. */
export function getSessionExpiry(now: Temporal.Instant): { expiresAt: Temporal.Instant; endsAt: Temporal.Instant } {
  return { expiresAt: now.add({ hours: IDLE_TIMEOUT_HOURS }), endsAt: now.add({ hours: ABSOLUTE_TIMEOUT_HOURS }) };
}

/** Returns the new expiry of a session used now: never after its absolute end. */
export function extendSessionExpiry(now: Temporal.Instant, endsAt: Temporal.Instant): Temporal.Instant {
  const idle = now.add({ hours: IDLE_TIMEOUT_HOURS });
  return Temporal.Instant.compare(idle, endsAt) < 0 ? idle : endsAt;
}

/** Returns whether to record a use, which costs a write. */
export function shouldUpdateActivity(seenAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return seenAt.until(now).total('seconds') >= ACTIVITY_UPDATE_INTERVAL_SECONDS;
}
