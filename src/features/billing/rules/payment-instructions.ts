import type { Money } from '#shared/money.ts';
import type { ExchangeRate } from '../contract/exchange.ts';
import { TAKA } from '../contract/tax-rate.ts';
import { formatIban } from '../contract/bank-account.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import { english } from './document-texts/english.ts';
import { getDocumentTexts, translateText } from './document-texts/texts.ts';
import { formatTransfer } from './exchange.ts';

/** Manual payment methods (term 3), each with its instructions. */
const manualMethods = [
  ['bankTransferInstructions', 'Bank transfer'],
  ['bkashInstructions', 'bKash'],
  ['nagadInstructions', 'Nagad'],
] as const;

/** Returns a payment method in another language; bKash, Nagad and PayPal are names. */
export const formatMethod = (method: string, language: DocumentLanguage): string =>
  translateText(method, english.methods, getDocumentTexts(language).methods);

/** Returns the payment instructions of the configured methods, in the order of the term. */
export function listPaymentInstructions(
  settings:
    | Readonly<Record<(typeof manualMethods)[number][0], string | null> & { iban?: string | null; bic?: string | null }>
    | Readonly<Record<string, string>>,
): { readonly method: string; readonly text: string }[] {
  const { iban, bic } = settings;
  const account = iban ? [`IBAN ${formatIban(iban)}`, bic ? `BIC ${bic}` : ''] : [];
  return manualMethods.flatMap(([name, method]) => {
    const lines = [...(method === 'Bank transfer' ? account : []), settings[name]?.trim() ?? ''];
    const text = lines.filter(line => line !== '').join('\n');
    return text ? [{ method, text }] : [];
  });
}

/** bKash and Nagad as named in documents: both accept BDT only. */
const takaMethods: ReadonlySet<string> = new Set(['bKash', 'Nagad']);

export function takesTakaOnly(method: string): boolean {
  return takaMethods.has(method);
}

/**
 * Returns the payment methods for an amount. If it isn't in BDT, bKash and Nagad show the amount in BDT at the owner's
 * rate; without a rate they are omitted.
 */
export function listPaymentOptions(
  options: readonly { readonly method: string; readonly text: string }[],
  amount: Money,
  exchange: ExchangeRate | undefined,
  language: DocumentLanguage = 'en',
): { method: string; text: string }[] {
  return options.flatMap(({ method, text }) => {
    if (!takesTakaOnly(method) || amount.currency === TAKA) return [{ method, text }];
    return exchange ? [{ method, text: `${formatTransfer(amount, exchange, language)}\n${text}` }] : [];
  });
}
