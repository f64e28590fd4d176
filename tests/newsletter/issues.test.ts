import { describe, expect, it, onTestFinished } from 'vitest';
import { expectApiError } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { newsletterFixture, START } from '../support/newsletter-fixture.ts';
import { subscribeMany } from '../support/newsletter-helpers.ts';

const { clock, query, site, server, ada, post, show, begin, step, watch, deliverAll } = newsletterFixture();

describe('unsent issue', () => {
  it('requires a subject, a text and subscribers', async () => {
    const { id } = await begin({ subject: '', markdown: '' });
    expect(Object.keys(expectApiError(await post(`/issues/${id}/send`), 'UNPROCESSABLE').fields)).toEqual([
      'subject',
      'markdown',
    ]);
    expect((await post(`/issues/${id}`, { version: 1, subject: 'Tides', markdown: 'Hello' }, 'PUT')).statusCode).toBe(
      200,
    );
    expectApiError(await post(`/issues/${id}`, { version: 1, subject: 'Over it' }, 'PUT'), 'CONFLICT');
    expectApiError(await post(`/issues/${id}/send`), 'CONFLICT');
    expect(await show(id)).toMatchObject({ state: 'draft', subject: 'Tides', version: 2, audienceSize: 0 });
    expect(await query('select 1 from emails')).toEqual([]);
  });

  it('sends its test only to the owner', async () => {
    await subscribeMany(site(), 2);
    const { id } = await begin();
    const before = (await query('select 1 from emails')).length;
    expect((await post(`/issues/${id}/test`)).json()).toEqual({ to: ada().email });
    expect((await query('select 1 from emails')).length).toBe(before + 1);
    const [test] = await listEmailsTo(site(), ada().email);
    expect(test).toMatchObject({ subject: 'Test: Tides', containsSecret: false, unsubscribeUrl: null });
    expect(await show(id)).toMatchObject({ state: 'draft', stats: { recipients: 0 } });
  });

  it.each([
    ['its own preview text', 'Springs and neaps'],
    ['the start of the text without one', ''],
  ])('shows inboxes %s', async (_, previewText) => {
    const { id } = await begin({ previewText, markdown: '![A sea](/media/a.webp)\n\n## Today\n\nThe *tide* turns.' });
    await post(`/issues/${id}/test`);
    const [email] = await query<{ html: string }>('select html from emails order by sequence desc limit 1');
    const preheader = /<div class="preheader"[^>]*>([^<]*)/.exec(email?.html ?? '')?.[1];
    expect(preheader?.split('\u034f')[0]).toBe(previewText || 'The tide turns.');
  });

  it('can start from a post', async () => {
    const [row] = await query<{ id: number; title: string; description: string; slug: string; cover_image_id: string }>(
      `select id, title, description, slug, cover_image_id from posts where is_public and cover_image_id is not null limit 1`,
    );
    const issue = await begin({ postId: row?.id, subject: undefined, markdown: undefined });
    expect(issue).toMatchObject({ subject: row?.title, topic: 'posts', state: 'draft' });
    for (const part of [row?.description, `/blog/${row?.slug}`, `/media/pictures/${row?.cover_image_id}-1200.webp`]) {
      expect(issue.markdown).toContain(part);
    }
    expectApiError(await post('/issues', { postId: 999_999 }), 'NOT_FOUND');
  });

  it('is created once per idempotency key, as when a response is lost', async () => {
    const issue = { subject: 'Only once', idempotencyKey: crypto.randomUUID() };
    const ids: number[] = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await post('/issues', issue);
      expect(answer.statusCode).toBe(201);
      ids.push(answer.json<{ id: number }>().id);
    }
    expect(new Set(ids).size).toBe(1);
    expectApiError(await post('/issues', { ...issue, subject: 'Another' }), 'UNPROCESSABLE');
  });

  it('can’t start from a post that isn’t published', async () => {
    const [row] = await query<{ id: number }>('select id from posts where is_public limit 1');
    const setStatus = (status: string) => query('update posts set status = $1 where id = $2', [status, row?.id]);
    onTestFinished(async () => {
      await setStatus('published');
    });
    await setStatus('archived');
    expectApiError(await post('/issues', { postId: row?.id }), 'NOT_FOUND');
  });

  it('is scheduled in the owner’s zone, cancelled, and sent when due', async () => {
    await subscribeMany(site(), 3);
    const [profile] = await query<{ content: object }>(`select content from site_sections where key = 'profile'`);
    const setProfile = (content?: object) =>
      query(`update site_sections set content = $1 where key = 'profile'`, [content]);
    onTestFinished(async () => {
      await setProfile(profile?.content);
    });
    await setProfile({ ...profile?.content, timeZone: 'America/New_York' });
    const { id } = await begin();
    for (const at of ['2026-11-20T06:59', 'tomorrow', '2036-01-01T00:00', '2026-11-21T09:30+09:00']) {
      expect(
        expectApiError(await post(`/issues/${id}/schedule`, { scheduledAt: at }), 'BAD_REQUEST').fields,
      ).toHaveProperty('scheduledAt');
    }
    expect((await post(`/issues/${id}/schedule`, { scheduledAt: '2026-11-20T09:30' })).json()).toMatchObject({
      state: 'scheduled',
      scheduledAt: '2026-11-20T14:30:00.000Z',
    });
    expectApiError(await post(`/issues/${id}`, { version: 1, subject: 'Other' }, 'PUT'), 'CONFLICT');
    expect((await post(`/issues/${id}/unschedule`)).json()).toMatchObject({ state: 'draft', scheduledAt: null });
    clock.now = START.add({ hours: 3 });
    await watch();
    expect(await show(id)).toMatchObject({ state: 'draft' });
    await post(`/issues/${id}/schedule`, { scheduledAt: '2026-11-20T10:30' });
    await watch();
    expect(await show(id)).toMatchObject({ state: 'scheduled', stats: { recipients: 0 } });
    clock.now = START.add({ hours: 4 });
    await watch();
    await watch();
    expect(await show(id)).toMatchObject({ state: 'sending', stats: { recipients: 3 } });
    await step(id);
    expect(await show(id)).toMatchObject({ state: 'sent', stats: { queued: 3 } });
  });

  it('returns to draft with a reason when due without recipients', async () => {
    const { id } = await begin();
    await post(`/issues/${id}/schedule`, { scheduledAt: '2026-11-21T10:30' });
    clock.now = START.add({ hours: 48 });
    await watch();
    expect(await show(id)).toMatchObject({
      state: 'draft',
      statusMessage: expect.stringContaining('This topic has no subscribers'),
    });
  });
});

