import { getSettings } from '#features/settings/queries.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import type { EditedTerms, SellingTermsDocument } from '../contract/payment-terms.ts';
import { readAmount } from '../rules/parse-amount.ts';
import { getTermsVersionForUpdate, getWrittenTerms, updateSellingTerms } from '../queries/terms.ts';

/** The terms as they are edited. */
export async function readTerms(db: Db): Promise<SellingTermsDocument> {
  const { currency } = await getSettings(db);
  return { ...(await getWrittenTerms(db)), siteCurrency: currency };
}

/**
 * Saves the terms' texts and figures; placed orders keep theirs. Throws BAD_REQUEST with the invalid fields, and CONFLICT if
 * the terms have changed since `version`.
 */
export async function saveTerms(
  tx: Transaction,
  { terms, figures, version }: EditedTerms & { version: number },
): Promise<SellingTermsDocument> {
  const { currency } = await getSettings(tx);
  const read = readAmount(figures.installmentsFrom, currency);
  if ('wrong' in read) throw new AppError('BAD_REQUEST', read.wrong, { 'figures.installmentsFrom': read.wrong });
  if ((await getTermsVersionForUpdate(tx)) !== version) throw editConflict();
  await updateSellingTerms(tx, {
    terms: terms.map((term, place) => ({ ...term, number: place + 1 })),
    figures: { ...figures, installmentsFrom: read.amount },
    version: version + 1,
  });
  await announceChange(tx, 'catalog');
  return readTerms(tx);
}
