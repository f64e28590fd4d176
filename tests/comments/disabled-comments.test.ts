import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommentPage, OwnComment } from '#features/comments/contract/schemas.ts';
import { expectApiError, getApi } from '../support/api-client.ts';
import { countJobs } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { insertComment, insertPost, insertProject } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
const { arrive, rows, send } = memberFixture(() => site);
let postId: number;
let owner: SignedInUser;
let lin: SignedInUser;
let grace: SignedInUser;
beforeAll(async () => {
  site = await createTestSite();
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
  lin = await arrive({ name: 'Lin' });
  grace = await arrive({ name: 'Grace' });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.$client.query('delete from comments; delete from emails; delete from pgboss.job');
  postId = await insertPost(site.db);
});

const conversation = (id = postId) => getApi<CommentPage>(site, `/blogs/${id}/reviews`);
const review = (who: { cookie: string }, body: string, parentId?: number) =>
  send(who, 'POST', `/blogs/${postId}/review`, { body, ...(parentId === undefined ? {} : { parentId }) });

describe('closed comments', () => {
  const setOpen = (who: { cookie: string }, enabled: boolean, what = `/blogs/${postId}`) =>
    send(who, 'PUT', `${what}/comment-settings`, { enabled });

  it('refuse comments and replies but keep existing ones', async () => {
    // An approved comment makes Lin a trusted commenter.
    await insertComment(site.db, { postId: await insertPost(site.db), authorId: lin.id, body: 'Before' });
    const first = (await review(lin, 'Well said.')).json<OwnComment>();
    await site.db.$client.query('delete from emails');
    expect((await conversation()).isOpen).toBe(true);
    expect((await setOpen(owner, false)).json()).toEqual({ enabled: false });
    for (const who of [grace, owner]) {
      const { message, fields } = expectApiError(await review(who, 'More', first.id), 'CONFLICT');
      expect([message, fields.body]).toEqual([expect.stringMatching(/^Comments are closed\./), message]);
      expectApiError(await review(who, 'Even more'), 'CONFLICT');
    }
    expect(await rows(`comments where post_id = ${postId}`)).toHaveLength(1);
    expect([await rows('emails'), await countJobs(site, 'comments.moderation_digest')]).toEqual([[], 0]);
    expect(await conversation()).toMatchObject({ isOpen: false, commentCount: 1, items: [{ body: 'Well said.' }] });
    // Authors can still edit or delete their comments.
    const edited = await send(lin, 'PUT', `/comments/${first.id}`, { body: 'Very well said.' });
    expect(edited.json()).toMatchObject({ body: 'Very well said.' });
    await setOpen(owner, true);
    expect((await review(grace, 'More')).statusCode).toBe(200);
  });

  it('apply to one item and can be set only by its writers', async () => {
    const other = await insertPost(site.db);
    expectApiError(await setOpen(grace, false), 'NOT_FOUND');
    const project = await insertProject(site.db, { authorId: grace.id });
    expectApiError(await setOpen(lin, false, `/projects/${project}`), 'NOT_FOUND');
    expect((await setOpen(grace, false, `/projects/${project}`)).statusCode).toBe(200);
    expectApiError(await send(lin, 'POST', `/projects/${project}/comments`, { body: 'Hello' }), 'CONFLICT');
    expect((await getApi<CommentPage>(site, `/projects/${project}/comments`)).isOpen).toBe(false);
    expect(await getApi(site, `/my-projects/${project}`, grace.cookie)).toMatchObject({ commentsEnabled: false });
    await setOpen(owner, false);
    expect([(await conversation()).isOpen, (await conversation(other)).isOpen]).toEqual([false, true]);
    expect(await getApi(site, `/my-blogs/${postId}`, owner.cookie)).toMatchObject({ commentsEnabled: false });
  });
});
