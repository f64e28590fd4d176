import { implement } from '@orpc/server';
import { getPublicFacets, getPublicPage, listPageTags, postTags } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { blogContract } from '../contract/index.ts';
import type { Post } from '../contract/public.ts';
import { getPost, publicPosts } from '../queries/posts.ts';

const blog = implement(blogContract).$context<ApiContext>();

async function taggedPost(context: ApiContext, key: Parameters<typeof getPost>[1]): Promise<Post> {
  const post = await getPost(context.db, key);
  for (const tag of listPageTags(postTags, post)) context.cacheTags.add(tag);
  return post;
}

export const publicBlogHandlers = {
  list: blog.list.handler(({ context, input }) => {
    context.cacheTags.add(postTags.listBy(input.sort));
    return getPublicPage(context, publicPosts, input);
  }),
  get: blog.get.handler(({ context, input }) => taggedPost(context, { id: input.id })),
  getBySlug: blog.getBySlug.handler(({ context, input }) => taggedPost(context, { slug: input.slug })),
  listFacets: blog.listFacets.handler(({ context }) => getPublicFacets(context, publicPosts)),
};
