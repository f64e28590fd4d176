import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listPersonalData } from '#platform/api/personal-data.ts';
import { readConfig } from '#app/config.ts';
import type { InboxItem, InboxMessage } from '#features/contact/contract/inbox.ts';
import { cleanUpContactMessages } from '#features/contact/jobs.ts';
import { createEmailDelivery } from '#features/email/provider.ts';
import { deliverEmail } from '#features/email/jobs.ts';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { contactFixture } from '../support/contact-fixture.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { listEmailsTo } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { createTestUser } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const FIRST = Temporal.Instant.from('2027-03-01T12:00:00Z');

let site: TestSite;
let now = FIRST;
let owner: SignedInUser;
let member: SignedInUser;
const { arrive, rows, send } = memberFixture(() => site);
const { openForm, prove, sent, sendFile, written } = contactFixture(() => site);
const sql = (text: string) => site.db.$client.query<Record<string, unknown>>(text);

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
  member = await arrive({ name: 'Lin', email: 'lin@site.example' });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = FIRST;
  await sql('delete from emails; delete from rate_limits; delete from contact_messages; delete from pgboss.job');
});

/** Sends a message as a visitor, and returns its ID and upload token. */
async function addMessage(changes: object = {}): Promise<{ id: number; upload: string }> {
  const { formToken } = await openForm();
  now = now.add({ seconds: 20 });
  const upload = await sent(written(formToken, changes));
  await sql('delete from rate_limits; delete from emails');
  return { id: Number((await sql('select max(id) as id from contact_messages')).rows[0]?.id), upload };
}
const read = (id: number) => getApi<InboxMessage>(site, `/contact-messages/${id}`, owner.cookie);
const list = (query = '') =>
  getApi<{ items: InboxItem[]; total: number }>(site, `/contact-messages${query}`, owner.cookie);
const applyTransition = (id: number, word: string, who = owner) =>
  send(who, 'POST', `/contact-messages/${id}/transitions`, { transition: word });
const reply = (id: number, body: object) => send(owner, 'POST', `/contact-messages/${id}/replies`, body);
const remove = (id: number, name: string) => send(owner, 'DELETE', `/contact-messages/${id}`, { name });
const stateOf = async (id: number) => (await read(id)).state;

