import { implement } from '@orpc/server';
import { getPublicFacets, getPublicPage, listPageTags, postTags, type PublicList } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { blogContract } from '../contract/index.ts';
import type { Post, PostCard, PostListQuery } from '../contract/public.ts';
import { countPosts, getPost, listPosts, postSearchIndex } from '../queries/posts.ts';

const blog = implement(blogContract).$context<ApiContext>();

const publicPosts: PublicList<PostListQuery, PostCard> = {
  table: 'posts',
  feature: 'blog',
  tags: postTags,
  searchIndex: postSearchIndex,
  list: listPosts,
  count: countPosts,
};

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
