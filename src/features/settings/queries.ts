import type { Db, Transaction } from '#platform/database/database.ts';
import { settings } from './tables.ts';

export type SettingsRow = Omit<typeof settings.$inferSelect, 'isSingleton'>;

export async function getSettings(db: Db): Promise<SettingsRow> {
  const { minPasswordLength, configuredSiteUrl, defaultCurrency } = settings;
  const [row] = await db.select({ minPasswordLength, configuredSiteUrl, defaultCurrency }).from(settings);
  if (!row) throw new Error('The settings row is missing.');
  return row;
}

export async function updateSettings(
  tx: Transaction,
  values: { readonly [Name in keyof SettingsRow]?: SettingsRow[Name] | undefined },
): Promise<void> {
  if (Object.values(values).some(value => value !== undefined)) await tx.update(settings).set(values);
}
