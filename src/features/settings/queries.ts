import type { Db } from '#platform/database/database.ts';
import type { Settings } from './contract.ts';
import { settings } from './tables.ts';

/** What the owner has set. */
export async function getSettings(db: Db): Promise<Settings> {
  const [row] = await db.select({ minimumPasswordLength: settings.minimumPasswordLength }).from(settings);
  if (!row) throw new Error('The row of the settings is missing.');
  return row;
}

/** Changes what is set. */
export async function updateSettings(db: Db, values: Settings): Promise<void> {
  await db.update(settings).set(values);
}
