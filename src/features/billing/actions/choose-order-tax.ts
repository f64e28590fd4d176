import type { Db } from '#platform/database/database.ts';
import { getBillingSettingsRow, listTaxRates } from '../queries/settings.ts';
import { type ChosenTax, chooseTax, findRenewedRate } from '../rules/choose-tax.ts';
import type { TaxBuyer } from '../rules/propose-tax.ts';

/**
 * Returns the tax for a buyer on a date in the owner's time zone, for orders and bookings; `null` for a buyer without
 * details, such as a visitor.
 */
export async function chooseOrderTax(db: Db, buyer: TaxBuyer | null, today: string): Promise<ChosenTax> {
  const settings = await getBillingSettingsRow(db);
  return chooseTax({ ...settings, rates: await listTaxRates(db) }, buyer, today);
}

/** Returns an order's tax on a later day: its rate may have ended, and another one of the same name started. */
export async function renewOrderTax<Tax extends ChosenTax>(db: Db, tax: Tax, day: string): Promise<Tax> {
  const renewed = findRenewedRate(await listTaxRates(db), tax, day);
  return renewed ? { ...tax, basisPoints: renewed.basisPoints } : tax;
}
