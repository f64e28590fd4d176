import { useEntryEditor } from '#features/publishing/browser.ts';
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
      load: id => api().projects.getDraft({ id }),
      move: (id, transition, more) => api().projects.transition({ id, transition, ...more }),
      changeSlug: ({ id, version }, slug) => api().projects.update({ id, version, slug }),
      setPublishDate: (id, publishAt) => api().projects.setPublishDate({ id, publishAt }),
      createPreviewLink: id => api().projects.createPreviewLink({ id }),
      revokePreviewLink: id => api().projects.revokePreviewLink({ id }),
      setCommenting: (id, enabled) => api().projects.updateCommentsEnabled({ id, enabled }),
      delete: id => api().projects.delete({ id }),
    },
  });
}
