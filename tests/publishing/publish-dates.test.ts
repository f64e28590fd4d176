import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getSiteSections } from '#features/site/queries.ts';
import type { ProjectCard } from '#features/projects/contract/public.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { projectFixture } from '../support/project-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { postFixture } from '../support/post-fixture.ts';

let site: TestSite;
const { arrive, rows } = memberFixture(() => site);
const { begin, draft, make, remove } = postFixture(() => site);
const projects = projectFixture(() => site);
let owner: SignedInUser;
let author: SignedInUser;
let member: SignedInUser;
beforeAll(async () => {
  site = await createTestSite();
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
  author = await arrive({ role: 'author', name: 'Hedy Kiesler' });
  member = await arrive({ name: 'Grace Murray' });
});
beforeEach(async () => {
  await deleteAllWriting(site.db);
});
afterAll(() => site.close());

describe('publish date of a post', () => {
  const setDate = (who: SignedInUser, id: number, at: string) =>
    postApi(site, `/blogs/${id}/publish-date`, { publishAt: at }, { cookie: who.cookie, method: 'PUT' });

  it('uses the site’s zone and sorts the list', async () => {
    const { id } = await begin(author);
    const newer = await begin(author);
    for (const post of [newer.id, id]) await make(author, post, 'publish');
    const listed = async () => {
      const { items } = await getApi<{ items: { id: number }[] }>(site, '/blogs?pageSize=50');
      return items.map(item => item.id).filter(item => item === id || item === newer.id);
    };
    expect(await listed()).toHaveLength(2);
    const answer = await setDate(author, id, '2019-05-06T09:30');
    expect(answer.statusCode, answer.body).toBe(200);
    const { profile } = await getSiteSections(site.db, ['profile']);
    const expected = Temporal.PlainDateTime.from('2019-05-06T09:30').toZonedDateTime(profile.timeZone).toInstant();
    expect(answer.json()).toMatchObject({
      status: 'published',
      publishedAt: expected.toString({ smallestUnit: 'millisecond' }),
    });
    expect((await setDate(owner, id, '2020-01-01T00:00:00Z')).json()).toMatchObject({
      publishedAt: '2020-01-01T00:00:00.000Z',
    });
    expect(await listed()).toEqual([newer.id, id]);
    await setDate(author, newer.id, '2019-12-31T00:00:00Z');
    expect(await listed()).toEqual([id, newer.id]);
  });

  it('is refused in the future, for drafts and scheduled posts, and without permission', async () => {
    const { id } = await begin(author);
    expectApiError(await setDate(author, id, '2019-05-06T09:30'), 'CONFLICT');
    await make(author, id, 'schedule', { publishAt: '2026-12-01T12:00:00Z' });
    expectApiError(await setDate(author, id, '2019-05-06T09:30'), 'CONFLICT');
    expect(await draft(author, id)).toMatchObject({ status: 'scheduled', scheduledFor: '2026-12-01T12:00:00.000Z' });
    await make(author, id, 'publish');
    const before = (await draft(author, id)).publishedAt;
    for (const at of ['2026-11-20T12:00:01Z', '1899-01-01T00:00:00Z', 'yesterday', '']) {
      expectApiError(await setDate(author, id, at), 'BAD_REQUEST');
    }
    expectApiError(await setDate(member, id, '2019-05-06T09:30'), 'NOT_FOUND');
    const own = await begin(member);
    await make(member, own.id, 'submit');
    await make(owner, own.id, 'publish');
    expectApiError(await setDate(member, own.id, '2019-05-06T09:30'), 'FORBIDDEN');
    await remove(author, id);
    expectApiError(await setDate(author, id, '2019-05-06T09:30'), 'CONFLICT');
    expect((await rows('posts')).find(row => row.id === id)?.published_at).toEqual(new Date(before ?? ''));
  });
});

describe('publish date of a project', () => {
  const setDate = (who: SignedInUser, id: string, at: string) =>
    postApi(site, `/projects/${id}/publish-date`, { publishAt: at }, { cookie: who.cookie, method: 'PUT' });

  it('is a day that sorts the list', async () => {
    const { id: draftId } = await projects.begin(author);
    const { id } = await projects.make(author, draftId, 'publish');
    for (const [who, at] of [
      [author, '2001-02-03'],
      [owner, '2026-11-20'],
    ] as const) {
      const answer = await setDate(who, id, at);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({ status: 'published', publishedAt: at });
      const { items } = await getApi<{ items: ProjectCard[] }>(site, '/projects?sort=newest&pageSize=50');
      expect(items.map(item => item.publishedAt)).toEqual(
        items
          .map(item => item.publishedAt)
          .toSorted()
          .toReversed(),
      );
      expect(items).toContainEqual(expect.objectContaining({ id, publishedAt: at }));
    }
  });

  it('is refused in the future, for drafts and scheduled projects, and without permission', async () => {
    const { id: draftId } = await projects.begin(author);
    expectApiError(await setDate(author, draftId, '2019-05-06'), 'CONFLICT');
    await projects.make(author, draftId, 'schedule', { publishAt: '2026-12-01T12:00:00Z' });
    expectApiError(await setDate(author, draftId, '2019-05-06'), 'CONFLICT');
    const { id, publishedAt } = await projects.make(author, draftId, 'publish');
    for (const at of ['2026-11-21', '1899-12-31', '2019-02-30', '2019-05-06T09:30', '']) {
      expectApiError(await setDate(author, id, at), 'BAD_REQUEST');
    }
    expectApiError(await setDate(member, id, '2019-05-06'), 'NOT_FOUND');
    const own = await projects.begin(member);
    await projects.make(member, own.id, 'submit');
    const published = await projects.make(owner, own.id, 'publish');
    expectApiError(await setDate(member, published.id, '2019-05-06'), 'FORBIDDEN');
    expect((await projects.draft(author, id)).publishedAt).toBe(publishedAt);
    await projects.remove(author, id);
    expectApiError(await setDate(author, id, '2019-05-06'), 'CONFLICT');
  });
});

describe('feed entry id', () => {
  const idsIn = async () => {
    const [rss, atom, json] = await Promise.all(
      ['/rss.xml', '/atom.xml', '/feed.json'].map(async url => (await site.http.app.inject(url)).body),
    );
    return [
      /<guid isPermaLink="(?:true|false)">([^<]*)</.exec(rss ?? '')?.[1],
      /<entry>[\s\S]*?<id>([^<]*)</.exec(atom ?? '')?.[1],
      (JSON.parse(json ?? '') as { items: { id: string }[] }).items[0]?.id,
    ];
  };

  it('stays the same when the slug changes', async () => {
    const { id, slug } = await begin(owner);
    await make(owner, id, 'publish');
    const before = await idsIn();
    expect(before).toEqual(Array.from({ length: 3 }, () => `http://localhost:5050/blog/${slug}`));
    for (const next of ['renamed', 'renamed-again']) {
      const { version } = await draft(owner, id);
      await postApi(site, `/blogs/${id}`, { slug: next, version }, { cookie: owner.cookie, method: 'PUT' });
      site.http.invalidateAll();
      expect(await idsIn()).toEqual(before);
      const rss = (await site.http.app.inject('/rss.xml')).body;
      expect(rss).toContain(`<link>http://localhost:5050/blog/${next}</link>`);
      expect(rss).toContain(`<guid isPermaLink="false">${before[0]}</guid>`);
    }
  });
});
