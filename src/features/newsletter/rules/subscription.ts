import type { SubscriberState, Topic } from '../contract/limits.ts';

/** Validity of confirmation links in days; never-confirmed addresses are deleted afterwards. */
export const CONFIRMATION_EXPIRY_DAYS = 7;

/** The form sends at most one email to an address in this period, whoever submits it. */
const ANSWER_HOURS = 24;

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
  return confirmationSentAt === null || now.getTime() - confirmationSentAt.getTime() >= ANSWER_HOURS * HOUR;
}

/** Returns whether this address receives issues about a topic. */
export function isRecipient(who: { readonly state: SubscriberState; readonly topics: readonly Topic[] }, topic: Topic) {
  return who.state === 'subscribed' && who.topics.includes(topic);
}

/** Clears the confirmation link. */
const noLink = { confirmationTokenHash: null, confirmationExpiresAt: null } as const;

/**
 * Returns the changes that subscribe an address; undefined if not allowed. Only the owner can lift a block, and only a
 * confirmation link can reverse an opt-out.
 */
export function applyConfirmation(
  standing: Pick<SubscriptionStatus, 'state'>,
  how: 'email_link' | 'owner' | 'import',
  confirmedAt: Date,
  note = '',
) {
  if (standing.state === 'blocked') return undefined;
  if (standing.state === 'unsubscribed' && how !== 'email_link') return undefined;
  return { ...noLink, state: 'subscribed' as const, confirmedAt, confirmationMethod: how, consentNote: note };
}

/**
 * Returns the changes that unsubscribe an address; undefined if none. A block stays, and lifting it will not
 * resubscribe the address.
 */
export function applyUnsubscribe(
  standing: SubscriptionStatus,
  how: 'preferences_page' | 'one_click' | 'owner' | 'import',
  at: Date,
) {
  if (standing.state === 'blocked') {
    return standing.previousState === 'unsubscribed'
      ? undefined
      : { ...noLink, previousState: 'unsubscribed' as const };
  }
  if (standing.state === 'unsubscribed') return undefined;
  return { ...noLink, state: 'unsubscribed' as const, inactiveSince: at, inactiveReason: how, inactiveNote: '' };
}

/**
 * Returns the changes that block an address; undefined if nothing changes. A complaint also opts out, even after the
 * block is lifted.
 */
export function applyBlock(
  standing: SubscriptionStatus,
  how: 'bounce' | 'complaint' | 'smtp_rejection' | 'owner' | 'import',
  at: Date,
  note: string,
) {
  const complains = how === 'complaint';
  const end = { inactiveSince: at, inactiveReason: how, inactiveNote: note };
  if (standing.state === 'blocked') {
    if (!complains || standing.previousState === 'unsubscribed') return undefined;
    return { previousState: 'unsubscribed' as const, ...end };
  }
  const before = complains ? ('unsubscribed' as const) : standing.state;
  return { ...noLink, state: 'blocked' as const, previousState: before, ...end };
}

/** Returns the changes that lift a block and restore the previous state; undefined if not blocked. */
export function applyUnblock(standing: SubscriptionStatus) {
  if (standing.state !== 'blocked' || standing.previousState === null) return undefined;
  return { state: standing.previousState, previousState: null };
}

/** Masks an address (`l•••@site.example`), because forwarded links can be opened by others. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}${'•'.repeat(Math.max(1, Math.min(6, at - 1)))}${email.slice(at)}`;
}
