import { expect, vi } from 'vitest';
import { queryDatabase } from './embedded-postgres-fixture.ts';

/** Waits until a site in another process has done all jobs, except those of a schedule. */
export async function waitForJobs(connectionString: string): Promise<void> {
  const due = `select name, state from pgboss.job where singleton_key not like '%*%' and name not like '\\_\\_%'
    and (state in ('active', 'retry') or state = 'created' and start_after <= now())`;
  const check = async () => expect(await queryDatabase({ connectionString }, due)).toEqual([]);
  await vi.waitFor(check, { timeout: 20_000, interval: 50 });
}
