import { useEntryEditor } from '#features/publishing/hooks/use-entry-editor.tsx';
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
      load: id => api().blog.draft({ id }),
      move: (id, move, more) => api().blog.move({ id, move, ...more }),
      changeSlug: ({ id, version }, slug) => api().blog.update({ blogId: id, version, slug }),
      setPublishDate: (id, at) => api().blog.setPublishDate({ id, at }),
      createPreviewLink: id => api().blog.sharePreview({ id }),
      revokePreviewLink: id => api().blog.endPreview({ id }),
      setCommenting: (id, open) => api().blog.setCommenting({ id, open }),
      delete: id => api().blog.remove({ id }),
    },
  });
}
