import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProductionRenderer } from '#app/page-renderer.ts';
import { publishScheduledPostsJob } from '#features/blog/jobs.ts';
import { getPostRow, updatePostRow } from '#features/blog/queries/drafts.ts';
import { invalidateLikeCounts } from '#features/likes/jobs.ts';
import { publishScheduledProjectsJob } from '#features/projects/jobs.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { getApi } from '../support/api-client.ts';
import { changesPages, freshnessTests, PATIENCE } from '../support/fresh-pages.ts';
import { memberFixture, type SignedInUser } from '../support/member-fixture.ts';
import { COMPLETE_POST, postFixture } from '../support/post-fixture.ts';
import { COMPLETE_PROJECT, projectFixture } from '../support/project-fixture.ts';
import { insertPost, insertProject } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { listenForTags } from '#tests/support/fresh-pages.ts';

// Which cached pages a change invalidates, and which stay cached.

let site: TestSite;
let owner: SignedInUser;
let stopListening: () => Promise<void>;
/** The rendered URLs, in order. */
const rendered: string[] = [];
const received: string[] = [];
let now = '2026-11-20T12:00:00Z';

beforeAll(async () => {
  const renderer = await createProductionRenderer(join(import.meta.dirname, '../../dist'));
  site = await createTestSite({
    now: () => Temporal.Instant.from(now),
    renderer: {
      ...renderer,
      async render(url, ...rest) {
        rendered.push(url);
        return renderer.render(url, ...rest);
      },
    },
  });
  stopListening = await listenForTags(
    site,
    tag => {
      site.http.invalidateTag(tag);
      received.push(tag);
    },
    site.http.invalidateAll,
  );
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
  await site.db.$client.query('truncate posts, projects cascade');
});
afterAll(async () => {
  await stopListening();
  await site.close();
});

const { arrive, send } = memberFixture(() => site);
const posts = postFixture(() => site);
const projects = projectFixture(() => site);
const open = (url: string) => site.http.app.inject(url);

/** Waits until the site has received all invalidations so far. */
async function waitForInvalidations(): Promise<void> {
  const marker = `marker ${crypto.randomUUID()}`;
  await invalidateTag(site.db, marker);
  await expect.poll(() => received, PATIENCE).toContain(marker);
}

/** Runs the waiting jobs that update like counts. */
async function runLikeCountJobs(): Promise<void> {
  const { rows } = await site.db.$client.query<{ data: { tag: string } }>(
    `delete from pgboss.job where name = 'likes.invalidate_counts' returning data`,
  );
  for (const job of rows) await invalidateLikeCounts(site.http.services, job);
}

/** The operations that the tests run on posts and projects. IDs of posts are numbers; those of projects are slugs. */
const kinds = {
  post: {
    list: '/blogs',
    ordered: ['/blogs?sort=most_liked', '/blogs?sort=most_commented'],
    otherList: '/projects',
    category: 'Technology',
    others: ['Food', 'Travel', 'Lifestyle'],
    page: (slug: string) => `/blog/${slug}`,
    card: (slug: string) => `/social/post/${slug}.png`,
    insert: (slug: string, category: string, day: string) =>
      insertPost(site.db, { slug, title: `Post ${slug}`, category, publishedAt: new Date(`${day}T12:00:00Z`) }),
    begin: (title: string) => posts.begin(owner, { ...COMPLETE_POST, title, category: 'Technology' }),
    save: (id: number | string, body: object) => posts.save(owner, Number(id), body),
    make: (id: number | string, name: 'publish' | 'archive' | 'schedule', more = {}) =>
      posts.make(owner, Number(id), name, more),
    remove: (id: number | string) => posts.remove(owner, Number(id)),
    restore: (id: number | string) => posts.restore(owner, Number(id)),
    comment: 'review',
    api: '/blogs',
    endpoints: {
      transition: 'blog.transition',
      update: 'blog.update',
      like: 'likes.likePost likes.unlikePost',
      comment: 'comments.addReview comments.updateComment',
      comments: 'blog.updateCommentsEnabled',
      date: 'blog.setPublishDate',
      delete: 'blog.delete blog.restore',
    },
    publishAt: '2026-04-10T12:00',
    publishScheduled: () => publishScheduledPostsJob(jobServices()),
    /** Lists whose order changes with a like, and with a comment. */
    byLikes: ['/blogs?sort=most_liked'],
    byComments: ['/blogs?sort=most_commented'],
  },
  project: {
    list: '/projects',
    ordered: ['/projects?sort=newest', '/projects?sort=top_rated'],
    otherList: '/blogs',
    category: 'React',
    others: ['Wix', 'Framer', 'Astro'],
    page: (slug: string) => `/projects/${slug}`,
    card: (slug: string) => `/social/project/${slug}.png`,
    insert: (slug: string, category: string, day: string) =>
      insertProject(site.db, { id: slug, title: `Project ${slug}`, category, publishedOn: day }),
    begin: (title: string) => projects.begin(owner, { ...COMPLETE_PROJECT, title, category: 'React' }),
    save: (id: number | string, body: object) => projects.save(owner, String(id), body),
    make: (id: number | string, name: 'publish' | 'archive' | 'schedule', more = {}) =>
      projects.make(owner, String(id), name, more),
    remove: (id: number | string) => projects.remove(owner, String(id)),
    restore: (id: number | string) => projects.restore(owner, String(id)),
    comment: 'comments',
    api: '/projects',
    endpoints: {
      transition: 'projects.transition',
      update: 'projects.update',
      like: 'likes.likeProject likes.unlikeProject',
      comment: 'comments.addProjectComment',
      comments: 'projects.updateCommentsEnabled',
      date: 'projects.setPublishDate',
      delete: 'projects.delete projects.restore',
    },
    publishAt: '2026-04-10',
    publishScheduled: () => publishScheduledProjectsJob(jobServices()),
    byLikes: [],
    byComments: [],
  },
} as const;

