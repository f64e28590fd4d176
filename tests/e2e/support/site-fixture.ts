import { type BrowserContext, expect } from '@playwright/test';
import { Pool } from 'pg';
import { hashPassword } from '#platform/password.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import type { RunningSite } from './running-site.ts';

/** The password of every test user. */
export const PASSWORD = 'tide-gauge-42';

const passwordHash = hashPassword(PASSWORD);

export interface TestUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

interface NewUser {
  readonly name: string;
  readonly email?: string;
  readonly role?: 'member' | 'author' | 'owner';
  /** How many days ago the user registered; 1 by default. */
  readonly daysAgo?: number;
}

/** Direct access to a site's database. Users are inserted there, because registrations are rate limited. */
export interface UserFixture {
  /** Throws if there is already an owner. */
  addOwner(name?: string): Promise<TestUser>;
  addMember(name: string): Promise<TestUser>;
  add(user: NewUser): Promise<TestUser>;
  /** Creates a session and returns the value of the Cookie header. */
  cookieOf(user: TestUser): Promise<string>;
  /** Creates a session for a browser. */
  signIn(context: BrowserContext, user: TestUser): Promise<void>;
  query(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Returns the text of the newest email to an address, or an empty string. */
  latestEmail(address: string): Promise<string>;
  close(): Promise<void>;
}

export type SiteFixture = RunningSite & UserFixture;

/** Signs in with the form. Unlike a session from `signIn`, this also makes the browser a known device. */
export async function signInWithPassword(
  context: BrowserContext,
  { email }: { readonly email: string },
  password = PASSWORD,
): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await context.request.post('/api/v1/login', { data: { email, password }, headers });
  expect(answer.status()).toBe(200);
}

export function createSiteFixture(running: RunningSite): SiteFixture {
  const users = userFixture(running);
  return {
    ...running,
    ...users,
    async stop() {
      await users.close();
      await running.stop();
    },
  };
}

/** Connects to the site's database with the first query. */
export function userFixture({ url, connectionString }: Pick<RunningSite, 'url' | 'connectionString'>): UserFixture {
  const pool = new Pool({ connectionString, max: 1 });
  // Dropping the database may end a connection that is about to close: the pool waits for none. Errors of queries are
  // thrown by the queries.
  pool.on('error', () => {});
  const query = async (statement: string, values: unknown[] = []) =>
    (await pool.query<Record<string, unknown>>(statement, values)).rows;

  async function createSession(id: string) {
    const value = createToken();
    await query(
      `insert into sessions (token_hash, user_id, sign_in_method, ip, user_agent, created_at, last_authenticated_at, last_active_at, expires_at, absolute_expires_at)
      values ($1, $2, 'password', '127.0.0.1', 'A browser', now(), now(), now(), now() + interval '7 days', now() + interval '60 days')`,
      [hashToken(value), id],
    );
    return { name: `session-${new URL(url).port}`, value };
  }

  async function add({ name, role = 'member', daysAgo = 1, ...options }: NewUser): Promise<TestUser> {
    const email = options.email ?? `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@site.example`;
    const [row] = await query(
      `insert into users (name, email, role, created_at) values ($1, $2, $3, now() - $4 * interval '1 day') returning id`,
      [name, email, role, daysAgo],
    );
    const id = String(row?.id);
    await query(
      `insert into accounts (user_id, provider, provider_account_id, password_hash) values ($1, 'password', $1, $2)`,
      [id, await passwordHash],
    );
    return { id, name, email };
  }

  return {
    query,
    add,
    addOwner: (name = 'Mira Castellan') => add({ name, role: 'owner', daysAgo: 90 }),
    addMember: name => add({ name }),
    async cookieOf({ id }) {
      const { name, value } = await createSession(id);
      return `${name}=${value}`;
    },
    async signIn(context, { id }) {
      const cookie = await createSession(id);
      await context.addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Lax' }]);
    },
    async latestEmail(address) {
      const [row] = await query('select text from emails where to_email = $1 order by sequence desc limit 1', [
        address,
      ]);
      return typeof row?.text === 'string' ? row.text : '';
    },
    close: () => pool.end(),
  };
}
