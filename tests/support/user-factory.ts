import { argon2Sync, randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { accounts, users } from '#features/auth/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { postApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

/** The password of everybody in the tests who is not given another. */
export const PASSWORD = 'tide-gauge-42';

/** The same, hashed at the least cost. A hash says its own cost, and the tests sign in hundreds of people. */
const HASH = (() => {
  const [memory, nonce] = [8, randomBytes(16)];
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, memory, passes: 1, parallelism: 1, tagLength: 32 });
  const [salt, sum] = [nonce, tag].map(bytes => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memory},t=1,p=1$${salt}$${sum}`;
})();

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Writes a person down, with the password above, and what the test says about them. */
export async function createTestUser(db: Database, person: Partial<typeof users.$inferInsert> = {}): Promise<TestUser> {
  const email = `${crypto.randomUUID()}@site.example`;
  const [row] = await db
    .insert(users)
    .values({ name: 'Grace Murray', email, ...person })
    .returning({ id: users.id, email: users.email, name: users.name });
  if (!row) throw new Error('The person was not written.');
  await db
    .insert(accounts)
    .values({ userId: row.id, provider: 'password', providerAccountId: row.id, passwordHash: HASH });
  return row;
}

/** Empties everything about people, mails to them and tries of theirs, for the next test. */
export async function deleteAllUsers(db: Database): Promise<void> {
  await db.$client.query(
    // Not truncated, which would take along what people wrote, and with it the sample content, and which takes longer than
    // the deletion of a few rows.
    `delete from posts where not is_sample;
     delete from projects where not is_sample;
     delete from users;
     delete from blog_authors where id not in (select author_id from posts);
     delete from registrations;
     delete from password_resets;
     delete from authorization_requests;
     delete from passkey_challenges;
     delete from security_events;
     delete from emails;
     delete from rate_limits;
     delete from owner_setup_tokens;
     delete from pgboss.job`,
  );
}

/** The cookies that an answer sets, as a browser sends them back. */
export function getResponseCookies(answer: LightMyRequestResponse): string {
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Signs a person in by password; the cookie of their session, without the one that recognizes the browser. Each comes from a network of their own. */
export async function signIn(site: TestSite, { email }: TestUser, password = PASSWORD): Promise<string> {
  networks += 1;
  const remoteAddress = `198.51.${networks >> 8}.${networks & 255}`;
  const answer = await postApi(site, '/login', { email, password }, { remoteAddress });
  if (answer.statusCode !== 200) throw new Error(`${email} was not signed in: ${answer.body}`);
  return getResponseCookies(answer).split('; ')[0] ?? '';
}

let networks = 0;

/** Writes a person down and signs them in. */
export async function createSignedInUser(site: TestSite, person: Partial<typeof users.$inferInsert> = {}) {
  const written = await createTestUser(site.db, person);
  return { ...written, cookie: await signIn(site, written) };
}
