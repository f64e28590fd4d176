import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invalidateLikeCounts } from '#features/likes/jobs.ts';
import type { SiteSection } from '#features/site/contract/index.ts';
import { postTags } from '#features/publishing/rules/cache-tags.ts';
import { getApi } from '../support/api-client.ts';
import {
  changesPages,
  expectFreshAfter,
  freshnessTests,
  applyInvalidations,
  PATIENCE,
} from '../support/fresh-pages.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { PASSWORD } from '../support/user-factory.ts';
import { projectFixture, COMPLETE_PROJECT as wholeProject } from '../support/project-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createTestImage } from '../support/upload-fixture.ts';
import { COMPLETE_POST, postFixture } from '../support/post-fixture.ts';

let site: TestSite;
let stopListening: () => Promise<void>;
let owner: SignedInUser;
const { arrive, send } = memberFixture(() => site);
const blog = postFixture(() => site);
const projects = projectFixture(() => site);
beforeAll(async () => {
  site = await createTestSite({ pages: true });
  stopListening = await applyInvalidations(site);
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
});
afterAll(async () => {
  await stopListening();
  await site.close();
});

const fresh = (url: string, act: Parameters<typeof expectFreshAfter>[2], isFresh: (html: string) => boolean) =>
  expectFreshAfter(site, url, act, isFresh);
const shows = (words: string) => (html: string) => html.includes(words);
const lacks = (words: string) => (html: string) => !html.includes(words);
/** Returns a check whether a page differs from its current version. */
const differs = async (url: string) => {
  const { body } = await site.http.app.inject(url);
  return (html: string) => html !== body;
};

let count = 0;
/** Publishes a post with a unique title. */
async function published(who = owner) {
  count += 1;
  const title = `Tide ${count} of ours`;
  const { id, slug } = await blog.begin(who, { ...COMPLETE_POST, title });
  await blog.make(owner, id, 'publish');
  return { id, title, page: `/blog/${slug}` };
}
async function publishedProject(who = owner) {
  count += 1;
  const title = `Harbor ${count} of ours`;
  const begun = await projects.begin(who, { ...wholeProject, title });
  const { id } = await projects.make(owner, begun.id, 'publish');
  return { id, title, page: `/projects/${id}` };
}

async function setAvatar({ cookie }: SignedInUser) {
  const payload = await createTestImage(300, 300).png().toBuffer();
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'image/png', cookie };
  return site.http.app.inject({ method: 'PUT', url: '/api/v1/profile/avatar', payload, headers });
}

const { changes, areAllTested } = freshnessTests(changesPages.otherTexts);

describe('a project on cached pages', () => {
  changes('projects.addFile projects.deleteFile', 'has a buy button while it has files', async () => {
    const { id, page } = await publishedProject();
    await fresh(page, () => projects.addFile(owner, id), shows('Buy source code'));
    const [file] = (await projects.draft(owner, id)).files;
    await fresh(page, () => projects.removeFile(owner, id, file?.id ?? ''), lacks('Buy source code'));
  });
  changes('projects.updateSortOrder', 'keeps its new position', async () => {
    const [one, two] = [await publishedProject(), await publishedProject()];
    const { items } = await getApi<{ items: { id: string }[] }>(site, '/project-sort-order', owner.cookie);
    const rest = items.map(({ id }) => id).filter(id => id !== one.id && id !== two.id);
    const isBefore = (html: string, first: string, second: string) => html.indexOf(first) < html.indexOf(second);
    const order = (ids: string[]) => send(owner, 'PUT', '/project-sort-order', { ids: [...ids, ...rest] });
    expect((await order([two.id, one.id])).statusCode).toBe(200);
    await expect
      .poll(async () => isBefore((await site.http.app.inject('/projects')).body, two.title, one.title), PATIENCE)
      .toBe(true);
    await fresh(
      '/projects',
      () => order([one.id, two.id]),
      html => isBefore(html, one.title, two.title),
    );
  });
});

