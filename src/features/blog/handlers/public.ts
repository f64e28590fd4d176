import { implement } from '@orpc/server';
import { listPageTags, postTags, findTotalInFacets } from '#features/publishing/index.ts';
import type { Facets } from '#shared/contract.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { blogContract } from '../contract/index.ts';
import type { Post, PostListQuery } from '../contract/public.ts';
import { countPosts, findPostSearchCorrection, getPost, listPosts, listPostFacets } from '../queries/posts.ts';

const blog = implement(blogContract).$context<ApiContext>();

/** Cached until a post changes, so lists don't have to count all posts. */
async function topicsOf(context: ApiContext): Promise<Facets> {
  const make = async () => ({ value: await listPostFacets(context.db), tags: ['blog', postTags.list] });
  return (await context.cache.getOrMake('blog.listFacets', make)) as Facets;
}

/**
 * Uses the topic counts if they cover the filters; else counts once and caches the result, since paging doesn't visit
 * all rows.
 */
async function totalOf(context: ApiContext, query: PostListQuery): Promise<number> {
  const known = findTotalInFacets(await topicsOf(context), query);
  if (known !== undefined) return known;
  const filters = JSON.stringify([query.category, query.tag, query.search]);
  const make = async () => ({ value: await countPosts(context.db, query), tags: ['blog', postTags.list] });
  return (await context.searches.getOrMake(`blog.total ${filters}`, make)) as number;
}

/** Falls back to the corrected spelling if the search finds nothing. */
async function searchedList(context: ApiContext, input: PostListQuery) {
  const { page, pageSize, search = '' } = input;
  const asSpelled = await totalOf(context, input);
  const meant = asSpelled === 0 ? await meantBy(context, search) : undefined;
  const query = { ...input, search: meant ?? search };
  const total = meant ? await totalOf(context, query) : asSpelled;
  const items = total > 0 ? await listPosts(context.db, query) : [];
  return { items, total, page, pageSize, correctedSearch: meant && total > 0 ? meant : null };
}

/** Cached, since each page of the results needs it. */
async function meantBy(context: ApiContext, search: string): Promise<string | undefined> {
  const make = async () => ({
    value: { meant: await findPostSearchCorrection(context.db, search) },
    tags: ['blog', postTags.list],
  });
  const kept = (await context.searches.getOrMake(`blog.meant ${search}`, make)) as { meant: string | undefined };
  return kept.meant;
}

async function taggedPost(context: ApiContext, key: Parameters<typeof getPost>[1]): Promise<Post> {
  const post = await getPost(context.db, key);
  for (const tag of listPageTags(postTags, post)) context.cacheTags.add(tag);
  return post;
}

export const publicBlogHandlers = {
  list: blog.list.handler(async ({ context, input }) => {
    context.cacheTags.add(postTags.list).add(postTags.listBy(input.sort));
    if (input.search) return searchedList(context, input);
    const [items, total] = await Promise.all([listPosts(context.db, input), totalOf(context, input)]);
    return { items, total, page: input.page, pageSize: input.pageSize, correctedSearch: null };
  }),
  get: blog.get.handler(({ context, input }) => taggedPost(context, { id: input.id })),
  getBySlug: blog.getBySlug.handler(({ context, input }) => taggedPost(context, { slug: input.slug })),
  listFacets: blog.listFacets.handler(({ context }) => {
    context.cacheTags.add(postTags.list);
    return topicsOf(context);
  }),
};
