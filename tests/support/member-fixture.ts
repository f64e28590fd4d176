import { readApi, sendApi } from './api-client.ts';
import { arrive as arriveNow, type Person } from './user-factory.ts';
import type { TestSite } from './test-site.ts';

export type Arrived = Person & { readonly cookie: string };

/** What tests about people who are signed in ask and do, on the site that `open` answers. */
export function membersOf(open: () => TestSite) {
  const sql = (text: string, values: unknown[] = []) =>
    open()
      .db.$client.query<Record<string, unknown>>(text, values)
      .then(({ rows }) => rows);
  const rows = (table: string) => sql(`select * from ${table}`);
  return {
    rows,
    events: async () => (await rows('security_events')).map(({ event }) => event),
    /** Somebody who signs in; their password is older than the tests' clock, which the database does not know. */
    arrive: async (person: Parameters<typeof arriveNow>[1] = {}): Promise<Arrived> => {
      const arrived = await arriveNow(open(), person);
      await sql("update accounts set created_at = '2026-01-01Z', updated_at = '2026-01-01Z'");
      return arrived;
    },
    isSignedIn: async (cookie: string) =>
      (await readApi<{ user: object | null }>(open(), '/session', cookie)).user !== null,
    login: (email: string, password: string) =>
      sendApi(open(), '/login', { email, password }, { remoteAddress: '192.0.2.77' }),
    send: (who: { cookie: string }, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: object = {}) =>
      sendApi(open(), path, body, { cookie: who.cookie, method }),
    /** Takes a person's password away, as somebody has none who came through a provider. */
    takePassword: ({ id }: Person) =>
      sql("update accounts set provider_id = 'google', password = null where user_id = $1", [id]),
  };
}
