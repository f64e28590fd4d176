import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ProjectEditor } from '../components/ProjectEditor.tsx';
import { parseProjectForm } from '../rules/forms.ts';

export const loader = pageLoader(async ({ api }) => {
  const [{ role }, { currency }] = await Promise.all([api.profiles.mine(), api.settings.newPrices()]);
  return { role, currency };
});

/** Without JavaScript, the first "Save" creates the project. */
export const action = pageAction(async ({ api, form, redirectWithoutScript }) => {
  const { id } = await api.projects.create(parseProjectForm(form));
  redirectWithoutScript(dashboardPaths.updateProject(id));
  return { id };
});

export function Component() {
  const { role, currency } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <ProjectEditor
      initialDraft={undefined}
      currency={currency}
      role={role}
      formError={result && 'failed' in result ? result.failed : undefined}
    />
  );
}
