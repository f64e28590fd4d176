import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InboxMessage } from '#features/contact/contract/inbox.ts';
import { createEncryption } from '#platform/encryption.ts';
import type { Challenge } from '#platform/http/proof-of-work.ts';
import { expectApiError, getApi } from '../support/api-client.ts';
import { contactFixture, createCheapProof, encodeProof, solved } from '../support/contact-fixture.ts';
import { XSS_LINES } from '../support/xss-payloads.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const FIRST = Temporal.Instant.from('2027-03-01T12:00:00Z');

let site: TestSite;
let now = FIRST;
let owner: SignedInUser;
let formToken: string;
const { arrive, rows, sql } = { ...memberFixture(() => site), sql: (text: string) => site.db.$client.query(text) };
const { challenge, prove, openForm, written, send, sendFile, sent } = contactFixture(() => site);
const later = (duration: Temporal.DurationLike) => (now = now.add(duration));

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = FIRST;
  await sql('delete from emails; delete from rate_limits; delete from contact_messages; delete from pgboss.job');
  ({ formToken } = await openForm());
  later({ seconds: 20 });
});

const templatesTo = async (address: string) => (await listEmailsTo(site, address)).map(({ template }) => template);
const expectNoNotifications = async () => {
  expect(await rows('emails')).toEqual([]);
  expect(await countJobs(site, 'email.deliver')).toBe(0);
};

describe('message with a proof of work', () => {
  it('is stored once, forwarded to the owner and confirmed to its sender', async () => {
    await sent(written(formToken, { proofOfWork: await solved(await challenge()), budget: 'about 2,000' }));
    expect(await rows('contact_messages')).toMatchObject([
      {
        name: 'Noor Haddad',
        email: 'noor@site.example',
        subject: 'Tide tables',
        budget: 'about 2,000',
        body: 'For three harbors.\n\nBy spring.',
        state: 'new',
        spam_check: 'proof_of_work',
        user_id: null,
        read_at: null,
        file_name: null,
      },
    ]);
    const [notification, ...more] = await listEmailsTo(site, owner.email);
    expect(more).toEqual([]);
    expect(notification).toMatchObject({
      template: 'contact_message_received',
      replyToName: 'Noor Haddad',
      replyToEmail: 'noor@site.example',
      subject: 'New message from Noor Haddad: Tide tables',
    });
    for (const words of ['For three harbors.', 'about 2,000', '/dashboard/inbox/'])
      expect(notification?.text).toContain(words);
    expect(notification?.text).not.toContain('without JavaScript');
    const [confirmed, ...others] = await listEmailsTo(site, 'noor@site.example');
    expect(others).toEqual([]);
    expect(confirmed?.template).toBe('contact_message_confirmation');
    // The address may be someone else's, so the confirmation must not contain the message.
    for (const words of ['Noor', 'Tide', 'harbors', '2,000']) {
      expect(`${confirmed?.subject} ${confirmed?.html} ${confirmed?.text}`).not.toContain(words);
    }
    expect(await countJobs(site, 'email.deliver')).toBe(2);
  });

  it('is stored once for twenty requests with one key or proof', async () => {
    const body = written(formToken, { proofOfWork: await prove(), idempotencyKey: crypto.randomUUID() });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(await rows('contact_messages')).toHaveLength(1);
    expect(await rows('emails')).toHaveLength(2);
    const withoutKey = written(formToken, { proofOfWork: await prove() });
    await sql('delete from rate_limits');
    const raced = await Promise.all(Array.from({ length: 4 }, () => send(withoutKey)));
    expect(raced.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      201, 422, 422, 422,
    ]);
    expect(await rows('contact_messages')).toHaveLength(2);
    expectApiError(await send({ ...body, message: 'Else' }), 'UNPROCESSABLE');
  });

  it('is linked to the signed-in account with the same address only', async () => {
    const lin = await arrive({ name: 'Lin', email: 'lin@site.example' });
    expect((await openForm(lin.cookie)).user).toEqual({ name: 'Lin', email: lin.email });
    await sent(written(formToken, { email: 'LIN@site.example' }), { cookie: lin.cookie });
    await sent(written(formToken, { email: 'eve@site.example' }), { cookie: lin.cookie });
    expect((await rows('contact_messages')).map(({ user_id: id }) => id)).toEqual([lin.id, null]);
  });

  it('is confirmed at most three times a day per address but always stored', async () => {
    for (let number = 0; number < 4; number += 1) await sent(written(formToken, { proofOfWork: await prove() }));
    expect(await templatesTo('noor@site.example')).toHaveLength(3);
    expect(await templatesTo(owner.email)).toHaveLength(4);
  });
});

