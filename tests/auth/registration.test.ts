import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyPassword } from '#platform/password.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import { deleteAllUsers, createTestUser, PASSWORD } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
beforeEach(async () => {
  now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  await deleteAllUsers(site.db);
});
afterAll(() => site.close());

const grace = { name: 'Grace Murray', email: 'grace@site.example', password: PASSWORD, confirmPassword: PASSWORD };
let networks = 0;
const register = (form: object = {}, remoteAddress = `198.51.100.${(networks += 1)}`) =>
  postApi(site, '/register', { ...grace, ...form }, { remoteAddress });
const confirm = (token: string) => postApi(site, '/register/confirm', { token });

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return (await site.db.$client.query<Record<string, unknown>>(`select * from ${table}`)).rows;
}

/** Returns the token in the newest email to an address. */
async function tokenSentTo(address: string): Promise<string> {
  const [mail] = await listEmailsTo(site, address);
  return /http:\/\/localhost:5050\/confirm-address\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

describe('registering', () => {
  it('creates no account but emails a confirmation link', async () => {
    const answer = await register();
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({ sentTo: grace.email });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(await rows('users')).toEqual([]);
    expect(await rows('sessions')).toEqual([]);
    const [mail, ...others] = await listEmailsTo(site, grace.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'verify_email', containsSecret: true, toName: grace.name });
    expect(await countJobs(site, 'email.deliver')).toBeGreaterThan(0);
    const token = await tokenSentTo(grace.email);
    expect(JSON.stringify(await rows('registrations'))).not.toContain(token);
    expect(site.log.text()).not.toContain(token);
    expect(site.log.text()).not.toContain(PASSWORD);
  });

  it('creates the account once when the link is confirmed, with the submitted name and password', async () => {
    await register();
    const token = await tokenSentTo(grace.email);
    expect(await getApi(site, `/register/${token}`)).toEqual({ email: grace.email });
    expect((await confirm(token)).json()).toEqual({ email: grace.email });
    expect(await rows('users')).toMatchObject([{ name: grace.name, email: grace.email, role: 'member' }]);
    const [account] = await rows('accounts');
    expect(await verifyPassword(PASSWORD, String(account?.password_hash))).toBe(true);
    expect(await rows('registrations')).toEqual([]);
    expectApiError(await confirm(token), 'NOT_FOUND');
    expectApiError(await requestApi(site, `/register/${token}`), 'NOT_FOUND');
    expect((await postApi(site, '/login', { email: grace.email, password: PASSWORD })).statusCode).toBe(200);
    expect(await rows('security_events')).toMatchObject([
      { type: 'registration_requested' },
      { type: 'email_verified' },
      { type: 'signed_in' },
    ]);
  });

  it('fails with expired and unknown links', async () => {
    await register();
    const token = await tokenSentTo(grace.email);
    now = now.add({ hours: 24 });
    expectApiError(await confirm(token), 'NOT_FOUND');
    expectApiError(await confirm('x'.repeat(43)), 'NOT_FOUND');
    expect(await rows('users')).toEqual([]);
  });

  it('creates one account for twenty simultaneous confirmations', async () => {
    await register();
    const token = await tokenSentTo(grace.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(19);
    expect(await rows('users')).toHaveLength(1);
  });

  it('with someone else’s address gives a stranger no access', async () => {
    await register({ name: 'Eve', password: 'eves-own-word', confirmPassword: 'eves-own-word' });
    now = now.add({ minutes: 1 });
    await register();
    const token = await tokenSentTo(grace.email);
    await confirm(token);
    expect(await rows('users')).toMatchObject([{ name: grace.name }]);
    expect(await rows('registrations')).toEqual([]);
    const eve = await postApi(site, '/login', { email: grace.email, password: 'eves-own-word' });
    expectApiError(eve, 'UNAUTHORIZED');
  });

  it('with a taken address gives the same response and notifies its holder', async () => {
    const holder = await createTestUser(site.db, { email: grace.email, name: 'Grace, before' });
    const answer = await register({ email: 'GRACE@site.example', name: 'Eve' });
    const fresh = await register({ email: 'other@site.example' });
    expect(answer.statusCode).toBe(fresh.statusCode);
    expect(answer.json()).toEqual({ sentTo: 'GRACE@site.example' });
    expect(Object.keys(answer.headers)).toEqual(Object.keys(fresh.headers));
    const [mail, ...others] = await listEmailsTo(site, grace.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'account_exists', toName: holder.name });
    expect(mail?.text).not.toContain('confirm-address');
    expect(mail?.text).not.toContain('Eve');
    expect(await rows('users')).toHaveLength(1);
    expect((await postApi(site, '/login', { email: grace.email, password: PASSWORD })).statusCode).toBe(200);
  });

  it('requires confirmation before signing in, which only someone with the password learns', async () => {
    await register();
    const early = await postApi(site, '/login', { email: grace.email, password: PASSWORD });
    expect(expectApiError(early, 'FORBIDDEN').message).toMatch(/^Confirm your email address first/);
    const wrong = await postApi(site, '/login', { email: grace.email, password: 'wrong-one' });
    expect(expectApiError(wrong, 'UNAUTHORIZED').message).toMatch(/^Incorrect email or password/);
    expect(await rows('sessions')).toEqual([]);
  });

  it('does not reveal whether the address had an account when signing in', async () => {
    const known = await createTestUser(site.db, { email: grace.email });
    const byProvider = await createTestUser(site.db, { email: 'by-provider@site.example' });
    await site.db.$client.query('delete from accounts where user_id = $1', [byProvider.id]);
    const answers = await Promise.all(
      [known.email, byProvider.email, 'nobody@site.example'].map(async email => {
        await register({ email, password: 'strangers-own-word', confirmPassword: 'strangers-own-word' });
        const answer = await postApi(site, '/login', { email, password: 'strangers-own-word' });
        return expectApiError(answer, 'FORBIDDEN').message;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await rows('sessions')).toEqual([]);
    // The new password must not open the existing account or replace its password.
    expect((await postApi(site, '/login', { email: known.email, password: PASSWORD })).statusCode).toBe(200);
  });

  it.each([
    [{ name: '' }, { name: 'Name is required' }],
    [{ name: 'Grace \u202Ereppoh' }, { name: 'Remove line breaks and control characters.' }],
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: 'grace@' }, { email: 'Invalid email address' }],
    [{ password: '' }, { password: 'Password is required' }],
    [{ password: '12345' }, { password: 'Password must be at least 6 characters long' }],
    [{ confirmPassword: '' }, { confirmPassword: 'Confirm Password is required' }],
    [{ confirmPassword: 'tide-gauge-43' }, { confirmPassword: 'Passwords don’t match' }],
    [{ role: 'owner' }, { role: 'This field doesn’t exist.' }],
    [{ emailVerified: true }, { emailVerified: 'This field doesn’t exist.' }],
  ])('with %j is refused: %j', async (form, fields) => {
    expect(expectApiError(await register(form), 'BAD_REQUEST').fields).toEqual(fields);
    expect(await rows('registrations')).toEqual([]);
    expect(await rows('emails')).toEqual([]);
  });

  it.each(['123456', 'Murray1906', 'grace@site.example'])('with the password %s is refused', async password => {
    const error = expectApiError(await register({ password, confirmPassword: password }), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual(['password']);
    expect(await rows('emails')).toEqual([]);
  });

  it('is limited to five an hour per network and three per address', async () => {
    for (let tried = 0; tried < 5; tried++) {
      expect((await register({ email: `person-${tried}@site.example` }, '192.0.2.1')).statusCode).toBe(202);
    }
    const sixth = await register({ email: 'person-6@site.example' }, '192.0.2.1');
    expectApiError(sixth, 'TOO_MANY_REQUESTS');
    expect(sixth.headers['retry-after']).toBe('3600');
    expect(await listEmailsTo(site, 'person-6@site.example')).toEqual([]);
    for (let tried = 0; tried < 3; tried++) expect((await register()).statusCode).toBe(202);
    expectApiError(await register(), 'TOO_MANY_REQUESTS');
    expect(await listEmailsTo(site, grace.email)).toHaveLength(3);
  });
});
