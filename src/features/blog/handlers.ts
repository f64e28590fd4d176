import { implement } from '@orpc/server';
import {
  createEditingHandlers,
  getPublicFacets,
  getPublicPage,
  listPageTags,
  postTags,
} from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { implementEndpoints } from '#platform/api/implement-endpoints.ts';
import { markForNewsletter } from './actions/newsletter.ts';
import { createPost, postStore, updatePost } from './actions/post-store.ts';
import { getPostPreview } from './actions/previews.ts';
import type { Draft } from './contract/editing.ts';
import { blogContract } from './contract/index.ts';
import type { Post } from './contract/public.ts';
import { postDrafts } from './queries/drafts.ts';
import { getPost, publicPosts } from './queries/posts.ts';

const blog = implement(blogContract).$context<ApiContext>();

async function getTaggedPost(context: ApiContext, key: Parameters<typeof getPost>[1]): Promise<Post> {
  const post = await getPost(context.db, key);
  for (const tag of listPageTags(postTags, post)) context.cacheTags.add(tag);
  return post;
}

const editing = createEditingHandlers(postStore, {
  drafts: postDrafts,
  completeDraft: (_db, { entry }, draft): Draft => ({ ...draft, sendsNewsletter: entry.sendsNewsletter }),
  getPreview: getPostPreview,
  create: createPost,
  update: updatePost,
  afterTransition: markForNewsletter,
  restoreRevision: (tx, context, { id, version, content }) =>
    updatePost(tx, context, { ...content, blogId: id, version }, 'restored'),
});

export const blogHandlers = {
  list: blog.list.handler(({ context, input }) => {
    context.cacheTags.add(postTags.listBy(input.sort));
    return getPublicPage(context, publicPosts, input);
  }),
  get: blog.get.handler(({ context, input }) => getTaggedPost(context, { id: input.id })),
  getBySlug: blog.getBySlug.handler(({ context, input }) => getTaggedPost(context, { slug: input.slug })),
  listFacets: blog.listFacets.handler(({ context }) => getPublicFacets(context, publicPosts)),
  ...implementEndpoints(blog, editing),
};