describe('comments on cached pages', () => {
  changes('comments.deleteComment', 'disappear when they are deleted', async () => {
    const { id, page } = await published();
    const review = await send(owner, 'POST', `/blogs/${id}/review`, { body: 'First' });
    await expect.poll(async () => (await site.http.app.inject(page)).body, PATIENCE).toContain('First');
    await fresh(page, () => send(owner, 'DELETE', `/comments/${review.json<{ id: number }>().id}`), lacks('First'));
  });
  changes(
    'comments.moderateComment comments.reportComment',
    'appear when they are approved, and disappear when they are held',
    async () => {
      const { id, page } = await published();
      const member = await arrive();
      const held = await send(member, 'POST', `/blogs/${id}/review`, { body: 'May I?' });
      const path = `/comments/${held.json<{ id: number }>().id}`;
      const decide = (decision: string) => send(owner, 'POST', `${path}/moderation`, { action: decision });
      await fresh(page, () => decide('approve'), shows('May I?'));
      for (let reports = 0; reports < 2; reports += 1)
        await send(await arrive(), 'POST', `${path}/report`, { reason: 'spam' });
      expect((await send(await arrive(), 'POST', `${path}/report`, { reason: 'spam' })).statusCode).toBe(200);
      await decide('approve');
      await expect.poll(async () => (await site.http.app.inject(page)).body, PATIENCE).toContain('May I?');
      await fresh(page, () => decide('unpublish'), lacks('May I?'));
    },
  );
});

describe('a writer on cached pages', () => {
  changes('profile.update', 'has their new name with posts, comments and projects', async () => {
    const writer = await arrive({ name: 'Joan Clarke' });
    const [post, project] = [await published(writer), await publishedProject(writer)];
    const feed = async () => (await site.http.app.inject('/rss.xml')).body;
    expect(await feed()).toContain('Joan Clarke');
    await fresh(post.page, () => send(writer, 'PATCH', '/profile', { name: 'Joan Murray' }), shows('Joan Murray'));
    await expect.poll(feed, PATIENCE).toContain('Joan Murray');
    await fresh(project.page, () => send(writer, 'PATCH', '/profile', { name: 'Joan Lowther' }), shows('Joan Lowther'));
  });
  it('has the owner’s current role with posts, in the owner’s spelling', async () => {
    const { page } = await published();
    const { version, value } = await getApi<SiteSection>(site, '/site/sections/profile', owner.cookie);
    const body = { version, value: { ...(value as object), role: 'UX designer in Dhaka' } };
    const isShown = shows('UX designer in Dhaka</span>');
    await fresh(page, () => send(owner, 'PUT', '/site/sections/profile', body), isShown);
    expect((await site.http.app.inject('/')).body).toMatch(/<title>[^<]*, UX designer in Dhaka/);
  });
  changes('profile.setAvatar profile.removeAvatar', 'has their new picture', async () => {
    const writer = await arrive();
    const { page } = await published(writer);
    await fresh(page, () => setAvatar(writer), await differs(page));
    await fresh(page, () => send(writer, 'DELETE', '/profile/avatar'), await differs(page));
  });
  changes('profile.deleteAccount', 'has no picture with their posts and projects, and no comments', async () => {
    const leave = (who: SignedInUser) => () => send(who, 'DELETE', '/profile', { password: PASSWORD });
    const author = await arrive();
    expect((await setAvatar(author)).statusCode).toBe(200);
    const own = await published(author);
    await fresh(own.page, leave(author), await differs(own.page));
    const { id, page } = await published();
    const fan = await arrive();
    await send(fan, 'PUT', `/blogs/${id}/like`);
    await invalidateLikeCounts(site.http.services, { data: { tag: postTags.page(id) } });
    const writer = await arrive({ name: 'Nobody Else' });
    const held = await send(writer, 'POST', `/blogs/${id}/review`, { body: 'Still here?' });
    await send(owner, 'POST', `/comments/${held.json<{ id: number }>().id}/moderation`, { action: 'approve' });
    await expect.poll(async () => (await site.http.app.inject(page)).body, PATIENCE).toContain('Nobody Else');
    await fresh(page, leave(fan), await differs(page));
    await fresh(page, leave(writer), lacks('Nobody Else'));
  });
});

it('tests every endpoint that changes other content on a page', areAllTested);
