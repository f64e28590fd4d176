import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PostEditor } from '../components/PostEditor.tsx';
import { parsePostForm } from '../rules/forms.ts';

export const loader = pageLoader(({ api }) => api.profiles.mine());

/** Without JavaScript, the first "Save" creates the post. */
export const action = pageAction(async ({ api, form, redirectWithoutScript }) => {
  const { id } = await api.blog.create(parsePostForm(form));
  redirectWithoutScript(dashboardPaths.updateBlog(id));
  return { id };
});

export function Component() {
  const { role } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <PostEditor
      initialDraft={undefined}
      role={role}
      formError={result && 'failed' in result ? result.failed : undefined}
    />
  );
}
