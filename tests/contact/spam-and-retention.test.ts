import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listPersonalData } from '#platform/api/personal-data.ts';
import type { InboxMessage } from '#features/contact/contract/inbox.ts';
import { cleanUpContactMessages } from '#features/contact/jobs.ts';
import { getApi } from '../support/api-client.ts';
import { contactFixture } from '../support/contact-fixture.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { placePlanOrder } from '../support/order-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const FIRST = Temporal.Instant.from('2027-03-01T12:00:00Z');

let site: TestSite;
let now = FIRST;
let owner: SignedInUser;
let member: SignedInUser;
const { arrive, rows, send } = memberFixture(() => site);
const { openForm, prove, sent, sendFile, written } = contactFixture(() => site);
const sql = async (text: string) => (await site.db.$client.query<Record<string, unknown>>(text)).rows;

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

interface Wrote {
  readonly id: number;
  readonly upload: string;
}

/** Sends a message with a proof of work, as a member if there is a `cookie`. Returns its ID and upload token. */
async function addMessage(changes: object = {}, cookie?: string): Promise<Wrote> {
  const { formToken } = await openForm(cookie);
  now = now.add({ seconds: 20 });
  const upload = await sent(written(formToken, { proofOfWork: await prove(), ...changes }), cookie ? { cookie } : {});
  await sql('delete from rate_limits');
  return { id: Number((await sql('select max(id) as id from contact_messages'))[0]?.id), upload };
}
const applyTransition = async (id: number, word: string) =>
  (await send(owner, 'POST', `/contact-messages/${id}/transitions`, { transition: word })).json<{
    state: string;
    restoredCount: number;
  }>();
const reply = (id: number) => send(owner, 'POST', `/contact-messages/${id}/replies`, { body: 'Yes.' });
const read = (id: number) => getApi<InboxMessage>(site, `/contact-messages/${id}`, owner.cookie);
/** Returns the subjects of the messages in a state, newest first. */
const subjects = async (state: 'inbox' | 'all' | 'new' | 'spam' = 'inbox') =>
  (await sql('select subject, state from contact_messages order by id desc'))
    .filter(row => state === 'all' || (state === 'inbox' ? ['new', 'replied'] : [state]).includes(String(row.state)))
    .map(({ subject }) => subject);
const cleanUp = () => cleanUpContactMessages({ ...site.http.services, log: site.log.log });
const templates = async () =>
  (await sql('select template from emails order by sequence')).map(({ template }) => template);

describe('sender marked as spam', () => {
  it('stays spam in any letter case and triggers no notices', async () => {
    const { id } = await addMessage({ subject: 'First' });
    expect(await applyTransition(id, 'mark_spam')).toEqual({ id, state: 'spam', restoredCount: 0 });
    await sql('delete from emails; delete from pgboss.job');
    const later = await addMessage({
      subject: 'Second',
      email: 'NOOR@site.example',
      file: { name: 'a.txt', sizeBytes: 1 },
    });
    await sendFile(later.upload, 'x');
    await addMessage({ subject: 'Of somebody else', email: 'ada@site.example' });
    expect(await subjects()).toEqual(['Of somebody else']);
    expect(await subjects('spam')).toEqual(['Second', 'First']);
    expect(await read(later.id)).toMatchObject({
      spamReason: 'blocked_sender',
      spamCheck: 'proof_of_work',
      file: { sizeBytes: null },
    });
    expect((await listEmailsTo(site, 'noor@site.example')).length).toBe(0);
    expect(await templates()).toEqual(['contact_message_received', 'contact_message_confirmation']);
  });

  it('is restored by one “Not spam” with the messages received since', async () => {
    const first = await addMessage({ subject: 'First' });
    const second = await addMessage({ subject: 'Second' });
    await applyTransition(first.id, 'mark_spam');
    await applyTransition(second.id, 'mark_spam');
    const third = await addMessage({ subject: 'Third' });
    await addMessage({ subject: 'Caught', website: 'x' });
    expect(await applyTransition(first.id, 'restore')).toEqual({ id: first.id, state: 'new', restoredCount: 1 });
    expect(await subjects()).toEqual(['Third', 'First']);
    expect(await subjects('spam')).toEqual(['Caught', 'Second']);
    // In a bulk action, messages that were already restored with the first one are not errors.
    expect(await applyTransition(third.id, 'restore')).toEqual({ id: third.id, state: 'new', restoredCount: 0 });
    await addMessage({ subject: 'Fourth' });
    expect(await subjects('new')).toEqual(['Fourth', 'Third', 'First']);
  });

  it('is cleared with the last spam message', async () => {
    const { id } = await addMessage({ subject: 'First' });
    await applyTransition(id, 'mark_spam');
    now = now.add({ hours: 24 * 31 });
    await cleanUp();
    await addMessage({ subject: 'Second' });
    expect(await subjects()).toEqual(['Second']);
  });

  it.each([
    ['honeypot', { website: 'x' }],
    ['too_fast', { formToken: 'forged' }],
  ])('is not an address typed by a bot (%s)', async (spamCheck, changes) => {
    const { id } = await addMessage({ subject: 'First', ...changes });
    expect(await read(id)).toMatchObject({ spamCheck, spamReason: 'spam_check', state: 'spam' });
    await addMessage({ subject: 'Second' });
    expect(await subjects()).toEqual(['Second']);
  });

  it('is not a signed-in user whose address someone else typed', async () => {
    const typed = await addMessage({ email: member.email, subject: 'Typed' });
    await applyTransition(typed.id, 'mark_spam');
    await addMessage({ email: member.email, subject: 'Own' }, member.cookie);
    await addMessage({ email: member.email, subject: 'Typed again' });
    expect(await subjects()).toEqual(['Own']);
    const own = await addMessage({ email: member.email, subject: 'Own again' }, member.cookie);
    await applyTransition(own.id, 'mark_spam');
    await addMessage({ email: member.email, subject: 'And again' }, member.cookie);
    expect(await subjects('spam')).toEqual(['And again', 'Own again', 'Typed again', 'Typed']);
  });
});

