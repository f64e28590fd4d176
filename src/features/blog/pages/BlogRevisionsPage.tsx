import { redirect, useActionData, useLoaderData } from 'react-router';
import { RevisionHistory } from '#features/publishing/browser.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const id = params.id ?? '';
  const [draft, { items }] = await Promise.all([api.blog.getDraft({ id }), api.blog.listRevisions({ id })]);
  // The newest revision usually equals the current content.
  const chosen = searchParams.get('revision') ?? String((items[1] ?? items[0])?.id ?? '');
  const revision = chosen ? await api.blog.getRevision({ id, revision: chosen }) : undefined;
  return { draft, items, revision };
});

export const action = pageAction(async ({ api, params, form }) => {
  const id = params.id ?? '';
  const restored = await api.blog.restoreRevision({
    id,
    revision: form.get('revision') ?? '',
    version: Number(form.get('version')),
  });
  throw redirect(dashboardPaths.updateBlog(restored.id), 303);
});

export function Component() {
  const { draft, items, revision } = useLoaderData<typeof loader>();
  return (
    <RevisionHistory
      noun="post"
      title={draft.title}
      version={draft.version}
      items={items}
      chosen={revision?.id}
      before={revision ? wordsOf(revision.content) : ''}
      now={wordsOf(draft)}
      path={dashboardPaths.blogRevisions(draft.id)}
      editPath={dashboardPaths.updateBlog(draft.id)}
      result={useActionData<typeof action>()}
    />
  );
}

/** Returns what to compare: title, excerpt and text. */
function wordsOf({ title, description, markdown }: { title: string; description: string; markdown: string }): string {
  return [title, description, markdown].filter(Boolean).join('\n\n');
}
