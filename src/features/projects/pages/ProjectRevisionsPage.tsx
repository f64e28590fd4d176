import { createRevisionsPage } from '#features/publishing/browser.ts';
import { formatMoney } from '#shared/money.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Draft, ProjectContent } from '../contract/drafts.ts';

export const { loader, action, Component } = createRevisionsPage<Draft, ProjectContent>({
  noun: 'project',
  clientOf: api => api.projects,
  path: dashboardPaths.projectRevisions,
  editPath: dashboardPaths.updateProject,
  toText: toComparableText,
});

/** Returns the text to compare: the content and the other public fields. */
function toComparableText(content: ProjectContent): string {
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
