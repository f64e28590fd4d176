import { redirect, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ProjectEditor } from '../components/ProjectEditor.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const [draft, { role }] = await Promise.all([api.projects.getDraft({ id: params.id ?? '' }), api.profile.get()]);
  // The slug has changed.
  if (draft.id !== params.id) throw redirect(dashboardPaths.updateProject(draft.id));
  return { draft, role };
});

export function Component() {
  const { draft, role } = useLoaderData<typeof loader>();
  return <ProjectEditor key={draft.id} initialDraft={draft} currency={draft.price.currency} role={role} />;
}
