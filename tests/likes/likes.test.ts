import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LikeStatus } from '#features/likes/contract.ts';
import { invalidateLikeCounts } from '#features/likes/jobs.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { countJobs } from '../support/emails.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { getResponseCookies } from '../support/user-factory.ts';
import { insertPost, insertProject } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { listenForTags } from '#tests/support/fresh-pages.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let now = NOON;
const { arrive, rows, send } = memberFixture(() => site);
let postId: number;
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = NOON;
  await site.db.$client.query('delete from likes; delete from rate_limits; delete from pgboss.job');
  postId = await insertPost(site.db, { likes: 10 });
});

const path = () => `/blogs/${postId}/like`;
const put = (cookie?: string, remoteAddress = '203.0.113.9') =>
  postApi(site, path(), {}, { method: 'PUT', remoteAddress, ...(cookie ? { cookie } : {}) });
/** Sends a like with another user agent. */
const putBy = (browser: string, remoteAddress = '203.0.113.9') =>
  site.http.app.inject({
    method: 'PUT',
    url: `/api/v1${path()}`,
    payload: {},
    remoteAddress,
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': browser },
  });
const take = (cookie: string) => postApi(site, path(), {}, { method: 'DELETE', cookie });
const readStatus = (cookie?: string) => getApi<LikeStatus>(site, path(), cookie);

describe('visitor', () => {
  it('likes once, by an HTTP-only cookie stored hashed', async () => {
    const first = await put();
    expect(first.json()).toEqual({ likes: 11, liked: true });
    const [cookie] = first.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 365 * 24 * 3600 });
    expect(JSON.stringify(await rows('likes'))).not.toContain(cookie?.value);
    const again = await put(getResponseCookies(first));
    expect([again.json(), again.cookies]).toEqual([{ likes: 11, liked: true }, []]);
    expect(await readStatus(getResponseCookies(first))).toEqual({ likes: 11, liked: true });
    expect(await readStatus()).toEqual({ likes: 11, liked: false });
  });

  it('gets no cookie for reading', async () => {
    expect((await requestApi(site, path())).cookies).toEqual([]);
    expect(await rows('likes')).toEqual([]);
  });

  it('counts once for simultaneous likes', async () => {
    const cookie = getResponseCookies(await put());
    await take(cookie);
    await site.db.$client.query('delete from rate_limits');
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(cookie)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect([(await readStatus()).likes, (await rows('likes')).length]).toEqual([11, 1]);
  });

  it('counts once for a double press without a cookie', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => put()));
    expect(answers.map(answer => answer.json<LikeStatus>())).toEqual(
      Array.from({ length: 8 }, () => ({ likes: 11, liked: true })),
    );
    const [cookie = '', ...others] = new Set(answers.map(getResponseCookies));
    expect(others).toEqual([]);
    expect((await take(cookie)).json()).toEqual({ likes: 10, liked: false });
    // The clock moves to the next ten-second window in between.
    now = NOON.add({ milliseconds: 9900 });
    const first = await put();
    now = NOON.add({ milliseconds: 10_100 });
    expect(getResponseCookies(await put())).toBe(getResponseCookies(first));
    expect([(await readStatus()).likes, (await rows('likes')).length]).toEqual([11, 1]);
  });

  it('counts separately in another browser, network or half a minute later', async () => {
    const one = await put();
    const others = [await putBy('Another browser'), await put(undefined, '203.0.113.10')];
    now = NOON.add({ seconds: 30 });
    others.push(await put());
    expect(others.map(answer => answer.json<LikeStatus>().likes)).toEqual([12, 13, 14]);
    expect(new Set([one, ...others].map(getResponseCookies)).size).toBe(4);
  });

  it('can unlike once', async () => {
    const cookie = getResponseCookies(await put());
    expect((await take(cookie)).json()).toEqual({ likes: 10, liked: false });
    expect((await take(cookie)).json()).toEqual({ likes: 10, liked: false });
  });

  it('is limited per network', async () => {
    const codes: number[] = [];
    for (let number = 0; number < 22; number++) codes.push((await putBy(`Browser ${number}`)).statusCode);
    expect(codes.filter(code => code === 200)).toHaveLength(20);
    expect(codes.slice(20)).toEqual([429, 429]);
    expect((await readStatus()).likes).toBe(30);
    expect((await put(undefined, '203.0.113.10')).statusCode).toBe(200);
  });
});

describe('signed-in user', () => {
  it('counts once on any device', async () => {
    const lin = await arrive();
    expect((await put(lin.cookie)).json()).toEqual({ likes: 11, liked: true });
    expect((await put(lin.cookie, '203.0.113.10')).json()).toEqual({ likes: 11, liked: true });
    expect(await rows('likes')).toMatchObject([{ user_id: lin.id, visitor_hash: null, post_id: postId }]);
  });

  it('does not count again in a browser that liked before', async () => {
    const lin = await arrive();
    const visitor = getResponseCookies(await put());
    expect((await put(`${lin.cookie}; ${visitor}`)).json()).toEqual({ likes: 11, liked: true });
    expect((await take(`${lin.cookie}; ${visitor}`)).json()).toEqual({ likes: 10, liked: false });
  });

  it('exports their likes, which are deleted with the account', async () => {
    const lin = await arrive();
    await put(lin.cookie);
    const copy = (await requestApi(site, '/profile/export', lin.cookie)).json<{ likes: object[] }>();
    expect(copy.likes).toMatchObject([{ postId, projectId: null }]);
    await send(lin, 'DELETE', '/profile', { password: 'tide-gauge-42' });
    expect([(await readStatus()).likes, await rows('likes')]).toEqual([10, []]);
  });
});

describe('likes', () => {
  it('are limited to public content', async () => {
    const project = await insertProject(site.db, { likes: 3 });
    const liked = await postApi(site, `/projects/${project}/like`, {}, { method: 'PUT' });
    expect(liked.json()).toEqual({ likes: 4, liked: true });
    const draft = await insertPost(site.db, { status: 'draft', publishedAt: null });
    for (const other of [`/blogs/${draft}/like`, '/blogs/99999999/like', '/projects/nothing/like']) {
      expectApiError(await postApi(site, other, {}, { method: 'PUT' }), 'NOT_FOUND');
      expectApiError(await requestApi(site, other), 'NOT_FOUND');
    }
    expect(await rows('likes')).toHaveLength(1);
  });

  it('update cached pages once for many likes', async () => {
    for (let number = 0; number < 5; number++) await putBy(`Browser ${number}`);
    // One for the post's page, and one for the lists sorted by likes.
    expect(await countJobs(site, 'likes.invalidate_counts')).toBe(2);
    const heard: string[] = [];
    const stop = await listenForTags(site, tag => heard.push(tag));
    await invalidateLikeCounts(site, { data: { tag: 'post:1' } });
    await expect.poll(() => heard).toEqual(['post:1']);
    await stop();
  });
});
