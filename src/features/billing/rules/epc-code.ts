import { type MinorUnits, toDecimalString } from '#shared/money.ts';
import type { BillingDocument } from '../contract/documents.ts';

/** The largest amount of a SEPA credit transfer, in cents. */
const MAX_CENTS = 99_999_999_999;

/**
 * Returns the text of the QR code from which banking apps fill in a transfer (EPC069-12, version 2): only for euros, to
 * an IBAN, with an amount due. Null otherwise.
 */
export function formatEpcCode(
  { bankAccount, currency, issuer, number }: Pick<BillingDocument, 'bankAccount' | 'currency' | 'issuer' | 'number'>,
  amountDue: MinorUnits,
): string | null {
  if (!bankAccount || currency !== 'EUR' || amountDue <= 0 || amountDue > MAX_CENTS) return null;
  const amount = `EUR${toDecimalString({ minor: amountDue, currency })}`;
  const { iban, bic } = bankAccount;
  // Purpose and structured reference are empty; the number of the document is the unstructured one.
  return ['BCD', '002', '1', 'SCT', bic ?? '', issuer.name.slice(0, 70), iban, amount, '', '', number].join('\n');
}
