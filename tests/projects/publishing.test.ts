import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishScheduledProjectsJob } from '#features/projects/jobs.ts';
import type { PublishingTransition } from '#features/publishing/contract/status.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { projectFixture, COMPLETE_PROJECT } from '../support/project-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const { arrive, rows } = memberFixture(() => site);
const { begin, draft, make, applyTransition, remove, restore, save } = projectFixture(() => site);
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

const isPublic = async (id: string) => (await requestApi(site, `/projects/${id}`)).statusCode === 200;
const jobServices = () => ({ ...site.http.services, log: site.log.log, now: () => now });
const noMails = async () => expect(await rows('emails')).toEqual([]);

describe('publishing permissions', () => {
  /** Who may apply which transition to whose draft. 404 hides other people's drafts. */
  const table: readonly [who: string, whose: string, transition: PublishingTransition, status: number][] = [
    ['member', 'member', 'submit', 200],
    ['member', 'member', 'publish', 409],
    ['member', 'member', 'schedule', 409],
    ['member', 'author', 'submit', 404],
    ['member', 'author', 'publish', 404],
    ['member', 'owner', 'archive', 404],
    ['author', 'author', 'submit', 409],
    ['author', 'author', 'publish', 200],
    ['author', 'author', 'schedule', 200],
    ['author', 'member', 'publish', 404],
    ['author', 'owner', 'publish', 404],
    ['owner', 'owner', 'publish', 200],
    ['owner', 'owner', 'submit', 409],
    ['owner', 'member', 'publish', 200],
    ['owner', 'member', 'schedule', 200],
    ['owner', 'author', 'publish', 200],
    ['owner', 'member', 'request_changes', 409],
    ['visitor', 'member', 'publish', 401],
  ];
  it.each(table)('a %s with a draft of a %s: %s answers %i', async (who, whose, name, status) => {
    const people: Readonly<Record<string, { cookie: string }>> = { member, author, owner, visitor: { cookie: '' } };
    const { id } = await begin(people[whose] ?? owner);
    const before = await rows('projects where not is_sample');
    const at = name === 'schedule' ? { publishAt: '2026-12-01T12:00:00Z' } : {};
    const answer = await applyTransition(people[who] ?? owner, id, name, at);
    expect(answer.statusCode, answer.body).toBe(status);
    if (status === 200) return;
    expect(await rows('projects where not is_sample')).toEqual(before);
    expect(await rows('project_revisions')).toHaveLength(1);
    expect(await rows(`pgboss.job where name = 'projects.publish'`)).toEqual([]);
    await noMails();
  });
});

describe('member', () => {
  it('submits a project that the owner publishes, with one email each', async () => {
    const { id } = await begin(member);
    expect(await make(member, id, 'submit')).toMatchObject({ status: 'in_review' });
    expectApiError(await applyTransition(member, id, 'submit'), 'CONFLICT');
    const [email] = await listEmailsTo(site, owner.email);
    expect(email?.text).toContain('Grace Murray submitted “Tide tables” for review');
    expect(email?.text).toContain(`/dashboard/update-project/${id}`);
    expect(await isPublic(id)).toBe(false);
    await make(owner, id, 'publish');
    expect(await isPublic(id)).toBe(true);
    const emails = await listEmailsTo(site, member.email);
    expect(emails.map(({ template }) => template)).toEqual(['entry_published']);
    expect(emails[0]?.text).toContain('/projects/tide-tables');
    expect(await rows('emails')).toHaveLength(2);
  });

  it('gets a project back with a note, and nothing is lost', async () => {
    const { id } = await begin(member);
    await make(member, id, 'submit');
    expect(await make(owner, id, 'request_changes', { message: 'Say where.' })).toMatchObject({ status: 'draft' });
    expect(await draft(member, id)).toMatchObject({ title: COMPLETE_PROJECT.title, submittedAt: null });
    const [mail] = await listEmailsTo(site, member.email);
    expect(mail).toMatchObject({ template: 'entry_changes_requested' });
    expect(mail?.text).toContain('Say where.');
  });

  it('withdraws a submission', async () => {
    const { id } = await begin(member);
    await make(member, id, 'submit');
    expect(await make(member, id, 'withdraw')).toMatchObject({ status: 'draft' });
    expectApiError(await applyTransition(member, id, 'withdraw'), 'CONFLICT');
  });

  it('changes a published project only after review', async () => {
    const { id } = await begin(member);
    await make(owner, id, 'publish');
    await save(member, id, { title: 'Changed', price: '1' });
    expectApiError(await applyTransition(member, id, 'publish'), 'CONFLICT');
    expect(await make(member, id, 'submit')).toMatchObject({ status: 'published', hasUnpublishedChanges: true });
    expect(await getApi(site, `/projects/${id}`)).toMatchObject({
      title: COMPLETE_PROJECT.title,
      price: { minor: 4950 },
    });
    const waiting = await getApi<{ items: { id: string }[] }>(site, '/my-projects?status=in_review', owner.cookie);
    expect(waiting.items.map(item => item.id)).toEqual([id]);
    await make(owner, id, 'publish');
    expect(await getApi(site, `/projects/${id}`)).toMatchObject({ title: 'Changed', price: { minor: 100 } });
  });

  it('cannot submit an incomplete project', async () => {
    const { id } = await begin(member, { title: 'Only a title', markdown: 'And a text.' });
    expect(expectApiError(await applyTransition(member, id, 'submit'), 'BAD_REQUEST').fields).toHaveProperty('link');
    await noMails();
  });
});