describe('proof of work', () => {
  const refused = async (proofOfWork: string) => {
    const error = expectApiError(await send(written(formToken, { proofOfWork })), 'UNPROCESSABLE');
    expect(Object.keys(error.fields)).toEqual(['proofOfWork']);
    expect(await rows('contact_messages')).toEqual([]);
    await expectNoNotifications();
  };

  it('is valid once', async () => {
    const proofOfWork = await prove();
    await sent(written(formToken, { proofOfWork }));
    await sql('delete from emails; delete from contact_messages; delete from pgboss.job');
    await refused(proofOfWork);
  });

  it('is valid for two hours', async () => {
    const proofOfWork = await solved(await challenge());
    later({ hours: 2 });
    await refused(proofOfWork);
    later({ seconds: -20 });
    await sent(written(formToken, { proofOfWork }));
  });

  it('is refused when forged, foreign or missing', async () => {
    const issued = await challenge();
    const good = JSON.parse(Buffer.from(await solved(issued), 'base64').toString()) as {
      challenge: Challenge;
      solution: { counter: number; derivedKey: string };
    };
    const { parameters, signature } = good.challenge;
    const other = await challenge();
    const longer = { ...parameters, data: { until: Number(parameters.data.until) + 9999 } };
    const cheaper = { ...parameters, cost: 1 };
    for (const forged of [
      { ...good, challenge: { parameters: longer, signature } },
      { ...good, challenge: { parameters: cheaper, signature } },
      { ...good, challenge: { parameters } },
      { ...good, challenge: other },
      { ...good, solution: { ...good.solution, derivedKey: '00'.repeat(32) } },
      { ...good, solution: { counter: 1, derivedKey: 7 } },
      { ...good, solution: null },
      { challenge: { parameters: null, signature }, solution: good.solution },
      { challenge: { parameters: [], signature: 'x' }, solution: [] },
      'words',
      null,
      7,
    ]) {
      await refused(encodeProof(forged));
    }
    await refused('no base64 \u{1F4A5}');
    await refused(encodeProof({ challenge: { parameters: { a: '['.repeat(2000) }, signature }, solution: {} }));
    // A proof is bound to the site's secret.
    await refused(await createCheapProof(createEncryption(new Uint8Array(32).fill(7)), now));
    await sent(written(formToken, { proofOfWork: encodeProof(good) }));
  });
});

describe('message without a proof', () => {
  it('is stored as unchecked, forwarded to the owner and not confirmed', async () => {
    await sent(written(formToken));
    expect(await rows('contact_messages')).toMatchObject([{ state: 'new', spam_check: 'unverified' }]);
    expect((await listEmailsTo(site, owner.email)).map(({ text }) => text?.includes('without JavaScript'))).toEqual([
      true,
    ]);
    expect(await templatesTo('noor@site.example')).toEqual([]);
  });

  it('is limited to two an hour per network', async () => {
    const elsewhere = { remoteAddress: '198.51.100.9' };
    await sent(written(formToken));
    await sent(written(formToken));
    const answer = await send(written(formToken));
    expectApiError(answer, 'TOO_MANY_REQUESTS');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000);
    expect(await rows('contact_messages')).toHaveLength(2);
    await sent(written(formToken), elsewhere);
    await sent(written(formToken, { proofOfWork: await prove() }));
    later({ hours: 1 });
    await sent(written(formToken));
  });
});

