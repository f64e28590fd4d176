import type { ReminderSchedule } from '#features/clients/contract/reminder-schedule.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { ReminderKind, Party } from '../lifecycle/contract/enums.ts';
import { dayOf, countDaysBetween, isAfter, maxDate } from '#shared/dates.ts';
import { type LateFee, type OrderInvoice, getAmountDue } from '../lifecycle/rules/late-fees.ts';
import { finalStatuses } from '../lifecycle/rules/transitions.ts';
import { canBearLateFees, type OrderSnapshot, type OrderSummary, getOrderSummary } from '../lifecycle/rules/summary.ts';
import { type ClientWait, listClientWaits } from '../lifecycle/rules/expected-delivery.ts';

/**
 * A reminder that is due. Each `dedupeKey` is sent once per kind, so a new quote deadline or another invoice causes a
 * new reminder.
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
      readonly waitsFor: ClientWait['waitsFor'];
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
/** Days until the owner is reminded to answer a request. */
const QUOTE_DAYS = 2;
/** Days unpaid until the owner is asked whether to pause a subscription. */
const UNPAID_DAYS = 30;

/** A schedule of payment reminders; `changedOn` is null unless the owner has changed it. */
export interface DatedSchedule extends ReminderSchedule {
  readonly changedOn: Temporal.PlainDate | null;
}

/** A client's own reminders; both null if they were never changed. */
export interface ClientReminders {
  /** Null for the site's. */
  readonly reminderSchedule: ReminderSchedule | null;
  /** An ISO date. */
  readonly remindersChangedOn: string | null;
}

/**
 * Returns the schedule of a client's invoice reminders: their own, or the site's. The later change of the two counts.
 */
export function toClientSchedule(site: DatedSchedule, client: ClientReminders | undefined): DatedSchedule {
  if (!client?.remindersChangedOn) return site;
  const changedOn = Temporal.PlainDate.from(client.remindersChangedOn);
  if (client.reminderSchedule) return { ...client.reminderSchedule, changedOn };
  return { ...site, changedOn: site.changedOn ? maxDate(site.changedOn, changedOn) : changedOn };
}

const reminderPreviews = ['before', 'on_due_date', 'overdue'] as const;
export type ReminderPreview = (typeof reminderPreviews)[number];

export function isReminderPreview(name: string): name is ReminderPreview {
  return reminderPreviews.some(preview => preview === name);
}

/**
 * Returns the reminders that are due. Of several stages only the current one is sent; missed ones are skipped. Finished
 * orders only get payment reminders for support (term 13).
 */
export function listDueReminders(now: Temporal.Instant, facts: OrderSnapshot, schedule: DatedSchedule): Reminder[] {
  const summary = getOrderSummary(now, facts);
  const day = dayOf(now, facts.timeZone);
  if (finalStatuses.has(summary.state)) {
    const support = { ...facts, documents: facts.documents.filter(({ isSupport }) => isSupport) };
    return listPaymentReminders(day, support, getOrderSummary(now, support), schedule);
  }
  return [
    ...listQuoteReminders(day, facts, summary),
    ...listPaymentReminders(day, facts, summary, schedule),
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

function listPaymentReminders(
  day: Temporal.PlainDate,
  facts: OrderSnapshot,
  summary: OrderSummary,
  schedule: DatedSchedule,
): Reminder[] {
  // The owner or the provider has to confirm the payment first.
  if (facts.hasPaymentInReview) return [];
  const reminders: Reminder[] = [];
  const warnsOfLateFee = schedule.warnsOfLateFee && canBearLateFees(facts);
  for (const document of facts.documents) {
    const amount = getAmountDue(document);
    if (amount <= 0) continue;
    const stage = findPaymentStage(document, day, facts, { ...schedule, warnsOfLateFee });
    if (stage) reminders.push({ ...stage, document, amount });
    const isUnpaidMonth = !document.isLateFee && countDaysBetween(document.dueOn, day) >= UNPAID_DAYS;
    if (isUnpaidMonth && summary.subscription?.status === 'active') {
      reminders.push({ kind: 'subscription_unpaid', dedupeKey: document.id, document, amount });
    }
  }
  if (facts.settings.lateFeeMode === 'automatic') return reminders;
  const fees = summary.lateFees.map(fee => ({ kind: 'late_fee_proposed', dedupeKey: fee.document.id, fee }) as const);
  return [...reminders, ...fees];
}

/**
 * Returns the current stage of an unpaid invoice: before or on its due date, or after it, the latest one reached. A
 * stage keeps its dedupe key when the owner changes its days, so it is never sent again.
 */
export function findPaymentStage(
  { id, issuedOn, dueOn }: Pick<OrderInvoice, 'id' | 'issuedOn' | 'dueOn'>,
  day: Temporal.PlainDate,
  { settings }: { readonly settings: Pick<PaymentTermSettings, 'lateFeeAfterDays'> },
  { daysBefore, isOnDueDate, daysAfter, warnsOfLateFee, changedOn }: DatedSchedule,
) {
  const days = countDaysBetween(dueOn, day);
  const daysToPay = countDaysBetween(issuedOn, dueOn);
  const stages = [
    // The client has only just received an invoice that is due this soon.
    ...(daysBefore !== null && daysToPay > daysBefore
      ? [{ kind: 'payment_due_soon', dedupeKey: id, from: -daysBefore, until: 0 } as const]
      : []),
    ...(isOnDueDate && daysToPay > 0
      ? [{ kind: 'payment_due_soon', dedupeKey: `${id}:due`, from: 0, until: 0 } as const]
      : []),
    ...daysAfter.flatMap((from, place) => {
      const dedupeKey = place === 0 ? id : `${id}:${place + 1}`;
      return from === null ? [] : [{ kind: 'payment_overdue', dedupeKey, from } as const];
    }),
    ...(warnsOfLateFee
      ? [{ kind: 'late_fee_warning', dedupeKey: id, from: Math.max(settings.lateFeeAfterDays, 2) } as const]
      : []),
  ].toSorted((one, other) => one.from - other.from);
  const stage = stages.findLast(({ from }) => from <= days);
  if (!stage || ('until' in stage && days > stage.until)) return null;
  if (changedOn && isAfter(changedOn, dueOn.add({ days: stage.from }))) return null;
  const { kind, dedupeKey } = stage;
  return { kind, dedupeKey };
}

function listWaitReminders(day: Temporal.PlainDate, { history, timeZone, content }: OrderSnapshot): Reminder[] {
  return listClientWaits(history)
    .filter(({ until }) => until === null)
    .flatMap(({ waitsFor, from }): Reminder[] => {
      const since = dayOf(from, timeZone);
      const kind = findKind(waitRanges, countDaysBetween(since, day));
      const missing = content.flatMap(({ label, isSupplied }) => (isSupplied || waitsFor !== 'content' ? [] : [label]));
      return kind ? [{ kind, dedupeKey: `${waitsFor} since ${from.toString()}`, waitsFor, since, missing }] : [];
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
