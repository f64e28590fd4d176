import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts } from '#features/auth/tables.ts';
import { hashPassword } from '#platform/password.ts';
import { postApi } from '../../support/api-client.ts';
import { createTestUser, PASSWORD } from '../../support/user-factory.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

// A response must not reveal whether an email address has an account, neither by its content nor by its duration.
// Durations are compared with each other, not with a limit.

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

/** The standard error of the share is 0.033, by 1 / √(6 n). */
const PAIRS = 150;

/**
 * Stops early if the durations are clearly alike (standard error 0.053). If one kind took longer in seven of ten pairs,
 * this would miss it once in a hundred runs; larger differences never.
 */
const FIRST_LOOK = { pairs: 60, within: 0.08 };

/** The first pairs don't count, because code gets faster after some runs. */
const WARM_UP = 10;

/**
 * Returns how far the share of pairs in which the first kind took longer is from one half: nearly 0 if they can't be
 * distinguished.
 */
function measureBias(one: readonly number[], other: readonly number[]): number {
  let longer = 0;
  for (const a of one) for (const b of other) longer += a > b ? 1 : a === b ? 0.5 : 0;
  return Math.abs(longer / (one.length * other.length) - 0.5);
}

const emailRequests: readonly [name: string, send: (email: string) => ReturnType<typeof postApi>][] = [
  ['/login', email => postApi(site, '/login', { email, password: 'wrong-one' })],
  ['/forget-password', email => postApi(site, '/forget-password', { email })],
  [
    '/register',
    email =>
      postApi(site, '/register', { name: 'Eve', email, password: 'eves-own-word', confirmPassword: 'eves-own-word' }),
  ],
];

it.each(emailRequests)(
  '%s gives known and unknown addresses the same response in the same time',
  async (_name, send) => {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const shapes: { known: Set<string>; unknown: Set<string> } = { known: new Set(), unknown: new Set() };
    const { email: known } = await createTestUser(site.db);
    // Use the production cost of password hashes, which other tests lower.
    await site.db.update(accounts).set({ passwordHash: await hashPassword(PASSWORD) });
    for (let pair = -WARM_UP; pair < PAIRS; pair++) {
      const unknown = `${crypto.randomUUID()}@site.example`;
      // A random order spreads periodic work of the process over both kinds.
      for (const kind of Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        await site.db.$client.query('delete from rate_limits');
        const email = kind === 'known' ? known : unknown;
        const begun = performance.now();
        const answer = await send(email);
        if (pair >= 0) times[kind].push(performance.now() - begun);
        const body = answer.body.replaceAll(email, 'EMAIL').replace(/"requestId":"[^"]+"/, '');
        shapes[kind].add(`${answer.statusCode} ${Object.keys(answer.headers).join()} ${body}`);
      }
      if (pair + 1 === FIRST_LOOK.pairs && measureBias(times.known, times.unknown) < FIRST_LOOK.within) break;
    }
    expect([...shapes.known]).toEqual([...shapes.unknown]);
    expect(shapes.known.size).toBe(1);
    expect(measureBias(times.known, times.unknown)).toBeLessThan(0.15);
  },
  120_000,
);
