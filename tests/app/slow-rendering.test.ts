import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#platform/database/database.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { COMPLETE_POST, postFixture } from '../support/post-fixture.ts';

const { arrive } = memberFixture(() => site);
const { begin, change, make } = postFixture(() => site);
let site: TestSite;
let owner: SignedInUser;
beforeAll(async () => {
  site = await createTestSite();
  owner = await arrive({ role: 'owner' });
});
afterAll(() => site.close());

/** Texts on which PostgreSQL's text search parser takes quadratic time. */
const slowToIndex = ['_b'.repeat(24_000), 'a_'.repeat(50_000), '~/'.repeat(50_000), '<!--'.repeat(25_000)];

describe('text that is slow to index', () => {
  it.each(slowToIndex.map(markdown => [`${markdown.slice(0, 4)}…`, markdown]))(
    'is saved within the statement timeout: %s',
    async (_, markdown) => {
      const post = await begin(owner, { ...COMPLETE_POST, markdown });
      expect(post.markdown).toBe(markdown);
    },
  );

  it('is found by its other words but not by comments', async () => {
    const long = 'x_'.repeat(1000);
    const post = await begin(owner, {
      ...COMPLETE_POST,
      markdown: `A pelican ${long} and a heron. <!-- cormorant -->`,
    });
    await make(owner, post.id, 'publish');
    const found = async (q: string) => (await getApi<{ total: number }>(site, `/search?q=${q}`)).total;
    expect(await found('pelican')).toBe(1);
    expect(await found('heron')).toBe(1);
    expect(await found('cormorant')).toBe(0);
  });
});

describe('database connections', () => {
  it('of readers stay free while all writer connections are busy', async () => {
    const post = await begin(owner);
    const { version } = post;
    const holder = await site.db.$client.connect();
    await holder.query('begin');
    await holder.query('select 1 from posts where id = $1 for update', [post.id]);
    const saves = Array.from({ length: 15 }, (_, index) =>
      change(owner, post.id, { ...COMPLETE_POST, title: `Save ${index}`, version }),
    );
    const waiting = () =>
      site.db.$client.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%posts%'");
    await expect.poll(async () => (await waiting()).rowCount, { timeout: 10_000 }).toBe(3);
    for (const path of ['/blogs', '/session', '/search?q=tide']) await getApi(site, path, owner.cookie);
    await getApi(site, '/projects');
    expect((await site.http.app.inject('/readyz')).statusCode).toBe(200);
    expect((await waiting()).rowCount, 'writers still wait').toBe(3);
    await holder.query('commit');
    holder.release();
    const answers = await Promise.all(saves);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(14);
  });

  it('cancel request statements after ten seconds, but not job statements', async () => {
    const limit = async (purpose: 'reads' | 'writes' | 'jobs') => {
      const db = createDatabase(site.connectionString, purpose);
      const { rows } = await db.$client.query('show statement_timeout');
      await db.$client.end();
      return rows;
    };
    expect(await limit('reads')).toEqual([{ statement_timeout: '10s' }]);
    expect(await limit('writes')).toEqual([{ statement_timeout: '10s' }]);
    expect(await limit('jobs')).toEqual([{ statement_timeout: '0' }]);
  });
});

describe('saves by one account', () => {
  it('are limited to 60 a minute across posts and projects', async () => {
    const writer = await arrive();
    const post = await begin(writer);
    let { version } = post;
    for (let count = 1; count < 60; count += 1) {
      const saved = await change(writer, post.id, { title: `Title ${count}`, version });
      expect(saved.statusCode, saved.body).toBe(200);
      version += 1;
    }
    expectApiError(await change(writer, post.id, { title: 'One more', version }), 'TOO_MANY_REQUESTS');
    expectApiError(await postApi(site, '/projects', {}, { cookie: writer.cookie }), 'TOO_MANY_REQUESTS');
    await begin(owner);
  });
});
