import { postTags, projectTags } from '#features/publishing/rules/cache-tags.ts';

/** Returns the cache tag of the page that shows the comments on a post or project. */
export function getPageTag({ postId, projectId }: { postId: number | null; projectId: string | null }): string {
  return postId === null ? projectTags.page(projectId ?? '') : postTags.page(postId);
}
