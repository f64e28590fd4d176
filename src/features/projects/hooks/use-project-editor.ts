import { useTextWriting } from '#features/publishing/hooks/use-entry-editor.tsx';
import { useApiLater } from '#platform/pages/api-hooks.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Draft } from '../contract/drafts.ts';
import { changesOf, emptyProject, type WrittenProject, writtenOf } from '../rules/forms.ts';

/** A project while it is written; the price of a new one is in `currency` (ISO 4217). */
export function useProjectWriting(begun: Draft | undefined, currency: string) {
  const api = useApiLater();
  return useTextWriting<WrittenProject, Draft>({
    noun: 'project',
    begun,
    emptyContent: emptyProject(currency),
    contentOf: writtenOf,
    addressOf: ({ id }) => dashboardPaths.updateProject(id),
    calls: {
      begin: content => api().projects.create(changesOf(content)),
      save: ({ id }, content, version) => api().projects.update({ ...changesOf(content), id, version }),
      load: id => api().projects.draft({ id }),
      move: (id, move, more) => api().projects.move({ id, move, ...more }),
      changeSlug: ({ id, version }, slug) => api().projects.update({ id, version, slug }),
      setPublishDate: (id, at) => api().projects.setPublishDate({ id, at }),
      share: id => api().projects.sharePreview({ id }),
      endShare: id => api().projects.endPreview({ id }),
      setCommenting: (id, open) => api().projects.setCommenting({ id, open }),
      remove: id => api().projects.remove({ id }),
    },
  });
}
