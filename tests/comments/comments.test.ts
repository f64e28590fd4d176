import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommentPage, OwnComment } from '#features/comments/contract/schemas.ts';
import type { Post } from '#features/blog/contract/public.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { insertComment, insertPost, insertProject } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let now = NOON;
const { arrive, rows, send } = memberFixture(() => site);
let postId: number;
let owner: SignedInUser;
let lin: SignedInUser;
let grace: SignedInUser;

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
  lin = await arrive({ name: 'Lin' });
  grace = await arrive({ name: 'Grace' });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = NOON;
  await site.db.$client.query(
    'delete from comments; delete from emails; delete from rate_limits; delete from pgboss.job',
  );
  postId = await insertPost(site.db);
});

const conversation = (id = postId) => getApi<CommentPage>(site, `/blogs/${id}/reviews`);
const bodies = async () => (await conversation()).items.map(({ body }) => body);
const countOf = async () => (await getApi<Post>(site, `/blogs/${postId}`)).commentCount;
const review = (who: { cookie: string }, body: string, parentId?: number) =>
  send(who, 'POST', `/blogs/${postId}/review`, { body, ...(parentId === undefined ? {} : { parentId }) });
/** Makes a user trusted by approving an earlier comment of theirs. */
const trust = async ({ id }: SignedInUser) => {
  const other = await insertPost(site.db);
  await insertComment(site.db, { postId: other, authorId: id, body: 'Before' });
};

describe('member’s comment', () => {
  it('is held if it is their first, invisible to others', async () => {
    const answer = await review(lin, '  Well said.\r\n ');
    expect(answer.statusCode).toBe(200);
    expect(answer.json<OwnComment>()).toMatchObject({ state: 'pending', body: 'Well said.', parentId: null });
    expect([await bodies(), (await conversation()).commentCount, await countOf()]).toEqual([[], 0, 0]);
    expect(await countJobs(site, 'comments.moderation_digest')).toBe(1);
    expect(await rows('emails')).toEqual([]);
    const mine = await getApi<{ items: OwnComment[] }>(site, `/my-comments?postId=${postId}`, lin.cookie);
    expect(mine.items).toMatchObject([{ state: 'pending', subject: { kind: 'post', title: 'A test post' } }]);
    expect((await getApi<{ items: OwnComment[] }>(site, '/my-comments', grace.cookie)).items).toEqual([]);
  });

  it('shows its author that it is held or removed', async () => {
    const waits = await insertComment(site.db, { postId, authorId: lin.id, body: 'First', state: 'pending' });
    const removed = await insertComment(site.db, {
      postId,
      authorId: lin.id,
      body: 'Second',
      state: 'removed',
      removedAt: new Date(now.epochMilliseconds),
    });
    for (const parentId of [waits, removed])
      await insertComment(site.db, { postId, authorId: lin.id, body: 'A', parentId });
    expect((await conversation()).items).toMatchObject([
      { id: waits, pending: true, body: null, author: null, replies: [{ pending: false, body: 'A' }] },
      { id: removed, pending: false, body: null, author: null },
    ]);
  });

  it('is published immediately for a trusted member, with one email to the owner', async () => {
    await trust(lin);
    expect((await review(lin, 'Well said.')).json<OwnComment>().state).toBe('published');
    expect(await conversation()).toMatchObject({
      commentCount: 1,
      total: 1,
      items: [{ author: { name: 'Lin', designation: '', avatar: null }, body: 'Well said.', replies: [] }],
    });
    expect(await countOf()).toBe(1);
    expect(await listEmailsTo(site, owner.email)).toMatchObject([{ template: 'comment_received' }]);
    expect(await rows('emails')).toHaveLength(1);
    expect(await countJobs(site, 'comments.moderation_digest')).toBe(0);
  });

  it.each([
    ['with two links', 'https://a.example and https://b.example', 'pending'],
    ['with one link', 'https://a.example', 'published'],
  ])('by a trusted member %s is %s', async (_what, body, state) => {
    await trust(lin);
    expect((await review(lin, body)).json<OwnComment>().state).toBe(state);
  });

  it('is held again after spam', async () => {
    await trust(lin);
    const at = new Date();
    await insertComment(site.db, { postId, authorId: lin.id, body: 'Buy', state: 'spam', removedAt: at });
    expect((await review(lin, 'Hello')).json<OwnComment>().state).toBe('pending');
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['more than 2,000 characters', 'x'.repeat(2001)],
    ['a zero byte', 'a\0b'],
    ['an escape character', 'a\u001b[31m'],
  ])('with %s is rejected and not stored', async (_what, body) => {
    const { fields } = expectApiError(await review(lin, body), 'BAD_REQUEST');
    expect(Object.keys(fields)).toEqual(['body']);
    expect(await rows('comments')).toEqual([]);
  });

  it('posted twice is stored once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => review(lin, 'Well said.')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409,
    ]);
    expectApiError(await review(lin, 'well  SAID.'), 'CONFLICT');
    expect(await rows('comments')).toHaveLength(1);
    expect((await review(grace, 'Well said.')).statusCode).toBe(200);
  });

  it('sent again with its idempotency key gets the first response, as when that is lost', async () => {
    const comment = { body: 'Well said.', idempotencyKey: crypto.randomUUID() };
    const answers = [1, 2].map(() => send(lin, 'POST', `/blogs/${postId}/review`, comment));
    const [first, second] = await Promise.all(answers);
    expect([first?.statusCode, second?.json()]).toEqual([200, first?.json()]);
    expect(await rows('comments')).toHaveLength(1);
  });

  it('is limited to ten an hour, except for owner and authors', async () => {
    for (let number = 0; number < 10; number++) expect((await review(lin, `Number ${number}`)).statusCode).toBe(200);
    const { headers } = await review(lin, 'Number 10');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await rows('comments')).toHaveLength(10);
    for (let number = 0; number < 11; number++) expect((await review(owner, `Number ${number}`)).statusCode).toBe(200);
    now = NOON.add({ minutes: 61 });
    expect((await review(lin, 'Later')).statusCode).toBe(200);
  });

  it('is possible on public projects but not on unpublished content', async () => {
    const id = await insertProject(site.db);
    expect((await send(lin, 'POST', `/projects/${id}/comments`, { body: 'Nice' })).statusCode).toBe(200);
    const draft = await insertPost(site.db, { status: 'draft', publishedAt: null });
    for (const path of [`/blogs/${draft}/review`, '/blogs/99999999/review', '/projects/nothing/comments']) {
      expectApiError(await send(lin, 'POST', path, { body: 'Nice' }), 'NOT_FOUND');
    }
    for (const path of [`/blogs/${draft}/reviews`, '/comments/post/nothing', '/projects/nothing/comments']) {
      expectApiError(await requestApi(site, path), 'NOT_FOUND');
    }
    expect(await rows('comments')).toHaveLength(1);
  });

  it('requires a session and rejects extra fields', async () => {
    expectApiError(await postApi(site, `/blogs/${postId}/review`, { body: 'x' }), 'UNAUTHORIZED');
    const forged = await send(lin, 'POST', `/blogs/${postId}/review`, {
      body: 'x',
      state: 'published',
      authorId: grace.id,
    });
    expect(Object.keys(expectApiError(forged, 'BAD_REQUEST').fields).toSorted()).toEqual(['authorId', 'state']);
    expect(await rows('comments')).toEqual([]);
  });
});

