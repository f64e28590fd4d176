import { dirname } from 'node:path';
import { documentPath } from '#features/billing/actions/addresses.ts';
import { issueDocument } from '#features/billing/actions/issuing.ts';
import { orders } from '#features/orders/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openSecretKeyFile } from '#platform/files/secret-key.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createSealer } from '#platform/sealing.ts';
import { draft } from '../support/billing.ts';
import { orderRow } from '../support/orders.ts';
import type { RunningSite } from './running-site.ts';

/** Issues invoices on a running site, in its place: what an order would do. Nothing is drawn or mailed. */
export async function openIssuer(site: Pick<RunningSite, 'url' | 'connectionString'>) {
  const db = openDatabase(site.connectionString);
  const socket = new URLSearchParams(site.connectionString.split('?')[1]).get('host') ?? '';
  const sealer = createSealer(await openSecretKeyFile(dirname(socket)));
  const jobs = { enqueue: async () => true } as unknown as Jobs;
  const [order] = await db.insert(orders).values(orderRow()).returning({ id: orders.id });
  return {
    /** Issues an invoice; its number, and the path at which it is read and paid. */
    async issue(amount: number): Promise<{ number: string; path: string }> {
      const { number } = await db.transaction(tx =>
        issueDocument(
          tx,
          { jobs, sealer, siteUrl: site.url, now: Temporal.Now.instant(), timeZone: 'UTC' },
          draft(amount),
          { orderId: order?.id ?? null },
        ),
      );
      return { number, path: documentPath({ sealer }, number) };
    },
    close: () => db.$client.end(),
  };
}
