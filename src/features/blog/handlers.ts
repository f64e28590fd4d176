import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { blogContract, type PostQuery } from './contract.ts';
import { countPosts, getPost, listPosts, listPostTopics, type Topics } from './queries.ts';

const blog = implement(blogContract).$context<ApiContext>();

/** Counting every post on every list would cost more as the blog grows; the counts are kept until a post changes. */
async function topicsOf(context: ApiContext): Promise<Topics> {
  const make = async () => ({ value: await listPostTopics(context.db), tags: ['blog'] });
  return (await context.memory.getOrMake('blog.topics', make)) as Topics;
}

async function totalOf(context: ApiContext, query: PostQuery): Promise<number> {
  if (query.search || (query.category && query.tag)) return countPosts(context.db, query);
  const topics = await topicsOf(context);
  if (query.category) return topics.categories.find(category => category.name === query.category)?.count ?? 0;
  if (query.tag) return topics.tags.find(tag => tag.name === query.tag)?.count ?? 0;
  return topics.total;
}

export const blogHandlers = blog.router({
  list: blog.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listPosts(context.db, input), totalOf(context, input)]);
    return { items, total, page: input.page, pageSize: input.pageSize };
  }),
  byId: blog.byId.handler(({ context, input }) => getPost(context.db, { id: input.id })),
  bySlug: blog.bySlug.handler(({ context, input }) => getPost(context.db, { slug: input.slug })),
  topics: blog.topics.handler(({ context }) => topicsOf(context)),
});