function jobServices() {
  const { db, jobs } = site.http.services;
  return { db, jobs, log: site.log.log, now: () => Temporal.Instant.from(now) };
}

const { changes, areAllTested } = freshnessTests(changesPages.postsAndProjects);

describe.each(['post', 'project'] as const)('a change of a %s', noun => {
  const kind = kinds[noun];
  const { category, others, endpoints } = kind;
  const name = (role: string) => `${noun}-${role}`;
  const renamed = `The renamed ${noun}`;
  /** By date: `kin` has the category of `subject`, `older` and `newer` are its neighbors, `unrelated` is far away. */
  const roles = [
    ['far', others[0], '2026-01-05'],
    ['unrelated', others[1], '2026-02-05'],
    ['between', others[0], '2026-03-05'],
    ['kin', category, '2026-04-05'],
    ['gap', others[0], '2026-05-05'],
    ['older', others[0], '2026-06-05'],
    ['subject', category, '2026-07-05'],
    ['newer', others[2], '2026-08-05'],
  ] as const;
  const pages = Object.fromEntries(roles.map(([role]) => [role, kind.page(name(role))])) as Record<
    (typeof roles)[number][0],
    string
  >;
  const lists = ['/', kind.list, ...kind.ordered];
  /** The About page searches the projects that use a skill. */
  const searching = noun === 'project' ? ['/about'] : [];
  const watched = [...lists, kind.otherList, '/about', ...Object.values(pages)];
  let id: number | string;
  beforeAll(async () => {
    for (const [role, of, day] of roles) {
      const inserted = await kind.insert(name(role), of, day);
      if (role === 'subject') id = inserted;
    }
    site.http.invalidateAll();
  });

  /** Runs an action while all watched pages are cached. Returns the pages that are rendered again afterwards. */
  async function findInvalidated(act: () => Promise<unknown>): Promise<string[]> {
    await waitForInvalidations();
    for (const url of watched) await open(url);
    await act();
    await waitForInvalidations();
    rendered.length = 0;
    for (const url of watched) await open(url);
    return [...rendered];
  }
  const inOrder = (urls: readonly string[]) => watched.filter(url => urls.includes(url));

  it('invalidates nothing before it is published', async () => {
    expect(await findInvalidated(() => kind.save(id, { markdown: 'A new text.' }))).toEqual([]);
    expect(await findInvalidated(() => kind.begin('A draft of the tide'))).toEqual([]);
    expect(await findInvalidated(() => send(owner, 'POST', `${kind.api}/${id}/preview-link`))).toEqual([]);
  });

  it('invalidates its page, the lists and the pages that show it as related when its text changes', async () => {
    const invalidated = await findInvalidated(() => kind.make(id, 'publish'));
    expect(invalidated).toEqual(inOrder([...lists, ...searching, pages.subject, pages.kin]));
    expect((await open(pages.subject)).body).toContain('A new text.');
  });

  it('also invalidates the pages of its neighbors when its title changes', async () => {
    await kind.save(id, { title: renamed });
    const card = await open(kind.card(name('subject')));
    const invalidated = await findInvalidated(() => kind.make(id, 'publish'));
    expect(invalidated).toEqual(inOrder([...lists, ...searching, pages.subject, pages.kin, pages.older, pages.newer]));
    for (const url of invalidated.filter(path => !path.includes('?') && !searching.includes(path))) {
      expect((await open(url)).body, url).toContain(renamed);
    }
    const texts = noun === 'post' ? ['/rss.xml', '/atom.xml', '/feed.json', '/llms.txt'] : ['/llms.txt'];
    for (const url of texts) expect((await open(url)).body, url).toContain(renamed);
    expect((await open(kind.card(name('subject')))).headers.etag).not.toBe(card.headers.etag);
    const { items } = await getApi<{ items: { title: string }[] }>(site, `/search?q=${encodeURIComponent(renamed)}`);
    expect(items.map(({ title }) => title)).toContain(renamed);
  });

  changes(endpoints.like, 'drops only its page when it is liked, and the lists in this order', async () => {
    for (const method of ['PUT', 'DELETE'] as const) {
      const invalidated = await findInvalidated(async () => {
        expect((await send(owner, method, `${kind.api}/${id}/like`)).statusCode).toBe(200);
        await runLikeCountJobs();
      });
      expect(invalidated, method).toEqual(inOrder([pages.subject, ...kind.byLikes]));
    }
  });

  changes(endpoints.comment, 'drops only its page when it is commented on, and the lists in this order', async () => {
    let said = 0;
    const invalidated = await findInvalidated(async () => {
      const answer = await send(owner, 'POST', `${kind.api}/${id}/${kind.comment}`, { body: 'High water' });
      said = answer.json<{ id: number }>().id;
    });
    expect(invalidated).toEqual(inOrder([pages.subject, ...kind.byComments]));
    expect((await open(pages.subject)).body).toContain('High water');
    const edited = await findInvalidated(() => send(owner, 'PUT', `/comments/${said}`, { body: 'Low water' }));
    expect(edited).toEqual([pages.subject]);
    expect((await open(pages.subject)).body).toContain('Low water');
  });

  changes(endpoints.comments, 'drops only its page when comments are turned off', async () => {
    const act = () => send(owner, 'PUT', `${kind.api}/${id}/comment-settings`, { enabled: false });
    expect(await findInvalidated(act)).toEqual([pages.subject]);
    expect((await open(pages.subject)).body).toContain('Comments are closed.');
  });

  changes(endpoints.date, 'drops the pages that show it before and after when its date changes', async () => {
    const put = (publishAt: string) => send(owner, 'PUT', `${kind.api}/${id}/publish-date`, { publishAt });
    // It moves between `kin` and `gap`.
    const invalidated = await findInvalidated(() => put(kind.publishAt));
    expect(invalidated).toEqual(
      inOrder([...lists, ...searching, pages.subject, pages.kin, pages.gap, pages.older, pages.newer]),
    );
    expect((await open(pages.subject)).body).toContain('10 Apr 2026');
    for (const url of [pages.kin, pages.gap]) expect((await open(url)).body, url).toContain(renamed);
    for (const url of [pages.older, pages.newer]) expect((await open(url)).body, url).not.toContain(renamed);
    expect((await put(kind.publishAt.replace('2026-04-10', '2026-07-05'))).statusCode).toBe(200);
  });

  it('invalidates the pages of its old and its new category when the category changes', async () => {
    await kind.save(id, { category: others[2] });
    const invalidated = await findInvalidated(() => kind.make(id, 'publish'));
    expect(invalidated).toEqual(inOrder([...lists, ...searching, pages.subject, pages.kin, pages.newer]));
    expect((await open(pages.kin)).body).not.toContain(renamed);
    await kind.save(id, { category });
    await kind.make(id, 'publish');
  });

  const removals = [
    [endpoints.transition, 'archived and published', () => kind.make(id, 'archive'), () => kind.make(id, 'publish')],
    [endpoints.delete, 'deleted and restored', () => kind.remove(id), () => kind.restore(id)],
  ] as const;
  for (const [tested, title, remove, restore] of removals) {
    changes(tested, `drops the pages that show it when it is ${title}`, async () => {
      const showing = inOrder([...lists, ...searching, pages.subject, pages.kin, pages.older, pages.newer]);
      const sitemap = async () => (await open('/sitemap.xml')).body;
      expect(await findInvalidated(remove)).toEqual(showing);
      for (const url of showing) expect((await open(url)).body, url).not.toContain(renamed);
      expect((await open(pages.subject)).statusCode).toBe(404);
      expect(await sitemap()).not.toContain(pages.subject);
      // A page that does not exist is never cached.
      expect(await findInvalidated(restore)).toEqual(showing);
      for (const url of showing.filter(path => !path.includes('?') && !searching.includes(path))) {
        expect((await open(url)).body, url).toContain(renamed);
      }
      expect(await sitemap()).toContain(pages.subject);
    });
  }

  it('invalidates the pages next to a new one, and those of its category', async () => {
    const draft = await kind.begin('The newest tide');
    let published: number | string = draft.id;
    const invalidated = await findInvalidated(async () => {
      published = (await kind.make(draft.id, 'publish')).id;
    });
    expect(invalidated).toEqual(inOrder([...lists, ...searching, pages.subject, pages.kin, pages.newer]));
    for (const url of [kind.list, pages.subject, pages.kin, pages.newer]) {
      expect((await open(url)).body, url).toContain('The newest tide');
    }
    // Archive it again, so `newer` is the newest again.
    await kind.make(published, 'archive');
  });

  it('invalidates the same pages when a schedule publishes it', async () => {
    const draft = await kind.begin('The scheduled tide');
    await kind.make(draft.id, 'schedule', { publishAt: '2026-11-21T12:00:00Z' });
    now = '2026-11-21T12:00:01Z';
    const invalidated = await findInvalidated(() => kind.publishScheduled());
    expect(invalidated).toEqual(inOrder([...lists, ...searching, pages.subject, pages.kin, pages.newer]));
    expect((await open(kind.list)).body).toContain('The scheduled tide');
    now = '2026-11-20T12:00:00Z';
  });

  changes(endpoints.update, 'drops the pages that link to it when its address changes', async () => {
    const moved = kind.page(`${noun}-moved`);
    const invalidated = await findInvalidated(() => kind.save(id, { slug: `${noun}-moved` }));
    expect(invalidated).toEqual(inOrder([...lists, ...searching, pages.subject, pages.kin, pages.older, pages.newer]));
    expect((await open(pages.subject)).headers.location).toContain(moved);
    for (const url of [pages.kin, pages.older, pages.newer])
      expect((await open(url)).body, url).toContain(`"${moved}"`);
    for (const url of ['/sitemap.xml', '/llms.txt']) expect((await open(url)).body, url).toContain(moved);
  });
});

