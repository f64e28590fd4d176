import type { BrowserContext } from '@playwright/test';
import { Pool } from 'pg';
import { hashPassword } from '#platform/password.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import type { RunningSite } from './running-site.ts';

/** The password of everybody here. */
export const PASSWORD = 'tide-gauge-42';

export interface TestUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Who lives on a running site: written into its database, since the site itself lets few register in an hour. */
export interface UserFixture {
  /** Throws when there is an owner already. */
  add(person: { name: string; role?: 'member' | 'author' | 'owner'; daysAgo?: number }): Promise<TestUser>;
  /** Signs somebody in on a site whose clock is `daysAhead`. Returns the session's cookie as a request carries it. */
  cookieOf(person: TestUser, daysAhead?: number): Promise<string>;
  /** Does the same in a browser. */
  signIn(context: BrowserContext, person: TestUser, daysAhead?: number): Promise<void>;
  query(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Connects to a site's database. */
export async function userFixture(site: Pick<RunningSite, 'url' | 'connectionString'>): Promise<UserFixture> {
  const pool = new Pool({ connectionString: site.connectionString, max: 1 });
  const password = await hashPassword(PASSWORD);
  const query = async (statement: string, values: unknown[] = []) =>
    (await pool.query<Record<string, unknown>>(statement, values)).rows;
  /** Begins a session of somebody; its cookie. */
  const session = async (id: string, daysAhead = 0) => {
    const value = createToken();
    await query(
      `insert into sessions (token_sha256, user_id, method, ip, user_agent, created_at, proved_at, seen_at, expires_at, ends_at)
      select $1, $2, 'password', '127.0.0.1', 'A browser', at, at, at, at + interval '7 days', at + interval '60 days'
      from (select now() + $3 * interval '1 day' as at) as clock`,
      [hashToken(value), id, daysAhead],
    );
    return { name: `session-${new URL(site.url).port}`, value };
  };
  return {
    query,
    async add({ name, role = 'member', daysAgo = 1 }) {
      const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@site.example`;
      const [row] = await query(
        `insert into users (name, email, role, created_at) values ($1, $2, $3, now() - $4 * interval '1 day') returning id`,
        [name, email, role, daysAgo],
      );
      const id = String(row?.id);
      await query(
        `insert into accounts (user_id, provider_id, account_id, password) values ($1, 'credential', $1, $2)`,
        [id, password],
      );
      return { id, name, email };
    },
    async cookieOf({ id }, daysAhead) {
      const { name, value } = await session(id, daysAhead);
      return `${name}=${value}`;
    },
    async signIn(context, { id }, daysAhead) {
      await context.addCookies([{ ...(await session(id, daysAhead)), url: site.url, httpOnly: true, sameSite: 'Lax' }]);
    },
    close: () => pool.end(),
  };
}
