import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '#platform/tokens.ts';
import { expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { createSignedInUser, deleteAllUsers, PASSWORD } from '../../support/user-factory.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';
import { createTwoFactorUser, createTotpCode, createWrongTotpCode } from '../../support/two-factor-fixture.ts';

let site: TestSite;
const start = Temporal.Instant.from('2026-11-20T12:00:00Z');
let now = start;
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
beforeEach(async () => {
  now = start;
  await deleteAllUsers(site.db);
});
afterAll(() => site.close());

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return (await site.db.$client.query<Record<string, unknown>>(`select * from ${table}`)).rows;
}
const send = (path: string, cookie: string, body: object = {}) =>
  postApi(site, `/profile/two-factor${path}`, body, { cookie });
const status = (cookie: string) => getApi(site, '/profile/two-factor', cookie);
const off = { enabledAt: null, remainingRecoveryCodes: 0 };

describe('setting up two-factor sign-in', () => {
  it('requires a valid code and then returns ten recovery codes', async () => {
    const grace = await createSignedInUser(site);
    expect(await status(grace.cookie)).toEqual(off);
    const begun = await send('', grace.cookie);
    expect(begun.statusCode).toBe(201);
    expect(begun.headers['cache-control']).toBe('no-store');
    const { secret, otpauthUrl, qr } = begun.json<{
      secret: string;
      otpauthUrl: string;
      qr: { size: number; path: string };
    }>();
    expect(new URL(otpauthUrl).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(otpauthUrl)).toContain(grace.email);
    expect(qr.size).toBeGreaterThan(20);
    expect(qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);

    expectApiError(await send('/enable', grace.cookie, { code: createWrongTotpCode(secret, now) }), 'BAD_REQUEST');
    expect(await status(grace.cookie)).toEqual(off);
    expect(await rows('users')).toMatchObject([{ two_factor_enabled_at: null }]);

    const code = createTotpCode(secret, now);
    const confirmed = await send('/enable', grace.cookie, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(confirmed.statusCode).toBe(200);
    const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const recovery of recoveryCodes) expect(recovery).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    expect(await status(grace.cookie)).toEqual({ enabledAt: '2026-11-20T12:00:00.000Z', remainingRecoveryCodes: 10 });

    const events = await rows('security_events order by id');
    expect(events.map(({ type, detail }) => [type, detail])).toEqual([
      ['signed_in', 'password'],
      ['code_rejected', 'two-factor authentication'],
      ['sign_in_method_added', 'two-factor authentication'],
    ]);
    const [mail, ...more] = await listEmailsTo(site, grace.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^A sign-in method was added$/);
    expect(mail?.text).toContain('two-factor authentication was added');
  });

  it('stores no secret in plain text in database, emails or log', async () => {
    const { secret, recoveryCodes, cookie } = await createTwoFactorUser(site, now);
    await send('/enable', cookie, { code: createTotpCode(secret, now) });
    const { rows: tables } = await site.db.$client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const dump = (await Promise.all(tables.map(async ({ name }) => JSON.stringify(await rows(name))))).join('\n');
    const bare = recoveryCodes.map(code => code.replaceAll('-', ''));
    const secretHex = Buffer.from(secret).toString('hex');
    for (const text of [dump, site.log.text()]) {
      for (const hidden of [secret, secretHex, ...recoveryCodes, ...bare]) expect(text.includes(hidden)).toBe(false);
    }
    // The same search does find the stored hashes of the codes.
    for (const code of bare) expect(dump).toContain(hashToken(code));
  });

  it('requires reauthentication', async () => {
    const grace = await createSignedInUser(site);
    now = now.add({ minutes: 5 });
    expect((await send('', grace.cookie)).statusCode).toBe(201);
    now = now.add({ seconds: 1 });
    const refused = expectApiError(await send('', grace.cookie), 'FORBIDDEN');
    expect(refused.fields).toEqual({ currentPassword: 'Enter your password' });
    const prove = (currentPassword: string) =>
      postApi(site, '/session/reauthenticate', { currentPassword }, { cookie: grace.cookie });
    expect(expectApiError(await prove('wrong-one'), 'BAD_REQUEST').fields).toHaveProperty('currentPassword');
    expectApiError(await send('', grace.cookie), 'FORBIDDEN');
    expect((await prove(PASSWORD)).json()).toEqual({ reauthenticated: true });
    expect((await send('', grace.cookie)).statusCode).toBe(201);
    now = now.add({ minutes: 5, seconds: 1 });
    expectApiError(await send('', grace.cookie), 'FORBIDDEN');
  });

  it('asks users without a password to sign in again', async () => {
    const grace = await createSignedInUser(site);
    await site.db.$client.query('delete from accounts');
    now = now.add({ minutes: 6 });
    const refused = expectApiError(await send('', grace.cookie), 'FORBIDDEN');
    expect(refused).toMatchObject({ fields: {}, message: expect.stringMatching(/sign in again/) as string });
    const proof = await postApi(
      site,
      '/session/reauthenticate',
      { currentPassword: PASSWORD },
      { cookie: grace.cookie },
    );
    expectApiError(proof, 'CONFLICT');
  });

  it('checks at most five passwords of simultaneous reauthentications', async () => {
    const grace = await createSignedInUser(site);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        postApi(site, '/session/reauthenticate', { currentPassword: `guess-${index}` }, { cookie: grace.cookie }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(35);
  });

  it('expires after half an hour or with a new setup', async () => {
    const grace = await createSignedInUser(site);
    const first = (await send('', grace.cookie)).json<{ secret: string }>();
    const second = (await send('', grace.cookie)).json<{ secret: string }>();
    expectApiError(await send('/enable', grace.cookie, { code: createTotpCode(first.secret, now) }), 'BAD_REQUEST');
    now = now.add({ minutes: 30 });
    expectApiError(await send('/enable', grace.cookie, { code: createTotpCode(second.secret, now) }), 'GONE');
    expect(await status(grace.cookie)).toEqual(off);
  });

  it('refuses a code for a key that a later setup has replaced', async () => {
    const grace = await createSignedInUser(site);
    const first = (await send('', grace.cookie)).json<{ secret: string }>();
    const second = (await send('', grace.cookie)).json<{ secret: string }>();
    const enable = ({ secret }: { secret: string }) =>
      send('/enable', grace.cookie, { code: createTotpCode(secret, now), secret });
    const { message } = expectApiError(await enable(first), 'CONFLICT');
    expect(message).toMatch(/^You started again in another tab or on another device/);
    expect(await status(grace.cookie)).toEqual(off);
    expect((await enable(second)).statusCode).toBe(200);
  });

  it('is refused while two-factor is on', async () => {
    const { cookie, secret } = await createTwoFactorUser(site, now);
    expectApiError(await send('', cookie), 'CONFLICT');
    now = now.add({ seconds: 60 });
    expectApiError(await send('/enable', cookie, { code: createTotpCode(secret, now) }), 'GONE');
    expect(await status(cookie)).toMatchObject({ remainingRecoveryCodes: 10 });
  });

  it('succeeds once for simultaneous confirmations', async () => {
    const grace = await createSignedInUser(site);
    const { secret } = (await send('', grace.cookie)).json<{ secret: string }>();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('/enable', grace.cookie, { code: createTotpCode(secret, now) })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await rows('recovery_codes')).toHaveLength(10);
    expect(await listEmailsTo(site, grace.email)).toHaveLength(1);
  });
});

