import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteExpired } from '#app/cleanup.ts';
import { runJob } from '#app/jobs.ts';
import { blog } from '#features/blog/feature.ts';
import { getApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { deleteAllUsers } from '../support/user-factory.ts';
import { postFixture } from '../support/post-fixture.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let now = NOON;
let owner: SignedInUser;
/** The length of the log before the test. */
let logged = 0;
const { arrive } = memberFixture(() => site);
const posts = postFixture(() => site);
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
beforeEach(async () => {
  now = NOON;
  await deleteAllUsers(site.db);
  await site.db.$client.query('delete from cleanup_clock');
  owner = await arrive({ role: 'owner' });
  logged = site.log.text().length;
});
afterAll(() => site.close());

const services = () => ({ ...site.http.services, log: site.log.log });
const [, purge] = blog.jobs;
const cleanUp = () => runJob(services(), purge, { data: {}, attempt: 1, isLastAttempt: false });
const pass = (hours: number) => (now = now.add({ hours }));

async function deletePost(): Promise<number> {
  const { id } = await posts.begin(owner);
  await site.db.$client.query('update posts set deleted_at = $1 where id = $2', [now.toString(), id]);
  return id;
}

async function exists(id: number): Promise<boolean> {
  const { rowCount } = await site.db.$client.query('select from posts where id = $1', [id]);
  return rowCount === 1;
}

async function readJump(): Promise<object | null> {
  // The clock moved past the end of the owner's session.
  await site.db.$client.query('update sessions set expires_at = $1', [now.add({ hours: 1 }).toString()]);
  return (await getApi<{ clockJump: object | null }>(site, '/dashboard/setup-checklist', owner.cookie)).clockJump;
}

const warnings = () => site.log.text().slice(logged).split('the clock moved by more than a week').length - 1;

describe('cleanup', () => {
  it('deletes old data with a correct clock', async () => {
    const id = await deletePost();
    await cleanUp();
    for (let day = 0; day < 31; day++) {
      pass(24);
      await cleanUp();
    }
    expect(await exists(id)).toBe(false);
    expect(warnings()).toBe(0);
    expect(await readJump()).toBeNull();
  });

  it('pauses for a day after the clock jumps ahead and logs it once', async () => {
    const id = await deletePost();
    await cleanUp();
    pass(24 * 40);
    await cleanUp();
    pass(23);
    await cleanUp();
    await deleteExpired(services());
    expect(await exists(id)).toBe(true);
    expect(warnings()).toBe(1);
    pass(1);
    await cleanUp();
    expect(await exists(id)).toBe(false);
  });

  it('deletes nothing when the clock is corrected within that day', async () => {
    const id = await deletePost();
    await cleanUp();
    pass(24 * 40);
    await cleanUp();
    expect(await readJump()).toEqual({ jumpedFrom: NOON.toString(), pausedUntil: now.add({ hours: 24 }).toString() });
    now = NOON.add({ hours: 2 });
    await cleanUp();
    pass(25);
    await cleanUp();
    expect(await exists(id)).toBe(true);
    expect(warnings()).toBe(2);
    expect(await readJump()).toBeNull();
  });

  it('continues after exactly a week', async () => {
    const id = await deletePost();
    pass(24 * 24);
    await cleanUp();
    pass(24 * 7);
    await cleanUp();
    expect(await exists(id)).toBe(false);
  });
});

it('keeps sessions that a wrong clock expired', async () => {
  await deleteExpired(services());
  const sessions = async () => (await site.db.$client.query('select from sessions')).rowCount;
  const before = await sessions();
  expect(before).toBeGreaterThan(0);
  pass(24 * 365);
  await deleteExpired(services());
  expect(await sessions()).toBe(before);
});