describe('publishing', () => {
  it('without review is for authors and uses the owner’s calendar day', async () => {
    const { profile } = await getApi<{ profile: { timeZone: string } }>(site, '/site');
    // One minute before and after midnight there.
    const midnight = Temporal.PlainDate.from('2026-11-21').toZonedDateTime(profile.timeZone).toInstant();
    now = midnight.subtract({ minutes: 1 });
    const before = await begin(author);
    await make(author, before.id, 'publish');
    now = midnight.add({ minutes: 1 });
    const after = await begin(author);
    await make(author, after.id, 'publish');
    expect(await getApi(site, `/projects/${before.id}`)).toMatchObject({ publishedAt: '2026-11-20' });
    expect(await getApi(site, `/projects/${after.id}`)).toMatchObject({ publishedAt: '2026-11-21' });
    await noMails();
  });

  it('again keeps the first date, and dates may be past but not future', async () => {
    const { id } = await begin(author);
    expectApiError(await applyTransition(author, id, 'publish', { publishAt: '2026-11-20T12:00:01Z' }), 'BAD_REQUEST');
    await make(author, id, 'publish');
    now = now.add({ hours: 48 });
    expect(await make(author, id, 'archive')).toMatchObject({ status: 'archived' });
    expect(await isPublic(id)).toBe(false);
    await make(author, id, 'unarchive');
    expect(await make(author, id, 'publish')).toMatchObject({ publishedAt: '2026-11-20' });
    await make(author, id, 'archive');
    const dated = await make(author, id, 'publish', { publishAt: '2024-02-29T12:00:00Z' });
    expect(dated).toMatchObject({ publishedAt: '2024-02-29', id: 'tide-tables' });
  });
});

