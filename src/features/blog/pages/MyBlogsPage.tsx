import { createDraftListPage } from '#features/publishing/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { postCategories } from '../contract/categories.ts';
import type { DraftSummary } from '../contract/editing.ts';

export const { loader, action, Component } = createDraftListPage<DraftSummary>({
  noun: 'post',
  verb: 'write',
  clientOf: api => api.blog,
  categories: postCategories,
  paths: {
    list: dashboardPaths.myBlogs,
    add: dashboardPaths.addBlog,
    edit: dashboardPaths.updateBlog,
    preview: dashboardPaths.previewBlog,
    public: ({ slug }) => paths.post(slug),
  },
});
