import { MIN_SUBMIT_MS } from '../contract/limits.ts';
import type { SpamCheck, SpamReason } from '../contract/states.ts';

/** A form that was asked for longer ago than this, in milliseconds, is asked for anew before it is sent. */
export const FORM_TOKEN_TTL_MS = 24 * 3600 * 1000;

/** What is looked at of a message to tell programs from people. */
export interface SpamSignals {
  /** The field that people do not see. */
  readonly website: string;
  /** When the form was asked for, in milliseconds since 1970; undefined where that is not to be read. */
  readonly formOpenedAt: number | undefined;
  readonly now: number;
  readonly hasProof: boolean;
}

/** What becomes of a message by its signs; `stale` is no verdict: the form is to be asked for anew. */
export function classifyMessage({ website, formOpenedAt, now, hasProof }: SpamSignals): SpamCheck | 'stale' {
  if (website !== '') return 'honeypot';
  if (formOpenedAt === undefined || now - formOpenedAt < MIN_SUBMIT_MS) return 'haste';
  if (now - formOpenedAt > FORM_TOKEN_TTL_MS) return 'stale';
  return hasProof ? 'proof' : 'none';
}

/** Whether a message was caught: nobody is told of it. */
export function isSpam(check: SpamCheck): boolean {
  return check === 'honeypot' || check === 'haste';
}

/** What a sender can be told of the check, in the inbox; undefined where there is nothing to say. */
const checkWords: Readonly<Record<SpamCheck, string | undefined>> = {
  proof: undefined,
  none: 'Unchecked',
  honeypot: 'Caught: a hidden field was filled in',
  haste: 'Caught: sent too fast',
};

/** What the inbox says of why a message is where it is; undefined where there is nothing to say. */
export function findSpamNote(checked: SpamCheck, spamWhy: SpamReason | null): string | undefined {
  return spamWhy === 'barred' ? 'Its sender is marked as spam' : checkWords[checked];
}
