import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#app/config.ts';
import { createEmailDelivery, type EmailDelivery } from '#features/email/provider.ts';
import { deliverEmail, cleanUpEmails } from '#features/email/jobs.ts';
import { createApiClient, countJobs, getEmail, queueTestEmail, startTestWorkers } from '../support/emails.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { deleteAllUsers } from '../support/user-factory.ts';

const DELIVER = 'email.deliver';
const PATIENCE = { timeout: 10_000 };
const SECRET = 'planted-secret-token';
const link = `http://localhost:5050/confirm/${SECRET}`;
const lin = { name: 'Lin', email: 'lin@site.example' };

let server: TestSmtpServer;
let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  server = await startSmtpServer();
});
afterEach(async () => {
  // The log must never contain an address or the content of an email.
  expect(site.log.text()).not.toMatch(/planted|lin@site\.example|Confirm your email/);
  await server.close();
});
afterAll(() => site.close());

/** Returns a delivery for these environment variables, parsed as the site does. */
function delivery(environment: Record<string, string> = {}): EmailDelivery {
  const found = createEmailDelivery(
    readConfig({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'site@ada.example', ...environment }),
  );
  if (!found) throw new Error('There is no mail server in these settings.');
  return found;
}

const services = () => ({ ...site.http.services, log: site.log.log });
const confirmation = (to = lin) =>
  queueTestEmail(site, {
    to,
    template: 'verify_email',
    props: { name: to.name, url: link, expiresInHours: 24 },
    containsSecret: true,
  });
const notice = (to = lin) => queueTestEmail(site, { to, template: 'account_disabled', props: { name: to.name } });
const tryOnce = (mailId: string, isLastAttempt = false, by = delivery()) =>
  deliverEmail(services(), by, { data: { mailId }, isLastAttempt });

