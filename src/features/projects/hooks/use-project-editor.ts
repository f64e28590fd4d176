import { useEntryEditor } from '#features/publishing/browser.ts';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Draft } from '../contract/drafts.ts';
import { toProjectInput, createEmptyFormValues, type ProjectFormValues, toFormValues } from '../rules/forms.ts';

/** Manages editing a project; a new one is priced in `currency` (ISO 4217). */
export function useProjectEditor(begun: Draft | undefined, currency: string) {
  const api = useLazyApi();
  return useEntryEditor<ProjectFormValues, Draft, ReturnType<typeof toProjectInput>>({
    noun: 'project',
    begun,
    client: () => api().projects,
    update: (id, changes) => api().projects.update({ ...changes, id }),
    emptyContent: createEmptyFormValues(currency),
    contentOf: toFormValues,
    toInput: toProjectInput,
    addressOf: ({ id }) => dashboardPaths.updateProject(id),
  });
}
