import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOwnerSetupToken } from '#features/auth/registration/actions/owner-setup.ts';
import { verifyPassword } from '#platform/password.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { getResponseCookies, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  token = (await createOwnerSetupToken(site.db, { isOnlyInstance: true })) ?? '';
});
afterAll(() => site.close());

const ada = { name: 'Ada Byron', email: 'ada@site.example', password: 'tide-gauge-42' };

/** Submits the form; `confirmPassword` defaults to the password. */
const claim = (form: { password?: unknown; [field: string]: unknown }) =>
  site.http.app.inject({
    method: 'POST',
    url: `${API_PREFIX}/setup`,
    payload: { confirmPassword: form.password, ...form },
  });

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return (await site.db.$client.query<Record<string, unknown>>(`select * from ${table}`)).rows;
}

/** Returns everything in the database as one text. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await site.db.$client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  expect(tables.length).toBeGreaterThan(10);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows: dump } = await site.db.$client.query<{ text: string }>(`select t::text as text from "${name}" t`);
      return dump.map(({ text }) => text).join('\n');
    }),
  );
  return texts.join('\n');
}

describe('setup link', () => {
  it('has an unguessable token', () => {
    expect(token).toMatch(/^[\w-]{32,}$/);
  });

  it('is valid while there is no owner', async () => {
    expect(await getApi(site, `/setup/${token}`)).toMatchObject({ valid: true, timeZone: expect.any(String) });
    expect(await getApi(site, `/setup/${token}`)).toMatchObject({ valid: true });
  });

  it('rejects any other token', async () => {
    const flipped = (token.startsWith('a') ? 'b' : 'a') + token.slice(1);
    for (const wrong of [flipped, token.slice(0, -1), `${token}a`, 'x', '%25']) {
      expectApiError(await requestApi(site, `/setup/${wrong}`), 'NOT_FOUND');
      expectApiError(await claim({ ...ada, token: decodeURIComponent(wrong) }), 'NOT_FOUND');
    }
    expect(await rows('users')).toEqual([]);
  });

  it('is invalidated by a newer one, as after a restart', async () => {
    const newer = await createOwnerSetupToken(site.db, { isOnlyInstance: true });
    expect(newer).not.toBe(token);
    expectApiError(await requestApi(site, `/setup/${token}`), 'NOT_FOUND');
    expectApiError(await claim({ ...ada, token }), 'NOT_FOUND');
    expect((await claim({ ...ada, token: newer })).statusCode).toBe(201);
  });

  it('is stored only as a hash', async () => {
    expect(await dumpDatabase()).not.toContain(token);
    expect(await rows('owner_setup_tokens')).toHaveLength(1);
  });

  it('is left out of the log, as is the password', async () => {
    await requestApi(site, `/setup/${token}`);
    await site.http.app.inject(`/set-up/${token}`);
    site.log.takeErrors();
    await claim({ ...ada, token, password: '12345' });
    await claim({ ...ada, token });
    await claim({ ...ada, token });
    expect(site.log.text()).toContain('/setup');
    expect(site.log.text()).not.toContain(token);
    expect(site.log.text()).not.toContain(ada.password);
    expect(site.log.text()).not.toContain('argon2');
  });
});

describe('claiming the site', () => {
  it('creates one owner with an argon2id hash and ends the link', async () => {
    const answer = await claim({ ...ada, token });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ user: { name: ada.name, email: ada.email, role: 'owner', avatar: null } });

    const [owner, ...others] = await rows('users');
    expect(others).toEqual([]);
    expect(owner).toMatchObject({ name: ada.name, email: ada.email, role: 'owner' });
    const [account, ...moreAccounts] = await rows('accounts');
    expect(moreAccounts).toEqual([]);
    expect(account).toMatchObject({ user_id: owner?.id, provider: 'password' });
    const hash = String(account?.password_hash);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(ada.password, hash)).toBe(true);
    expect(await verifyPassword('tide-gauge-43', hash)).toBe(false);
    expect(await dumpDatabase()).not.toContain(ada.password);

    expectApiError(await requestApi(site, `/setup/${token}`), 'NOT_FOUND');
    expectApiError(await claim({ ...ada, email: 'eve@site.example', token }), 'NOT_FOUND');
    expect(await rows('users')).toEqual([owner]);
    expect(await rows('accounts')).toEqual([account]);
    expect(await rows('owner_setup_tokens')).toEqual([]);
  });

  it('signs the owner in', async () => {
    const answer = await claim({ ...ada, token });
    const session = await getApi(site, '/session', getResponseCookies(answer));
    expect(session).toMatchObject({ user: { name: ada.name, role: 'owner' } });
    expect(await rows('security_events')).toMatchObject([
      { type: 'owner_created', email: ada.email },
      { type: 'signed_in', email: ada.email, detail: 'password' },
    ]);
  });

  it('is possible once', async () => {
    await claim({ ...ada, token });
    expect(await createOwnerSetupToken(site.db, { isOnlyInstance: true })).toBeUndefined();
    expect(await rows('owner_setup_tokens')).toEqual([]);
  });

  it('creates one owner for eight simultaneous claims', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => claim({ ...ada, email: `ada-${index}@site.example`, token })),
    );
    const won = answers.filter(answer => answer.statusCode === 201);
    expect(won).toHaveLength(1);
    for (const answer of answers) if (answer !== won[0]) expectApiError(answer, 'NOT_FOUND');
    expect(await rows('users')).toHaveLength(1);
    expect(await rows('accounts')).toHaveLength(1);
  });

  it('is atomic: the link stays valid if the owner cannot be written', async () => {
    await site.db.$client.query('alter table accounts rename to accounts_away');
    const refused = await claim({ ...ada, token });
    await site.db.$client.query('alter table accounts_away rename to accounts');
    expectApiError(refused, 'INTERNAL');
    expect(site.log.takeErrors()).toHaveLength(1);
    expect(await rows('users')).toEqual([]);
    expect((await claim({ ...ada, token })).statusCode).toBe(201);
  });

  it('logs neither password nor hash when it fails', async () => {
    await site.db.$client.query('alter table accounts rename to accounts_away');
    await claim({ ...ada, token });
    await site.db.$client.query('alter table accounts_away rename to accounts');
    const logged = JSON.stringify(site.log.takeErrors());
    expect(logged).toContain('accounts');
    expect(logged).not.toContain(ada.password);
    expect(logged).not.toContain('argon2id');
  });

  it('trims name and address but not the password', async () => {
    const answer = await claim({ token, name: '  Ada ', email: ' Ada@Site.example ', password: '  spaces  ' });
    expect(answer.json()).toMatchObject({ user: { name: 'Ada' } });
    expect(await rows('users')).toMatchObject([{ name: 'Ada', email: 'Ada@Site.example' }]);
    const [account] = await rows('accounts');
    expect(await verifyPassword('  spaces  ', String(account?.password_hash))).toBe(true);
    expect(await verifyPassword('spaces', String(account?.password_hash))).toBe(false);
  });
});

describe('invalid claim', () => {
  const long = (length: number) => 'x'.repeat(length);
  it.each<[field: string, value: unknown, message: string]>([
    ['email', undefined, 'Email is required'],
    ['email', null, 'Email is required'],
    ['email', '', 'Email is required'],
    ['email', '   ', 'Email is required'],
    ['email', 7, 'Email is required'],
    ['email', ['ada@site.example'], 'Email is required'],
    ['email', 'ada', 'Invalid email address'],
    ['email', 'ada@', 'Invalid email address'],
    ['email', '@site.example', 'Invalid email address'],
    ['email', 'ada@site', 'Invalid email address'],
    ['email', 'ada@site.e', 'Invalid email address'],
    ['email', 'ada@site.e2', 'Invalid email address'],
    ['email', 'a da@site.example', 'Invalid email address'],
    ['email', 'ada@site.example\nbcc:eve@site.example', 'Invalid email address'],
    ['email', 'ada<script>@site.example', 'Invalid email address'],
    ['email', `${long(250)}@site.example`, 'Invalid email address'],
    ['password', undefined, 'Password is required'],
    ['password', null, 'Password is required'],
    ['password', '', 'Password is required'],
    ['password', 123456, 'Password is required'],
    ['password', '12345', 'Password must be at least 6 characters long'],
    ['password', long(129), 'Password must be at most 128 characters long'],
    ['confirmPassword', undefined, 'Confirm Password is required'],
    ['confirmPassword', '', 'Confirm Password is required'],
    ['confirmPassword', '12345', 'Password must be at least 6 characters long'],
    ['confirmPassword', 'tide-gauge-43', 'Passwords don’t match'],
    ['confirmPassword', 'Tide-gauge-42', 'Passwords don’t match'],
    ['name', undefined, 'Name is required'],
    ['name', '', 'Name is required'],
    ['name', '   ', 'Name is required'],
    ['name', long(81), 'Name must be at most 80 characters long'],
  ])('%s: %j → %s', async (field, value, message) => {
    const form = { ...ada, confirmPassword: ada.password, token, [field]: value };
    const error = expectApiError(await claim(form), 'BAD_REQUEST');
    expect(error.fields).toEqual({ [field]: message });
    expect(error.message).toBe(message);
    expect(await rows('users')).toEqual([]);
    expect(await getApi(site, `/setup/${token}`)).toMatchObject({ valid: true });
  });

  it('names all missing fields', async () => {
    const { fields } = expectApiError(await claim({ token }), 'BAD_REQUEST');
    expect(fields).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
      confirmPassword: 'Confirm Password is required',
    });
  });

  it.each(['role', 'emailVerified', 'id', 'isAdmin', 'constructor'])('refuses the extra field %s', async extra => {
    const { fields } = expectApiError(await claim({ ...ada, token, [extra]: 'owner' }), 'BAD_REQUEST');
    expect(Object.keys(fields)).toEqual([extra]);
    expect(await rows('users')).toEqual([]);
  });

  it('refuses a zero byte', async () => {
    expectApiError(await claim({ ...ada, token, name: 'Ada\u0000' }), 'BAD_REQUEST');
    expect(await rows('users')).toEqual([]);
  });

  it('accepts a password of 128 characters', async () => {
    expect((await claim({ ...ada, token, password: long(128) })).statusCode).toBe(201);
  });

  it('accepts a password of six characters', async () => {
    expect((await claim({ ...ada, token, password: 'h7-qzt' })).statusCode).toBe(201);
  });

  it.each(['123456', 'PASSWORD', 'Trustno1', 'ada byron', 'Byron1815', 'ada@site.example'])(
    'refuses the password %s and keeps the link',
    async password => {
      const error = expectApiError(await claim({ ...ada, token, password }), 'BAD_REQUEST');
      expect(error.fields).toEqual({ password: error.message });
      expect(error.message).toMatch(/^(This password is too common|Choose a password that isn’t your name)/);
      expect(await rows('users')).toEqual([]);
      expect(await rows('owner_setup_tokens')).toHaveLength(1);
      expect((await claim({ ...ada, token })).statusCode).toBe(201);
    },
  );

  it('reveals no password rules without the link', async () => {
    expectApiError(await claim({ ...ada, token: 'x', password: '123456' }), 'NOT_FOUND');
  });
});

describe('site profile', () => {
  const profileOf = async () => {
    const { rows: found } = await site.db.$client.query<{ name: string; zone: string }>(
      `select content ->> 'name' as name, content ->> 'timeZone' as zone from site_sections where key = 'profile'`,
    );
    return found[0];
  };

  it('gets its title and time zone from the claim', async () => {
    const answer = await claim({ token, ...ada, siteTitle: 'Byron & Daughters', timeZone: 'Asia/Kolkata' });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(await profileOf()).toEqual({ name: 'Byron & Daughters', zone: 'Asia/Kolkata' });
  });

  it('defaults to the owner’s name and keeps its time zone', async () => {
    const before = await profileOf();
    const long = expectApiError(await claim({ token, ...ada, siteTitle: 'x'.repeat(81) }), 'BAD_REQUEST');
    expect(long.fields).toEqual({ siteTitle: 'Use at most 80 characters.' });
    expect((await claim({ token, ...ada, siteTitle: '' })).statusCode).toBe(201);
    expect(await profileOf()).toEqual({ name: ada.name, zone: before?.zone });
  });

  it('refuses an unknown time zone', async () => {
    const before = await profileOf();
    const refused = await claim({ token, ...ada, timeZone: 'Mars/Olympus' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json<{ error: { fields: object } }>().error.fields).toHaveProperty('timeZone');
    expect(await profileOf()).toEqual(before);
  });
});
