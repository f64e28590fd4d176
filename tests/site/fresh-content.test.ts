import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invalidateLikeCounts } from '#features/likes/jobs.ts';
import { postTags, projectTags } from '#features/publishing/rules/cache-tags.ts';
import { getApi } from '../support/api-client.ts';
import { changesPages, expectFreshAfter, freshnessTests, hearChanges, PATIENCE } from '../support/fresh-pages.ts';
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
  stopListening = await hearChanges(site);
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

const { changes, areAllTested } = freshnessTests(changesPages.texts);

describe('a post on cached pages', () => {
  changes('blog.transition', 'is there when it is published, and gone when it is archived', async () => {
    const { id } = await blog.begin(owner, { ...COMPLETE_POST, title: 'New on the list' });
    await fresh('/blogs', () => blog.move(owner, id, 'publish'), shows('New on the list'));
    await fresh('/blogs', () => blog.move(owner, id, 'archive'), lacks('New on the list'));
  });
  changes('blog.update', 'has its new address, and its new words once they are published', async () => {
    const { id, page } = await published();
    const { version } = await blog.draft(owner, id);
    await fresh('/blogs', () => blog.change(owner, id, { slug: 'another-tide', version }), shows('/blog/another-tide'));
    expect((await site.http.app.inject(page)).headers.location).toContain('/blog/another-tide');
    await blog.save(owner, id, { title: 'Renamed tide' });
    await fresh('/blog/another-tide', () => blog.move(owner, id, 'publish'), shows('Renamed tide'));
  });
  changes('blog.delete blog.restore', 'is gone when it is deleted, and back when it is restored', async () => {
    const { id, title, page } = await published();
    await fresh('/blogs', () => blog.remove(owner, id), lacks(title));
    expect((await site.http.app.inject(page)).statusCode).toBe(404);
    await fresh('/blogs', () => blog.restore(owner, id), shows(title));
    expect((await site.http.app.inject(page)).statusCode).toBe(200);
  });
  changes('blog.setPublishDate', 'has its new date', async () => {
    const { id, page } = await published();
    const act = () => send(owner, 'PUT', `/blogs/${id}/publish-date`, { publishAt: '2001-02-03T09:00' });
    await fresh(page, act, shows('2001-02-03T'));
  });
  changes('blog.updateCommentsEnabled', 'takes no more comments', async () => {
    const { id, page } = await published();
    await fresh(
      page,
      () => send(owner, 'PUT', `/blogs/${id}/comment-settings`, { enabled: false }),
      await differs(page),
    );
  });
  changes('likes.likePost likes.unlikePost', 'follows its likes by a job', async () => {
    const { id, page } = await published();
    for (const method of ['PUT', 'DELETE'] as const) {
      const act = async () => {
        const answer = await send(owner, method, `/blogs/${id}/like`);
        await invalidateLikeCounts(site.http.services, { data: { tag: postTags.page(id) } });
        return answer;
      };
      await fresh(page, act, await differs(page));
    }
  });
});

