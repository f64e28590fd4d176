import { getSettings } from '#features/settings/queries.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import type { PaymentTermsInput, PaymentTermsDto } from '../contract/payment-terms.ts';
import { parseAmount } from '../rules/parse-amount.ts';
import { findTermsVersionForUpdate, getPaymentTermTemplates, updatePaymentTermTemplates } from '../queries/terms.ts';

export async function getPaymentTermsDto(db: Db): Promise<PaymentTermsDto> {
  const { currency } = await getSettings(db);
  return { ...(await getPaymentTermTemplates(db)), siteCurrency: currency };
}

/**
 * Saves the terms' texts and figures; placed orders keep theirs. Throws BAD_REQUEST with the invalid fields, and CONFLICT if
 * the terms have changed since `version`.
 */
export async function updatePaymentTerms(
  tx: Transaction,
  { terms, figures, version }: PaymentTermsInput & { version: number },
): Promise<PaymentTermsDto> {
  const { currency } = await getSettings(tx);
  const read = parseAmount(figures.installmentsFrom, currency);
  if ('error' in read) throw new AppError('BAD_REQUEST', read.error, { 'figures.installmentsFrom': read.error });
  if ((await findTermsVersionForUpdate(tx)) !== version) throw editConflict();
  await updatePaymentTermTemplates(tx, {
    terms: terms.map((term, place) => ({ ...term, number: place + 1 })),
    figures: { ...figures, installmentsFrom: read.amount },
    version: version + 1,
  });
  await invalidateTag(tx, 'catalog');
  return getPaymentTermsDto(tx);
}
