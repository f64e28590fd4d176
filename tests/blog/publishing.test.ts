import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postsPersonalData } from '#features/blog/queries/personal-data.ts';
import { publishScheduledPostsJob, deleteExpiredPostsJob } from '#features/blog/jobs.ts';
import { posts } from '#features/blog/tables.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { COMPLETE_POST, postFixture } from '../support/post-fixture.ts';

let site: TestSite;
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const { arrive, rows } = memberFixture(() => site);
const { begin, draft, make, applyTransition, remove, restore, save } = postFixture(() => site);
let owner: SignedInUser;
let author: SignedInUser;
let member: SignedInUser;
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
  author = await arrive({ role: 'author', name: 'Hedy Kiesler' });
  member = await arrive({ name: 'Grace Murray' });
});
beforeEach(async () => {
  now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  await deleteAllWriting(site.db);
});
afterAll(() => site.close());

const isPublic = async (slug: string) => (await requestApi(site, `/blog/${slug}`)).statusCode === 200;
const jobServices = () => ({ ...site.http.services, log: site.log.log, now: () => now });
const noMails = async () => expect(await rows('emails')).toEqual([]);

describe('member', () => {
  it('submits a post that the owner publishes, with one email each', async () => {
    const { id, slug } = await begin(member);
    expectApiError(await applyTransition(member, id, 'publish'), 'CONFLICT');
    expectApiError(await applyTransition(member, id, 'schedule', { publishAt: '2026-12-01T12:00:00Z' }), 'CONFLICT');
    await noMails();
    expect(await make(member, id, 'submit')).toMatchObject({ status: 'in_review' });
    expectApiError(await applyTransition(member, id, 'submit'), 'CONFLICT');
    const [email] = await listEmailsTo(site, owner.email);
    expect(email?.text).toContain('Grace Murray submitted “Reading a tide table” for review');
    expect(await isPublic(slug)).toBe(false);
    await make(owner, id, 'publish');
    expect(await isPublic(slug)).toBe(true);
    expect((await listEmailsTo(site, member.email)).map(({ template }) => template)).toEqual(['entry_published']);
    expect(await rows('emails')).toHaveLength(2);
  });

  it('gets a post back with a note, and nothing is lost', async () => {
    const { id } = await begin(member);
    await make(member, id, 'submit');
    await make(owner, id, 'request_changes', { message: 'Say where.' });
    expect(await draft(member, id)).toMatchObject({ ...COMPLETE_POST, status: 'draft', submittedAt: null });
    const [mail] = await listEmailsTo(site, member.email);
    expect(mail?.text).toContain('Say where.');
  });

  it('sees the note while editing, until the post is submitted again', async () => {
    const { id } = await begin(member);
    const note = async () => (await draft(member, id)).requestedChanges;
    expect(await note()).toBeNull();
    await make(member, id, 'submit');
    await make(owner, id, 'request_changes', { message: 'Say where.' });
    const requested = {
      note: 'Say where.',
      requestedBy: 'Ada Byron',
      requestedAt: now.toString({ fractionalSecondDigits: 3 }),
    };
    expect(await note()).toEqual(requested);
    await save(member, id, { title: 'At the quay' });
    expect(await note()).toEqual(requested);
    expect(await make(member, id, 'submit')).toMatchObject({ requestedChanges: null });
    await make(owner, id, 'request_changes');
    expect(await note()).toEqual({ ...requested, note: '' });
    await make(owner, id, 'publish');
    expect(await note()).toBeNull();
    expect(JSON.stringify(await getApi(site, `/blog/${(await draft(member, id)).slug}`))).not.toContain('Say where.');
  });

  it('withdraws a submission', async () => {
    const { id } = await begin(member);
    await make(member, id, 'submit');
    expect(await make(member, id, 'withdraw')).toMatchObject({ status: 'draft' });
    expectApiError(await applyTransition(member, id, 'withdraw'), 'CONFLICT');
  });

  it('changes a published post only after review', async () => {
    const { id, slug } = await begin(member);
    await make(owner, id, 'publish');
    await save(member, id, { title: 'Changed' });
    expectApiError(await applyTransition(member, id, 'publish'), 'CONFLICT');
    expect(await make(member, id, 'submit')).toMatchObject({ status: 'published', hasUnpublishedChanges: true });
    expect(await getApi(site, `/blog/${slug}`)).toMatchObject({ title: COMPLETE_POST.title });
    const waiting = await getApi<{ items: { id: number }[] }>(site, '/my-blogs?status=in_review', owner.cookie);
    expect(waiting.items.map(item => item.id)).toEqual([id]);
    await make(owner, id, 'publish');
    expect(await getApi(site, `/blog/${slug}`)).toMatchObject({ title: 'Changed' });
  });

  it('cannot submit a post without text', async () => {
    const { id } = await begin(member, { title: 'Only a title' });
    expectApiError(await applyTransition(member, id, 'submit'), 'BAD_REQUEST');
    await noMails();
  });

  it('cannot transition other people’s posts', async () => {
    const { id } = await begin(author);
    for (const name of ['submit', 'publish', 'archive'] as const) {
      expectApiError(await applyTransition(member, id, name), 'NOT_FOUND');
    }
  });
});

