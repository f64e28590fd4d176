import { getSettings } from '#features/settings/queries.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { EditedTerms, SellingTermsDocument } from '../contract/terms.ts';
import { readAmount } from '../rules/prices.ts';
import { getTermsVersionForUpdate, getWrittenTerms, updateSellingTerms } from '../queries/terms.ts';

const OVERTAKEN =
  'The terms were saved somewhere else in the meantime, perhaps in another window. Nothing of yours was saved yet.';

/** The terms as they are edited. */
export async function readTerms(db: Db): Promise<SellingTermsDocument> {
  const { currency } = await getSettings(db);
  return { ...(await getWrittenTerms(db)), siteCurrency: currency };
}

/**
 * Saves texts and figures over the version that the owner had before them. Throws BAD_REQUEST with what is to be mended,
 * and CONFLICT where another version stands there by now, which stays. Orders that were placed keep theirs.
 */
export async function saveTerms(
  tx: Transaction,
  { terms, figures, version }: EditedTerms & { version: number },
): Promise<SellingTermsDocument> {
  const { currency } = await getSettings(tx);
  const read = readAmount(figures.installmentsFrom, currency);
  if ('wrong' in read) throw new AppError('BAD_REQUEST', read.wrong, { 'figures.installmentsFrom': read.wrong });
  if ((await getTermsVersionForUpdate(tx)) !== version) throw new AppError('CONFLICT', OVERTAKEN);
  await updateSellingTerms(tx, {
    terms: terms.map((term, place) => ({ ...term, number: place + 1 })),
    figures: { ...figures, installmentsFrom: read.amount },
    version: version + 1,
  });
  await announceChange(tx, 'catalog');
  return readTerms(tx);
}
