import type { Db } from '#platform/database/database.ts';
import { getBillingSettingsRow, listTaxRates } from '../queries/settings.ts';
import { type ChosenTax, chooseTax, findRenewedRate } from '../rules/choose-tax.ts';
import type { TaxBuyer } from '../rules/propose-tax.ts';
import { listTaxOptions, type TaxChoice } from '../rules/tax-options.ts';

/** Returns the taxes that the owner can choose for a buyer on a day in the owner's time zone. */
export async function getTaxChoice(db: Db, buyer: TaxBuyer | null, today: string): Promise<TaxChoice> {
  return listTaxOptions(await getTaxSettings(db), buyer, today);
}

/**
 * Returns the tax for a buyer on a date in the owner's time zone, for orders and bookings; `null` for a buyer without
 * details, such as a visitor.
 */
export async function chooseOrderTax(db: Db, buyer: TaxBuyer | null, today: string): Promise<ChosenTax> {
  return chooseTax(await getTaxSettings(db), buyer, today);
}

/** Returns an order's tax on a later day: its rate may have ended, and another one of the same name started. */
export async function renewOrderTax<Tax extends ChosenTax>(db: Db, tax: Tax, day: string): Promise<Tax> {
  const renewed = findRenewedRate(await listTaxRates(db), tax, day);
  return renewed ? { ...tax, basisPoints: renewed.basisPoints } : tax;
}

async function getTaxSettings(db: Db) {
  return { ...(await getBillingSettingsRow(db)), rates: await listTaxRates(db) };
}
