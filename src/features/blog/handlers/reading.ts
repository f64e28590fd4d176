import { implement } from '@orpc/server';
import { totalFromTopics } from '#platform/database/topics.ts';
import type { Topics } from '#shared/contract.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { blogContract } from '../contract.ts';
import type { PostQuery } from '../contract/reading.ts';
import { countPosts, getPost, listPosts, listPostTopics } from '../queries/reading.ts';

const blog = implement(blogContract).$context<ApiContext>();

/** Kept until a post changes, so that no list has to count them all. */
async function topicsOf(context: ApiContext): Promise<Topics> {
  const make = async () => ({ value: await listPostTopics(context.db), tags: ['blog'] });
  return (await context.memory.getOrMake('blog.topics', make)) as Topics;
}

/** Out of the topics where they tell; else counted once, since ordering finds a page's rows without meeting all of them. */
async function totalOf(context: ApiContext, query: PostQuery): Promise<number> {
  const known = totalFromTopics(await topicsOf(context), query);
  if (known !== undefined) return known;
  const filters = JSON.stringify([query.category, query.tag, query.search]);
  const make = async () => ({ value: await countPosts(context.db, query), tags: ['blog'] });
  return (await context.memory.getOrMake(`blog.total ${filters}`, make)) as number;
}

export const readingHandlers = {
  list: blog.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listPosts(context.db, input), totalOf(context, input)]);
    return { items, total, page: input.page, pageSize: input.pageSize };
  }),
  byId: blog.byId.handler(({ context, input }) => getPost(context.db, { id: input.id })),
  bySlug: blog.bySlug.handler(({ context, input }) => getPost(context.db, { slug: input.slug })),
  topics: blog.topics.handler(({ context }) => topicsOf(context)),
};
