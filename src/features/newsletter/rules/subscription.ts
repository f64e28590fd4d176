import type { SubscriberState, Topic } from '../contract/limits.ts';

/** Validity of confirmation links in days; never-confirmed addresses are deleted afterwards. */
export const CONFIRMATION_EXPIRY_DAYS = 7;

/** The form sends at most one email to an address in this period, regardless of who submits it. */
const CONFIRMATION_HOURS = 24;

export interface SubscriptionStatus {
  readonly state: SubscriberState;
  readonly previousState: 'pending' | 'subscribed' | 'unsubscribed' | null;
}

const HOUR = 3_600_000;

/** Returns whether the form may email this address: once a day, and never if it is blocked. */
export function canSendConfirmation(
  { state, confirmationSentAt }: { readonly state: SubscriberState; readonly confirmationSentAt: Date | null },
  now: Date,
): boolean {
  if (state === 'blocked') return false;
  return confirmationSentAt === null || now.getTime() - confirmationSentAt.getTime() >= CONFIRMATION_HOURS * HOUR;
}

/** Returns whether this address receives issues about a topic. */
export function isRecipient(row: { readonly state: SubscriberState; readonly topics: readonly Topic[] }, topic: Topic) {
  return row.state === 'subscribed' && row.topics.includes(topic);
}

/** Clears the confirmation link. */
const noLink = { confirmationTokenHash: null, confirmationExpiresAt: null } as const;

/**
 * Returns the changes that subscribe an address; undefined if not allowed. Only the owner can lift a block, and only a
 * confirmation link can reverse an opt-out.
 */
export function applyConfirmation(
  current: Pick<SubscriptionStatus, 'state'>,
  method: 'email_link' | 'owner' | 'import',
  confirmedAt: Date,
  note = '',
) {
  if (current.state === 'blocked') return undefined;
  if (current.state === 'unsubscribed' && method !== 'email_link') return undefined;
  return { ...noLink, state: 'subscribed' as const, confirmedAt, confirmationMethod: method, consentNote: note };
}

/**
 * Returns the changes that unsubscribe an address; undefined if none. A block stays, and lifting it will not
 * resubscribe the address.
 */
export function applyUnsubscribe(
  current: SubscriptionStatus,
  reason: 'preferences_page' | 'one_click' | 'owner' | 'import',
  at: Date,
) {
  if (current.state === 'blocked') {
    return current.previousState === 'unsubscribed' ? undefined : { ...noLink, previousState: 'unsubscribed' as const };
  }
  if (current.state === 'unsubscribed') return undefined;
  return { ...noLink, state: 'unsubscribed' as const, inactiveSince: at, inactiveReason: reason, inactiveNote: '' };
}

/**
 * Returns the changes that block an address; undefined if nothing changes. A complaint also opts out, even after the
 * block is lifted.
 */
export function applyBlock(
  current: SubscriptionStatus,
  reason: 'bounce' | 'complaint' | 'smtp_rejection' | 'owner' | 'import',
  at: Date,
  note: string,
) {
  const isComplaint = reason === 'complaint';
  const end = { inactiveSince: at, inactiveReason: reason, inactiveNote: note };
  if (current.state === 'blocked') {
    if (!isComplaint || current.previousState === 'unsubscribed') return undefined;
    return { previousState: 'unsubscribed' as const, ...end };
  }
  const before = isComplaint ? ('unsubscribed' as const) : current.state;
  return { ...noLink, state: 'blocked' as const, previousState: before, ...end };
}

/** Returns the changes that lift a block and restore the previous state; undefined if not blocked. */
export function applyUnblock(current: SubscriptionStatus) {
  if (current.state !== 'blocked' || current.previousState === null) return undefined;
  return { state: current.previousState, previousState: null };
}

/** Masks an address (`l•••@site.example`), because forwarded links can be opened by others. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}${'•'.repeat(Math.max(1, Math.min(6, at - 1)))}${email.slice(at)}`;
}
