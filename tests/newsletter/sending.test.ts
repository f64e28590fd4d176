import { simpleParser } from 'mailparser';
import { describe, expect, it, vi } from 'vitest';
import { sendBatch } from '#features/newsletter/jobs.ts';
import { createPreferencesToken } from '#features/newsletter/rules/signed-links.ts';
import { expectApiError, postApi } from '../support/api-client.ts';
import { startTestWorkers } from '../support/emails.ts';
import { newsletterFixture } from '../support/newsletter-fixture.ts';
import { postOneClickUnsubscribe, subscribeMany } from '../support/newsletter-helpers.ts';

const PATIENCE = { timeout: 40_000, interval: 50 };

const { services, query, stepNow, delivery, site, server, withoutServer, post, show, begin, step, watch, deliverAll } =
  newsletterFixture();

/** Returns the recipients for whom the server accepted an issue, once per delivery. */
const listRecipients = (subject = 'Tides') =>
  server()
    .taken.filter(mail => mail.header('Subject') === subject)
    .flatMap(({ recipients }) => recipients)
    .toSorted();

describe('newsletter issue', () => {
  it('is sent once to each subscriber of its topic with unsubscribe link and plain text', async () => {
    const emails = await subscribeMany(site(), 12);
    await site().db.$client.query(`update newsletter_subscribers set topics = '{posts}' where email = $1`, [emails[0]]);
    const { id } = await begin({
      markdown: 'Hello **you**\n\n[Read](/blog/tides)\n\n![Sea](/media/sea.webp)',
    });
    expect((await post(`/issues/${id}/send`)).json()).toMatchObject({ state: 'sending', stats: { recipients: 11 } });
    await step(id);
    expect(await show(id)).toMatchObject({ state: 'sending', stats: { pending: 1, queued: 10 } });
    await step(id);
    expect(await show(id)).toMatchObject({ state: 'sent', stats: { pending: 0, queued: 11 } });
    await deliverAll();
    expect(listRecipients()).toEqual(emails.slice(1).toSorted());
    expect(await show(id)).toMatchObject({ stats: { recipients: 11, sent: 11, failed: 0, queued: 0 } });
    const raw = server().taken[0]?.raw ?? '';
    const mail = await simpleParser(raw);
    expect(raw.replace(/\r\n[ \t]+/g, ' ')).toMatch(
      /^List-Unsubscribe: <https:\/\/ada\.example\/newsletter\/unsubscribe\/\d+\.\d+\.[\w-]{43}>\r$/m,
    );
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(mail.subject).toBe('Tides');
    expect(mail.html).toContain('<strong>you</strong>');
    expect(mail.html).toContain('href="https://ada.example/blog/tides"');
    expect(mail.html).toContain('src="https://ada.example/media/sea.webp"');
    expect(mail.html).not.toContain('/newsletter/opened/');
    for (const text of [mail.text, String(mail.html)]) {
      expect(text).toMatch(/https:\/\/ada\.example\/newsletter\/preferences\/\d+\.\d+\.[\w-]{43}/);
      expect(text).toContain('7 Ropewalk Lane');
    }
    // Emails with secret links are deleted as soon as they are sent.
    expect(await query('select 1 from emails where html is not null')).toEqual([]);
    // The unsubscribe link counts for its issue.
    const key = /\/newsletter\/unsubscribe\/([\w.-]+)>/.exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
    expect((await postOneClickUnsubscribe(site(), key)).statusCode).toBe(200);
    expect((await postOneClickUnsubscribe(site(), key)).statusCode).toBe(200);
    expect((await show(id)).stats.unsubscribes).toBe(1);
  });

  it('runs each batch once despite simultaneous workers', async () => {
    const emails = await subscribeMany(site(), 25);
    const { id } = await begin();
    await post(`/issues/${id}/send`);
    for (let turn = 0; turn < 3; turn++) {
      const data = { issueId: id, batch: await stepNow(id) };
      await Promise.all([1, 2, 3, 4].map(() => sendBatch(services(), { data })));
      await sendBatch(services(), { data });
    }
    expect(await show(id)).toMatchObject({ state: 'sent', stats: { queued: 25 } });
    await deliverAll();
    expect(listRecipients()).toEqual(emails.toSorted());
  });

  it('does not reach someone who unsubscribes while their batch is queued', async () => {
    const [, leaving = '', ...others] = await subscribeMany(site(), 3);
    const { id } = await begin();
    await post(`/issues/${id}/send`);
    const [row] = await query<{ id: number }>('select id from newsletter_subscribers where email = $1', [leaving]);
    const key = createPreferencesToken(services(), { subscriberId: row?.id ?? 0, issueId: 0 });
    const waiting = async () =>
      (await query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
        .length;
    // Stops the batch after it has read its recipients.
    const other = await site().db.$client.connect();
    await other.query('begin; lock table emails in exclusive mode');
    const batch = step(id);
    await vi.waitUntil(async () => (await waiting()) === 1, PATIENCE);
    let hasLeft = false;
    const left = postOneClickUnsubscribe(site(), key).finally(() => {
      hasLeft = true;
    });
    await vi.waitUntil(async () => hasLeft || (await waiting()) === 2, PATIENCE);
    await other.query('commit');
    other.release();
    await Promise.all([batch, left]);
    await deliverAll();
    expect(listRecipients()).toEqual(['reader000@site.example', ...others]);
    expect(await show(id)).toMatchObject({ stats: { sent: 2, skipped: 1 } });
  });

  it('rolls back a batch’s emails and marks together', async () => {
    await subscribeMany(site(), 12);
    const { id } = await begin();
    await post(`/issues/${id}/send`);
    const mailsBefore = (await query('select 1 from emails')).length;
    await site().db.$client.query(`create function fail() returns trigger language plpgsql as $$ begin
      if (select count(*) from newsletter_recipients where state = 'queued') >= 7 then raise exception 'planted'; end if; return new; end $$;
      create trigger fail after update on newsletter_recipients for each row execute function fail()`);
    await expect(step(id)).rejects.toThrow();
    expect((await query('select 1 from emails')).length).toBe(mailsBefore);
    expect(await show(id)).toMatchObject({ state: 'sending', stats: { pending: 12, queued: 0 } });
    await site().db.$client.query('drop function fail cascade');
    await step(id);
    await step(id);
    await deliverAll();
    expect(new Set(listRecipients()).size).toBe(12);
    expect(listRecipients()).toHaveLength(12);
  });

  it('skips subscribers who left or were suppressed while paused', async () => {
    const emails = await subscribeMany(site(), 14);
    const { id } = await begin();
    await post(`/issues/${id}/send`);
    await step(id);
    const late = await stepNow(id);
    expect((await post(`/issues/${id}/pause`)).json()).toMatchObject({ state: 'paused' });
    await sendBatch(services(), { data: { issueId: id, batch: late } });
    await watch();
    expect(await show(id)).toMatchObject({ state: 'paused', stats: { pending: 4, queued: 10 } });
    // One whose email is in the outbox, and two in later batches.
    const list = await query<{ id: number; email: string }>('select id, email from newsletter_subscribers order by id');
    for (const place of [0, 11]) await post(`/subscribers/${list[place]?.id}/unsubscribe`);
    await post(`/subscribers/${list[12]?.id}/block`);
    expect((await post(`/issues/${id}/resume`)).json()).toMatchObject({ state: 'sending' });
    await step(id);
    await deliverAll();
    const skippedEmails = [0, 11, 12].map(place => emails[place]);
    expect(listRecipients()).toEqual(emails.filter(email => !skippedEmails.includes(email)).toSorted());
    expect(await show(id)).toMatchObject({ state: 'sent', stats: { sent: 11, skipped: 3, failed: 0 } });
    expectApiError(await post(`/issues/${id}/resume`), 'CONFLICT');
    expectApiError(await post(`/issues/${id}/send`), 'CONFLICT');
    expectApiError(await post(`/issues/${id}`, { version: 1, subject: 'Other' }, 'PUT'), 'CONFLICT');
  });

  it('sends each email once through an outage of the mail server', async () => {
    const emails = await subscribeMany(site(), 15);
    await post('/settings', { emailsPerMinute: 6000, isTrackingEnabled: false }, 'PUT');
    const { id } = await begin();
    await withoutServer(async () => {
      await post(`/issues/${id}/send`);
      await startTestWorkers(site(), delivery());
      await vi.waitFor(async () => {
        const tried = await query(`select 1 from emails where template = 'newsletter_issue' and attempts > 0`);
        expect(tried).toHaveLength(15);
        // A job is due again a moment after its email counts the attempt.
        const waiting = await query(`select 1 from pgboss.job where name = 'email.deliver' and state = 'retry'`);
        expect(waiting).toHaveLength(15);
      }, PATIENCE);
      expect(await show(id)).toMatchObject({ state: 'sent', stats: { queued: 15, sent: 0 } });
    });
    await site().db.$client.query(`update pgboss.job set start_after = now() where state = 'retry'`);
    await vi.waitFor(async () => expect((await show(id)).stats.sent).toBe(15), PATIENCE);
    expect(listRecipients()).toEqual(emails.toSorted());
  });

  it('can be ended while paused', async () => {
    await subscribeMany(site(), 12);
    const { id } = await begin();
    await post(`/issues/${id}/send`);
    await step(id);
    expectApiError(await post(`/issues/${id}/stop`), 'CONFLICT');
    await post(`/issues/${id}/pause`);
    expect((await post(`/issues/${id}/stop`)).json()).toMatchObject({
      state: 'sent',
      stats: { skipped: 2, queued: 10 },
    });
  });
});

describe('email event webhooks', () => {
  it('are disabled without a secret', async () => {
    const answer = await postApi(site(), '/webhooks/mail-events', {});
    expect(answer.statusCode).toBe(404);
  });
});
