import { useEntryEditor } from '#features/publishing/browser.ts';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Draft, PostContent } from '../contract/editing.ts';
import { toPostContent, emptyContent } from '../rules/content.ts';

export function usePostEditor(begun: Draft | undefined) {
  const api = useLazyApi();
  return useEntryEditor<PostContent, Draft, PostContent>({
    noun: 'post',
    begun,
    client: () => api().blog,
    update: (blogId, changes) => api().blog.update({ ...changes, blogId }),
    emptyContent,
    contentOf: toPostContent,
    toInput: content => content,
    addressOf: ({ id }) => dashboardPaths.updateBlog(id),
  });
}
