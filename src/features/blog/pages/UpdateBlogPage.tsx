import { useActionData, useLoaderData } from 'react-router';
import { transitions } from '#features/publishing/contract/status.ts';
import { parseCommentsEnabled } from '#features/publishing/rules/content.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { PostEditor } from '../components/PostEditor.tsx';
import { parsePostForm } from '../rules/forms.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const [draft, { role }] = await Promise.all([api.blog.draft({ id: params.id ?? '' }), api.profiles.mine()]);
  return { draft, role };
});

/** Without JavaScript, every button of the form saves first, then runs its action. */
export const action = pageAction(async ({ api, params, form, redirectWithoutScript }) => {
  const blogId = params.id ?? '';
  const intent = form.get('intent') ?? 'save';
  const version = Number(form.get('version'));
  const { slug, commentsOpen } = await api.blog.draft({ id: blogId });
  const chosen = form.get('slug');
  const changes = { ...parsePostForm(form), ...(chosen && chosen !== slug ? { slug: chosen } : {}) };
  const saved = await api.blog.update({ blogId, version, ...changes });
  const open = parseCommentsEnabled(form) ?? commentsOpen;
  if (open !== commentsOpen) await api.blog.setCommenting({ id: saved.id, open });
  if (intent === 'delete') {
    await api.blog.remove({ id: saved.id });
    redirectWithoutScript(withQuery(dashboardPaths.myBlogs, { did: 'delete', count: 1 }));
  }
  const move = transitions.find(name => name === intent);
  if (move) await api.blog.move({ id: saved.id, move });
  redirectWithoutScript(dashboardPaths.updateBlog(saved.id));
  return { id: saved.id };
});

export function Component() {
  const { draft, role } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = result && 'failed' in result ? result.failed : undefined;
  return <PostEditor key={draft.id} initialDraft={draft} role={role} formError={refused} />;
}