it('tests every endpoint that changes posts and projects on a page', areAllTested);

describe('two posts that become neighbors at the same time', () => {
  it('link to each other', async () => {
    const [one, two] = [
      await posts.begin(owner, { ...COMPLETE_POST, category: 'Fashion & Beauty' }),
      await posts.begin(owner, { ...COMPLETE_POST, category: 'Entertainment' }),
    ];
    const [pageOne, pageTwo] = [`/blog/${one.slug}`, `/blog/${two.slug}`];
    const isWaiting = async () =>
      (await site.db.$client.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount;
    let isPublished = false;
    let publishing: Promise<void> | undefined;
    const publish = async (id: number) => {
      await posts.make(owner, id, 'publish');
      isPublished = true;
    };
    await site.db.transaction(async tx => {
      const publishedAt = new Date(site.http.services.now().epochMilliseconds);
      await updatePostRow(tx, await getPostRow(tx, one.id), { status: 'published', publishedAt });
      publishing = publish(two.id);
      await expect.poll(async () => isPublished || (await isWaiting()), PATIENCE).toBeTruthy();
      await waitForInvalidations();
      await open(pageTwo);
    });
    await open(pageOne);
    await publishing;
    await waitForInvalidations();
    expect((await open(pageOne)).body).toContain(`"${pageTwo}"`);
    expect((await open(pageTwo)).body).toContain(`"${pageOne}"`);
  });
});
