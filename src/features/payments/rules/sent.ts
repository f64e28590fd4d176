import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import type { ExchangeRate } from '#features/billing/contract/exchange.ts';
import { fillText, getDocumentTexts } from '#features/billing/rules/document-texts/texts.ts';
import { toTaka, rateText } from '#features/billing/rules/exchange.ts';
import { formatAmount } from '#features/billing/rules/labels.ts';
import type { MinorUnits, Money } from '#shared/money.ts';
import type { SentMoney } from '../contract/checkout.ts';

interface Stored {
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly sentAmount: MinorUnits | null;
  readonly sentCurrency: string | null;
  readonly exchangeRate: string | null;
  readonly exchangeOn: string | null;
}

/** Returns the amount to send in BDT, at a rate. */
export function sentFor(amount: Money, { rate, on }: Omit<ExchangeRate, 'currency'>): SentMoney {
  const { minor, currency } = toTaka(amount, rate);
  return { amount: minor, currency, rate, on };
}

/** Returns the amount sent for a payment in another currency; null if it was sent in its own. */
export function sentOf({ sentAmount, sentCurrency, exchangeRate, exchangeOn }: Stored): SentMoney | null {
  if (sentAmount === null || sentCurrency === null || exchangeRate === null || exchangeOn === null) return null;
  return { amount: sentAmount, currency: sentCurrency, rate: exchangeRate, on: exchangeOn };
}

/** Formats the sent amount with its rate: "BDT 5,138.72 (1 EUR = 128.50 BDT on 20 Nov 2026)". */
export function sentText(
  { amount, currency, rate, on }: SentMoney,
  paidIn: string,
  language: DocumentLanguage = 'en',
): string {
  const written = formatAmount(amount, currency, language);
  return `${written} (${rateText({ currency: paidIn, rate, on }, language)})`;
}

/** Formats a payment's amount, and the sent amount if it differs: "€39.99, sent as BDT 5,138.72 (…)". */
export function paidText(payment: Stored, language: DocumentLanguage): string {
  const { amount, currency } = payment;
  const sent = sentOf(payment);
  const written = formatAmount(amount, currency, language);
  if (!sent) return written;
  return `${written}, ${fillText(getDocumentTexts(language).sentAs, { amount: sentText(sent, currency, language) })}`;
}