describe('author', () => {
  it('publishes without review or emails', async () => {
    const { id, slug } = await begin(author);
    await make(author, id, 'publish');
    expect(await isPublic(slug)).toBe(true);
    await noMails();
    const post = await getApi<{ author: object; publishedAt: string }>(site, `/blog/${slug}`);
    expect(post).toMatchObject({
      author: { name: 'Hedy Kiesler', role: 'Guest author' },
      publishedAt: '2026-11-20T12:00:00.000Z',
    });
  });

  it('republishes an archived post under its first date', async () => {
    const { id, slug } = await begin(author);
    await make(author, id, 'publish');
    now = now.add({ hours: 48 });
    expect(await make(author, id, 'archive')).toMatchObject({ status: 'archived' });
    expect(await isPublic(slug)).toBe(false);
    expect(await make(author, id, 'unarchive')).toMatchObject({ status: 'draft' });
    await make(author, id, 'publish');
    expect(await draft(author, id)).toMatchObject({ publishedAt: '2026-11-20T12:00:00.000Z' });
  });

  it('can set a past but not a future publication date', async () => {
    const { id } = await begin(author);
    expectApiError(await applyTransition(author, id, 'publish', { publishAt: '2026-11-20T12:00:01Z' }), 'BAD_REQUEST');
    expect(await make(author, id, 'publish', { publishAt: '2024-02-29T08:00:00Z' })).toMatchObject({
      publishedAt: '2024-02-29T08:00:00.000Z',
    });
  });

  it('is shown under their current name', async () => {
    const hedy = await arrive({ role: 'author', name: 'Hedy Kiesler' });
    const { id, slug } = await begin(hedy);
    await make(hedy, id, 'publish');
    await site.db.$client.query(`update users set name = 'Hedy Lamarr' where id = $1`, [hedy.id]);
    expect(await getApi(site, `/blog/${slug}`)).toMatchObject({ author: { name: 'Hedy Lamarr' } });
  });
});

