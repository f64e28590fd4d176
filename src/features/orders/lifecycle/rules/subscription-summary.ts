import type { MinorUnits } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { Party, SubscriptionStatus } from '../contract/enums.ts';
import { maxDate } from '#shared/dates.ts';
import {
  type BillingPeriod,
  getBillingPeriod,
  getSubscriptionStatus,
  calculateProratedAmount,
  type Subscription,
} from './subscription-periods.ts';

/** Summary of a subscription for both parties (term 14). */
export interface SubscriptionSummary {
  readonly status: SubscriptionStatus;
  readonly monthlyAmount: MinorUnits;
  /** Issue date and period of the next invoice; null if the subscription is paused or ends. */
  readonly nextInvoice: {
    readonly on: Temporal.PlainDate;
    readonly period: BillingPeriod;
    readonly amount: MinorUnits;
  } | null;
  readonly pausedFrom: Temporal.PlainDate | null;
  /** Last day of a canceled subscription. */
  readonly endsOn: Temporal.PlainDate | null;
}

/** Returns the summary of a subscription on a day. `begunOn` is the day of its first payment; null before that. */
export function getSubscriptionSummary(
  day: Temporal.PlainDate,
  subscription: Subscription,
  begunOn: Temporal.PlainDate | null,
): SubscriptionSummary {
  const { monthlyAmount, nextInvoiceOn, pausedFrom, endsOn } = subscription;
  const status = getSubscriptionStatus(day, subscription);
  const period = getBillingPeriod(maxDate(nextInvoiceOn, begunOn ?? nextInvoiceOn));
  const nextInvoice = { on: period.from, period, amount: calculateProratedAmount(period, monthlyAmount) };
  return { status, monthlyAmount, nextInvoice: status === 'active' ? nextInvoice : null, pausedFrom, endsOn };
}

/** Returns the next action for an active subscription; `unpaid` is the number of the earliest unpaid invoice. */
export function getSubscriptionNextAction(
  { status, nextInvoice, pausedFrom, endsOn }: SubscriptionSummary,
  unpaid: string | null,
): { readonly by: Party | 'none'; readonly message: string } {
  if (unpaid !== null) return { by: 'client', message: `Invoice ${unpaid} waits to be paid.` };
  const written = (day: Temporal.PlainDate | null | undefined) => formatPlainDate(String(day));
  switch (status) {
    case 'active':
      return { by: 'owner', message: `It goes on; the next invoice is issued on ${written(nextInvoice?.on)}.` };
    case 'paused':
      return { by: 'none', message: `It is paused from ${written(pausedFrom)} until somebody resumes it.` };
    case 'cancel_scheduled':
      return { by: 'owner', message: `It goes on until ${written(endsOn)}, and ends then.` };
    default:
      return { by: 'none', message: `It ended on ${written(endsOn)}.` };
  }
}
