import { getOwnerDate } from '#features/site/index.ts';
import { getSettings } from '#features/settings/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { checkElectronicAddress } from '#features/e-invoices/contract/constants.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import { formatPlainDate } from '#shared/time.ts';
import { parseTaxRate, formatTaxRateInput } from '../contract/tax-rate.ts';
import type { BillingSettings, BillingSettingsInput, BillingSettingsUpdate } from '../contract/settings.ts';
import { isEmptyRate, toSingleTaxRate } from '../contract/tax-rates.ts';
import {
  getBillingSettingsRow,
  listTaxRates,
  replaceTaxRates,
  type TaxRateRow,
  updateBillingSettingsRow,
} from '../queries/settings.ts';
import { findDefaultRate, findDefaultRateGap } from '../rules/choose-tax.ts';

/** Returns the billing settings for their form. */
export async function getBillingSettingsDto(db: Db): Promise<BillingSettings> {
  const { defaultCurrency: currency } = await getSettings(db);
  const row = await getBillingSettingsRow(db);
  const { taxName, taxBasisPoints, version } = row;
  const rate = { taxName, taxRate: formatTaxRateInput(taxBasisPoints) };
  return { ...toFormValues(row, await listTaxRates(db)), ...rate, version, currency };
}

/**
 * Saves the settings for documents that are issued from now on; issued documents and placed orders don't change.
 * Throws CONFLICT if the settings have changed since the owner loaded them, and BAD_REQUEST for an exchange rate dated in
 * the future or a day without a default tax rate.
 */
export async function updateBillingSettings(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  { version, ...entered }: BillingSettingsUpdate,
): Promise<BillingSettings> {
  const edited = checkSellerAddress(completeSettings(entered, await getBillingSettingsDto(tx)));
  const today = await getOwnerDate(tx, now());
  const futureIndex = edited.exchangeRates.findIndex(({ on }) => on > today);
  if (futureIndex >= 0) {
    const message = 'Enter a date that isn’t in the future.';
    throw new AppError('BAD_REQUEST', message, { [`exchangeRates.${futureIndex}.on`]: message });
  }
  const gap = findDefaultRateGap(toTaxRateRows(edited), today);
  if (gap !== null) {
    const message = `The first rate is the default, but no rate with its name applies on ${formatPlainDate(gap)}. Change its dates, or add a rate with the same name.`;
    throw new AppError('BAD_REQUEST', message, {
      [`taxRates.0.${(edited.taxRates[0]?.validFrom ?? '') > today ? 'validFrom' : 'validUntil'}`]: message,
    });
  }
  if ((await getBillingSettingsRow(tx, { lock: true })).version !== version) throw editConflict();
  await importBillingSettings(tx, edited, today);
  return getBillingSettingsDto(tx);
}

/** Returns the settings with the electronic address without spaces. Throws BAD_REQUEST for an address that isn't valid. */
function checkSellerAddress(edited: BillingSettingsInput): BillingSettingsInput {
  const { street, postalCode, city, region, taxCountry, electronicAddressScheme, electronicAddress } = edited;
  const refuse = (field: keyof BillingSettingsInput, message: string) =>
    new AppError('BAD_REQUEST', message, { [field]: message });
  if (city === null && (street ?? postalCode ?? region) !== null)
    throw refuse('city', 'Enter the city of your address, or clear its other fields.');
  if (city !== null && taxCountry === null)
    throw refuse('taxCountry', 'Choose the country of your address, or clear the address.');
  if ((street ?? '').split('\n').length > 3) throw refuse('street', 'Use at most three lines.');
  const scheme = electronicAddressScheme ?? '';
  const checked = checkElectronicAddress({ scheme, value: electronicAddress ?? '' });
  if ('problem' in checked) throw refuse('electronicAddress', checked.problem);
  const { address } = checked;
  return { ...edited, electronicAddressScheme: address?.scheme ?? null, electronicAddress: address?.value ?? null };
}

/** Returns the entered settings, with the saved values of those that a page of an earlier version didn't send. */
function completeSettings(
  { taxName, taxRate, ...entered }: Omit<BillingSettingsUpdate, 'version'>,
  current: BillingSettings,
): BillingSettingsInput {
  const { taxCountry, isSmallBusiness, businessTaxBehavior, taxRates, minPartialPercent, iban, bic } = current;
  const { street, postalCode, city, region, electronicAddressScheme, electronicAddress } = current;
  const address = { street, postalCode, city, region, electronicAddressScheme, electronicAddress };
  const known = {
    taxCountry,
    isSmallBusiness,
    businessTaxBehavior,
    taxRates,
    minPartialPercent,
    iban,
    bic,
    ...address,
  };
  const isRateChanged = taxRate !== undefined && (taxRate !== current.taxRate || taxName !== current.taxName);
  const single = toSingleTaxRate(taxName ?? current.taxName, taxRate ?? current.taxRate);
  const changed = entered.taxRates === undefined && isRateChanged ? { taxRates: single } : {};
  const given = Object.entries(entered).filter(([, value]) => value !== undefined);
  return { ...known, ...(Object.fromEntries(given) as typeof entered), ...changed } as BillingSettingsInput;
}

/** Saves the settings regardless of the current version; for imports, without today's date. */
export async function importBillingSettings(
  tx: Transaction,
  edited: BillingSettingsInput,
  today?: string,
): Promise<void> {
  const { taxRates: _rates, exchangeRates: rows, ...columns } = edited;
  const exchangeRates = rows.filter(({ currency }) => currency !== '');
  const { version, ...row } = await getBillingSettingsRow(tx, { lock: true });
  await invalidateTag(tx, 'billing');
  const taxRates = toTaxRateRows(edited);
  const rate = today === undefined ? taxRates[0] : findDefaultRate(taxRates, today);
  const taxName = rate?.name ?? row.taxName;
  const taxBasisPoints = rate?.basisPoints ?? 0;
  await updateBillingSettingsRow(tx, { ...columns, exchangeRates, taxName, taxBasisPoints, version: version + 1 });
  // Last, because the previous version's columns above set the default rate.
  await replaceTaxRates(tx, taxRates);
}

/** Returns the settings for an export, and whether the owner has changed them. */
export async function exportBillingSettings(db: Db): Promise<{ value: BillingSettingsInput; isOwn: boolean }> {
  const row = await getBillingSettingsRow(db);
  return { value: toFormValues(row, await listTaxRates(db)), isOwn: row.version > 1 };
}

/** Returns the rows of the entered rates; those with the name of the first one are the default. */
function toTaxRateRows({ taxRates }: Pick<BillingSettingsInput, 'taxRates'>): TaxRateRow[] {
  const entered = taxRates.filter(rate => !isEmptyRate(rate));
  return entered.map(({ rate, ...columns }) => ({
    ...columns,
    basisPoints: parseTaxRate(rate) ?? 0,
    isDefault: columns.name === entered[0]?.name,
  }));
}

function toFormValues(
  row: Awaited<ReturnType<typeof getBillingSettingsRow>>,
  rates: readonly TaxRateRow[],
): BillingSettingsInput {
  const { taxName: _name, taxBasisPoints: _basisPoints, version: _version, ...rest } = row;
  const taxRates = rates.map(({ basisPoints, isDefault: _isDefault, ...columns }) => ({
    ...columns,
    rate: formatTaxRateInput(basisPoints),
  }));
  return { ...rest, taxRates };
}
