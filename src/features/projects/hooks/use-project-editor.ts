import { useEntryEditor } from '#features/publishing/hooks/use-entry-editor.tsx';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Draft } from '../contract/drafts.ts';
import { toProjectInput, createEmptyFormValues, type ProjectFormValues, toFormValues } from '../rules/forms.ts';

/** Manages editing a project; a new one is priced in `currency` (ISO 4217). */
export function useProjectEditor(begun: Draft | undefined, currency: string) {
  const api = useLazyApi();
  return useEntryEditor<ProjectFormValues, Draft>({
    noun: 'project',
    begun,
    emptyContent: createEmptyFormValues(currency),
    contentOf: toFormValues,
    addressOf: ({ id }) => dashboardPaths.updateProject(id),
    calls: {
      create: content => api().projects.create(toProjectInput(content)),
      save: ({ id }, content, version) => api().projects.update({ ...toProjectInput(content), id, version }),
      load: id => api().projects.draft({ id }),
      move: (id, move, more) => api().projects.move({ id, move, ...more }),
      changeSlug: ({ id, version }, slug) => api().projects.update({ id, version, slug }),
      setPublishDate: (id, at) => api().projects.setPublishDate({ id, at }),
      createPreviewLink: id => api().projects.sharePreview({ id }),
      revokePreviewLink: id => api().projects.endPreview({ id }),
      setCommenting: (id, open) => api().projects.setCommenting({ id, open }),
      delete: id => api().projects.remove({ id }),
    },
  });
}
