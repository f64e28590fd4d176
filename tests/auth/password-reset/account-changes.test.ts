import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectApiError, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { getResponseCookies, deleteAllUsers, createTestUser, PASSWORD } from '../../support/user-factory.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
beforeEach(() => deleteAllUsers(site.db));
afterAll(() => site.close());

const password = 'a-new-word-77';

/** Returns a user who has entered the right code, and their browser's cookie. */
async function verified() {
  const person = await createTestUser(site.db);
  const cookie = getResponseCookies(await postApi(site, '/forget-password', { email: person.email }));
  const [mail] = await listEmailsTo(site, person.email);
  const code = /^\s*(\d{6})\s*$/m.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await postApi(site, '/otp', { code }, { cookie })).statusCode).toBe(200);
  return { ...person, cookie };
}

it.each([
  ['an account that has been disabled since', 'disabled_at = now()', 'disabled_at = null'],
  ['an account whose address has changed since', "email = 'moved@site.example'", "name = 'Grace, moved'"],
])('refuses a password reset for %s', async (_name, change, after) => {
  const { id, email, cookie } = await verified();
  const set = (what: string) => site.db.$client.query(`update users set ${what} where id = $1`, [id]);
  await set(change);
  expectApiError(await postApi(site, '/reset-password', { password, confirmPassword: password }, { cookie }), 'GONE');
  await set(after);
  const address = change.startsWith('email') ? 'moved@site.example' : email;
  expectApiError(await postApi(site, '/login', { email: address, password }), 'UNAUTHORIZED');
  expect((await postApi(site, '/login', { email: address, password: PASSWORD })).statusCode).toBe(200);
});
