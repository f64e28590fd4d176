import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendModerationDigest, cleanUpComments } from '#features/comments/jobs.ts';
import type { ModerationAction, ModeratedComment } from '#features/comments/contract/schemas.ts';
import type { Post } from '#features/blog/contract/public.ts';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { insertComment, insertPost } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let now = NOON;
const { arrive, rows, send } = memberFixture(() => site);
let postId: number;
let owner: SignedInUser;
let lin: SignedInUser;
let people: SignedInUser[];

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
  lin = await arrive({ name: 'Lin' });
  people = [await arrive({ name: 'Grace' }), await arrive({ name: 'Hedy' }), await arrive({ name: 'Joan' })];
});
afterAll(() => site.close());
beforeEach(async () => {
  now = NOON;
  await site.db.$client.query(
    'delete from comments; delete from emails; delete from rate_limits; delete from pgboss.job; delete from comment_digests',
  );
  postId = await insertPost(site.db);
});

const decide = (id: number, action: ModerationAction) => send(owner, 'POST', `/comments/${id}/moderation`, { action });
const countOf = async () => (await getApi<Post>(site, `/blogs/${postId}`)).commentCount;
const list = (query = '') =>
  getApi<{ items: ModeratedComment[]; total: number }>(site, `/comments${query}`, owner.cookie);
const waiting = () => getApi(site, '/comments/counts', owner.cookie);
const services = () => ({ ...site.http.services, log: site.log.log });
/** Adds a comment by Lin that is waiting for moderation. */
const held = async (body = 'Hello') =>
  (await send(lin, 'POST', `/blogs/${postId}/review`, { body })).json<{ id: number }>().id;

describe('approving', () => {
  it('publishes and counts the comment and notifies its author once', async () => {
    const id = await held();
    expect((await decide(id, 'approve')).json<ModeratedComment>()).toMatchObject({ id, state: 'published' });
    expect(await countOf()).toBe(1);
    const mails = await listEmailsTo(site, lin.email);
    expect(mails.map(({ template }) => template)).toEqual(['comment_approved']);
    // The link opens the page of the conversation that shows the comment.
    expect(mails[0]?.text).toContain(`?comment=${id}#comment-${id}`);
    // The owner, who just read it, gets no email about it.
    expect(await listEmailsTo(site, owner.email)).toEqual([]);
    await decide(id, 'unpublish');
    expect(await countOf()).toBe(0);
    await decide(id, 'approve');
    expect(await countOf()).toBe(1);
    expect(await listEmailsTo(site, lin.email)).toHaveLength(1);
  });

  it('publishes the author’s next comment immediately', async () => {
    await decide(await held(), 'approve');
    const next = await send(lin, 'POST', `/blogs/${postId}/review`, { body: 'And more' });
    expect(next.json()).toMatchObject({ state: 'published' });
  });

  it('a reply only then notifies the author of its parent', async () => {
    const [grace] = people as [SignedInUser];
    const first = await insertComment(site.db, { postId, authorId: grace.id, body: 'First' });
    const answer = await send(lin, 'POST', `/blogs/${postId}/review`, { body: 'Answer', parentId: first });
    expect(await listEmailsTo(site, grace.email)).toEqual([]);
    await decide(answer.json<{ id: number }>().id, 'approve');
    expect((await listEmailsTo(site, grace.email)).map(({ template }) => template)).toEqual(['comment_replied']);
  });

  it('sends the owner no email about a reply to them that they approved', async () => {
    const byOwner = await insertComment(site.db, { postId, authorId: owner.id, body: 'First' });
    const answer = await send(lin, 'POST', `/blogs/${postId}/review`, { body: 'Answer', parentId: byOwner });
    await decide(answer.json<{ id: number }>().id, 'approve');
    expect((await listEmailsTo(site, lin.email)).map(({ template }) => template)).toEqual(['comment_approved']);
    expect(await listEmailsTo(site, owner.email)).toEqual([]);
    await send(lin, 'POST', `/blogs/${postId}/review`, { body: 'Published immediately', parentId: byOwner });
    expect((await listEmailsTo(site, owner.email)).map(({ template }) => template)).toEqual(['comment_replied']);
  });

  it('a reply to a reply notifies the author of that reply, not of the first comment', async () => {
    const [grace, hedy] = people as [SignedInUser, SignedInUser];
    const first = await insertComment(site.db, { postId, authorId: hedy.id, body: 'First' });
    const reply = await insertComment(site.db, { postId, authorId: grace.id, body: 'Reply', parentId: first });
    const answer = await send(lin, 'POST', `/blogs/${postId}/review`, { body: 'Answer', parentId: reply });
    await decide(answer.json<{ id: number }>().id, 'approve');
    expect((await listEmailsTo(site, grace.email)).map(({ template }) => template)).toEqual(['comment_replied']);
    expect(await listEmailsTo(site, hedy.email)).toEqual([]);
  });

  it('happens once for simultaneous requests', async () => {
    const id = await held();
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(id, 'approve')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect([await countOf(), (await listEmailsTo(site, lin.email)).length]).toEqual([1, 1]);
  });
});