describe('email', () => {
  it('is delivered completely, once, by the worker', async () => {
    await startTestWorkers(site, delivery());
    const id = await confirmation();
    await vi.waitFor(async () => expect((await getEmail(site, id)).state).toBe('sent'), PATIENCE);
    expect(server.taken).toHaveLength(1);
    const [mail] = server.taken;
    expect(mail?.recipients).toEqual(['lin@site.example']);
    expect(mail?.header('To')).toBe('Lin <lin@site.example>');
    expect(mail?.header('From')).toBe('Mira Castellan <site@ada.example>');
    expect(mail?.header('Subject')).toBe('Confirm your email address');
    expect(mail?.header('Message-ID')).toBe(`<${id}@localhost>`);
    expect(mail?.header('Content-Type')).toMatch(/^multipart\/alternative/);
    expect(mail?.header('Auto-Submitted')).toBe('auto-generated');
    // Once in the text and three times in the HTML.
    expect(mail?.decoded.split(link).length).toBeGreaterThan(3);
    await vi.waitFor(async () => expect(await countJobs(site, DELIVER)).toBe(0), PATIENCE);
  });

  it('with a code or link loses its text only after delivery', async () => {
    const [secret, plain] = [await confirmation(), await notice()];
    server.refuse(451);
    await expect(tryOnce(secret)).rejects.toThrow();
    expect((await getEmail(site, secret)).html).toContain(SECRET);
    server.refuse(0);
    await tryOnce(secret);
    await tryOnce(plain);
    expect(await getEmail(site, secret)).toMatchObject({ state: 'sent', html: null, text: null, attempts: 2 });
    expect((await getEmail(site, secret)).subject).toContain('Confirm');
    expect((await getEmail(site, plain)).html).toContain('disabled');
    const { rows } = await site.db.$client.query<{ all: string }>('select json_agg(j)::text as all from pgboss.job j');
    expect(rows[0]?.all).not.toContain(SECRET);
  });

  it('uses the sender name from the settings', async () => {
    await tryOnce(await notice(), false, delivery({ MAIL_FROM: 'The Studio <site@ada.example>' }));
    expect(server.taken[0]?.header('From')).toBe('The Studio <site@ada.example>');
  });

  it('cannot get extra headers or recipients from a name', async () => {
    for (const trick of ['Lin\r\nBcc: evil@site.example', 'Lin>, evil@site.example, <', 'Lin\r\n\r\n<h1>Mine</h1>']) {
      await tryOnce(await notice({ name: trick, email: 'lin@site.example' }));
    }
    expect(server.taken).toHaveLength(3);
    for (const { raw, recipients } of server.taken) {
      expect(recipients).toEqual(['lin@site.example']);
      const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
      expect(head).toMatch(/^Content-Type: multipart\/alternative/m);
      expect(head).not.toMatch(/^Bcc:/im);
    }
  });

  it('keeps its Message-ID in retries, and has another one if the owner sends it again', async () => {
    const messageIds: string[] = [];
    const transport = {
      send: async ({ messageId }: { messageId: string }) => {
        messageIds.push(messageId);
        if (messageIds.length % 2 === 1) throw new Error('no answer');
      },
    };
    const id = await notice();
    const runTwice = async () => {
      const { rows } = await site.db.$client.query<{ data: { mailId: string } }>(
        `delete from pgboss.job where data ->> 'mailId' = $1 returning data`,
        [id],
      );
      const job = { data: rows[0]?.data ?? { mailId: '' }, isLastAttempt: false };
      await expect(deliverEmail(services(), { ...delivery(), transport }, job)).rejects.toThrow();
      await deliverEmail(services(), { ...delivery(), transport }, job);
    };
    await runTwice();
    await createApiClient(site, 'owner').email.resend({ id });
    await runTwice();
    const [first, retried, resent, resentRetried] = messageIds;
    expect([first, retried]).toEqual([`<${id}@localhost>`, `<${id}@localhost>`]);
    expect(resent).toMatch(/^<[\w-]+@localhost>$/);
    expect(resent).not.toBe(first);
    expect(resentRetried).toBe(resent);
  });

  it('is not sent again by a late job', async () => {
    const id = await notice();
    await tryOnce(id);
    await tryOnce(id);
    expect(server.taken).toHaveLength(1);
  });
});

describe('when the mail server', () => {
  it('is down, emails are delivered after it returns', async () => {
    const { port } = server;
    await server.close();
    const options = delivery();
    await startTestWorkers(site, options);
    const id = await confirmation();
    await vi.waitFor(async () => {
      expect(await getEmail(site, id)).toMatchObject({ state: 'queued', attempts: 1, lastError: 'ESOCKET' });
      const { rows } = await jobRows();
      expect(rows).toMatchObject([{ state: 'retry' }]);
      // Two to four minutes.
      expect(rows[0]?.wait).toBeGreaterThan(100);
      expect(rows[0]?.wait).toBeLessThanOrEqual(240);
    }, PATIENCE);
    server = await startSmtpServer({ port });
    await site.db.$client.query(`update pgboss.job set start_after = now() where state = 'retry'`);
    await vi.waitFor(async () => expect((await getEmail(site, id)).state).toBe('sent'), PATIENCE);
    expect(server.taken).toHaveLength(1);
    expect(await getEmail(site, id)).toMatchObject({ attempts: 2, lastError: null });
  });

  it('rejects the recipient, the email fails without retries', async () => {
    server.refuse(550);
    await startTestWorkers(site, delivery());
    const id = await confirmation();
    await vi.waitFor(async () => {
      expect(await getEmail(site, id)).toMatchObject({ state: 'failed', attempts: 1, lastError: 'EENVELOPE 550' });
      expect(await countJobs(site, DELIVER)).toBe(0);
    }, PATIENCE);
    expect(server.taken).toEqual([]);
  });

  it.each([
    [451, 'RCPT'],
    [421, 'DATA'],
  ] as const)('answers %i at %s, the email is retried until its attempts are used up', async (status, at) => {
    const id = await notice();
    server.refuse(status, at);
    await expect(tryOnce(id)).rejects.toThrow(/^Email not sent: E\w+ \d+$/);
    expect(await getEmail(site, id)).toMatchObject({ state: 'queued', attempts: 1 });
    await expect(tryOnce(id, true)).rejects.toThrow();
    expect(await getEmail(site, id)).toMatchObject({ state: 'failed', attempts: 2 });
    server.refuse(0);
    await tryOnce(id);
    expect(server.taken).toEqual([]);
  });

  it('requires a password, a wrong one loses no email and is not logged', async () => {
    const closed = await startSmtpServer({ password: 'planted@pass/word' });
    const login = (password: string) =>
      delivery({ SMTP_URL: `smtp://site:${encodeURIComponent(password)}@127.0.0.1:${closed.port}` });
    const id = await notice();
    await expect(tryOnce(id, false, login('planted wrong one'))).rejects.toThrow(/EAUTH 535/);
    expect(await getEmail(site, id)).toMatchObject({ state: 'queued', lastError: 'EAUTH 535' });
    await tryOnce(id, false, login('planted@pass/word'));
    expect(closed.taken).toHaveLength(1);
    await closed.close();
  });

  it('offers no encryption, no password is sent to another machine', async () => {
    const eavesdropped = await startSmtpServer({ password: 'planted' });
    const options = delivery({ SMTP_URL: `smtp://site:planted@[::ffff:127.0.0.1]:${eavesdropped.port}` });
    const id = await notice();
    // The mail server is on this machine, under an address that the site doesn't recognize as local.
    await expect(tryOnce(id, false, options)).rejects.toThrow(/ETLS/);
    expect(eavesdropped.taken).toEqual([]);
    await eavesdropped.close();
  });
});

