/** Days from the first refusal of an invoice to each retry. */
const RETRY_DAYS = [1, 3, 7];

/** Days before a card expires at which its client is notified. */
export const EXPIRY_NOTICE_DAYS = 30;

/** Explanations for clients, in place of the provider's code. Banks don't want a theft or a suspicion explained. */
const declineReasons: Readonly<Record<string, string>> = {
  authentication_required: 'Your bank wants you to confirm the payment.',
  insufficient_funds: 'There wasn’t enough money in the account.',
  card_velocity_exceeded: 'The card’s limit was reached.',
  withdrawal_count_limit_exceeded: 'The card’s limit was reached.',
  expired_card: 'The card has expired.',
  card_not_supported: 'The card doesn’t support this kind of payment.',
  currency_not_supported: 'The card doesn’t support this currency.',
  issuer_not_available: 'Your bank couldn’t be reached.',
  processing_error: 'Your bank couldn’t process the payment.',
  not_due: 'The invoice was paid or changed, so nothing was charged.',
  not_saved: 'The card is no longer saved.',
  not_chargeable: 'The card can’t be charged.',
};

/** Returns why a charge was refused, in plain words. */
export function describeDecline(code: string): string {
  return declineReasons[code] ?? 'Your bank declined the payment.';
}

/** An automatic charge of an invoice. */
interface CardCharge {
  readonly status: string;
  readonly failureCode: string | null;
  readonly createdAt: Date;
}

/**
 * Returns when a card is charged for an invoice that is still due, from earlier charges of the same card, oldest first;
 * null while one is pending, if the client has to confirm it, or after the last retry.
 */
export function findNextCharge(charges: readonly CardCharge[], firstAt: Temporal.Instant): Temporal.Instant | null {
  const [first] = charges;
  if (!first) return firstAt;
  const last = charges.at(-1);
  const days = RETRY_DAYS[charges.length - 1];
  if (last?.status !== 'failed' || last.failureCode === 'authentication_required' || days === undefined) return null;
  return Temporal.Instant.fromEpochMilliseconds(first.createdAt.getTime()).add({ hours: days * 24 });
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Formats a card as its client knows it, such as "Visa ending in 4242". */
export function formatCard({ brand, last4 }: { readonly brand: string | null; readonly last4: string | null }): string {
  return `${brands[brand ?? ''] ?? 'Card'} ending in ${last4 ?? '····'}`;
}

/** Formats an expiry as it is printed on the card, such as "04/2028". */
export function formatExpiry({ expMonth, expYear }: { expMonth: number | null; expYear: number | null }): string {
  return `${String(expMonth).padStart(2, '0')}/${expYear}`;
}
