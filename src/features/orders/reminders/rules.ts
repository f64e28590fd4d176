import type { MinorUnits } from '#shared/money.ts';
import type { ReminderKind, Party } from '../lifecycle/contract/enums.ts';
import { dayOf, countDaysBetween } from '#shared/dates.ts';
import { type LateFee, type OrderInvoice, getAmountDue } from '../lifecycle/rules/late-fees.ts';
import { finalStatuses } from '../lifecycle/rules/transitions.ts';
import { type OrderSnapshot, type OrderSummary, getOrderSummary } from '../lifecycle/rules/summary.ts';
import { type ClientWait, listClientWaits } from '../lifecycle/rules/expected-delivery.ts';

/**
 * A reminder that is due. Each `dedupeKey` is sent once per kind, so that a new quote deadline or another invoice
 * causes a new reminder.
 */
export type Reminder = { readonly dedupeKey: string } & (
  | { readonly kind: 'quote_expires_soon' | 'quote_expires_tomorrow'; readonly until: Temporal.PlainDate }
  | {
      readonly kind: 'payment_due_soon' | 'payment_overdue' | 'late_fee_warning' | 'subscription_unpaid';
      readonly document: OrderInvoice;
      readonly amount: MinorUnits;
    }
  | {
      readonly kind: 'client_action_reminder' | 'client_action_final_reminder';
      readonly awaited: ClientWait['awaited'];
      readonly since: Temporal.PlainDate;
      /** Missing content items (term 9). */
      readonly missing: readonly string[];
    }
  | { readonly kind: 'late_fee_proposed'; readonly fee: LateFee }
  | { readonly kind: 'quote_requested'; readonly since: Temporal.PlainDate }
  | { readonly kind: 'delivery_due' | 'delivery_overdue'; readonly on: Temporal.PlainDate }
);

const ownerReminders: ReadonlySet<ReminderKind> = new Set([
  'late_fee_proposed',
  'quote_requested',
  'delivery_due',
  'delivery_overdue',
  'subscription_unpaid',
] as const);

export function getReminderRecipient(kind: ReminderKind): Party {
  return ownerReminders.has(kind) ? 'owner' : 'client';
}

/** Maps ranges of days to kinds; the first matching range applies. */
type DayRanges<Kind> = readonly { readonly kind: Kind; readonly from: number; readonly until: number }[];

function findKind<Kind>(ranges: DayRanges<Kind>, days: number): Kind | null {
  return ranges.find(({ from, until }) => days >= from && days <= until)?.kind ?? null;
}

/** By days until the quote expires. */
const quoteRanges: DayRanges<'quote_expires_soon' | 'quote_expires_tomorrow'> = [
  { kind: 'quote_expires_tomorrow', from: 0, until: 1 },
  { kind: 'quote_expires_soon', from: 2, until: 3 },
];
/** By days spent waiting for the client (term 10). */
const waitRanges: DayRanges<'client_action_reminder' | 'client_action_final_reminder'> = [
  { kind: 'client_action_reminder', from: 3, until: 9 },
  { kind: 'client_action_final_reminder', from: 10, until: Number.POSITIVE_INFINITY },
];
/** By days since the expected date. */
const workRanges: DayRanges<'delivery_due' | 'delivery_overdue'> = [
  { kind: 'delivery_due', from: -1, until: 0 },
  { kind: 'delivery_overdue', from: 1, until: Number.POSITIVE_INFINITY },
];
/** Days before the due date of an invoice. */
const DUE_SOON = 2;
/** Days until the owner is reminded to answer a request. */
const QUOTE_DAYS = 2;
/** Days unpaid until the owner is asked whether to pause a subscription. */
const UNPAID_DAYS = 30;

/**
 * Returns the reminders that are due. Of several stages only the current one is sent; missed ones are skipped. Finished
 * orders only get payment reminders for support (term 13).
 */
export function listDueReminders(now: Temporal.Instant, facts: OrderSnapshot): Reminder[] {
  const summary = getOrderSummary(now, facts);
  const day = dayOf(now, facts.timeZone);
  if (finalStatuses.has(summary.state)) {
    const support = { ...facts, documents: facts.documents.filter(({ isSupport }) => isSupport) };
    return listPaymentReminders(day, support, getOrderSummary(now, support));
  }
  return [
    ...listQuoteReminders(day, facts, summary),
    ...listPaymentReminders(day, facts, summary),
    ...listWaitReminders(day, facts),
    ...listWorkReminders(day, facts, summary),
  ];
}