describe('a project on cached pages', () => {
  changes('projects.transition', 'is there when it is published, and gone when it is archived', async () => {
    const { id } = await projects.begin(owner, { ...wholeProject, title: 'New in the showcase' });
    const moved = await fresh('/projects', () => projects.move(owner, id, 'publish'), shows('New in the showcase'));
    const { id: address } = moved.json<{ id: string }>();
    await fresh('/projects', () => projects.move(owner, address, 'archive'), lacks('New in the showcase'));
  });
  changes('projects.update', 'has its new address', async () => {
    const { id, page } = await publishedProject();
    const { version } = await projects.draft(owner, id);
    const slug = 'another-harbor';
    await fresh('/projects', () => projects.change(owner, id, { slug, version }), shows(`/projects/${slug}`));
    expect((await site.http.app.inject(page)).headers.location).toContain(`/projects/${slug}`);
  });
  changes('projects.delete projects.restore', 'is gone when it is deleted, and back when it is restored', async () => {
    const { id, title } = await publishedProject();
    await fresh('/projects', () => projects.remove(owner, id), lacks(title));
    await fresh('/projects', () => projects.restore(owner, id), shows(title));
  });
  changes('projects.setPublishDate', 'has its new date', async () => {
    const { id, page } = await publishedProject();
    await fresh(
      page,
      () => send(owner, 'PUT', `/projects/${id}/publish-date`, { publishAt: '2001-02-03' }),
      shows('3 Feb 2001'),
    );
  });
  changes('projects.updateCommentsEnabled', 'takes no more comments', async () => {
    const { id, page } = await publishedProject();
    await fresh(
      page,
      () => send(owner, 'PUT', `/projects/${id}/comment-settings`, { enabled: false }),
      await differs(page),
    );
  });
  changes('projects.addFile projects.deleteFile', 'has a buy button while it has files', async () => {
    const { id, page } = await publishedProject();
    await fresh(page, () => projects.addFile(owner, id), shows('Buy the source'));
    const [file] = (await projects.draft(owner, id)).files;
    await fresh(page, () => projects.removeFile(owner, id, file?.id ?? ''), lacks('Buy the source'));
  });
  changes('projects.updateSortOrder', 'stands where it was put', async () => {
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
  changes('likes.likeProject likes.unlikeProject', 'follows its likes by a job', async () => {
    const { id, page } = await publishedProject();
    for (const method of ['PUT', 'DELETE'] as const) {
      const act = async () => {
        const answer = await send(owner, method, `/projects/${id}/like`);
        await invalidateLikeCounts(site.http.services, { data: { tag: projectTags.page(id) } });
        return answer;
      };
      await fresh(page, act, await differs(page));
    }
  });
});

describe('comments on cached pages', () => {
  changes('comments.addReview comments.updateComment comments.deleteComment', 'appear, change and go', async () => {
    const { id, page } = await published();
    const review = await fresh(
      page,
      () => send(owner, 'POST', `/blogs/${id}/review`, { body: 'First' }),
      shows('First'),
    );
    const path = `/comments/${review.json<{ id: number }>().id}`;
    await fresh(page, () => send(owner, 'PUT', path, { body: 'Second' }), shows('Second'));
    await fresh(page, () => send(owner, 'DELETE', path), lacks('Second'));
  });
  changes('comments.addProjectComment', 'appear below a project', async () => {
    const { id, page } = await publishedProject();
    await fresh(page, () => send(owner, 'POST', `/projects/${id}/comments`, { body: 'Well done' }), shows('Well done'));
  });
  changes(
    'comments.moderateComment comments.reportComment',
    'appear when they are approved, and go when they are held',
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
  changes('profile.update', 'has their new name beside posts, comments and projects', async () => {
    const writer = await arrive({ name: 'Joan Clarke' });
    const [post, project] = [await published(writer), await publishedProject(writer)];
    const feed = async () => (await site.http.app.inject('/rss.xml')).body;
    expect(await feed()).toContain('Joan Clarke');
    await fresh(post.page, () => send(writer, 'PATCH', '/profile', { name: 'Joan Murray' }), shows('Joan Murray'));
    await expect.poll(feed, PATIENCE).toContain('Joan Murray');
    await fresh(project.page, () => send(writer, 'PATCH', '/profile', { name: 'Joan Lowther' }), shows('Joan Lowther'));
  });
  changes('profile.setAvatar profile.removeAvatar', 'has their new picture', async () => {
    const writer = await arrive();
    const { page } = await published(writer);
    await fresh(page, () => setAvatar(writer), await differs(page));
    await fresh(page, () => send(writer, 'DELETE', '/profile/avatar'), await differs(page));
  });
  changes('profile.deleteAccount', 'has no picture beside what they wrote, and no comments', async () => {
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

it('tests every endpoint that changes content on a page', areAllTested);
