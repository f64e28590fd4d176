import type { Db } from '#platform/database/database.ts';
import { getBillingSettingsRow, listTaxRates } from '../queries/settings.ts';
import type { TaxBuyer } from '../rules/propose-tax.ts';
import { listTaxOptions, type TaxChoice } from '../rules/tax-options.ts';

/** Returns the taxes that the owner can choose for a buyer on a day in the owner's time zone. */
export async function getTaxChoice(db: Db, buyer: TaxBuyer | null, today: string): Promise<TaxChoice> {
  const settings = await getBillingSettingsRow(db);
  return listTaxOptions({ ...settings, rates: await listTaxRates(db) }, buyer, today);
}
