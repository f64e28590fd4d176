import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post, PostCard } from '#features/blog/contract/public.ts';
import type { Project, ProjectCard } from '#features/projects/contract/public.ts';
import { getApi } from '../../support/api-client.ts';
import { insertPost, insertProject } from '../../support/row-factories.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
let cards: PostCard[];
let projectCards: ProjectCard[];
beforeAll(async () => {
  site = await createTestSite();
  ({ items: cards } = await getApi<{ items: PostCard[] }>(site, '/blogs?pageSize=50'));
  ({ items: projectCards } = await getApi<{ items: ProjectCard[] }>(site, '/projects?pageSize=50'));
});
afterAll(() => site.close());

const bySlug = (slug: string) => getApi<Post>(site, `/blog/${slug}`);
const byId = (id: string) => getApi<Project>(site, `/projects/${id}`);

const sharedTags = (one: { tags: string[] }, other: { tags: string[] }) =>
  one.tags.filter(tag => other.tags.includes(tag)).length;

describe('post', () => {
  it('is the same by id and slug and matches its card', async () => {
    for (const card of cards.slice(0, 3)) {
      const post = await bySlug(card.slug);
      expect(await getApi<Post>(site, `/blogs/${card.id}`)).toEqual(post);
      expect(post).toMatchObject(card);
    }
  });

  it('links to its neighbors without gaps', async () => {
    const newestFirst = cards.map(({ slug }) => slug);
    const walked: string[] = [];
    for (let slug = newestFirst.at(-1); slug !== undefined; ) {
      const post = await bySlug(slug);
      const at = newestFirst.indexOf(slug);
      expect(post.previous?.slug).toBe(newestFirst[at + 1]);
      expect(post.next?.slug).toBe(newestFirst[at - 1]);
      walked.push(slug);
      slug = post.next?.slug;
    }
    expect(walked).toEqual(newestFirst.toReversed());
  });

  it('has up to three related posts of its category by shared tags', async () => {
    for (const card of cards) {
      const { related } = await bySlug(card.slug);
      expect(related).toHaveLength(2);
      for (const other of related) {
        expect(other.category).toBe(card.category);
        expect(other.id).not.toBe(card.id);
      }
      const shared = related.map(other => sharedTags(other, card));
      expect(shared).toEqual(shared.toSorted((one, other) => other - one));
    }
  });

  it('orders posts of the same time by id', async () => {
    const publishedAt = new Date('2031-01-01T00:00:00Z');
    const ids: number[] = [];
    for (const slug of ['tie-one', 'tie-two', 'tie-three']) ids.push(await insertPost(site.db, { slug, publishedAt }));
    const middle = await getApi<Post>(site, `/blogs/${ids[1]}`);
    expect(middle.previous?.slug).toBe('tie-one');
    expect(middle.next?.slug).toBe('tie-three');
  });

  it('needs no cover, tags or comments', async () => {
    const id = await insertPost(site.db, { slug: 'bare', publishedAt: new Date('2032-01-01T00:00:00Z') });
    const post = await getApi<Post>(site, `/blogs/${id}`);
    expect(post).toMatchObject({ cover: null, tags: [], commentCount: 0, next: null });
  });
});

describe('project', () => {
  it('matches its card', async () => {
    for (const card of projectCards.slice(0, 3)) expect(await byId(card.id)).toMatchObject(card);
  });

  it('links to its neighbors without gaps', async () => {
    const newestFirst = projectCards.map(({ id }) => id);
    const walked: string[] = [];
    for (let id = newestFirst.at(-1); id !== undefined; ) {
      const project = await byId(id);
      expect(project.previous?.id).toBe(newestFirst[newestFirst.indexOf(id) + 1]);
      walked.push(id);
      id = project.next?.id;
    }
    expect(walked).toEqual(newestFirst.toReversed());
  });

  it('has up to three related projects of its category by shared tags', async () => {
    for (const card of projectCards) {
      const { related } = await byId(card.id);
      const others = projectCards.filter(({ category, id }) => category === card.category && id !== card.id);
      expect(related).toHaveLength(Math.min(3, others.length));
      expect(related.every(({ category, id }) => category === card.category && id !== card.id)).toBe(true);
      const shared = related.map(other => sharedTags(other, card));
      expect(shared).toEqual(shared.toSorted((one, other) => other - one));
      const leftOut = others.filter(other => !related.some(({ id }) => id === other.id));
      for (const other of leftOut) expect(sharedTags(other, card)).toBeLessThanOrEqual(Math.min(...shared));
    }
  });

  it('has stars in tenths', async () => {
    const id = await insertProject(site.db, { ratingTenths: 43 });
    expect((await byId(id)).stars).toBe(4.3);
  });
});
