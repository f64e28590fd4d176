import { argon2Sync, randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { accounts, users } from '#features/auth/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { postApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

/** The password of every test user by default. */
export const PASSWORD = 'tide-gauge-42';

/** The hash of that password at the lowest cost, because the tests sign in hundreds of users. */
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

/** Inserts a user with the default password. */
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

/** Deletes all users, their content, emails and rate limits. Keeps the sample content. */
export async function deleteAllUsers(db: Database): Promise<void> {
  await db.$client.query(
    // Truncating would cascade to the sample content, and is slower than deleting a few rows.
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

/**
 * Deletes the content of users, emails, jobs and rate limits. Keeps the sample content and the users with their
 * sessions, because signing in again takes longer than most tests.
 */
export async function deleteAllWriting(db: Database): Promise<void> {
  await db.$client.query(
    `delete from posts where not is_sample;
     delete from projects where not is_sample;
     delete from emails;
     delete from rate_limits;
     delete from pgboss.job`,
  );
}

/** Returns the cookies of a response as a browser sends them back. */
export function getResponseCookies(answer: LightMyRequestResponse): string {
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/**
 * Signs a user in with their password, each from a new IP address. Returns the session cookie, without the one that
 * recognizes the device.
 */
export async function signIn(site: TestSite, { email }: TestUser, password = PASSWORD): Promise<string> {
  networks += 1;
  const remoteAddress = `198.51.${networks >> 8}.${networks & 255}`;
  const answer = await postApi(site, '/login', { email, password }, { remoteAddress });
  if (answer.statusCode !== 200) throw new Error(`${email} was not signed in: ${answer.body}`);
  return getResponseCookies(answer).split('; ')[0] ?? '';
}

let networks = 0;

/** Creates a user and signs them in. */
export async function createSignedInUser(site: TestSite, person: Partial<typeof users.$inferInsert> = {}) {
  const written = await createTestUser(site.db, person);
  return { ...written, cookie: await signIn(site, written) };
}