describe('scheduled post', () => {
  it('appears at its time and not earlier', async () => {
    const { id, slug } = await begin(author);
    const at = '2026-11-25T08:30:00Z';
    expect(await make(author, id, 'schedule', { publishAt: at })).toMatchObject({
      status: 'scheduled',
      scheduledFor: '2026-11-25T08:30:00.000Z',
    });
    const jobs = await rows(`pgboss.job where name = 'blog.publish'`);
    expect(jobs.map(job => job.start_after)).toEqual([new Date(at)]);
    now = Temporal.Instant.from('2026-11-25T08:29:59.999Z');
    await publishScheduledPostsJob(jobServices());
    expect(await isPublic(slug)).toBe(false);
    now = Temporal.Instant.from('2026-11-25T08:31:00Z');
    await Promise.all([publishScheduledPostsJob(jobServices()), publishScheduledPostsJob(jobServices())]);
    expect(await getApi(site, `/blog/${slug}`)).toMatchObject({ publishedAt: '2026-11-25T08:30:00.000Z' });
    const published = await rows(`post_revisions where reason = 'published'`);
    expect(published).toHaveLength(1);
  });

  it('appears with 200 others of the same time', async () => {
    const { id } = await begin(author);
    await make(author, id, 'schedule', { publishAt: '2026-11-25T08:30:00Z' });
    const [scheduled] = await site.db.select().from(posts).where(eq(posts.id, id));
    if (!scheduled) expect.unreachable();
    const { id: _, ...columns } = scheduled;
    const others = Array.from({ length: 200 }, (__, i) => ({ ...columns, slug: `tide-${i}`, markdown: `Tide ${i}.` }));
    await site.db.insert(posts).values(others);
    expect(await rows(`posts where status = 'scheduled'`)).toHaveLength(201);
    now = Temporal.Instant.from('2026-11-25T08:31:00Z');
    await publishScheduledPostsJob(jobServices());
    expect(await rows(`posts where status = 'scheduled'`)).toEqual([]);
    expect(await isPublic('tide-199')).toBe(true);
  });

  it('can be edited, postponed and unscheduled', async () => {
    const { id, slug } = await begin(author);
    await make(author, id, 'schedule', { publishAt: '2026-11-25T08:30:00Z' });
    await save(author, id, { markdown: 'Changed meanwhile.' });
    await make(author, id, 'schedule', { publishAt: '2026-11-26T08:30:00Z' });
    now = Temporal.Instant.from('2026-11-25T09:00:00Z');
    await publishScheduledPostsJob(jobServices());
    expect(await isPublic(slug)).toBe(false);
    await make(author, id, 'unschedule');
    now = Temporal.Instant.from('2026-11-27T09:00:00Z');
    await publishScheduledPostsJob(jobServices());
    expect(await draft(author, id)).toMatchObject({ status: 'draft', markdown: 'Changed meanwhile.' });
  });

  it.each([
    ['2026-12-01T09:00', '2026-12-01T09:00:00.000Z', 'UTC'],
    ['2026-12-01T09:00', '2026-12-01T08:00:00.000Z', 'Europe/Berlin'],
    ['2026-12-01T09:00:30', '2026-12-01T14:00:30.000Z', 'America/New_York'],
    // The clocks skip this time, and have that one twice.
    ['2027-03-28T02:30', '2027-03-28T01:30:00.000Z', 'Europe/Berlin'],
    ['2027-10-31T02:30', '2027-10-31T00:30:00.000Z', 'Europe/Berlin'],
  ])('at %s is published at %s for a site in %s', async (at, instant, timeZone) => {
    const zone = `jsonb_set(content, '{timeZone}', to_jsonb($1::text))`;
    const { rows: before } = await site.db.$client.query(`select content from site_sections where key = 'profile'`);
    await site.db.$client.query(`update site_sections set content = ${zone} where key = 'profile'`, [timeZone]);
    const { id } = await begin(author);
    expect(await make(author, id, 'schedule', { publishAt: at })).toMatchObject({ scheduledFor: instant });
    await site.db.$client.query(`update site_sections set content = $1 where key = 'profile'`, [before[0].content]);
  });

  it.each([
    [undefined, 'Choose when'],
    ['2026-11-20T12:00:00Z', 'in the future'],
    ['2032-11-20T12:00:00Z', 'five years'],
  ])('cannot be scheduled for %s', async (at, words) => {
    const { id } = await begin(author);
    const refused = expectApiError(
      await applyTransition(author, id, 'schedule', at ? { publishAt: at } : {}),
      'BAD_REQUEST',
    );
    expect(refused.message).toContain(words);
    expect(await rows(`pgboss.job where name = 'blog.publish'`)).toEqual([]);
  });

  it('stays hidden while deleted and appears when restored later', async () => {
    const { id, slug } = await begin(author);
    await make(author, id, 'schedule', { publishAt: '2026-11-25T08:30:00Z' });
    await remove(author, id);
    now = Temporal.Instant.from('2026-11-25T09:00:00Z');
    await publishScheduledPostsJob(jobServices());
    expect(await isPublic(slug)).toBe(false);
    await restore(author, id);
    await publishScheduledPostsJob(jobServices());
    expect(await isPublic(slug)).toBe(true);
  });
});

