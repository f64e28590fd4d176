import type { Db } from '#platform/database/database.ts';
import { getBillingSettingsRow, listTaxRates } from '../queries/settings.ts';
import { type ChosenTax, chooseTax, findRenewedRate } from '../rules/choose-tax.ts';
import { proposeTax, type TaxBuyer } from '../rules/propose-tax.ts';

/**
 * Returns the tax for a buyer on a date in the owner's time zone, for orders and bookings; `null` for a buyer without
 * details, such as a visitor.
 */
export async function chooseOrderTax(db: Db, buyer: TaxBuyer | null, today: string): Promise<ChosenTax> {
  const settings = await getBillingSettingsRow(db);
  return chooseTax({ ...settings, rates: await listTaxRates(db) }, buyer, today);
}

/** Returns why the buyer is taxed like this, for the owner; null without the seller's country or details of the buyer. */
export async function explainOrderTax(db: Db, buyer: TaxBuyer | null): Promise<string | null> {
  const { taxCountry: country, isSmallBusiness } = await getBillingSettingsRow(db);
  return buyer && country !== null ? proposeTax({ country, isSmallBusiness }, buyer).reason : null;
}

/** Returns an order's tax on a later day: its rate may have ended, and another one of the same name started. */
export async function renewOrderTax<Tax extends ChosenTax>(db: Db, tax: Tax, day: string): Promise<Tax> {
  const renewed = findRenewedRate(await listTaxRates(db), tax, day);
  return renewed ? { ...tax, basisPoints: renewed.basisPoints } : tax;
}
