import { getApi, postApi } from './api-client.ts';
import { createSignedInUser as arriveNow, type TestUser } from './user-factory.ts';
import type { TestSite } from './test-site.ts';

export type SignedInUser = TestUser & { readonly cookie: string };

/** Returns helpers for tests of signed-in users. */
export function memberFixture(open: () => TestSite) {
  const sql = (text: string, values: unknown[] = []) =>
    open()
      .db.$client.query<Record<string, unknown>>(text, values)
      .then(({ rows }) => rows);
  const rows = (table: string) => sql(`select * from ${table}`);
  return {
    rows,
    events: async () => (await rows('security_events')).map(({ type }) => type),
    /**
     * Creates a user and signs them in. Backdates their password, because the database doesn't know the tests' clock.
     */
    arrive: async (person: Parameters<typeof arriveNow>[1] = {}): Promise<SignedInUser> => {
      const arrived = await arriveNow(open(), person);
      await sql("update accounts set created_at = '2026-01-01Z', updated_at = '2026-01-01Z'");
      return arrived;
    },
    isSignedIn: async (cookie: string) =>
      (await getApi<{ user: object | null }>(open(), '/session', cookie)).user !== null,
    login: (email: string, password: string) =>
      postApi(open(), '/login', { email, password }, { remoteAddress: '192.0.2.77' }),
    send: (who: { cookie: string }, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: object = {}) =>
      postApi(open(), path, body, { cookie: who.cookie, method }),
    /** Removes a user's password, as if they had signed up with a provider. */
    takePassword: ({ id }: TestUser) =>
      sql("update accounts set provider = 'google', password_hash = null where user_id = $1", [id]),
  };
}
