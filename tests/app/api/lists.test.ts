import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postCategories } from '#features/blog/contract/categories.ts';
import { type PostCard, postSorts } from '#features/blog/contract/public.ts';
import { projectCategories } from '#features/projects/contract/categories.ts';
import { type ProjectCard, projectSorts } from '#features/projects/contract/public.ts';
import { getApi } from '../../support/api-client.ts';
import { insertPost, insertProject } from '../../support/row-factories.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

interface List<Item> {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
}
interface Topics {
  categories: { name: string; count: number }[];
  tags: { name: string; count: number }[];
  total: number;
}
type Card = PostCard | ProjectCard;

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

const list = <Item extends Card>(path: string, query: Record<string, string | number> = {}) =>
  getApi<List<Item>>(site, `${path}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`);

const idsOf = (cards: readonly Card[]) => cards.map(card => card.id);

/** The lists under test. `orders` has the value and direction of each sort. */
const lists = [
  {
    path: '/blogs',
    topics: '/blog-facets',
    tag: 'blog',
    categories: postCategories,
    sorts: postSorts,
    orders: {
      newest: ['down', (card: PostCard) => card.publishedAt],
      oldest: ['up', (card: PostCard) => card.publishedAt],
      most_liked: ['down', (card: PostCard) => card.likes],
      most_commented: ['down', (card: PostCard) => card.commentCount],
    },
  },
  {
    path: '/projects',
    topics: '/project-facets',
    tag: 'projects',
    categories: projectCategories,
    sorts: projectSorts,
    orders: {
      // Sample projects have no manual order, so the newest come first.
      featured: ['down', (card: ProjectCard) => card.publishedAt],
      newest: ['down', (card: ProjectCard) => card.publishedAt],
      oldest: ['up', (card: ProjectCard) => card.publishedAt],
      top_rated: ['down', (card: ProjectCard) => card.stars],
      price_asc: ['up', (card: ProjectCard) => card.price.minor],
      price_desc: ['down', (card: ProjectCard) => card.price.minor],
    },
  },
] as const;