describe('suspected spam', () => {
  const caught = async (body: object, checked: string) => {
    const upload = await sent(body);
    expect(await rows('contact_messages')).toMatchObject([{ state: 'spam', spam_check: checked }]);
    await expectNoNotifications();
    return upload;
  };

  it('gets the normal response and sends no notifications when the honeypot is filled', async () => {
    const file = { name: 'offer.pdf', sizeBytes: 9 };
    const upload = await caught(
      written(formToken, { website: 'https://a.example', proofOfWork: await prove(), file }),
      'honeypot',
    );
    const answer = await sendFile(upload, '%PDF-1.7\n');
    expect([answer.statusCode, answer.json()]).toEqual([201, { received: true }]);
    expect(await rows('contact_messages')).toMatchObject([{ file_id: null }]);
  });

  it.each([
    ['in less than three seconds', (): string => formToken, { seconds: -18 }],
    ['with a forged form token', (): string => 'made-up', { seconds: 0 }],
    ['without a form token', (): string => '', { seconds: 0 }],
    ['with a token signed for another time', (): string => formToken.replace(/^./, '0'), { seconds: 0 }],
  ] as const)('is spam when sent %s', async (_what, form, moved) => {
    const proofOfWork = await prove();
    later(moved);
    await caught(written(form(), { proofOfWork }), 'too_fast');
  });

  it('with a form older than a day is asked to be sent again', async () => {
    later({ hours: 24 });
    const error = expectApiError(await send(written(formToken)), 'UNPROCESSABLE');
    expect(Object.keys(error.fields)).toEqual(['formToken']);
    expect(await rows('contact_messages')).toEqual([]);
  });

  it('counts toward the limit', async () => {
    for (let number = 0; number < 2; number += 1) await sent(written(formToken, { website: 'x' }));
    expectApiError(await send(written(formToken, { website: 'x' })), 'TOO_MANY_REQUESTS');
  });
});

it('accepts five messages an hour per network', async () => {
  for (let number = 0; number < 5; number += 1) await sent(written(formToken, { proofOfWork: await prove() }));
  const answer = await send(written(formToken, { proofOfWork: await prove() }));
  expect(expectApiError(answer, 'TOO_MANY_REQUESTS').message).toMatch(/60 minutes/);
  expect(answer.headers['retry-after']).toBe('3600');
  expect(await rows('contact_messages')).toHaveLength(5);
});

it.each([
  ['no name', { name: ' ' }, 'name'],
  ['a name with two lines', { name: 'Noor\r\nBcc: all@site.example' }, 'name'],
  ['no address', { email: 'noor' }, 'email'],
  ['two addresses', { email: 'noor@site.example,eve@site.example' }, 'email'],
  ['an address with a header', { email: 'noor@site.example\nBcc: eve@site.example' }, 'email'],
  ['no subject', { subject: '' }, 'subject'],
  ['a subject with two lines', { subject: 'Hello\r\nBcc: all@site.example' }, 'subject'],
  ['a long subject', { subject: 'x'.repeat(121) }, 'subject'],
  ['no message', { message: ' \n ' }, 'message'],
  ['a long message', { message: 'x'.repeat(5001) }, 'message'],
  ['a long budget', { budget: 'x'.repeat(61) }, 'budget'],
  ['an extra state field', { state: 'replied' }, undefined],
] as const)('rejects %s and sends no notifications', async (_what, changes, field) => {
  const error = expectApiError(await send(written(formToken, changes)), 'BAD_REQUEST');
  if (field) expect(Object.keys(error.fields)).toEqual([field]);
  expect(await rows('contact_messages')).toEqual([]);
  await expectNoNotifications();
});

it('stores hostile text unchanged', async () => {
  for (const text of XSS_LINES) {
    await sql('delete from rate_limits; delete from emails');
    await sent(
      written(formToken, {
        subject: text.replace(/[\u2028]/g, ' ').slice(0, 120),
        message: text,
        budget: text.slice(0, 60),
      }),
    );
    const [notification] = await listEmailsTo(site, owner.email);
    expect(notification?.html).not.toMatch(/<(?:script|svg|img|iframe|math|template|base)\b/i);
    expect(notification?.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    const [line] = (await getApi<{ items: { id: number }[] }>(site, '/contact-messages', owner.cookie)).items;
    const message = await getApi<InboxMessage>(site, `/contact-messages/${line?.id}`, owner.cookie);
    expect(message.body).toBe(text.trim());
  }
});

it('never repeats a challenge', async () => {
  const nonces = await Promise.all(Array.from({ length: 5 }, async () => (await challenge()).parameters.nonce));
  expect(new Set(nonces).size).toBe(5);
});