describe('reply', () => {
  it('appears one level below its comment and notifies its author', async () => {
    await trust(lin);
    await trust(grace);
    const first = (await review(lin, 'First')).json<OwnComment>();
    const second = (await review(grace, 'Second', first.id)).json<OwnComment>();
    const third = (await review(owner, 'Third', second.id)).json<OwnComment>();
    expect(third.parentId).toBe(first.id);
    const { items, commentCount, total } = await conversation();
    expect([commentCount, total]).toEqual([3, 1]);
    expect(items[0]?.replies.map(({ body }) => body)).toEqual(['Second', 'Third']);
    expect(items[0]?.replies[1]?.author?.designation).toBe('Site owner');
    expect((await listEmailsTo(site, lin.email)).map(({ template }) => template)).toEqual(['comment_replied']);
    expect((await listEmailsTo(site, grace.email)).map(({ template }) => template)).toEqual(['comment_replied']);
    expect((await listEmailsTo(site, owner.email)).map(({ template }) => template)).toEqual([
      'comment_received',
      'comment_received',
    ]);
  });

  it('to a held, missing or foreign comment is refused', async () => {
    const held = await insertComment(site.db, { postId, authorId: lin.id, body: 'Held', state: 'pending' });
    const other = await insertComment(site.db, {
      postId: await insertPost(site.db),
      authorName: 'A',
      body: 'Elsewhere',
    });
    for (const parentId of [held, other, 99_999_999]) {
      expectApiError(await review(grace, 'Answer', parentId), 'NOT_FOUND');
    }
    expect(await countOf()).toBe(0);
  });

  it('sends no email to users who opted out', async () => {
    await trust(lin);
    await trust(grace);
    const { id } = (await review(lin, 'First')).json<OwnComment>();
    expect(
      (await send(lin, 'PUT', '/my-comments/notification-settings', { emailNotifications: false })).json(),
    ).toEqual({
      emailNotifications: false,
    });
    await review(grace, 'Second', id);
    expect(await listEmailsTo(site, lin.email)).toEqual([]);
    expect(await getApi(site, '/my-comments/notification-settings', lin.cookie)).toEqual({ emailNotifications: false });
    await send(lin, 'PUT', '/my-comments/notification-settings', { emailNotifications: true });
  });
});