describe('scheduled project', () => {
  it('appears once at its time and not earlier', async () => {
    const { id } = await begin(author, { ...COMPLETE_PROJECT, title: 'Of the moon' });
    await save(author, id, { title: 'Moon tables' });
    const at = '2026-11-25T12:30:00Z';
    expect(await make(author, id, 'schedule', { publishAt: at })).toMatchObject({
      status: 'scheduled',
      scheduledFor: '2026-11-25T12:30:00.000Z',
    });
    const jobs = await rows(`pgboss.job where name = 'projects.publish'`);
    expect(jobs.map(job => job.start_after)).toEqual([new Date(at)]);
    now = Temporal.Instant.from('2026-11-25T12:29:59.999Z');
    await publishScheduledProjectsJob(jobServices());
    expect(await isPublic('moon-tables')).toBe(false);
    now = Temporal.Instant.from('2026-11-26T12:31:00Z');
    await Promise.all([publishScheduledProjectsJob(jobServices()), publishScheduledProjectsJob(jobServices())]);
    expect(await getApi(site, '/projects/moon-tables')).toMatchObject({ publishedAt: '2026-11-25' });
    expect(await rows(`project_revisions where reason = 'published'`)).toHaveLength(1);
    expect(await draft(author, id)).toMatchObject({ id: 'moon-tables', status: 'published', scheduledFor: null });
  });

  it('can be edited, postponed and unscheduled', async () => {
    const { id } = await begin(author);
    await make(author, id, 'schedule', { publishAt: '2026-11-25T08:30:00Z' });
    await save(author, id, { markdown: 'Changed meanwhile.' });
    await make(author, id, 'schedule', { publishAt: '2026-11-26T08:30:00Z' });
    now = Temporal.Instant.from('2026-11-25T09:00:00Z');
    await publishScheduledProjectsJob(jobServices());
    expect(await isPublic(id)).toBe(false);
    await make(author, id, 'unschedule');
    now = Temporal.Instant.from('2026-11-27T09:00:00Z');
    await publishScheduledProjectsJob(jobServices());
    expect(await draft(author, id)).toMatchObject({ status: 'draft', markdown: 'Changed meanwhile.' });
  });

  it('becomes a draft when incomplete, without blocking others', async () => {
    const [broken, sound] = [await begin(author), await begin(author)];
    for (const { id } of [broken, sound]) await make(author, id, 'schedule', { publishAt: '2026-11-25T08:30:00Z' });
    await save(author, broken.id, { link: null });
    now = Temporal.Instant.from('2026-11-25T09:00:00Z');
    await publishScheduledProjectsJob(jobServices());
    expect(await draft(author, broken.id)).toMatchObject({ status: 'draft', scheduledFor: null });
    expect(await isPublic(sound.id)).toBe(true);
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
    expect(refused.fields).toHaveProperty('publishAt');
    expect(await rows(`pgboss.job where name = 'projects.publish'`)).toEqual([]);
  });

  it('stays hidden while deleted and appears when restored later', async () => {
    const { id } = await begin(author);
    await make(author, id, 'schedule', { publishAt: '2026-11-25T08:30:00Z' });
    await remove(author, id);
    now = Temporal.Instant.from('2026-11-25T09:00:00Z');
    await publishScheduledProjectsJob(jobServices());
    expect(await isPublic(id)).toBe(false);
    await restore(author, id);
    await publishScheduledProjectsJob(jobServices());
    expect(await isPublic(id)).toBe(true);
  });
});

describe('preview link', () => {
  const apiPathOf = (path: string) => path.replace('/preview/project', '/projects/previews');

  it('shows the latest version until it is revoked', async () => {
    const { id } = await begin(member, { title: 'Half written', markdown: 'So *far*.' });
    const link = `/projects/${id}/preview-link`;
    const shared = await postApi(site, link, {}, { cookie: member.cookie, method: 'PUT' });
    const { path } = shared.json<{ path: string }>();
    expect(path).toMatch(/^\/preview\/project\/[\w-]{43}$/);
    expect(await draft(member, id)).toMatchObject({ previewPath: path });
    expect(await getApi(site, apiPathOf(path))).toMatchObject({
      title: 'Half written',
      html: '<p>So <em>far</em>.</p>',
      link: null,
    });
    await save(member, id, { markdown: 'Newer.' });
    expect(await getApi(site, apiPathOf(path))).toMatchObject({ html: '<p>Newer.</p>', owner: 'Grace Murray' });
    const renewed = (await postApi(site, link, {}, { cookie: member.cookie, method: 'PUT' })).json<{ path: string }>();
    expectApiError(await requestApi(site, apiPathOf(path)), 'NOT_FOUND');
    await postApi(site, link, {}, { cookie: member.cookie, method: 'DELETE' });
    expectApiError(await requestApi(site, apiPathOf(renewed.path)), 'NOT_FOUND');
  });

  it('is created only by writers and shows nothing deleted', async () => {
    const { id } = await begin(member);
    const link = `/projects/${id}/preview-link`;
    expectApiError(await postApi(site, link, {}, { cookie: author.cookie, method: 'PUT' }), 'NOT_FOUND');
    expectApiError(await postApi(site, link, {}, { cookie: author.cookie, method: 'DELETE' }), 'NOT_FOUND');
    expectApiError(await requestApi(site, `/my-projects/${id}/preview`, author.cookie), 'NOT_FOUND');
    expectApiError(await requestApi(site, '/my-projects/mise/preview', author.cookie), 'NOT_FOUND');
    const shared = await postApi(site, link, {}, { cookie: owner.cookie, method: 'PUT' });
    await remove(member, id);
    expectApiError(await requestApi(site, shared.json<{ path: string }>().path), 'NOT_FOUND');
  });
});