describe('inbox', () => {
  it('lists, searches, filters and sorts messages, and counts new ones', async () => {
    const [one, two, three] = [
      await addMessage({ name: 'Ada', subject: 'Tides' }),
      await addMessage({ name: 'Grace', email: 'grace@site.example', message: 'A 100% sure\n\nthing_.' }),
      await addMessage({ name: 'Bot', website: 'x' }),
    ];
    await applyTransition(one.id, 'mark_replied');
    const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);
    expect(await ids('')).toEqual([two.id, one.id]);
    expect(await ids('?sort=oldest')).toEqual([one.id, two.id]);
    expect(await ids('?sort=name_asc')).toEqual([one.id, two.id]);
    expect(await ids('?sort=name_desc')).toEqual([two.id, one.id]);
    expect(await ids('?state=new')).toEqual([two.id]);
    expect(await ids('?state=replied')).toEqual([one.id]);
    expect(await ids('?state=spam')).toEqual([three.id]);
    expect(await ids('?state=archived')).toEqual([]);
    expect(await ids('?state=all')).toEqual([three.id, two.id, one.id]);
    for (const found of ['ADA', 'tides']) expect(await ids(`?search=${found}`)).toEqual([one.id]);
    for (const found of ['grace@', '100%25', 'thing_']) expect(await ids(`?search=${found}`)).toEqual([two.id]);
    expect(await ids('?search=%25')).toEqual([two.id]);
    const second = await list('?state=all&pageSize=2&page=2');
    expect([second.total, second.items.map(({ id }) => id)]).toEqual([3, [one.id]]);
    expect((await list()).items[0]).toMatchObject({
      excerpt: 'A 100% sure thing_.',
      isUnread: true,
      spamCheck: 'unverified',
    });
    expect(await getApi(site, '/contact-messages/counts', owner.cookie)).toEqual({
      pending: 1,
      // Marking a message as replied also marks it as read.
      unread: 1,
      names: ['Grace'],
    });
    expect(await ids('?state=unread')).toEqual([two.id]);
    await send(owner, 'POST', `/contact-messages/${two.id}/read`);
    expect(await ids('?state=unread')).toEqual([]);
    expect((await read(two.id)).isUnread).toBe(false);
  });

  it('shows other messages of the same address only', async () => {
    const { id } = await addMessage({ email: 'LIN@site.example' });
    const other = await addMessage({ email: 'lin@site.example', subject: 'Once more' });
    const foreign = await addMessage({ email: 'eve@site.example' });
    expect(await read(id)).toMatchObject({
      isSignedIn: false,
      account: { name: 'Lin', email: 'lin@site.example' },
      otherMessages: [{ id: other.id, subject: 'Once more' }],
      orders: [],
    });
    expect(await read(foreign.id)).toMatchObject({ account: null, otherMessages: [], orders: [] });
  });

  it.each([
    ['new', 'archive', 'archived'],
    ['new', 'mark_replied', 'replied'],
    ['archived', 'restore', 'new'],
    ['new', 'mark_spam', 'spam'],
    ['spam', 'restore', 'new'],
    ['replied', 'restore', 'new'],
  ] as const)('moves a message from %s by “%s” to %s', async (from, word, to) => {
    const { id } = await addMessage();
    const actions = { new: undefined, archived: 'archive', spam: 'mark_spam', replied: 'mark_replied' } as const;
    if (actions[from]) await applyTransition(id, actions[from]);
    const answer = await applyTransition(id, word);
    expect(answer.json()).toEqual({ id, state: to, restoredCount: 0 });
    expect(await stateOf(id)).toBe(to);
    expect(await rows('emails')).toEqual([]);
    // Repeating the transition is rejected and changes nothing.
    if (word !== 'restore') expectApiError(await applyTransition(id, word), 'CONFLICT');
    expect(await stateOf(id)).toBe(to);
  });

  it('restores a replied message as replied', async () => {
    const { id } = await addMessage();
    await reply(id, { body: 'Yes.' });
    await applyTransition(id, 'mark_spam');
    await applyTransition(id, 'restore');
    expect(await stateOf(id)).toBe('replied');
  });

  it('deletes permanently after the sender’s name is typed', async () => {
    const { id, upload } = await addMessage({ name: 'Noor  Haddad', file: { name: 'tides.pdf', sizeBytes: 9 } });
    await sendFile(upload, '%PDF-1.7\n');
    await reply(id, { body: 'Yes.' });
    expect(Object.keys(expectApiError(await remove(id, 'Noor'), 'UNPROCESSABLE').fields)).toEqual(['name']);
    expect(await rows('contact_messages')).toHaveLength(1);
    expect((await remove(id, 'noor haddad')).statusCode).toBe(200);
    expect([await rows('contact_messages'), await rows('contact_replies')]).toEqual([[], []]);
    expect((await sql("select data from pgboss.job where name = 'media.delete_files'")).rows).toHaveLength(1);
    expectApiError(await requestApi(site, `/contact-messages/${id}`, owner.cookie), 'NOT_FOUND');
    for (const answer of [
      await remove(id, 'x'),
      await applyTransition(id, 'mark_spam'),
      await reply(id, { body: 'x' }),
    ]) {
      expectApiError(answer, 'NOT_FOUND');
    }
  });

  it('is limited to the owner', async () => {
    const { id, upload } = await addMessage({ file: { name: 'a.txt', sizeBytes: 1 } });
    await sendFile(upload, 'x');
    for (const [cookie, code] of [
      [member.cookie, 'FORBIDDEN'],
      [undefined, 'UNAUTHORIZED'],
    ] as const) {
      for (const path of ['/contact-messages', '/contact-messages/counts', `/contact-messages/${id}`]) {
        expectApiError(await requestApi(site, path, cookie), code);
      }
      const headers = cookie ? { cookie } : {};
      const file = await site.http.app.inject({ url: `/dashboard/inbox/${id}/file`, headers });
      expect(file.json()).toMatchObject({ error: { code } });
    }
    expectApiError(await applyTransition(id, 'mark_spam', member), 'FORBIDDEN');
    expect(await stateOf(id)).toBe('new');
  });

  it('deletes spam and its files after 30 days and nothing else', async () => {
    const { id, upload } = await addMessage({ file: { name: 'tides.pdf', sizeBytes: 9 } });
    await sendFile(upload, '%PDF-1.7\n');
    await addMessage({ website: 'x' });
    await applyTransition(id, 'mark_spam');
    await addMessage({ email: 'ada@site.example' });
    const [message] = (await sql(`select file_id from contact_messages where id = ${id}`)).rows;
    const cleanUp = () => cleanUpContactMessages({ ...site.http.services, log: site.log.log });
    now = now.add({ hours: 24 * 30 - 1 });
    await cleanUp();
    expect(await rows('contact_messages')).toHaveLength(3);
    now = now.add({ hours: 2 });
    await cleanUp();
    expect((await rows('contact_messages')).map(({ state }) => state)).toEqual(['new']);
    const { rows: jobs } = await sql("select data from pgboss.job where name = 'media.delete_files'");
    expect(jobs).toEqual([{ data: { files: [`contact/${String(message?.file_id)}`] } }]);
  });
});

