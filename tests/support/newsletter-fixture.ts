import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { readConfig } from '#app/config.ts';
import { createEmailDelivery } from '#features/email/provider.ts';
import { deliverEmail } from '#features/email/jobs.ts';
import type { Issue } from '#features/newsletter/contract/issues.ts';
import { sendBatch, runNewsletterMaintenance } from '#features/newsletter/jobs.ts';
import { getApi, postApi } from './api-client.ts';
import { startSmtpServer, type TestSmtpServer } from './smtp-server.ts';
import { type SignedInUser, memberFixture } from './member-fixture.ts';
import { createTestIssue, deleteNewsletters } from './newsletter-helpers.ts';
import { createTestSite, type TestSite } from './test-site.ts';
import { deleteAllWriting } from './user-factory.ts';

/** The time at which every test starts. */
export const START = Temporal.Instant.from('2026-11-20T12:00:00Z');

/**
 * Sets up a site at https://ada.example with an owner for a test file, and for each test a mail server and a clock that
 * it can set.
 */
export function newsletterFixture() {
  const clock = { now: START };
  let site: TestSite;
  let server: TestSmtpServer;
  let ada: SignedInUser;
  beforeAll(async () => {
    site = await createTestSite({ now: () => clock.now, environment: { SITE_URL: 'https://ada.example' } });
    ada = await memberFixture(() => site).arrive({ role: 'owner', name: 'Ada' });
  });
  beforeEach(async () => {
    clock.now = START;
    await deleteNewsletters(site);
    await deleteAllWriting(site.db);
    server = await startSmtpServer();
  });
  afterEach(() => server.close());
  afterAll(() => site.close());

  const services = () => ({ ...site.http.services, log: site.log.log });
  const query = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await site.db.$client.query<Row>(text, values)).rows;
  const stepNow = async (id: number) =>
    (await query<{ batch: number }>('select batch from newsletter_issues where id = $1', [id]))[0]?.batch ?? 0;
  /** Returns a delivery through the test's mail server. */
  const delivery = () => {
    const url = `smtp://127.0.0.1:${server.port}`;
    const by = createEmailDelivery(readConfig({ SMTP_URL: url, MAIL_FROM: 'Ada <ada@ada.example>' }));
    if (!by) throw new Error('There is no mail server in these settings.');
    return by;
  };

  return {
    clock,
    services,
    query,
    stepNow,
    delivery,
    site: () => site,
    server: () => server,
    ada: () => ada,
    /** Stops the mail server during `work`, then restarts it on the same port. */
    withoutServer: async (work: () => Promise<void>): Promise<void> => {
      const { port } = server;
      await server.close();
      await work();
      server = await startSmtpServer({ port });
    },
    post: (path: string, body: object = {}, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
      postApi(site, `/newsletter${path}`, body, { cookie: ada.cookie, method }),
    show: (id: number) => getApi<Issue>(site, `/newsletter/issues/${id}`, ada.cookie),
    begin: (more: object = {}) => createTestIssue(site, ada.cookie, more),
    /** Sends the next batch of an issue. */
    step: async (id: number) => sendBatch(services(), { data: { issueId: id, batch: await stepNow(id) } }),
    watch: () => runNewsletterMaintenance(services()),
    /** Delivers every queued email to the mail server. */
    deliverAll: async (isLastAttempt = false): Promise<void> => {
      const by = delivery();
      for (const { id } of await query<{ id: string }>(
        `select id from emails where state = 'queued' order by sequence`,
      )) {
        await deliverEmail(services(), by, { data: { mailId: id }, isLastAttempt }).catch(() => {});
      }
    },
  };
}
