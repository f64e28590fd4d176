import { type DocumentLanguage, documentLanguages } from '#features/billing/contract/document-design.ts';
import { fillText } from '#features/billing/rules/document-texts/texts.ts';
import { formatAmount, formatDay } from '#features/billing/rules/labels.ts';
import { getPaymentTexts } from '#features/payments/rules/payment-texts/texts.ts';
import { findNextCharge } from '#features/payments/rules/saved-cards.ts';
import type { MinorUnits } from '#shared/money.ts';
import { dayOf, isAfter } from '#shared/dates.ts';

/** An unpaid invoice of a subscription's period, or an unpaid installment. */
export interface ChargeableInvoice {
  readonly id: number;
  readonly owed: MinorUnits;
  readonly issuedAt: Date;
  readonly dueOn: string | null;
  /** First day of the subscription's period; null for installments. */
  readonly startsOn: string | null;
}

/** The consent that a client gave when they saved a card. */
interface AgreedCard {
  readonly id: number;
  readonly consentText: string;
  readonly currency: string;
  readonly maxAmount: MinorUnits;
  readonly consentedAt: Date;
}

interface Charge {
  readonly billingDocumentId: number;
  readonly savedCardId: number | null;
  readonly status: string;
  readonly failureCode: string | null;
  readonly createdAt: Date;
}

const toInstant = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime());

/**
 * Returns when a card may first be charged for an invoice; null if the client didn't agree to that. They agreed to
 * months that are invoiced on the 1st, to the installments that they saw, and to the milestones that the text names.
 */
function findFirstCharge(invoice: ChargeableInvoice, card: AgreedCard, timeZone: string): Temporal.Instant | null {
  const { owed, issuedAt, dueOn, startsOn } = invoice;
  if (owed > card.maxAmount) return null;
  const isIssuedLater = issuedAt > card.consentedAt;
  if (startsOn !== null) return isIssuedLater && startsOn.endsWith('-01') ? toInstant(issuedAt) : null;
  const isAgreed = !isIssuedLater || namesCharge(card, invoice);
  const due = dueOn === null || !isAgreed ? null : Temporal.PlainDate.from(dueOn);
  const isFuture = due !== null && isAfter(due, dayOf(toInstant(card.consentedAt), timeZone));
  return isFuture ? due.toZonedDateTime(timeZone).toInstant() : null;
}

/** Returns when a card is charged next for an invoice; `pending` while it is, null if it isn't. */
export function planCharge(
  invoice: ChargeableInvoice,
  card: AgreedCard,
  charges: readonly Charge[],
  timeZone: string,
): Temporal.Instant | 'pending' | null {
  const ofInvoice = charges.filter(({ billingDocumentId }) => billingDocumentId === invoice.id);
  if (ofInvoice.some(({ status }) => status === 'pending')) return 'pending';
  const first = findFirstCharge(invoice, card, timeZone);
  // A changed card starts over.
  const ofCard = ofInvoice.filter(({ savedCardId }) => savedCardId === card.id);
  return first && findNextCharge(ofCard, first);
}

/** Returns the text that a client of a subscription agrees to, in their language. */
export function formatSubscriptionConsent(minor: MinorUnits, currency: string, language: DocumentLanguage): string {
  const { monthly } = getPaymentTexts(language).cardConsent;
  return fillText(monthly, { amount: formatAmount(minor, currency, language) });
}

/** An amount that is charged on a day. */
type PlannedCharge = Pick<ChargeableInvoice, 'owed' | 'dueOn'>;

/**
 * Returns the text that a client with installments or milestones agrees to, in their language; `charges` are the ones
 * that remain.
 */
export function formatInstallmentConsent(
  charges: readonly PlannedCharge[],
  currency: string,
  language: DocumentLanguage,
): string {
  const parts = charges.map(charge => formatCharge(charge, currency, language));
  return fillText(getPaymentTexts(language).cardConsent.installments, { parts: parts.join(', ') });
}

function formatCharge({ owed, dueOn }: PlannedCharge, currency: string, language: DocumentLanguage): string {
  return fillText(getPaymentTexts(language).cardConsent.installment, {
    amount: formatAmount(owed, currency, language),
    date: formatDay(dueOn ?? '', language),
  });
}

/** Returns whether a client agreed to a charge, in any language. */
function namesCharge({ consentText, currency }: AgreedCard, charge: PlannedCharge): boolean {
  return documentLanguages.some(language => consentText.includes(formatCharge(charge, currency, language)));
}
