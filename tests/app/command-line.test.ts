import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { runCommand } from '#app/cli.ts';
import { sessions, signInLinks } from '#features/auth/tables.ts';
import { securityEvents } from '#features/security-events/tables.ts';
import { postApi, requestApi } from '#tests/support/api-client.ts';
import { listEmailsTo } from '#tests/support/emails.ts';
import { toDatabaseUrl } from '#tests/support/test-database.ts';
import { createTestSite, type TestSite } from '#tests/support/test-site.ts';
import { createTwoFactorUser } from '#tests/support/two-factor-fixture.ts';
import { createSignedInUser, deleteAllUsers, PASSWORD } from '#tests/support/user-factory.ts';

const now = Temporal.Now.instant();
let site: TestSite;
let folder: string;

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  folder = await mkdtemp(join(tmpdir(), 'freehold-commands-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => deleteAllUsers(site.db));

/** Runs a command on the site's database, and returns its exit code and output. */
async function run(command: string, { input = '', ...environment }: Record<string, string> = {}) {
  const [printed, errors] = [[], []] as [string[], string[]];
  const collect = (into: string[]) => ({ write: (text: string | Uint8Array) => into.push(String(text)) > 0 });
  const code = await runCommand(command.split(' '), {
    env: {
      DATABASE_URL: site.connectionString,
      DATA_DIR: join(inject('sampleFiles'), '..'),
      INIT_CWD: folder,
      ...environment,
    },
    stdin: Readable.from([input]),
    stdout: collect(printed),
    stderr: collect(errors),
  });
  return { code, output: printed.join(''), errors: errors.join('') };
}

/** Runs a command with `--json`, and returns what it printed. */
async function runForJson<Answer>(command: string): Promise<Answer> {
  const { code, output, errors } = await run(`${command} --json`);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return JSON.parse(output) as Answer;
}

const getToken = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';
const addOwner = () => createSignedInUser(site, { role: 'owner' });

describe('owner link', () => {
  it('creates a set-up link while there is no owner, and invalidates the previous one', async () => {
    const first = await runForJson<{ kind: string; url: string }>('owner link');
    const second = await runForJson<{ kind: string; url: string }>('owner link');
    expect(first.kind).toBe('setup');
    expect(first.url).toMatch(/^http:\/\/localhost:5050\/set-up\/./);
    expect((await requestApi(site, `/setup/${getToken(first)}`)).statusCode).toBe(404);
    expect((await requestApi(site, `/setup/${getToken(second)}`)).statusCode).toBe(200);
  });

  it('creates a link that signs in the owner once', async () => {
    const { email } = await addOwner();
    const link = await runForJson<{ kind: string; url: string; email: string }>('owner link');
    expect(link).toMatchObject({ kind: 'sign_in', email, expiresInMinutes: 15 });
    const token = getToken(link);
    expect((await requestApi(site, `/sign-in-links/${token}`)).json()).toEqual({ email });

    const answers = await Promise.all([1, 2].map(() => postApi(site, '/sign-in-links', { token })));
    const [signedIn] = answers.filter(({ statusCode }) => statusCode === 200);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(1);
    expect(signedIn?.json()).toMatchObject({ state: 'signed_in', user: { email } });
    expect(signedIn?.cookies.map(({ name }) => name)).toContain('session-5050');
    expect((await requestApi(site, `/sign-in-links/${token}`)).statusCode).toBe(404);
  });

  it('invalidates the previous link, and expires', async () => {
    await addOwner();
    const first = getToken(await runForJson<{ url: string }>('owner link'));
    const second = getToken(await runForJson<{ url: string }>('owner link'));
    expect((await postApi(site, '/sign-in-links', { token: first })).statusCode).toBe(404);
    await site.db.update(signInLinks).set({ expiresAt: new Date(now.epochMilliseconds) });
    expect((await postApi(site, '/sign-in-links', { token: second })).statusCode).toBe(404);
  });

  it('still asks for the second factor', async () => {
    const owner = await createTwoFactorUser(site, now);
    await site.db.$client.query(`update users set role = 'owner'`);
    const before = await site.db.$count(sessions);
    const token = getToken(await runForJson<{ url: string }>('owner link'));
    const answer = await postApi(site, '/sign-in-links', { token });
    expect(answer.json()).toEqual({ state: 'two_factor_required' });
    expect(await site.db.$count(sessions)).toBe(before);
    expect(owner.secret).not.toBe('');
  });
});

describe('owner reset-password', () => {
  it('changes the password, ends all sessions and notifies the owner', async () => {
    const { email, cookie } = await addOwner();
    const result = await run('owner reset-password', { input: 'a harbor at low tide\n' });
    expect(result).toEqual({
      code: 0,
      output: `The password of ${email} was changed. All sessions were ended.\n`,
      errors: '',
    });
    expect((await requestApi(site, '/session', cookie)).json()).toMatchObject({ user: null });
    expect((await postApi(site, '/login', { email, password: PASSWORD })).statusCode).toBe(401);
    expect((await postApi(site, '/login', { email, password: 'a harbor at low tide' })).statusCode).toBe(200);
    expect(await listEmailsTo(site, email)).toHaveLength(1);
    expect(await site.db.select().from(securityEvents)).toContainEqual(
      expect.objectContaining({ type: 'password_reset', ip: 'command line' }),
    );
  });

  it.each([
    ['', 'Password is required.'],
    ['short', 'Password must be at least 6 characters long.'],
    ['password', 'common'],
  ])('rejects "%s" and changes nothing', async (input, message) => {
    const { email } = await addOwner();
    const { code, errors } = await run('owner reset-password', { input });
    expect(code).toBe(1);
    expect(errors).toContain(message);
    expect((await postApi(site, '/login', { email, password: PASSWORD })).statusCode).toBe(200);
    expect(await listEmailsTo(site, email)).toEqual([]);
  });

  it('explains what to do when there is no owner', async () => {
    expect(await run('owner reset-password', { input: 'a harbor at low tide' })).toEqual({
      code: 1,
      output: '',
      errors: 'This site has no owner yet. Run freehold owner link to become the owner.\n',
    });
  });
});

describe('owner disable-two-factor', () => {
  it('turns it off once, and notifies the owner', async () => {
    const { email } = await createTwoFactorUser(site, now);
    await site.db.$client.query(`update users set role = 'owner'; delete from emails`);
    expect(await runForJson('owner disable-two-factor')).toEqual({ email });
    expect((await postApi(site, '/login', { email, password: PASSWORD })).json()).toMatchObject({ state: 'signed_in' });
    expect(await listEmailsTo(site, email)).toHaveLength(1);
    expect(await run('owner disable-two-factor --json')).toEqual({
      code: 1,
      output: '',
      errors: `${JSON.stringify({ error: { message: 'Two-factor authentication is off. Set it up first.' } })}\n`,
    });
    expect(await listEmailsTo(site, email)).toHaveLength(1);
  });
});

describe('users list', () => {
  it('lists all accounts', async () => {
    const owner = await addOwner();
    const member = await createSignedInUser(site, { name: 'Élodie 李', disabledAt: null });
    await site.db.$client.query(`update users set created_at = now() + interval '1 hour' where id = '${member.id}'`);
    expect(await runForJson('users list')).toMatchObject([
      { email: owner.email, role: 'owner' },
      { email: member.email, role: 'member' },
    ]);
    const { output } = await run('users list');
    expect(output.split('\n')).toHaveLength(4);
    expect(output).toContain(`${member.email}  Élodie 李`);
    expect(output).not.toContain('$argon2id');
  });

  it('says that there are no accounts', async () => {
    expect((await run('users list')).output).toBe('There are no accounts yet.\n');
  });
});

describe('export', () => {
  it('writes the archive to the current directory, and never overwrites a file', async () => {
    const { path, bytes } = await runForJson<{ path: string; bytes: number }>('export site.zip');
    expect(path).toBe(join(folder, 'site.zip'));
    const before = await readFile(path);
    expect(before).toHaveLength(bytes);
    expect(before.includes('freehold.json')).toBe(true);
    const { code, errors } = await run('export site.zip');
    expect({ code, errors }).toEqual({ code: 1, errors: `${path} already exists. Choose another name.\n` });
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  it('says that a folder is missing', async () => {
    expect(await run('export missing/site.zip')).toMatchObject({
      code: 1,
      errors: `${join(folder, 'missing/site.zip')} can’t be written (ENOENT).\n`,
    });
  });
});

describe('doctor', () => {
  it('runs the checks of a stopped site, and exits with 1 if one fails', async () => {
    const healthy = await run('doctor', { PORT: '1' });
    expect(healthy).toMatchObject({ code: 0, errors: '' });
    expect(healthy.output).toMatch(/^! Public address +The site isn’t running/m);
    expect(healthy.output).toMatch(/^✓ Stored files +Files can be saved and read/m);
    expect(healthy.output).toMatch(/^– Stripe +No Stripe keys are set/m);
    expect(healthy.output).toMatch(/^0 failing, \d+ warnings?, \d+ OK\.$/m);

    await site.db.$client.query(
      `insert into stored_files (name, bytes, sha256, damaged_at) values ('a.txt', 1, '', now())`,
    );
    const { code, output } = await run('doctor --json', { PORT: '1' });
    await site.db.$client.query(`delete from stored_files where name = 'a.txt'`);
    expect(code).toBe(1);
    const { checks } = JSON.parse(output) as { checks: { name: string; status: string }[] };
    expect(checks.filter(({ status }) => status === 'failing').map(({ name }) => name)).toEqual(['files']);
  });
});

describe('every command', () => {
  it('creates no data directory if there is no site', async () => {
    const nowhere = join(folder, 'nowhere');
    expect(await run('users list', { DATABASE_URL: '', DATA_DIR: nowhere })).toEqual({
      code: 1,
      output: '',
      errors: `There is no site in ${nowhere}. Start one with freehold start, or set DATA_DIR.\n`,
    });
    expect(existsSync(nowhere)).toBe(false);
  });

  it('names the encoding of an unusable database', async () => {
    await site.db.$client.query(`create database ascii encoding 'SQL_ASCII' locale 'C' template template0`);
    const { code, errors } = await run('users list', {
      DATABASE_URL: toDatabaseUrl(inject('databaseServer'), 'ascii'),
    });
    await site.db.$client.query('drop database ascii');
    expect(code).toBe(1);
    expect(errors).toMatch(/^The database in DATABASE_URL has the encoding SQL_ASCII\. /);
  });

  it('refuses a database that is older or newer than the program', async () => {
    const { rows } = await site.db.$client.query<{ name: string }>(
      `delete from migrations where name = (select max(name) from migrations) returning *`,
    );
    const last = rows[0] as { name: string; sha256: string };
    expect((await run('users list')).errors).toBe(
      'This version of Freehold needs a newer database. Start the site once to update it.\n',
    );
    await site.db.$client.query('insert into migrations (name, sha256) values ($1, $2)', [last.name, last.sha256]);
    await site.db.$client.query(`insert into migrations (name, sha256) values ('9999_later.sql', '')`);
    expect((await run('users list')).errors).toContain('The database is newer than this version of Freehold.');
    await site.db.$client.query(`delete from migrations where name = '9999_later.sql'`);
    expect((await run('users list')).code).toBe(0);
  });

  it.each([
    ['version', /^Freehold \d+\.\d+\.\d+ \(Node\.js v26\./],
    ['help', /^Usage: freehold <command>/],
    ['users list --help', /^Usage: freehold users list \[options\]/],
  ])('runs %s without a site', async (command, output) => {
    const result = await run(command, { DATABASE_URL: '', DATA_DIR: join(folder, 'nowhere') });
    expect(result).toEqual({ code: 0, output: expect.stringMatching(output), errors: '' });
  });

  it('exits with 2 for wrong usage', async () => {
    expect(await run('users delete')).toMatchObject({ code: 2, output: '' });
  });

  it('names an invalid setting', async () => {
    expect(await run('users list', { PORT: 'many' })).toMatchObject({
      code: 1,
      errors: 'Invalid setting: PORT must be a number.\n',
    });
  });
});
