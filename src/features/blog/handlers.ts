import { implement } from '@orpc/server';
import { totalFromTopics } from '#platform/database/topics.ts';
import type { Topics } from '#shared/contract.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { blogContract } from './contract.ts';
import { getPost, listPosts, listPostTopics } from './queries.ts';

const blog = implement(blogContract).$context<ApiContext>();

/** Kept until a post changes, so that no list has to count them all. */
async function topicsOf(context: ApiContext): Promise<Topics> {
  const make = async () => ({ value: await listPostTopics(context.db), tags: ['blog'] });
  return (await context.memory.getOrMake('blog.topics', make)) as Topics;
}

export const blogHandlers = blog.router({
  list: blog.list.handler(async ({ context, input }) => {
    const known = totalFromTopics(await topicsOf(context), input);
    const { items, total } = await listPosts(context.db, input, known);
    return { items, total, page: input.page, pageSize: input.pageSize };
  }),
  byId: blog.byId.handler(({ context, input }) => getPost(context.db, { id: input.id })),
  bySlug: blog.bySlug.handler(({ context, input }) => getPost(context.db, { slug: input.slug })),
  topics: blog.topics.handler(({ context }) => topicsOf(context)),
});
