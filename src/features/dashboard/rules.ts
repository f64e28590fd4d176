import type { PublishingTransition } from '#features/publishing/contract/status.ts';
import type { SecurityEventType } from '#features/security-events/contract/event-labels.ts';
import { formatDate } from '#shared/time.ts';

/** Maximum number of activity entries. */
export const ACTIVITY_LIMIT = 12;

/** Security events worth showing; signing in and out would drown the rest. */
export const notableEvents: readonly SecurityEventType[] = [
  'sign_in_rate_limited',
  'password_reset',
  'password_changed',
  'email_changed',
  'sign_in_method_added',
  'sign_in_method_removed',
  'recovery_code_used',
  'recovery_codes_replaced',
  'role_changed',
  'account_disabled',
  'account_enabled',
  'account_deleted',
];

/** Verbs that follow the person: “Grace submitted”. */
export const transitionLabels: Readonly<Record<PublishingTransition, string>> = {
  submit: 'submitted',
  withdraw: 'withdrew',
  request_changes: 'requested changes to',
  publish: 'published',
  schedule: 'scheduled',
  unschedule: 'unscheduled',
  archive: 'archived',
  unarchive: 'unarchived',
  discard_changes: 'discarded changes to',
};

const DAY_MS = 24 * 3600 * 1000;

/** Returns the names of today and yesterday by their dates as formatted by `formatDate`. `now` is an instant. */
export function nameRecentDays(now: string, timeZone: string): ReadonlyMap<string, string> {
  const today = formatDate(now, timeZone);
  // In UTC, each day has 24 hours.
  const yesterday = formatDate(new Date(Date.parse(`${today} UTC`) - DAY_MS).toISOString(), 'UTC');
  return new Map([
    [yesterday, 'Yesterday'],
    [today, 'Today'],
  ]);
}
