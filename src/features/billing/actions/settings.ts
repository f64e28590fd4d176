import { findTimeZone } from '#features/site/queries.ts';
import { getSettings } from '#features/settings/queries.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import { basisPointsOf, rateOf } from '../contract/tax-rate.ts';
import type { BillingSettingsDocument, EditedBillingSettings } from '../contract/settings.ts';
import { getBillingSettings, getBillingVersion, updateBillingSettings } from '../queries/settings.ts';

/** How documents are issued, as it is edited. */
export async function readBillingSettings(db: Db): Promise<BillingSettingsDocument> {
  const { currency } = await getSettings(db);
  return { ...formOf(await getBillingSettings(db)), version: await getBillingVersion(db), currency };
}

/**
 * Saves the settings for documents that are issued from now on; issued documents and placed orders don't change.
 * Throws CONFLICT if the settings have changed since the owner loaded them, and BAD_REQUEST for a rate dated in the future.
 */
export async function saveBillingSettings(
  tx: Transaction,
  now: Temporal.Instant,
  { version, ...edited }: EditedBillingSettings & { version: number },
): Promise<BillingSettingsDocument> {
  const today = dayIn((await findTimeZone(tx)) ?? 'UTC', now);
  const ahead = edited.exchangeRates.findIndex(({ on }) => on > today);
  if (ahead >= 0) {
    const sentence = 'This day is in the future.';
    throw new AppError('BAD_REQUEST', sentence, { [`exchangeRates.${ahead}.on`]: sentence });
  }
  if ((await getBillingVersion(tx, { lock: true })) !== version) throw editConflict();
  await writeBillingSettings(tx, edited);
  return readBillingSettings(tx);
}

/** The same whatever version stands there: for what moves in. */
export async function writeBillingSettings(tx: Transaction, edited: EditedBillingSettings): Promise<void> {
  const { taxRate, exchangeRates: rows, ...columns } = edited;
  const exchangeRates = rows.filter(({ currency }) => currency !== '');
  const version = (await getBillingVersion(tx, { lock: true })) + 1;
  await announceChange(tx, 'billing');
  await updateBillingSettings(tx, { ...columns, exchangeRates, taxBasisPoints: basisPointsOf(taxRate) ?? 0, version });
}

/** The settings as an archive has them, and whether they are the owner's own. */
export async function readBillingToMove(db: Db): Promise<{ value: EditedBillingSettings; isOwn: boolean }> {
  return { value: formOf(await getBillingSettings(db)), isOwn: (await getBillingVersion(db)) > 1 };
}

function formOf({ taxBasisPoints, ...rest }: Awaited<ReturnType<typeof getBillingSettings>>): EditedBillingSettings {
  return { ...rest, taxRate: rateOf(taxBasisPoints) };
}

function dayIn(timeZone: string, now: Temporal.Instant): string {
  return now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
}
