import { MIN_SUBMIT_MS } from '../contract/limits.ts';
import type { SpamCheck, SpamReason } from '../contract/states.ts';

/** Milliseconds; an older form must be requested again before it is sent. */
export const FORM_TOKEN_TTL_MS = 24 * 3600 * 1000;

interface SpamSignals {
  /** Honeypot field. */
  readonly website: string;
  /** When the form was requested, in milliseconds since 1970; undefined if unreadable. */
  readonly formOpenedAt: number | undefined;
  readonly now: number;
  readonly hasProof: boolean;
}

/** Classifies a message. `stale` is no verdict: the form must be requested again. */
export function classifyMessage({ website, formOpenedAt, now, hasProof }: SpamSignals): SpamCheck | 'stale' {
  if (website !== '') return 'honeypot';
  if (formOpenedAt === undefined || now - formOpenedAt < MIN_SUBMIT_MS) return 'too_fast';
  if (now - formOpenedAt > FORM_TOKEN_TTL_MS) return 'stale';
  return hasProof ? 'proof_of_work' : 'unverified';
}

/** Returns whether the message is spam, which notifies no one. */
export function isSpam(check: SpamCheck): boolean {
  return check === 'honeypot' || check === 'too_fast';
}

/** Results of the spam check, as the inbox shows them. */
const checkLabels: Readonly<Record<SpamCheck, string | undefined>> = {
  proof_of_work: undefined,
  unverified: 'Spam check skipped',
  honeypot: 'Caught: filled in a hidden field',
  too_fast: 'Caught: sent too fast',
};

/** Returns why a message was classified this way, for the inbox. */
export function findSpamNote(checked: SpamCheck, reason: SpamReason | null): string | undefined {
  return reason === 'blocked_sender' ? 'From a blocked sender' : checkLabels[checked];
}
