import type { MinorUnits } from '#shared/money.ts';
import { formatDay } from '#shared/time.ts';
import type { Side, SubscriptionPhase } from '../contract/life.ts';
import { laterOf } from './calendar.ts';
import { type Period, periodFrom, phaseOn, priceOf, type Subscription } from './subscriptions.ts';

/** Where a subscription stands, for both sides (term 14). */
export interface SubscriptionStanding {
  readonly phase: SubscriptionPhase;
  readonly perMonth: MinorUnits;
  /** When the next invoice is issued, and over what; null while it is paused or ends. */
  readonly nextInvoice: {
    readonly on: Temporal.PlainDate;
    readonly period: Period;
    readonly amount: MinorUnits;
  } | null;
  readonly pausedFrom: Temporal.PlainDate | null;
  /** Its last day, once somebody has ended it. */
  readonly endsOn: Temporal.PlainDate | null;
}

/** Where a subscription stands on a day. `begunOn` is the day of its first payment, null before that. */
export function subscriptionOn(
  day: Temporal.PlainDate,
  subscription: Subscription,
  begunOn: Temporal.PlainDate | null,
): SubscriptionStanding {
  const { perMonth, nextInvoiceOn, pausedFrom, endsOn } = subscription;
  const phase = phaseOn(day, subscription);
  const period = periodFrom(laterOf(nextInvoiceOn, begunOn ?? nextInvoiceOn));
  const nextInvoice = { on: period.from, period, amount: priceOf(period, perMonth) };
  return { phase, perMonth, nextInvoice: phase === 'active' ? nextInvoice : null, pausedFrom, endsOn };
}

/** Whose turn it is with a subscription that goes on, and why; `unpaid` is the number of the invoice that is due first. */
export function subscriptionTurn(
  { phase, nextInvoice, pausedFrom, endsOn }: SubscriptionStanding,
  unpaid: string | null,
): { readonly of: Side | 'nobody'; readonly sentence: string } {
  if (unpaid !== null) return { of: 'client', sentence: `Invoice ${unpaid} waits to be paid.` };
  const written = (day: Temporal.PlainDate | null | undefined) => formatDay(String(day));
  switch (phase) {
    case 'active':
      return { of: 'owner', sentence: `It goes on; the next invoice is issued on ${written(nextInvoice?.on)}.` };
    case 'paused':
      return { of: 'nobody', sentence: `It is paused from ${written(pausedFrom)} until somebody resumes it.` };
    case 'ending':
      return { of: 'owner', sentence: `It goes on until ${written(endsOn)}, and ends then.` };
    default:
      return { of: 'nobody', sentence: `It ended on ${written(endsOn)}.` };
  }
}
