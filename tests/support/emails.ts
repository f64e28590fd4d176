import { desc, eq } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { createInProcessApi } from '#app/in-process-api.ts';
import { queues, startWorkers } from '#app/jobs.ts';
import { type NewEmail, enqueueEmail } from '#features/email/actions.ts';
import { emails } from '#features/email/tables.ts';
import type { EmailDelivery } from '#features/email/provider.ts';
import type { Actor } from '#platform/api/context.ts';
import { createCookieJar } from '#platform/http/cookies.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Api } from '#shared/api.ts';
import type { EmailTemplateName } from '#shared/emails.ts';
import type { TestSite } from './test-site.ts';

export type MailRow = typeof emails.$inferSelect;

/** Replaces the sample's profile by one of the owner, to which clients can reply. */
export const setOwnProfile = (site: Pick<TestSite, 'db'>) =>
  site.db.$client.query(`update site_sections set is_sample = false where key = 'profile'`);

/** Returns the emails to an address, newest first, even if all have the same time. */
export function listEmailsTo(site: Pick<TestSite, 'db'>, address: string): Promise<MailRow[]> {
  return site.db.select().from(emails).where(eq(emails.toEmail, address)).orderBy(desc(emails.sequence));
}

/** Returns the code in the newest email to an address. */
export async function getEmailedCode(site: Pick<TestSite, 'db'>, address: string): Promise<string> {
  const [mail] = await listEmailsTo(site, address);
  return /^\s*(\d{6})\s*$/m.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Returns a row of the outbox. */
export async function getEmail(site: Pick<TestSite, 'db'>, id: string): Promise<MailRow> {
  const [row] = await site.db.select().from(emails).where(eq(emails.id, id));
  if (!row) throw new Error('This email doesn’t exist.');
  return row;
}

/** Queues an email as an action does, and returns its ID. */
export function queueTestEmail<Name extends EmailTemplateName>(site: TestSite, mail: NewEmail<Name>): Promise<string> {
  return site.db.transaction(tx => enqueueEmail(tx, site.http.services, mail));
}

/** Starts workers for all jobs of a site. They stop at the end of the test. */
export async function startTestWorkers(site: TestSite, emailDelivery: EmailDelivery | undefined): Promise<void> {
  const jobs = createJobs(site.db, site.log.log, queues);
  onTestFinished(() => jobs.stop());
  await startWorkers(jobs, {
    ...site.http.services,
    jobs,
    log: site.log.log,
    ...(emailDelivery ? { emailDelivery } : {}),
  });
}

/** Returns an API client with the access of a role. */
export function createApiClient(site: TestSite, role: Actor['role']): Api {
  const actor = role === 'visitor' ? { role } : { role, userId: 'u', email: 'u@site.example', sessionId: 's' };
  return createInProcessApi({
    ...site.http.services,
    log: site.log.log,
    actor,
    client: { ip: '203.0.113.1', network: '203.0.113.1', userAgent: '' },
    cookies: createCookieJar(undefined, site.http.services.siteUrl),
    hasDeveloperAccess: false,
    grantDeveloperAccess: () => {},
    cacheTags: new Set(),
    responseHeaders: {},
    requestId: crypto.randomUUID(),
  });
}

/** Returns how many jobs of a queue are waiting or running. */
export async function countJobs(site: Pick<TestSite, 'db'>, queue: string): Promise<number> {
  const { rows } = await site.db.$client.query<{ jobs: number }>(
    `select count(*)::int as jobs from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`,
    [queue],
  );
  return rows[0]?.jobs ?? 0;
}
