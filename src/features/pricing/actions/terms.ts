import { getSettings } from '#features/settings/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { PaymentTermsDto, PaymentTermsInput } from '../contract/payment-terms.ts';
import { parseAmount } from '#shared/parse-amount.ts';
import { getPaymentTermTemplates, importPaymentTerms } from '../queries/terms.ts';

export async function getPaymentTermsDto(db: Db): Promise<PaymentTermsDto> {
  const { defaultCurrency } = await getSettings(db);
  return { ...(await getPaymentTermTemplates(db)), defaultCurrency };
}

/**
 * Saves the terms' texts and settings; placed orders keep theirs. Throws BAD_REQUEST with the invalid fields, and
 * CONFLICT if the terms have changed since `version`.
 */
export async function updatePaymentTerms(
  tx: Transaction,
  { terms, settings, version }: PaymentTermsInput & { version: number },
): Promise<PaymentTermsDto> {
  const { defaultCurrency } = await getSettings(tx);
  const read = parseAmount(settings.installmentMinimum, defaultCurrency);
  if ('error' in read) throw new AppError('BAD_REQUEST', read.error, { 'settings.installmentMinimum': read.error });
  const numbered = terms.map((term, index) => ({ ...term, number: index + 1 }));
  await importPaymentTerms(
    tx,
    { terms: numbered, settings: { ...settings, installmentMinimum: read.amount } },
    version,
  );
  return getPaymentTermsDto(tx);
}