describe('removing', () => {
  it.each(['remove', 'mark_spam'] as const)(
    'by %s hides the comment, marks it as removed for its author, and can be undone',
    async how => {
      await decide(await held('Earlier'), 'approve');
      const id = await insertComment(site.db, { postId, authorId: lin.id, body: 'Oh' });
      await site.db.$client.query('update posts set comment_count = 2 where id = $1', [postId]);
      await decide(id, how);
      expect(await countOf()).toBe(1);
      const mine = await getApi<{ items: { state: string }[] }>(site, '/my-comments?state=removed', lin.cookie);
      expect(mine.items.map(({ state }) => state)).toEqual(['removed']);
      await decide(id, 'restore');
      expect(await countOf()).toBe(2);
      expect((await rows('comments')).find(row => row.id === id)).toMatchObject({
        state: 'published',
        removed_at: null,
      });
    },
  );

  it('can be undone to the previous state, even through spam', async () => {
    const id = await held();
    for (const decision of ['remove', 'mark_spam', 'restore'] as const)
      expect((await decide(id, decision)).statusCode).toBe(200);
    expect((await rows('comments')).find(row => row.id === id)?.state).toBe('pending');
    expect(await rows('emails')).toEqual([]);
  });

  it('rejects actions that aren’t possible in the state', async () => {
    const id = await held();
    for (const [decision, reason] of [
      ['unpublish', '“Unpublish” isn’t available for pending comments.'],
      ['restore', '“Restore” isn’t available for pending comments.'],
      ['dismiss_reports', '“Dismiss reports” isn’t available for comments without reports.'],
    ] as const) {
      const answer = await decide(id, decision);
      expectApiError(answer, 'CONFLICT');
      expect(answer.body).toContain(reason);
    }
    expectApiError(await decide(99_999_999, 'approve'), 'NOT_FOUND');
    expect((await list()).items.map(({ state }) => state)).toEqual(['pending']);
  });

  it('deletes text and name after 30 days, but keeps placeholders that have replies', async () => {
    const unanswered = await insertComment(site.db, { postId, authorId: lin.id, body: 'Gone' });
    const answered = await insertComment(site.db, { postId, authorId: lin.id, body: 'Place' });
    await insertComment(site.db, { postId, parentId: answered, authorName: 'A', body: 'Answer' });
    for (const id of [unanswered, answered]) await decide(id, 'remove');
    now = NOON.add({ hours: 24 * 30 });
    await cleanUpComments(services());
    expect(await rows('comments')).toHaveLength(3);
    now = now.add({ seconds: 1 });
    await cleanUpComments(services());
    await cleanUpComments(services());
    const left = await rows('comments');
    expect(left.map(({ body }) => String(body)).toSorted()).toEqual(['', 'Answer']);
    expect(left.find(row => row.id === answered)).toMatchObject({ author_id: null, state: 'removed' });
    now = NOON;
    expectApiError(await decide(answered, 'restore'), 'NOT_FOUND');
  });
});

describe('reports', () => {
  const report = (who: SignedInUser, id: number, reason = '') =>
    send(who, 'POST', `/comments/${id}/report`, { reason });

  it('by three people hold a comment, one per person', async () => {
    const id = await insertComment(site.db, { postId, authorId: lin.id, body: 'Rude' });
    await site.db.$client.query('update posts set comment_count = 1 where id = $1', [postId]);
    const [grace, hedy, joan] = people as [SignedInUser, SignedInUser, SignedInUser];
    for (let time = 0; time < 4; time++) expect((await report(grace, id, 'Rude')).statusCode).toBe(200);
    await report(hedy, id);
    expect([await waiting(), await countOf()]).toEqual([{ pending: 0, reported: 1 }, 1]);
    await report(joan, id, 'Spam');
    expect([await waiting(), await countOf()]).toEqual([{ pending: 1, reported: 1 }, 0]);
    expect((await list('?state=reported')).items).toMatchObject([
      { id, state: 'pending', reports: ['Rude', '', 'Spam'] },
    ]);
    expect(await rows('comment_reports')).toHaveLength(3);
    await decide(id, 'approve');
    expect([await waiting(), await countOf()]).toEqual([{ pending: 0, reported: 0 }, 1]);
    expect(await listEmailsTo(site, lin.email)).toEqual([]);
  });

  it('do not hold a comment by the owner', async () => {
    const id = await insertComment(site.db, { postId, authorId: owner.id, body: 'Mine' });
    for (const person of people) await report(person, id, 'Rude');
    expect((await list('?state=reported')).items).toMatchObject([{ id, state: 'published' }]);
    expect(await waiting()).toEqual({ pending: 0, reported: 1 });
  });

  it('dismissed by the owner do not count again', async () => {
    const id = await insertComment(site.db, { postId, authorId: lin.id, body: 'Fine' });
    const [grace, hedy, joan] = people as [SignedInUser, SignedInUser, SignedInUser];
    await report(grace, id);
    await report(hedy, id);
    expect((await decide(id, 'dismiss_reports')).json<ModeratedComment>().reports).toEqual([]);
    await report(joan, id);
    expect((await list('?state=pending')).items).toEqual([]);
  });

  it('on own or invisible comments and by visitors are refused', async () => {
    const own = await insertComment(site.db, { postId, authorId: lin.id, body: 'Mine' });
    const unseen = await insertComment(site.db, { postId, authorName: 'A', body: 'Held', state: 'pending' });
    expectApiError(await report(lin, own), 'CONFLICT');
    expectApiError(await report(lin, unseen), 'NOT_FOUND');
    expectApiError(await report({ ...lin, cookie: '' }, own), 'UNAUTHORIZED');
    expectApiError(await report(lin, unseen, 'x'.repeat(201)), 'BAD_REQUEST');
    expect(await rows('comment_reports')).toEqual([]);
    expect(await countJobs(site, 'comments.moderation_digest')).toBe(0);
  });
});