describe('new recovery codes', () => {
  it('replace the previous ones, which is logged and reported by email', async () => {
    const { id, email, cookie, recoveryCodes } = await createTwoFactorUser(site, now);
    const before = await listEmailsTo(site, email);
    const renewed = (await send('/recovery-codes', cookie)).json<{ recoveryCodes: string[] }>().recoveryCodes;
    const [mail, ...others] = await listEmailsTo(site, email);
    expect([mail?.subject, others.length]).toEqual(['New recovery codes were generated', before.length]);
    for (const code of renewed) expect(mail?.text).not.toContain(code);
    const logged = (await rows('security_events')).filter(({ type }) => type === 'recovery_codes_replaced');
    expect(logged).toEqual([expect.objectContaining({ user_id: id })]);
    expect(renewed).toHaveLength(10);
    expect(renewed.filter(code => recoveryCodes.includes(code))).toEqual([]);
    expect(await rows('recovery_codes')).toHaveLength(10);
    expectApiError(await send('/disable', cookie, { code: recoveryCodes[0] }), 'BAD_REQUEST');
    expect((await send('/disable', cookie, { code: renewed[0] })).statusCode).toBe(200);
  });

  it('require reauthentication or a code, and two-factor sign-in', async () => {
    const { cookie, secret } = await createTwoFactorUser(site, now);
    now = now.add({ minutes: 6 });
    expectApiError(await send('/recovery-codes', cookie), 'FORBIDDEN');
    const code = createTotpCode(secret, now);
    expect((await send('/recovery-codes', cookie, { code })).statusCode).toBe(200);
    expectApiError(await send('/recovery-codes', cookie, { code }), 'BAD_REQUEST');
    const other = await createSignedInUser(site);
    expectApiError(await send('/recovery-codes', other.cookie), 'CONFLICT');
  });
});

