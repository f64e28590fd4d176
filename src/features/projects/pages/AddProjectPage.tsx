import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { ownerPaths } from '#shared/owner-paths.ts';
import { ProjectScreen } from '../components/ProjectScreen.tsx';
import { changesFromForm } from '../rules/forms.ts';

export const loader = pageLoader(({ api }) => api.profiles.mine());

/** Without script the first press on “Save” begins the project. */
export const action = pageAction(async ({ api, form, leaveWithoutScript }) => {
  const { id } = await api.projects.create(changesFromForm(form));
  leaveWithoutScript(ownerPaths.updateProject(id));
  return { id };
});

/** Where a project is begun. */
export function Component() {
  const { role } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <ProjectScreen begun={undefined} role={role} refused={result && 'failed' in result ? result.failed : undefined} />
  );
}