describe('preview link', () => {
  const apiPathOf = (path: string) => path.replace('/preview', '/blogs/previews');

  it('shows the latest version until it is revoked', async () => {
    const { id } = await begin(member);
    const link = `/blogs/${id}/preview-link`;
    const shared = await postApi(site, link, {}, { cookie: member.cookie, method: 'PUT' });
    const { path } = shared.json<{ path: string }>();
    expect(path).toMatch(/^\/preview\/[\w-]{43}$/);
    expect(await getApi(site, apiPathOf(path))).toMatchObject({
      title: COMPLETE_POST.title,
      html: '<p>Twice a day it <em>rises</em>.</p>',
    });
    await save(member, id, { markdown: 'Newer.' });
    expect(await getApi(site, apiPathOf(path))).toMatchObject({ html: '<p>Newer.</p>' });
    const renewed = (await postApi(site, link, {}, { cookie: member.cookie, method: 'PUT' })).json<{ path: string }>();
    expectApiError(await requestApi(site, apiPathOf(path)), 'NOT_FOUND');
    await postApi(site, link, {}, { cookie: member.cookie, method: 'DELETE' });
    expectApiError(await requestApi(site, apiPathOf(renewed.path)), 'NOT_FOUND');
  });

  it('is created only by writers and shows nothing deleted', async () => {
    const { id } = await begin(member);
    const link = `/blogs/${id}/preview-link`;
    expectApiError(await postApi(site, link, {}, { cookie: author.cookie, method: 'PUT' }), 'NOT_FOUND');
    expectApiError(await requestApi(site, `/my-blogs/${id}/preview`, author.cookie), 'NOT_FOUND');
    const shared = await postApi(site, link, {}, { cookie: owner.cookie, method: 'PUT' });
    await remove(member, id);
    expectApiError(await requestApi(site, shared.json<{ path: string }>().path), 'NOT_FOUND');
  });
});

describe('draft list', () => {
  const titles = async (who: SignedInUser, query = '') =>
    (await getApi<{ items: { title: string }[] }>(site, `/my-blogs?pageSize=50${query}`, who.cookie)).items.map(
      ({ title }) => title,
    );

  it('shows members their own posts, and the owner all posts', async () => {
    await begin(member, { ...COMPLETE_POST, title: 'By a member' });
    now = now.add({ seconds: 1 });
    await begin(author, { ...COMPLETE_POST, title: 'By an author' });
    now = now.add({ seconds: 1 });
    await begin(owner, { ...COMPLETE_POST, title: 'By the owner' });
    expect(await titles(member)).toEqual(['By a member']);
    expect(await titles(author, '&author=others')).toEqual([]);
    expect((await titles(owner)).slice(0, 3)).toEqual(['By the owner', 'By an author', 'By a member']);
    expect(await titles(owner)).toHaveLength(33);
    expect(await titles(owner, '&author=me')).toEqual(['By the owner']);
    expect(await titles(owner, '&status=draft&sort=title_asc')).toEqual([
      'By a member',
      'By an author',
      'By the owner',
    ]);
    expect(await titles(owner, '&search=an%20auth')).toEqual(['By an author']);
  });

  it('shows deleted posts only on request', async () => {
    const { id } = await begin(member);
    await remove(member, id);
    expect(await titles(member)).toEqual([]);
    expect(await titles(member, '&status=deleted')).toEqual([COMPLETE_POST.title]);
    expect(await titles(author, '&status=deleted')).toEqual([]);
  });
});

describe('cleanup', () => {
  it('deletes posts permanently after 30 days', async () => {
    const { id } = await begin(member);
    await remove(member, id);
    now = now.add({ hours: 24 * 30 });
    await deleteExpiredPostsJob(jobServices());
    expect(await rows(`posts where id = ${id}`)).toHaveLength(1);
    now = now.add({ seconds: 1 });
    await deleteExpiredPostsJob(jobServices());
    expect(await rows(`posts where id = ${id}`)).toEqual([]);
    expect(await rows('post_revisions')).toEqual([]);
    expect(await rows('posts where is_sample')).toHaveLength(30);
  });

  it('keeps published posts of a deleted account under its name', async () => {
    const leaving = await arrive({ role: 'author', name: 'Joan Clarke' });
    const published = await begin(leaving);
    await make(leaving, published.id, 'publish');
    await save(leaving, published.id, { title: 'Never shown' });
    await begin(leaving, { ...COMPLETE_POST, title: 'Never published' });
    const person = { userId: leaving.id, email: leaving.email };
    const copy = await postsPersonalData.export?.(site.db, person, site.http.services);
    expect(copy).toMatchObject([{ title: 'Never shown' }, { title: 'Never published' }]);
    await site.db.transaction(async tx => {
      await postsPersonalData.erase?.(tx, person, site.http.services);
      await tx.execute(`delete from users where id = '${leaving.id}'`);
    });
    expect(await rows('posts where not is_sample')).toMatchObject([
      { title: COMPLETE_POST.title, unpublished_changes: null },
    ]);
    expect(await getApi(site, `/blog/${published.slug}`)).toMatchObject({ author: { name: 'Joan Clarke' } });
  });
});
