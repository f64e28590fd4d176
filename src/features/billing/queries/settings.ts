import type { Db, Transaction } from '#platform/database/database.ts';
import { billingSettings } from '../tables.ts';

export type BillingSettings = Omit<typeof billingSettings.$inferSelect, 'onlyRow' | 'version'>;

/** How documents are issued. */
export async function getBillingSettings(db: Db): Promise<BillingSettings> {
  const [row] = await db.select().from(billingSettings);
  if (!row) throw new Error('The row of the billing settings is missing.');
  const { onlyRow: _onlyRow, version: _version, ...settings } = row;
  return settings;
}

export async function updateBillingSettings(tx: Transaction, values: Partial<BillingSettings>): Promise<void> {
  if (Object.keys(values).length > 0) await tx.update(billingSettings).set(values);
}