describe('editing a comment', () => {
  it('is possible for 15 minutes and marked', async () => {
    await trust(lin);
    const { id, editDeadline } = (await review(lin, 'First')).json<OwnComment>();
    expect(editDeadline).toBe('2026-11-20T12:15:00.000Z');
    now = NOON.add({ minutes: 15 });
    expect((await send(lin, 'PUT', `/comments/${id}`, { body: 'Better' })).statusCode).toBe(200);
    expect((await conversation()).items).toMatchObject([{ body: 'Better', editedAt: '2026-11-20T12:15:00.000Z' }]);
    now = now.add({ milliseconds: 1 });
    const { fields } = expectApiError(await send(lin, 'PUT', `/comments/${id}`, { body: 'Best' }), 'CONFLICT');
    expect(fields.body).toMatch(/15 minutes/);
    expect(await bodies()).toEqual(['Better']);
  });

  it('is moderated again and updates the count', async () => {
    await trust(lin);
    const { id } = (await review(lin, 'First')).json<OwnComment>();
    const edit = await send(lin, 'PUT', `/comments/${id}`, { body: 'https://a.example https://b.example' });
    expect(edit.json<OwnComment>().state).toBe('pending');
    expect([await bodies(), await countOf(), await countJobs(site, 'comments.moderation_digest')]).toEqual([[], 0, 1]);
    await send(lin, 'PUT', `/comments/${id}`, { body: 'Harmless' });
    expect(await bodies()).toEqual([]);
  });

  it('is limited to its author and not possible after removal', async () => {
    const id = await insertComment(site.db, { postId, authorId: lin.id, body: 'Mine' });
    for (const other of [grace, owner]) {
      expectApiError(await send(other, 'PUT', `/comments/${id}`, { body: 'Yours' }), 'NOT_FOUND');
    }
    const removedState = { state: 'removed', removedAt: new Date() } as const;
    const removed = await insertComment(site.db, { postId, authorId: lin.id, body: 'Gone', ...removedState });
    expectApiError(await send(lin, 'PUT', `/comments/${removed}`, { body: 'Back' }), 'CONFLICT');
    expect(await bodies()).toEqual(['Mine']);
  });
});

describe('deleting a comment', () => {
  it('is possible any time and updates the count', async () => {
    await trust(lin);
    const { id } = (await review(lin, 'First')).json<OwnComment>();
    now = NOON.add({ hours: 24 * 6 });
    expect((await send(lin, 'DELETE', `/comments/${id}`)).json()).toEqual({ deleted: true });
    expect([await bodies(), await countOf()]).toEqual([[], 0]);
    expect((await rows('comments')).filter(row => row.id === id)).toEqual([]);
    expectApiError(await send(lin, 'DELETE', `/comments/${id}`), 'NOT_FOUND');
  });

  it('keeps an empty placeholder while there are replies', async () => {
    const id = await insertComment(site.db, { postId, authorId: lin.id, body: 'My secret' });
    await insertComment(site.db, { postId, parentId: id, authorId: grace.id, body: 'Answer' });
    await send(lin, 'DELETE', `/comments/${id}`);
    const { items, commentCount } = await conversation();
    expect(items).toMatchObject([{ author: null, body: null, replies: [{ body: 'Answer' }] }]);
    expect(commentCount).toBe(1);
    expect(JSON.stringify(await rows('comments'))).not.toContain('My secret');
    expect((await rows('comments')).find(row => row.id === id)).toMatchObject({ author_id: null, state: 'removed' });
  });

  it('is limited to its author and the owner', async () => {
    const id = await insertComment(site.db, { postId, authorId: lin.id, body: 'Mine' });
    expectApiError(await send(grace, 'DELETE', `/comments/${id}`), 'NOT_FOUND');
    expectApiError(await postApi(site, `/comments/${id}`, {}, { method: 'DELETE' }), 'UNAUTHORIZED');
    expect(await bodies()).toEqual(['Mine']);
    expect((await send(owner, 'DELETE', `/comments/${id}`)).statusCode).toBe(200);
    expect((await rows('comments')).find(row => row.id === id)).toMatchObject({ state: 'removed', body: 'Mine' });
  });
});

describe('long thread', () => {
  it('is paginated, oldest first', async () => {
    for (let number = 1; number <= 25; number++) {
      await insertComment(site.db, { postId, authorName: 'A', body: String(number) });
    }
    const page = (number: number) => getApi<CommentPage>(site, `/blogs/${postId}/reviews?page=${number}`);
    const [one, two] = [await page(1), await page(2)];
    expect([one.total, one.commentCount, one.items.length, two.items.length]).toEqual([25, 25, 20, 5]);
    const all = [...one.items, ...two.items].map(({ body }) => Number(body));
    expect(all).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });
});

describe('deleted account', () => {
  it('leaves only its published comments, without a name', async () => {
    const joan = await arrive({ name: 'Joan' });
    const shown = await insertComment(site.db, { postId, authorId: joan.id, body: 'Read by all' });
    await insertComment(site.db, { postId, authorId: joan.id, body: 'Held', state: 'pending' });
    const copy = (await requestApi(site, '/profile/export', joan.cookie)).json<Record<string, object[]>>();
    expect(copy.comments?.map(comment => ({ ...comment }))).toMatchObject([{ body: 'Read by all' }, { body: 'Held' }]);
    const deletion = await send(joan, 'DELETE', '/profile', { password: 'tide-gauge-42' });
    expect(deletion.statusCode, deletion.body).toBe(200);
    expect((await conversation()).items).toMatchObject([{ id: shown, author: null, body: 'Read by all' }]);
    expect(await rows('comments')).toHaveLength(1);
  });
});
