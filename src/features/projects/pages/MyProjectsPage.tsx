import ListOrdered from 'lucide-react/icons/list-ordered';
import { Link } from 'react-router';
import { createDraftListPage } from '#features/publishing/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { projectCategories } from '../contract/categories.ts';
import type { DraftSummary } from '../contract/drafts.ts';

export const { loader, action, Component } = createDraftListPage<DraftSummary>({
  noun: 'project',
  verb: 'add',
  clientOf: api => api.projects,
  categories: projectCategories,
  paths: {
    list: dashboardPaths.myProjects,
    add: dashboardPaths.addProject,
    edit: dashboardPaths.updateProject,
    preview: dashboardPaths.previewProject,
    public: ({ id }) => paths.project(id),
  },
  ownerTools: (
    <Link className="button" to={dashboardPaths.projectSortOrder}>
      <ListOrdered className="size-4" aria-hidden="true" />
      <span>
        Reorder<span className="max-sm:sr-only"> projects</span>
      </span>
    </Link>
  ),
});
