import { useEntryEditor } from '#features/publishing/browser.ts';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Draft, PostContent } from '../contract/editing.ts';
import { toPostContent, emptyContent } from '../rules/content.ts';

export function usePostEditor(begun: Draft | undefined) {
  const api = useLazyApi();
  return useEntryEditor<PostContent, Draft>({
    noun: 'post',
    begun,
    emptyContent,
    contentOf: toPostContent,
    addressOf: ({ id }) => dashboardPaths.updateBlog(id),
    calls: {
      create: content => api().blog.create(content),
      save: ({ id }, content, version) => api().blog.update({ ...content, blogId: id, version }),
      load: id => api().blog.getDraft({ id }),
      move: (id, transition, more) => api().blog.transition({ id, transition, ...more }),
      changeSlug: ({ id, version }, slug) => api().blog.update({ blogId: id, version, slug }),
      setPublishDate: (id, publishAt) => api().blog.setPublishDate({ id, publishAt }),
      createPreviewLink: id => api().blog.createPreviewLink({ id }),
      revokePreviewLink: id => api().blog.revokePreviewLink({ id }),
      setCommenting: (id, enabled) => api().blog.updateCommentsEnabled({ id, enabled }),
      delete: id => api().blog.delete({ id }),
    },
  });
}
