import type { Db, Transaction } from '#platform/database/database.ts';
import { billingSettings } from '../tables.ts';

export type BillingSettingsRow = Omit<typeof billingSettings.$inferSelect, 'isSingleton' | 'version'>;

export async function getBillingSettingsRow(db: Db): Promise<BillingSettingsRow> {
  const [row] = await db.select().from(billingSettings);
  if (!row) throw new Error('The row of the billing settings is missing.');
  const { isSingleton: _onlyRow, version: _version, ...settings } = row;
  return settings;
}

/** Returns the version of the billing settings; `lock` blocks concurrent writes. */
export async function getBillingVersion(db: Db, { lock = false } = {}): Promise<number> {
  const found = db.select({ version: billingSettings.version }).from(billingSettings);
  const [row] = await (lock ? found.for('update') : found);
  if (!row) throw new Error('The row of the billing settings is missing.');
  return row.version;
}

export async function updateBillingSettingsRow(
  tx: Transaction,
  values: Partial<BillingSettingsRow & { version: number }>,
): Promise<void> {
  if (Object.keys(values).length > 0) await tx.update(billingSettings).set(values);
}
