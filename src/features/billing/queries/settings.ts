import type { Db, Transaction } from '#platform/database/database.ts';
import { billingSettings } from '../tables.ts';

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
