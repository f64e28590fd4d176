import { findTimeZone } from '#features/site/index.ts';
import { getSettings } from '#features/settings/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { dayOf } from '#shared/dates.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import { parseTaxRate, formatTaxRateInput } from '../contract/tax-rate.ts';
import type { BillingSettings, BillingSettingsInput } from '../contract/settings.ts';
import { getBillingSettingsRow, updateBillingSettingsRow } from '../queries/settings.ts';

/** Returns the billing settings for their form. */
export async function getBillingSettingsDto(db: Db): Promise<BillingSettings> {
  const { defaultCurrency: currency } = await getSettings(db);
  const row = await getBillingSettingsRow(db);
  return { ...toFormValues(row), version: row.version, currency };
}

/**
 * Saves the settings for documents that are issued from now on; issued documents and placed orders don't change.
 * Throws CONFLICT if the settings have changed since the owner loaded them, and BAD_REQUEST for a rate dated in the future.
 */
export async function updateBillingSettings(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  { version, ...edited }: BillingSettingsInput & { version: number },
): Promise<BillingSettings> {
  const today = dayOf(now(), (await findTimeZone(tx)) ?? 'UTC').toString();
  const futureIndex = edited.exchangeRates.findIndex(({ on }) => on > today);
  if (futureIndex >= 0) {
    const message = 'Enter a date that isn’t in the future.';
    throw new AppError('BAD_REQUEST', message, { [`exchangeRates.${futureIndex}.on`]: message });
  }
  if ((await getBillingSettingsRow(tx, { lock: true })).version !== version) throw editConflict();
  await importBillingSettings(tx, edited);
  return getBillingSettingsDto(tx);
}

/** Saves the settings regardless of the current version; for imports. */
export async function importBillingSettings(tx: Transaction, edited: BillingSettingsInput): Promise<void> {
  const { taxRate, exchangeRates: rows, ...columns } = edited;
  const exchangeRates = rows.filter(({ currency }) => currency !== '');
  const { version } = await getBillingSettingsRow(tx, { lock: true });
  await invalidateTag(tx, 'billing');
  const taxBasisPoints = parseTaxRate(taxRate) ?? 0;
  await updateBillingSettingsRow(tx, { ...columns, exchangeRates, taxBasisPoints, version: version + 1 });
}

/** Returns the settings for an export, and whether the owner has changed them. */
export async function exportBillingSettings(db: Db): Promise<{ value: BillingSettingsInput; isOwn: boolean }> {
  const row = await getBillingSettingsRow(db);
  return { value: toFormValues(row), isOwn: row.version > 1 };
}

function toFormValues(row: Awaited<ReturnType<typeof getBillingSettingsRow>>): BillingSettingsInput {
  const { taxBasisPoints, version: _version, ...rest } = row;
  return { ...rest, taxRate: formatTaxRateInput(taxBasisPoints) };
}