describe('without a mail server', () => {
  it('emails are stored and nothing fails', async () => {
    await startTestWorkers(site, createEmailDelivery(readConfig({})));
    const id = await confirmation();
    await cleanUpEmails(services(), { requeue: false });
    expect(await getEmail(site, id)).toMatchObject({ state: 'queued', attempts: 0, lastError: null });
    expect((await getEmail(site, id)).text).toContain(link);
    expect(await countJobs(site, DELIVER)).toBe(1);
  });

  it('waiting emails are delivered once there is one', async () => {
    const [waiting, forgotten] = [await confirmation(), await notice()];
    await site.db.$client.query(`delete from pgboss.job where data ->> 'mailId' = $1`, [forgotten]);
    await startTestWorkers(site, delivery());
    for (const id of [waiting, forgotten]) {
      await vi.waitFor(async () => expect((await getEmail(site, id)).state).toBe('sent'), PATIENCE);
    }
    expect(server.taken).toHaveLength(2);
  });

  it('codes and links are deleted after a day and not delivered', async () => {
    const [secret, plain] = [await confirmation(), await notice()];
    const later = (hours: number) => () => site.http.services.now().add({ hours });
    await cleanUpEmails({ ...services(), now: later(23) }, { requeue: true });
    expect((await getEmail(site, secret)).html).not.toBeNull();
    await cleanUpEmails({ ...services(), now: later(25) }, { requeue: true });
    expect(await getEmail(site, secret)).toMatchObject({
      state: 'failed',
      html: null,
      text: null,
      lastError: 'Not sent within a day, so its content was deleted.',
    });
    expect(await getEmail(site, plain)).toMatchObject({ state: 'queued' });
    expect((await getEmail(site, plain)).html).not.toBeNull();
    await tryOnce(secret);
    expect(server.taken).toEqual([]);
    await expect(createApiClient(site, 'owner').email.get({ id: secret })).resolves.toMatchObject({
      isContentDeleted: true,
      html: null,
    });
  });
});

function jobRows() {
  return site.db.$client.query<{ state: string; wait: number }>(
    `select state, extract(epoch from start_after - now())::int as wait from pgboss.job where name = $1`,
    [DELIVER],
  );
}
