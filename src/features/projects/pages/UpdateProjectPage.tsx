import { redirect, useActionData, useLoaderData } from 'react-router';
import { transitions } from '#features/publishing/contract/status.ts';
import { parseCommentsEnabled } from '#features/publishing/rules/content.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { ProjectEditor } from '../components/ProjectEditor.tsx';
import { parseProjectForm } from '../rules/forms.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const [draft, { role }] = await Promise.all([api.projects.draft({ id: params.id ?? '' }), api.profiles.mine()]);
  // The slug has changed.
  if (draft.id !== params.id) throw redirect(dashboardPaths.updateProject(draft.id));
  return { draft, role };
});

/** Without JavaScript, every button of the form saves first, then runs its action. */
export const action = pageAction(async ({ api, params, form, redirectWithoutScript }) => {
  const id = params.id ?? '';
  const intent = form.get('intent') ?? 'save';
  const version = Number(form.get('version'));
  const { slug, commentsOpen } = await api.projects.draft({ id });
  const chosen = form.get('slug');
  const changes = { ...parseProjectForm(form), ...(chosen && chosen !== slug ? { slug: chosen } : {}) };
  const saved = await api.projects.update({ id, version, ...changes });
  const open = parseCommentsEnabled(form) ?? commentsOpen;
  if (open !== commentsOpen) await api.projects.setCommenting({ id: saved.id, open });
  if (intent === 'delete') {
    await api.projects.remove({ id: saved.id });
    redirectWithoutScript(withQuery(dashboardPaths.myProjects, { did: 'delete', count: 1 }));
  }
  const move = transitions.find(name => name === intent);
  const after = move ? await api.projects.move({ id: saved.id, move }) : saved;
  redirectWithoutScript(dashboardPaths.updateProject(after.id));
  return { id: after.id };
});

export function Component() {
  const { draft, role } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = result && 'failed' in result ? result.failed : undefined;
  return (
    <ProjectEditor
      key={draft.id}
      initialDraft={draft}
      currency={draft.price.currency}
      role={role}
      formError={refused}
    />
  );
}