describe('moderation digest', () => {
  it('covers everything since the last one, hourly at most', async () => {
    await held('One');
    await held('Two');
    expect(await countJobs(site, 'comments.moderation_digest')).toBe(1);
    await sendModerationDigest(services());
    const [mail] = await listEmailsTo(site, owner.email);
    expect(mail).toMatchObject({ template: 'comments_pending_review' });
    expect(mail?.text).toContain('2 comments to approve');
    await sendModerationDigest(services());
    expect(await listEmailsTo(site, owner.email)).toHaveLength(1);

    await site.db.$client.query('delete from pgboss.job');
    now = NOON.add({ minutes: 10 });
    await held('Three');
    const [job] = await rows('pgboss.job');
    expect(job?.start_after).toEqual(new Date('2026-11-20T13:00:00Z'));
    now = NOON.add({ minutes: 60 });
    await sendModerationDigest(services());
    const [second] = await listEmailsTo(site, owner.email);
    expect(second?.text).toContain('1 comment to approve');
  });

  it('is not sent when nothing is waiting', async () => {
    await decide(await held(), 'mark_spam');
    await sendModerationDigest(services());
    expect(await listEmailsTo(site, owner.email)).toEqual([]);
    expect(await rows('comment_digests')).toEqual([]);
  });
});

describe('moderation list', () => {
  it('shows waiting comments first and can be filtered and searched', async () => {
    const waits = await held('Wait for me');
    const shown = await insertComment(site.db, {
      postId,
      authorName: 'Ada 100%',
      body: 'Published',
      createdAt: new Date('2030-01-01T12:00:00Z'),
    });
    const spam = await insertComment(site.db, {
      postId,
      createdAt: new Date('2030-01-02T12:00:00Z'),
      authorId: lin.id,
      body: 'Away',
      state: 'spam',
      removedAt: new Date(),
    });
    const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);
    expect(await ids('')).toEqual([waits, spam, shown]);
    expect(await ids('?sort=oldest')).toEqual([waits, shown, spam]);
    expect(await ids('?state=needs_review')).toEqual([waits]);
    expect(await ids('?state=spam')).toEqual([spam]);
    expect(await ids('?search=100%25')).toEqual([shown]);
    expect(await ids(`?search=${encodeURIComponent(lin.email)}&sort=newest`)).toEqual([spam, waits]);
    expect((await list('?search=nothing')).total).toBe(0);
    // Imported comments have newer IDs but older dates.
    const imported = await insertComment(site.db, {
      postId,
      body: 'From the old site',
      state: 'pending',
      approvedAt: null,
      createdAt: new Date('2019-05-01T12:00:00Z'),
    });
    expect(await ids('?state=needs_review')).toEqual([waits, imported]);
    expect((await list()).items[0]).toMatchObject({ author: { name: 'Lin', email: lin.email } });
  });

  it('is limited to the owner', async () => {
    const id = await held();
    for (const path of ['/comments', '/comments/counts']) {
      expectApiError(await requestApi(site, path, lin.cookie), 'FORBIDDEN');
      expectApiError(await requestApi(site, path), 'UNAUTHORIZED');
    }
    expectApiError(await send(lin, 'POST', `/comments/${id}/moderation`, { action: 'approve' }), 'FORBIDDEN');
    expect(await countOf()).toBe(0);
  });
});