describe('inquiries without a result', () => {
  const yearsLater = (years: number, hours = 0) =>
    (now = FIRST.toZonedDateTimeISO('UTC').add({ years }).toInstant().add({ hours }));

  it('are deleted after two years with files, replies and emails', async () => {
    const old = await addMessage({ subject: 'Old', file: { name: 'a.txt', sizeBytes: 1 } });
    await sendFile(old.upload, 'x');
    const [{ file_id: file } = {}] = await sql(`select file_id from contact_messages where id = ${old.id}`);
    const archived = await addMessage({ subject: 'Archived', email: 'ada@site.example' });
    await applyTransition(archived.id, 'archive');
    const answered = await addMessage({ subject: 'Answered later', email: 'grace@site.example' });
    now = FIRST.add({ hours: 24 * 5 });
    expect((await reply(answered.id)).statusCode).toBe(201);
    await addMessage({ subject: 'Younger', email: 'hedy@site.example' });
    await sql(`delete from pgboss.job`);
    yearsLater(2, -1);
    await cleanUp();
    expect(await rows('contact_messages')).toHaveLength(4);
    expect(await countJobs(site, 'media.delete_files')).toBe(0);
    yearsLater(2, 1);
    await cleanUp();
    expect(await subjects('all')).toEqual(['Younger', 'Answered later']);
    expect(
      (await sql("select data from pgboss.job where name = 'media.delete_files'")).map(({ data }) => data),
    ).toEqual([{ files: [`contact/${String(file)}`] }]);
    const notified = (await listEmailsTo(site, owner.email)).map(({ subject }) => subject);
    expect(notified.join()).not.toMatch(/Old|Archived/);
    expect(notified).toHaveLength(2);
    yearsLater(2, 24 * 6);
    await cleanUp();
    expect(await rows('contact_messages')).toEqual([]);
    expect(await rows('contact_replies')).toEqual([]);
    expect(await templates()).not.toContain('contact_message_received');
    expect(await templates()).not.toContain('contact_reply');
  });

  it('are kept if the sender has an account or an order', async () => {
    await addMessage({ subject: 'Of a member', email: 'LIN@site.example' });
    await addMessage({ subject: 'Of a client', email: 'NOOR@site.example' });
    await addMessage({ subject: 'Of nobody', email: 'nobody@site.example' });
    await placePlanOrder(site);
    yearsLater(3);
    await cleanUp();
    expect(await subjects('all')).toEqual(['Of a client', 'Of a member']);
  });
});

describe('deleted message', () => {
  it('is deleted with its emails and no others', async () => {
    const one = await addMessage({ subject: 'Gone' });
    const two = await addMessage({ subject: 'Kept' });
    await reply(one.id);
    await reply(two.id);
    expect((await send(owner, 'DELETE', `/contact-messages/${one.id}`, { name: 'Noor Haddad' })).statusCode).toBe(200);
    const left = (await sql('select subject from emails order by sequence')).map(({ subject }) => String(subject));
    expect(left.filter(subject => subject.includes('Gone'))).toEqual([]);
    expect(left.filter(subject => subject.includes('Kept'))).toHaveLength(2);
  });

  it('is deleted from the owner’s outbox with its sender’s account', async () => {
    const ann = await arrive({ name: 'Ann', email: 'ann@site.example' });
    await addMessage({ email: ann.email, subject: 'Of Ann' }, ann.cookie);
    const part = listPersonalData(site.http.services).find(({ name }) => name === 'messages');
    await site.db.transaction(async tx => part?.erase?.(tx, { userId: ann.id, email: ann.email }, site.http.services));
    expect(await listEmailsTo(site, owner.email)).toEqual([]);
  });
});
