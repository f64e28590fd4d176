import { sendAgreement } from '#features/orders/agreements/jobs.ts';
import type { TestSite } from './test-site.ts';

/**
 * Runs the queued jobs that send agreements to both parties. `last` marks the last attempt; `dist` replaces the build
 * folder.
 */
export async function runAgreementJobs(
  site: TestSite,
  {
    last: isLastAttempt = false,
    dist = site.http.services.dist,
  }: { readonly last?: boolean; readonly dist?: string } = {},
): Promise<void> {
  const { rows } = await site.db.$client.query<{ data: { agreement: number } }>(
    `select data from pgboss.job where name = 'orders.send_agreement' order by created_on`,
  );
  const services = { ...site.http.services, dist, log: site.log.log };
  for (const { data } of rows) await sendAgreement(services, { data, isLastAttempt });
}
