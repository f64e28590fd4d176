import type { InactiveReason, SubscriberState, Topic } from '../contract/limits.ts';

/** How long the link that confirms works, in days; then an address that was never confirmed is erased. */
export const CONFIRMATION_EXPIRY_DAYS = 7;

/** The form has at most one mail sent to an address in so many hours, however often and by whomever it is asked. */
const ANSWER_HOURS = 24;

/** What of a subscriber decides what may become of them. */
export interface SubscriptionStatus {
  readonly state: SubscriberState;
  readonly stateBefore: 'pending' | 'subscribed' | 'unsubscribed' | null;
  readonly confirmedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedHow: InactiveReason | null;
  readonly answeredAt: Date | null;
}

const HOUR = 3_600_000;

/** Whether the form has a mail sent to this address: never where it is blocked, and once a day. */
export function canSendConfirmation(
  { state, answeredAt }: Pick<SubscriptionStatus, 'state' | 'answeredAt'>,
  now: Date,
): boolean {
  if (state === 'blocked') return false;
  return answeredAt === null || now.getTime() - answeredAt.getTime() >= ANSWER_HOURS * HOUR;
}

/** Whether an issue about a topic goes to this address. */
export function isRecipient(who: { readonly state: SubscriberState; readonly topics: readonly Topic[] }, topic: Topic) {
  return who.state === 'subscribed' && who.topics.includes(topic);
}

/** The link that confirms is used up, or void. */
const noLink = { linkSha256: null, linkEndsAt: null } as const;

/**
 * Subscribed, by a link that was pressed, or by a consent that the owner wrote down. Undefined where that may not be: a
 * block goes only by the owner's unblocking, and who wanted no more is back by a link alone.
 */
export function applyConfirmation(
  standing: Pick<SubscriptionStatus, 'state'>,
  how: 'link' | 'owner' | 'import',
  at: Date,
  note = '',
) {
  if (standing.state === 'blocked') return undefined;
  if (standing.state === 'unsubscribed' && how !== 'link') return undefined;
  return { ...noLink, state: 'subscribed' as const, confirmedAt: at, confirmedHow: how, note };
}

/** Unsubscribed; undefined where that changes nothing. A block stays, and is one that nothing comes back after. */
export function applyUnsubscribe(
  standing: Pick<SubscriptionStatus, 'state' | 'stateBefore'>,
  how: 'page' | 'one-click' | 'owner' | 'import',
  at: Date,
) {
  if (standing.state === 'blocked') {
    return standing.stateBefore === 'unsubscribed' ? undefined : { ...noLink, stateBefore: 'unsubscribed' as const };
  }
  if (standing.state === 'unsubscribed') return undefined;
  return { ...noLink, state: 'unsubscribed' as const, endedAt: at, endedHow: how, endedNote: '' };
}

/** Blocked; undefined where it is already. Who complains wants no more, also after an unblocking. */
export function applyBlock(
  standing: Pick<SubscriptionStatus, 'state' | 'stateBefore'>,
  how: 'bounce' | 'complaint' | 'refusal' | 'owner' | 'import',
  at: Date,
  note: string,
) {
  const complains = how === 'complaint';
  if (standing.state === 'blocked') {
    if (!complains || standing.stateBefore === 'unsubscribed') return undefined;
    return { stateBefore: 'unsubscribed' as const, endedAt: at, endedHow: how, endedNote: note };
  }
  const before = complains ? ('unsubscribed' as const) : standing.state;
  return { ...noLink, state: 'blocked' as const, stateBefore: before, endedAt: at, endedHow: how, endedNote: note };
}

/** Without the block again, as it was before; undefined where there is none. */
export function applyUnblock(standing: Pick<SubscriptionStatus, 'state' | 'stateBefore'>) {
  if (standing.state !== 'blocked' || standing.stateBefore === null) return undefined;
  return { state: standing.stateBefore, stateBefore: null };
}

/** Some of an address, for a page that whoever got the mail passed on may open: `l•••@site.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}${'•'.repeat(Math.max(1, Math.min(6, at - 1)))}${email.slice(at)}`;
}
