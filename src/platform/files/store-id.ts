import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import type { FileStore } from './file-store.ts';

/** The file with the store's id. */
export const STORE_ID_FILE = 'store-id.txt';

/**
 * Returns whether the file store belongs to the database: both have the same random id. The first start writes it; a
 * store used with a new database keeps its id.
 */
export async function isOwnStore(db: Db, store: FileStore): Promise<boolean> {
  const storedId = (await store.read(STORE_ID_FILE))?.toString('utf8').trim();
  const id = storedId || randomUUID();
  await db.execute(sql`insert into file_store_id (id) values (${id}) on conflict do nothing`);
  const { rows } = await db.execute<{ id: string }>(sql`select id from file_store_id`);
  const isOwn = rows[0]?.id === id;
  if (isOwn && !storedId) await store.write(STORE_ID_FILE, new TextEncoder().encode(id));
  return isOwn;
}
