import { redirect, useActionData, useLoaderData } from 'react-router';
import { RevisionHistory } from '#features/publishing/browser.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { formatMoney } from '#shared/money.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { ProjectContent } from '../contract/drafts.ts';

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const id = params.id ?? '';
  const [draft, { items }] = await Promise.all([api.projects.getDraft({ id }), api.projects.listRevisions({ id })]);
  // The newest revision usually equals the current content.
  const chosen = searchParams.get('revision') ?? String((items[1] ?? items[0])?.id ?? '');
  const revision = chosen ? await api.projects.getRevision({ id, revision: chosen }) : undefined;
  return { draft, items, revision };
});

export const action = pageAction(async ({ api, params, form }) => {
  const id = params.id ?? '';
  const restored = await api.projects.restoreRevision({
    id,
    revision: form.get('revision') ?? '',
    version: Number(form.get('version')),
  });
  throw redirect(dashboardPaths.updateProject(restored.id), 303);
});

export function Component() {
  const { draft, items, revision } = useLoaderData<typeof loader>();
  return (
    <RevisionHistory
      noun="project"
      title={draft.title}
      version={draft.version}
      items={items}
      chosen={revision?.id}
      before={revision ? wordsOf(revision.content) : ''}
      now={wordsOf(draft)}
      path={dashboardPaths.projectRevisions(draft.id)}
      editPath={dashboardPaths.updateProject(draft.id)}
      result={useActionData<typeof action>()}
    />
  );
}

/** Returns what to compare: the text and the other public fields. */
function wordsOf(content: ProjectContent): string {
  const { title, summary, category, tags, link, repositoryUrl, price, stars, forks, gallery, markdown } = content;
  const facts = [
    `${category} · ${tags.join(', ')}`,
    `${formatMoney(price, { exact: true })} · ${stars.toFixed(1)} stars · ${forks} forks`,
    link,
    repositoryUrl,
    ...gallery.map(({ alt, caption }) => [alt, caption].filter(Boolean).join(' · ')),
  ];
  return [title, summary, facts.filter(Boolean).join('\n'), markdown].filter(Boolean).join('\n\n');
}
