import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { type ParsedMail, simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#app/config.ts';
import type { NewEmail } from '#features/email/actions.ts';
import { createEmailDelivery } from '#features/email/provider.ts';
import { deliverEmail, cleanUpEmails } from '#features/email/jobs.ts';
import { createApiClient, getEmail, queueTestEmail } from '../support/emails.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const lin = { name: 'Lin', email: 'lin@site.example' };
const calendar = {
  method: 'REQUEST' as const,
  content: ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', 'METHOD:REQUEST', 'END:VCALENDAR', ''].join('\r\n'),
};
const UNSUBSCRIBE = 'https://site.example/newsletter/planted-secret-token';

let server: TestSmtpServer;
let site: TestSite;
beforeAll(async () => {
  server = await startSmtpServer();
  site = await createTestSite();
});
afterAll(async () => {
  await site.close();
  await server.close();
});

const write = (more: Partial<NewEmail<'account_disabled'>>) =>
  queueTestEmail(site, { to: lin, template: 'account_disabled', props: { name: 'Lin' }, ...more });

async function deliver(mailId: string, environment: Record<string, string> = {}): Promise<void> {
  const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'site@ada.example', ...environment };
  const delivery = createEmailDelivery(readConfig(settings));
  if (!delivery) throw new Error('There is no mail server in these settings.');
  await deliverEmail({ ...site.http.services, log: site.log.log }, delivery, {
    data: { mailId },
    isLastAttempt: false,
  });
}

/** Parses the newest email with a separate library. */
async function read(): Promise<{ raw: string; mail: ParsedMail }> {
  const raw = server.taken.at(-1)?.raw ?? '';
  return { raw, mail: await simpleParser(raw) };
}

describe('email', () => {
  it('has no reply, calendar or list headers by default', async () => {
    await deliver(await write({}));
    const { mail } = await read();
    expect(mail.replyTo).toBeUndefined();
    for (const name of ['list-unsubscribe', 'list-unsubscribe-post', 'dkim-signature']) {
      expect(mail.headers.has(name)).toBe(false);
    }
    expect(mail.attachments).toEqual([]);
  });

  it('has an injection-proof reply address', async () => {
    await deliver(await write({ replyTo: { name: 'Eve\r\nBcc: evil@site.example', address: 'eve@site.example' } }));
    const { mail, raw } = await read();
    expect(mail.replyTo?.value).toMatchObject([{ address: 'eve@site.example' }]);
    expect(mail.bcc).toBeUndefined();
    expect(raw).not.toMatch(/^Bcc:/im);
    expect(server.taken.at(-1)?.recipients).toEqual(['lin@site.example']);
  });

  it('supports one-click unsubscribe and deletes that address with its text', async () => {
    const id = await write({ unsubscribeUrl: UNSUBSCRIBE, containsSecret: true });
    await deliver(id);
    const { raw } = await read();
    // RFC 8058, 3.1: exactly these two headers, with the URL on one line.
    expect(raw.replace(/\r\n[ \t]+/g, ' ')).toMatch(new RegExp(`^List-Unsubscribe: <${UNSUBSCRIBE}>\\r$`, 'm'));
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect((await getEmail(site, id)).unsubscribeUrl).toBeNull();
  });

  it('contains its calendar entry as an alternative part', async () => {
    const id = await write({ calendarInvite: calendar });
    await deliver(id);
    const { raw, mail } = await read();
    expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST/im);
    const entries = mail.attachments.filter(({ contentType }) => /calendar|ics/.test(contentType));
    expect(entries.length).toBeGreaterThan(0);
    for (const { content } of entries) expect(content.toString()).toBe(calendar.content);
    expect((await createApiClient(site, 'owner').email.get({ id })).calendarInvite).toEqual(calendar);
  });

  it('with an unsubscribe link is kept longer than a day and sent completely', async () => {
    const id = await write({ unsubscribeUrl: UNSUBSCRIBE, containsSecret: true });
    await site.db.$client.query(`update emails set created_at = created_at - interval '5 days' where id = $1`, [id]);
    await cleanUpEmails({ ...site.http.services, log: site.log.log }, { requeue: false });
    expect(await getEmail(site, id)).toMatchObject({ state: 'queued', unsubscribeUrl: UNSUBSCRIBE });
    await deliver(id);
    expect((await read()).mail.text).toContain('disabled');
    expect(await getEmail(site, id)).toMatchObject({ state: 'sent', text: null, unsubscribeUrl: null });
  });

  it('deletes a calendar entry with its text', async () => {
    const [sent, old] = [
      await write({ calendarInvite: calendar, containsSecret: true }),
      await write({ calendarInvite: calendar, containsSecret: true }),
    ];
    await deliver(sent);
    expect((await getEmail(site, sent)).calendarIcs).toBeNull();
    await site.db.$client.query(`update emails set created_at = created_at - interval '25 hours' where id = $1`, [old]);
    await cleanUpEmails({ ...site.http.services, log: site.log.log }, { requeue: false });
    expect((await getEmail(site, old)).calendarIcs).toBeNull();
  });
});

describe('DKIM signature', () => {
  it('verifies with the DNS key and fails for changed text', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await deliver(await write({ unsubscribeUrl: UNSUBSCRIBE, containsSecret: true }), {
      DKIM_SELECTOR: 'freehold',
      DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    });
    const bits = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const resolver = async (name: string) => {
      expect(name).toBe('freehold._domainkey.ada.example');
      return [[`v=DKIM1; k=rsa; p=${bits}`]];
    };
    const { raw } = await read();
    const judge = async (text: string) =>
      (await dkimVerify(text, { resolver })).results.map(({ status }) => status.result);
    expect(await judge(raw)).toEqual(['pass']);
    expect(await judge(raw.replace('disabled', 'enabled!'))).not.toContain('pass');
  });
});
