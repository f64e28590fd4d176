import type { Db, Transaction } from '#platform/database/database.ts';
import type { DatevSettings } from '../contract/datev.ts';
import { datevSettings } from '../tables.ts';

/** Returns the settings of the DATEV export; null before the owner has saved them. */
export async function findDatevSettings(db: Db): Promise<DatevSettings | null> {
  const { consultantNumber, clientNumber, chart, debtorAccount } = datevSettings;
  const [row] = await db.select({ consultantNumber, clientNumber, chart, debtorAccount }).from(datevSettings);
  return row ?? null;
}

export async function saveDatevSettings(tx: Transaction, settings: DatevSettings): Promise<void> {
  await tx
    .insert(datevSettings)
    .values(settings)
    .onConflictDoUpdate({ target: datevSettings.isSingleton, set: settings });
}

export async function deleteDatevSettings(tx: Transaction): Promise<void> {
  await tx.delete(datevSettings);
}