describe.each(lists)('$path', ({ path, topics: topicsPath, categories, sorts, orders }) => {
  let all: Card[];
  let topics: Topics;
  beforeAll(async () => {
    ({ items: all } = await list(path, { pageSize: 50 }));
    topics = await getApi<Topics>(site, topicsPath);
  });

  it('returns the newest 12 by default', async () => {
    const plain = await list(path);
    expect(plain).toMatchObject({ page: 1, pageSize: 12, total: all.length });
    expect(idsOf(plain.items)).toEqual(idsOf(all.slice(0, 12)));
    expect(plain).toEqual(await list(path, { sort: 'newest', page: 1, pageSize: 12 }));
  });

  it('lists every category and tag with its count', () => {
    const count = (has: (card: Card) => boolean) => all.filter(has).length;
    expect(topics.total).toBe(all.length);
    expect(topics.categories).toEqual(
      [...categories]
        .toSorted()
        .map(name => ({ name, count: count(card => card.category === name) }))
        .filter(category => category.count > 0),
    );
    const names = [...new Set(all.flatMap(card => card.tags))];
    expect(topics.tags.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    for (const tag of topics.tags) expect(tag.count, tag.name).toBe(count(card => card.tags.includes(tag.name)));
    const counts = topics.tags.map(tag => tag.count);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  });

  it('filters by category with the correct total', async () => {
    for (const category of categories) {
      const expected = all.filter(card => card.category === category);
      const narrowed = await list(path, { category, pageSize: 50 });
      expect(idsOf(narrowed.items), category).toEqual(idsOf(expected));
      expect(narrowed.total, category).toBe(expected.length);
    }
  });

  it('filters by tag, alone and within a category, with the correct total', async () => {
    for (const { name: tag } of topics.tags) {
      const tagged = all.filter(card => card.tags.includes(tag));
      const narrowed = await list(path, { tag, pageSize: 50 });
      expect(idsOf(narrowed.items), tag).toEqual(idsOf(tagged));
      expect(narrowed.total, tag).toBe(tagged.length);
      const category = tagged[0]?.category ?? '';
      const both = await list(path, { tag, category, pageSize: 50 });
      expect(idsOf(both.items), tag).toEqual(idsOf(tagged.filter(card => card.category === category)));
      expect(both.total, tag).toBe(both.items.length);
    }
  });

  it('is empty for an unused tag and for a tag outside the category', async () => {
    expect(await list(path, { tag: 'no-such-tag' })).toMatchObject({ items: [], total: 0 });
    const apart = all.flatMap(card =>
      card.tags.flatMap(tag =>
        categories
          .filter(category => !all.some(other => other.category === category && other.tags.includes(tag)))
          .map(category => ({ tag, category })),
      ),
    )[0];
    expect(apart).toBeDefined();
    expect(await list(path, { ...apart })).toMatchObject({ items: [], total: 0 });
  });

  it.each(sorts)('is sorted by %s, then by id', async sort => {
    const [way, valueOf] = (orders as Record<string, readonly ['up' | 'down', (card: never) => number | string]>)[
      sort
    ]!;
    const { items } = await list<never>(path, { sort, pageSize: 50 });
    expect(items).toHaveLength(all.length);
    const values = items.map(valueOf);
    expect(new Set(values).size, 'the sample has different values').toBeGreaterThan(1);
    for (const [index, value] of values.entries()) {
      const next = values[index + 1];
      if (next === undefined) continue;
      if (way === 'up') expect(value <= next, `${value} before ${next}`).toBe(true);
      else expect(value >= next, `${value} before ${next}`).toBe(true);
    }
  });

  it.each([1, 7, 12, 50])('has disjoint and complete pages of %i in every order and filter', async pageSize => {
    const category = topics.categories[0]?.name ?? '';
    for (const query of [...sorts.map(sort => ({ sort })), { category }, { category, sort: sorts[1] }]) {
      const { items: allItems, total } = await list(path, { ...query, pageSize: 50 });
      const seen: Card[] = [];
      for (let page = 1; page <= Math.ceil(total / pageSize); page += 1) {
        const answer = await list(path, { ...query, page, pageSize });
        expect(answer).toMatchObject({ total, page, pageSize });
        expect(answer.items.length).toBe(Math.min(pageSize, total - (page - 1) * pageSize));
        seen.push(...answer.items);
      }
      expect(idsOf(seen)).toEqual(idsOf(allItems));
      const beyond = await list(path, { ...query, page: Math.ceil(total / pageSize) + 1, pageSize });
      expect(beyond).toMatchObject({ items: [], total });
    }
  });

  it('ignores an empty search', async () => {
    for (const search of ['', ' ', '   ']) {
      const answer = await list(path, { search, pageSize: 50 });
      expect(idsOf(answer.items)).toEqual(idsOf(all));
      expect(answer.total).toBe(all.length);
    }
  });

  it('has the correct total for a search with every filter', async () => {
    const [first] = all;
    const word = first?.title.split(/\W+/).find(part => part.length > 4) ?? '';
    for (const query of [{}, { category: first?.category ?? '' }, { tag: first?.tags[0] ?? '' }]) {
      const answer = await list(path, { ...query, search: word, pageSize: 50 });
      expect(idsOf(answer.items)).toContain(first?.id);
      expect(answer.total).toBe(answer.items.length);
    }
    const category = first?.category ?? '';
    const tag = first?.tags[0] ?? '';
    const narrow = await list(path, { category, tag, search: word, pageSize: 50 });
    expect(narrow.items.every(card => card.category === category && card.tags.includes(tag))).toBe(true);
    expect(narrow.total).toBe(narrow.items.length);
  });
});

describe.each([
  { path: '/blogs', write: (title: string, markdown: string) => insertPost(site.db, { title, markdown }) },
  { path: '/projects', write: (title: string, markdown: string) => insertProject(site.db, { title, markdown }) },
])('search in $path', ({ path, write }) => {
  let odd: number | string;
  let plain: number | string;
  beforeAll(async () => {
    odd = await write('Zyxwolith at 100%_sure "quoted" O\'Brien back\\slash', 'The wandering quorblefish sleeps.');
    plain = await write('Zyxwolith at 100 percent', 'Quorblefish do not wander, and the sleeps are short.');
  });
  const found = async (search: string) => idsOf((await list(path, { search, pageSize: 50 })).items);

  it('finds a word of the title in any case', async () => {
    for (const search of ['zyxwolith', 'ZYXWOLITH', ' Zyxwolith ']) {
      expect(new Set(await found(search)), search).toEqual(new Set([odd, plain]));
    }
  });

  it('finds part of a word of the title', async () => {
    expect(new Set(await found('yxwol'))).toEqual(new Set([odd, plain]));
  });

  it('finds another form of a word', async () => {
    expect(await found('wanders')).toEqual(expect.arrayContaining([odd, plain]));
  });

  it('finds a phrase only as a phrase', async () => {
    expect(await found('"quorblefish sleeps"')).toEqual([odd]);
  });

  it('excludes words with a minus', async () => {
    expect(await found('quorblefish -percent')).toEqual([odd]);
  });

  it.each(['100%_sure', '%_s', '0%_', "O'Brien", 'back\\slash', 'k\\s', '"quoted"', '_sure'])(
    'takes %s literally',
    async search => {
      const ids = await found(search);
      expect(ids).toContain(odd);
      expect(ids).not.toContain(plain);
    },
  );

  it.each(['%', '_'])('takes a single %s literally', async search => {
    expect(await found(search)).toEqual([odd]);
  });

  it.each([
    "'; drop table posts; --",
    "' or '1'='1",
    '\\',
    '\\\\',
    '"',
    "'",
    '!!!',
    '& | !',
    '<->',
    ':*',
    '((',
    '-',
    '😀',
  ])('accepts %s', async search => {
    const answer = await list(path, { search, pageSize: 50 });
    expect(answer.total).toBe(answer.items.length);
    expect(answer.total).toBeLessThan(20);
  });
});

describe.each(lists)('$path after a change', ({ path, topics: topicsPath, tag }) => {
  it('updates its counts when the cache is invalidated', async () => {
    const before = await getApi<Topics>(site, topicsPath);
    if (path === '/blogs') await insertPost(site.db, { tags: ['brand-new-tag'] });
    else await insertProject(site.db, { tags: ['brand-new-tag'] });
    site.http.invalidateTag(tag);
    const after = await getApi<Topics>(site, topicsPath);
    expect(after.tags).toContainEqual({ name: 'brand-new-tag', count: 1 });
    // Includes the rows that earlier tests inserted.
    const { rows } = await site.db.$client.query<{ n: number }>(
      `select count(*)::int as n from ${path === '/blogs' ? 'posts' : 'projects'}`,
    );
    expect(after.total).toBe(rows[0]?.n);
    expect(after.total).toBeGreaterThan(before.total);
    expect((await list(path)).total).toBe(after.total);
  });

  it('keeps pages disjoint and complete when every value is the same', async () => {
    await site.db.$client.query(
      path === '/blogs'
        ? `update posts set likes = 5, comment_count = 2, published_at = '2026-01-01'`
        : `update projects set rating_tenths = 40, price_amount = 100, published_on = '2026-01-01'`,
    );
    for (const sort of lists.find(entry => entry.path === path)?.sorts ?? []) {
      const seen: Card[] = [];
      const { total } = await list(path, { sort });
      for (let page = 1; page <= Math.ceil(total / 5); page += 1) {
        seen.push(...(await list(path, { sort, page, pageSize: 5 })).items);
      }
      expect(new Set(idsOf(seen)).size, sort).toBe(total);
      expect(seen).toHaveLength(total);
    }
  });
});