describe('SMTP rejection', () => {
  it('suppresses the address for newsletters when permanent, not when temporary', async () => {
    const [email = ''] = await subscribeMany(site(), 1);
    const { id } = await begin();
    await post(`/issues/${id}/send`);
    await step(id);
    server().refuse(451);
    await deliverAll(true);
    await watch();
    expect(await query('select state from newsletter_subscribers')).toEqual([{ state: 'subscribed' }]);
    expect((await show(id)).stats).toMatchObject({ failed: 1, sent: 0 });
    const next = await begin();
    await post(`/issues/${next.id}/send`);
    await step(next.id);
    server().refuse(550);
    await deliverAll();
    await watch();
    expect(
      await query('select state, inactive_reason, inactive_note, previous_state from newsletter_subscribers'),
    ).toEqual([
      {
        state: 'blocked',
        inactive_reason: 'smtp_rejection',
        inactive_note: 'EENVELOPE 550',
        previous_state: 'subscribed',
      },
    ]);
    server().refuse(0);
    expectApiError(await post(`/issues/${(await begin()).id}/send`), 'CONFLICT');
    // Transactional emails are still sent to this address.
    expect(await listEmailsTo(site(), email)).not.toEqual([]);
    const list = await query<{ id: number }>('select id from newsletter_subscribers');
    expect((await post(`/subscribers/${list[0]?.id}/unblock`)).json()).toMatchObject({ state: 'subscribed' });
  });

  it('of most recipients pauses sending and suppresses none', async () => {
    await subscribeMany(site(), 21);
    const { id } = await begin();
    await post(`/issues/${id}/send`);
    await step(id);
    server().refuse(550);
    await deliverAll();
    await step(id);
    const issue = await show(id);
    expect(issue).toMatchObject({ state: 'paused', stats: { failed: 10, pending: 11 } });
    expect(issue.statusMessage).toContain('rejected most');
    expect(await query(`select 1 from newsletter_subscribers where state = 'blocked'`)).toEqual([]);
  });
});