function listQuoteReminders(day: Temporal.PlainDate, facts: OrderSnapshot, { state }: OrderSummary): Reminder[] {
  const { history, timeZone, quoteUntil } = facts;
  if (state === 'requested') {
    const placed = history.find(({ type }) => type === 'placed');
    if (!placed) return [];
    const since = dayOf(placed.at, timeZone);
    return countDaysBetween(since, day) < QUOTE_DAYS ? [] : [{ kind: 'quote_requested', dedupeKey: '', since }];
  }
  if (state !== 'quoted' || quoteUntil === null) return [];
  const quoted = history.findLast(it => it.type === 'transitioned' && it.transition === 'send_quote');
  // No reminder on the day the quote is sent.
  if (quoted && dayOf(quoted.at, timeZone).equals(day)) return [];
  const kind = findKind(quoteRanges, countDaysBetween(day, quoteUntil));
  return kind ? [{ kind, dedupeKey: quoteUntil.toString(), until: quoteUntil }] : [];
}

function listPaymentReminders(day: Temporal.PlainDate, facts: OrderSnapshot, summary: OrderSummary): Reminder[] {
  // The owner has to confirm the reported payment first.
  if (facts.hasPaymentInReview) return [];
  const reminders: Reminder[] = [];
  for (const document of facts.documents) {
    const amount = getAmountDue(document);
    if (amount <= 0) continue;
    const kind = findPaymentKind(document, countDaysBetween(document.dueOn, day), facts);
    if (kind) reminders.push({ kind, dedupeKey: document.id, document, amount });
    const isUnpaidMonth = !document.isLateFee && countDaysBetween(document.dueOn, day) >= UNPAID_DAYS;
    if (isUnpaidMonth && summary.subscription?.status === 'active') {
      reminders.push({ kind: 'subscription_unpaid', dedupeKey: document.id, document, amount });
    }
  }
  if (facts.settings.lateFeeMode === 'automatic') return reminders;
  const fees = summary.lateFees.map(fee => ({ kind: 'late_fee_proposed', dedupeKey: fee.document.id, fee }) as const);
  return [...reminders, ...fees];
}

/** By days since the due date: shortly before, the day after, and as a late fee approaches (term 6). */
function findPaymentKind({ issuedOn, dueOn }: OrderInvoice, days: number, { settings }: OrderSnapshot) {
  const warningDay = Math.max(settings.lateFeeAfterDays, 2);
  // The client has only just received the invoice.
  const isNew = countDaysBetween(issuedOn, dueOn) <= DUE_SOON;
  return findKind(
    [
      ...(isNew ? [] : [{ kind: 'payment_due_soon' as const, from: -DUE_SOON, until: 0 }]),
      { kind: 'payment_overdue' as const, from: 1, until: warningDay - 1 },
      { kind: 'late_fee_warning' as const, from: warningDay, until: Number.POSITIVE_INFINITY },
    ],
    days,
  );
}

function listWaitReminders(day: Temporal.PlainDate, { history, timeZone, content }: OrderSnapshot): Reminder[] {
  return listClientWaits(history)
    .filter(({ until }) => until === null)
    .flatMap(({ awaited, from }): Reminder[] => {
      const since = dayOf(from, timeZone);
      const kind = findKind(waitRanges, countDaysBetween(since, day));
      const missing = content.flatMap(({ label, isSupplied }) => (isSupplied || awaited !== 'content' ? [] : [label]));
      return kind ? [{ kind, dedupeKey: `${awaited} since ${from.toString()}`, awaited, since, missing }] : [];
    });
}

function listWorkReminders(day: Temporal.PlainDate, { history }: OrderSnapshot, summary: OrderSummary): Reminder[] {
  const { state, expected } = summary;
  const isOwnersTurn = state === 'content_received' || state === 'in_progress';
  // While the order waits for the client, the expected date keeps moving.
  if (!isOwnersTurn || expected === null || listClientWaits(history).some(({ until }) => until === null)) return [];
  const kind = findKind(workRanges, countDaysBetween(expected.date, day));
  return kind ? [{ kind, dedupeKey: expected.date.toString(), on: expected.date }] : [];
}