describe('reply', () => {
  it('is sent once to the sender with the owner’s reply address', async () => {
    const server = await startSmtpServer();
    const { formToken } = await openForm();
    now = now.add({ seconds: 20 });
    await sent(written(formToken, { name: 'Noor “N.” Haddad, Ltd. <x@site.example>', proofOfWork: await prove() }));
    const [{ id } = { id: 0 }] = (await list()).items;
    const body = { body: 'Yes, gladly.\n\nBcc: all@site.example', idempotencyKey: crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => reply(id, body)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(await read(id)).toMatchObject({ state: 'replied', replies: [{ body: body.body }] });
    const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'site@mira.example' };
    const delivery = createEmailDelivery(readConfig(settings));
    if (!delivery) throw new Error('There is no mail server in these settings.');
    for (const mail of [
      ...(await listEmailsTo(site, owner.email)),
      ...(await listEmailsTo(site, 'noor@site.example')),
    ]) {
      await deliverEmail({ ...site.http.services, log: site.log.log }, delivery, {
        data: { mailId: mail.id },
        isLastAttempt: false,
      });
    }
    await server.close();
    const mails = await Promise.all(server.taken.map(({ raw }) => simpleParser(raw)));
    const [notification, answered, confirmed] = mails;
    expect(mails).toHaveLength(3);
    expect(server.taken.map(({ recipients }) => recipients)).toEqual([
      [owner.email],
      ['noor@site.example'],
      ['noor@site.example'],
    ]);
    expect(notification?.replyTo?.value).toEqual([
      { name: 'Noor “N.” Haddad, Ltd. <x@site.example>', address: 'noor@site.example' },
    ]);
    expect(answered?.replyTo?.value).toEqual([{ name: 'Mira Castellan', address: owner.email }]);
    expect(answered?.subject).toBe('Re: Tide tables (Mira Castellan)');
    expect(answered?.text).toContain('Yes, gladly.');
    expect(answered?.text?.replaceAll(/\s+/g, ' ')).toContain('For three harbors. By spring.');
    expect(confirmed?.subject).toBe('Your message to Mira Castellan was received');
    for (const mail of mails) {
      expect(mail.from?.value).toEqual([{ name: 'Mira Castellan', address: 'site@mira.example' }]);
      expect([mail.bcc, mail.cc]).toEqual([undefined, undefined]);
    }
  });

  it('requires text and is refused for spam', async () => {
    const { id } = await addMessage();
    expectApiError(await reply(id, { body: ' ' }), 'BAD_REQUEST');
    await applyTransition(id, 'mark_spam');
    expectApiError(await reply(id, { body: 'Yes.' }), 'CONFLICT');
    expect([await rows('contact_replies'), await rows('emails')]).toEqual([[], []]);
  });
});

describe('personal data', () => {
  it('includes messages from the user’s address and is deleted with the account', async () => {
    const ann = await arrive({ name: 'Ann', email: 'ann@site.example' });
    const { id, upload } = await addMessage({ email: 'Ann@site.example', file: { name: 'a.txt', sizeBytes: 1 } });
    await sendFile(upload, 'x');
    await reply(id, { body: 'Yes.' });
    const other = await addMessage({ email: 'eve@site.example' });
    const copy = await getApi<{ messages: object[] }>(site, '/profile/export', ann.cookie);
    expect(copy.messages).toMatchObject([
      { subject: 'Tide tables', file: { name: 'a.txt', sizeBytes: 1 }, answers: [{ body: 'Yes.' }] },
    ]);
    await createTestUser(site.db, { name: 'Nobody' });
    const part = listPersonalData(site.http.services).find(({ name }) => name === 'messages');
    await site.db.transaction(async tx => part?.erase?.(tx, { userId: ann.id, email: ann.email }, site.http.services));
    expect((await rows('contact_messages')).map(row => row.id)).toEqual([other.id]);
    expect((await sql("select data from pgboss.job where name = 'media.delete_files'")).rows).toHaveLength(1);
  });
});