describe('issue that is too complex to render', () => {
  it('pauses sending with a reason', async () => {
    await subscribeMany(site(), 1);
    const { id } = await begin();
    await post(`/issues/${id}/send`);
    await query('update newsletter_issues set markdown = $1 where id = $2', ['<i>'.repeat(20_000), id]);
    await step(id);
    expect(await show(id)).toMatchObject({
      state: 'paused',
      statusMessage: expect.stringMatching(/^This text is too complex to display\. /),
    });
    expect(await query(`select 1 from emails where template = 'newsletter_issue'`)).toEqual([]);
  });
});

describe('open and click tracking', () => {
  it('is off by default, anonymous, and redirects only within the site', async () => {
    await subscribeMany(site(), 1);
    await post('/settings', { emailsPerMinute: 120, isTrackingEnabled: true }, 'PUT');
    const { id } = await begin({ markdown: '[In](/blog/tides?x=1#y) [Out](https://other.example/)' });
    await post(`/issues/${id}/send`);
    await step(id);
    const [mail] = await query<{ html: string; text: string }>(
      `select html, text from emails where template = 'newsletter_issue'`,
    );
    // Plain text can't count opens.
    expect(mail?.text).not.toContain('/newsletter/opened/');
    const html = mail?.html.replaceAll('&amp;', '&') ?? '';
    expect(html).toContain('href="https://other.example/"');
    const read = /https:\/\/ada\.example(\/newsletter\/read\/[^"]+)"/.exec(html)?.[1] ?? '';
    const opened = /https:\/\/ada\.example(\/newsletter\/opened\/[^"]+)"/.exec(html)?.[1] ?? '';
    const ask = (url: string) => site().http.app.inject({ url });
    expect((await ask(read)).headers.location).toBe('https://ada.example/blog/tides?x=1#y');
    expect((await ask(opened)).headers['content-type']).toBe('image/gif');
    for (const wrong of [
      read.replace(/to=.*/, `to=${encodeURIComponent('//evil.example')}`),
      read.replace(/to=.*/, 'to=https%3A%2F%2Fevil.example'),
      read.replace(/to=.*/, 'to=%2Fblog%2Fother'),
      read.replace(`/read/${id}/`, `/read/${id + 1}/`),
      opened.replace(`/opened/${id}/`, `/opened/${id + 1}/`),
    ]) {
      const answer = await ask(wrong);
      expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined]);
    }
    expect((await show(id)).stats).toMatchObject({ opens: 1, clicks: 1 });
    await post('/settings', { emailsPerMinute: 120, isTrackingEnabled: false }, 'PUT');
    const plain = await begin({ markdown: '[In](/blog/tides)' });
    await post(`/issues/${plain.id}/send`);
    await step(plain.id);
    const [last] = await query<{ html: string }>(
      `select html from emails where template = 'newsletter_issue' order by sequence desc limit 1`,
    );
    expect(last?.html).not.toMatch(/newsletter\/(?:read|opened)/);
  });
});
