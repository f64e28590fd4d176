import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { crashFixture } from '../support/crash-fixture.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createTestIssue, subscribeMany } from '../support/newsletter-helpers.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { postApi } from '../support/api-client.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

let testSite: TestSite;
let site: Awaited<ReturnType<typeof crashFixture>>;
let server: TestSmtpServer;
const members = memberFixture(() => testSite);

beforeEach(async () => {
  testSite = await createTestSite();
  server = await startSmtpServer();
  site = await crashFixture();
});
afterEach(async () => {
  await site.close();
  await server.close();
  await testSite.close();
});

const start = () =>
  site.start({
    DATABASE_URL: testSite.connectionString,
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'Ada <ada@ada.example>',
  });

async function countOf(condition: string): Promise<number> {
  const { rows } = await testSite.db.$client.query<{ count: number }>(
    `select count(*)::int as count from ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

const written = () => countOf('newsletter_recipients where email_id is not null');
const listRecipients = () =>
  server.taken
    .filter(mail => mail.header('Subject') === 'Tides')
    .flatMap(({ recipients }) => recipients)
    .toSorted();
/** Waits until a batch is in the outbox and the mail server has accepted all its emails. */
const waitForBatch = (count: number) =>
  vi.waitUntil(
    async () =>
      (await written()) === count && (await countOf(`emails where state = 'sent' and contains_secret`)) === count,
    PATIENCE,
  );

describe('site killed while sending a newsletter', { timeout: 180_000 }, () => {
  it('sends the rest after a restart and nothing twice', async () => {
    const emails = await subscribeMany(testSite, 26);
    const ada = await members.arrive({ role: 'owner', name: 'Ada' });
    const { id } = await createTestIssue(testSite, ada.cookie);
    await postApi(testSite, `/newsletter/issues/${id}/send`, {}, { cookie: ada.cookie });

    // Kill within the second batch: five of its emails are written, and the sixth waits for a lock that this test holds.
    const holder = new Client({ connectionString: testSite.connectionString });
    await holder.connect();
    await holder.query(`select pg_advisory_lock(47);
      create function wait_here() returns trigger language plpgsql as $$ begin
        if (select count(*) from newsletter_recipients where email_id is not null) = 15
        then perform pg_advisory_xact_lock(47); end if;
        return new;
      end $$;
      create trigger wait_here before update on newsletter_recipients for each row when (old.email_id is null) execute function wait_here()`);
    const locks = async (condition: string) =>
      (await holder.query(`select 1 from pg_locks where locktype = 'advisory' and objid = 47 ${condition}`)).rowCount;
    await start();
    await waitForBatch(10);
    await vi.waitUntil(async () => (await locks('and not granted')) === 1, PATIENCE);
    await site.kill();
    await holder.query('select pg_advisory_unlock(47)');
    // The transaction ends when its connection is closed.
    await vi.waitUntil(async () => (await locks('')) === 0, PATIENCE);
    await holder.query('drop function wait_here cascade');
    await holder.end();
    expect(await written()).toBe(10);
    expect(listRecipients()).toHaveLength(10);

    // Kill between two batches.
    await start();
    await waitForBatch(20);
    await site.kill();
    expect(listRecipients()).toHaveLength(20);

    await start();
    await waitForBatch(26);
    expect(listRecipients()).toEqual(emails.toSorted());
    expect(await countOf(`newsletter_issues where state = 'sent'`)).toBe(1);
    expect(await countOf(`emails where template = 'newsletter_issue'`)).toBe(26);
  });
});
