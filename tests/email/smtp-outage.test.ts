import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queues, startWorkers } from '#app/jobs.ts';
import { readConfig } from '#app/config.ts';
import { createEmailDelivery } from '#features/email/provider.ts';
import type { NewEmail } from '#features/email/actions.ts';
import { emails } from '#features/email/tables.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { EmailTemplateName } from '#shared/emails.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { sampleMails } from '../support/email-samples.ts';
import { countJobs, queueTestEmail } from '../support/emails.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const DELIVER = 'email.deliver';
const HOUR = 3600;
const PATIENCE = { timeout: 60_000, interval: 100 };
const paper = { name: '2026-0007.pdf', contentType: 'application/pdf', storageKey: 'paper', sizeBytes: 5 };
const entry = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', 'METHOD:REQUEST', 'END:VCALENDAR', ''].join('\r\n');
const names = Object.keys(sampleMails) as EmailTemplateName[];

const files = createMemoryFileStore();
let server: TestSmtpServer;
let site: TestSite;
beforeEach(async () => {
  await files.write(paper.storageKey, Buffer.from('%PDF-'));
  server = await startSmtpServer();
  site = await createTestSite({ files });
});
afterEach(async () => {
  await site.close();
  await server.close();
});

const addressOf = (name: EmailTemplateName) => `${name.toLowerCase()}@site.example`;

/** Returns the headers and attachments that emails with this template have. */
function extrasOf(name: EmailTemplateName): Partial<NewEmail<EmailTemplateName>> {
  if (name === 'newsletter_issue')
    return { containsSecret: true, unsubscribeUrl: 'https://ada.example/newsletter/out' };
  if (/^(?:confirm|reset)/.test(name)) return { containsSecret: true };
  if (name.startsWith('booking')) return { calendarInvite: { method: 'REQUEST', content: entry } };
  if (name.startsWith('contact')) return { replyTo: { name: 'Lin', address: 'lin@site.example' } };
  return /Issued$|^order(?:Arrived|Placed)/.test(name) ? { attachments: [paper] } : {};
}

async function readRetryDelays(): Promise<number[]> {
  const { rows } = await site.db.$client.query<{ wait: number }>(
    `select extract(epoch from start_after - now())::float as wait from pgboss.job where name = $1 and state = 'retry'`,
    [DELIVER],
  );
  return rows.map(({ wait }) => wait);
}

it('delivers each email once after an hour’s outage and a restart', {
  timeout: 180_000,
}, async () => {
  const { port } = server;
  await server.close();
  const delivery = createEmailDelivery(
    readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'ada@ada.example' }),
  );
  const services = { ...site.http.services, log: site.log.log };
  for (const template of names) {
    const to = { name: 'Lin', email: addressOf(template) };
    await queueTestEmail(site, { to, template, props: sampleMails[template], ...extrasOf(template) });
  }
  const first = createJobs(site.db, site.log.log, queues);
  await startWorkers(first, { ...services, jobs: first, emailDelivery: delivery });

  // Skip the retry delays until an hour has passed for the email with the shortest ones.
  let [passed, tries] = [0, 0];
  while (passed < HOUR) {
    tries += 1;
    await vi.waitFor(async () => {
      const rows = await site.db.select({ state: emails.state, tries: emails.attempts }).from(emails);
      expect(rows).toEqual(names.map(() => ({ state: 'queued', tries })));
      expect(await readRetryDelays()).toHaveLength(names.length);
    }, PATIENCE);
    passed += Math.min(...(await readRetryDelays()));
    if (passed >= HOUR) break;
    if (tries === 2) {
      await first.stop();
      await startWorkers(services.jobs, { ...services, emailDelivery: delivery });
    }
    await site.db.$client.query(`update pgboss.job set start_after = now() where state = 'retry'`);
  }
  expect(tries).toBeGreaterThan(3);

  server = await startSmtpServer({ port });
  await site.db.$client.query(`update pgboss.job set start_after = now() where state = 'retry'`);
  await vi.waitFor(async () => expect(await countJobs(site, DELIVER)).toBe(0), PATIENCE);
  expect(server.taken.flatMap(({ recipients }) => recipients).toSorted()).toEqual(names.map(addressOf).toSorted());
  const rows = await site.db.select().from(emails);
  expect(rows.every(mail => mail.state === 'sent' && mail.lastError === null)).toBe(true);
  expect(new Set(server.taken.map(mail => mail.header('Message-ID')))).toEqual(
    new Set(rows.map(({ id }) => `<${id}@localhost>`)),
  );

  for (const { raw, recipients } of server.taken) {
    const mail = await simpleParser(raw);
    const name = names.find(each => recipients[0] === addressOf(each));
    if (!name) throw new Error('An email went to an unexpected address.');
    const { attachments, calendarInvite, replyTo, unsubscribeUrl } = extrasOf(name);
    expect(mail.text, name).toMatch(/\w/);
    expect(mail.html, name).toContain('</html>');
    const pdfs = mail.attachments.filter(({ contentType }) => contentType === paper.contentType);
    expect(
      pdfs.map(({ content }) => String(content)),
      name,
    ).toEqual(attachments ? ['%PDF-'] : []);
    expect(/^Content-Type: text\/calendar;.*method=REQUEST/im.test(raw), name).toBe(Boolean(calendarInvite));
    expect(mail.replyTo?.value[0]?.address, name).toBe(replyTo?.address);
    expect(/^List-Unsubscribe-Post:/m.test(raw), name).toBe(Boolean(unsubscribeUrl));
  }
});