describe('turning off two-factor sign-in', () => {
  it('deletes the secret and codes and sends an email', async () => {
    const { cookie, email } = await createTwoFactorUser(site, now);
    expect((await send('/disable', cookie)).json()).toEqual(off);
    expect(await rows('totp_secrets')).toEqual([]);
    expect(await rows('recovery_codes')).toEqual([]);
    expect(await rows('users')).toMatchObject([{ two_factor_enabled_at: null }]);
    expect(
      (await listEmailsTo(site, email)).filter(({ subject }) => subject.startsWith('A sign-in method was removed')),
    ).toHaveLength(1);
    expect(await rows('security_events')).toContainEqual(expect.objectContaining({ type: 'sign_in_method_removed' }));
    expectApiError(await send('/disable', cookie), 'CONFLICT');
  });

  it('requires a TOTP code, a recovery code or reauthentication', async () => {
    const { cookie, secret, recoveryCodes } = await createTwoFactorUser(site, now);
    now = now.add({ minutes: 6 });
    expectApiError(await send('/disable', cookie), 'FORBIDDEN');
    expectApiError(await send('/disable', cookie, { code: '' }), 'BAD_REQUEST');
    expectApiError(await send('/disable', cookie, { code: createWrongTotpCode(secret, now) }), 'BAD_REQUEST');
    expect(await status(cookie)).toMatchObject({ remainingRecoveryCodes: 10 });
    expect((await send('/disable', cookie, { code: recoveryCodes[3]?.toLowerCase() })).statusCode).toBe(200);
  });

  it('rejects another user’s codes', async () => {
    const grace = await createTwoFactorUser(site, now);
    const eve = await createTwoFactorUser(site, now);
    now = now.add({ seconds: 60 });
    for (const code of [createTotpCode(grace.secret, now), grace.recoveryCodes[0]]) {
      expectApiError(await send('/disable', eve.cookie, { code }), 'BAD_REQUEST');
    }
    expect(await status(grace.cookie)).toMatchObject({ remainingRecoveryCodes: 10 });
  });
});

describe('visitor', () => {
  it.each(['', '/enable', '/recovery-codes', '/disable'])('must sign in at %s', async path => {
    expectApiError(await postApi(site, `/profile/two-factor${path}`, { code: '123456' }), 'UNAUTHORIZED');
  });
});
