import { Client } from 'pg';

/** Advisory lock that running instances of a site share, and that a restore holds alone. */
export const SITE_LOCK = 7_238_464;

/** Advisory lock that running backups share. Until they end, no stored file is deleted. */
export const BACKUP_LOCK = 7_238_465;

/** Returns whether an instance may start: not during a restore. */
export async function maySiteStart(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock_shared($1) as free', [SITE_LOCK]);
  await client.end();
  return rows[0]?.free === true;
}

/** Locks a stopped site's database. Returns a function that unlocks it, or undefined if an instance is running. */
export async function lockSite(connectionString: string): Promise<(() => Promise<void>) | undefined> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [SITE_LOCK]);
  if (rows[0]?.locked) return () => client.end();
  await client.end();
  return undefined;
}
