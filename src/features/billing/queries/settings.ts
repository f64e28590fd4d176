import { asc, desc, getTableColumns } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { billingSettings, taxRates } from '../tables.ts';

type BillingSettingsRow = Omit<typeof billingSettings.$inferSelect, 'isSingleton'>;

/** Returns the billing settings; `lock` blocks concurrent writes. */
export async function getBillingSettingsRow(db: Db, { lock = false } = {}): Promise<BillingSettingsRow> {
  const found = db.select().from(billingSettings);
  const [row] = await (lock ? found.for('update') : found);
  if (!row) throw new Error('The row in billing_settings is missing.');
  const { isSingleton: _onlyRow, ...settings } = row;
  return settings;
}

export async function updateBillingSettingsRow(tx: Transaction, values: Partial<BillingSettingsRow>): Promise<void> {
  await tx.update(billingSettings).set(values);
}

export type TaxRateRow = Omit<typeof taxRates.$inferSelect, 'id'>;

/** Returns the tax rates as the owner ordered them, the default first. */
export function listTaxRates(db: Db): Promise<TaxRateRow[]> {
  const { id, ...columns } = getTableColumns(taxRates);
  return db.select(columns).from(taxRates).orderBy(desc(taxRates.isDefault), asc(id));
}

export async function replaceTaxRates(tx: Transaction, rates: readonly TaxRateRow[]): Promise<void> {
  await tx.delete(taxRates);
  if (rates.length > 0) await tx.insert(taxRates).values([...rates]);
}
