import { createRevisionsPage } from '#features/publishing/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Draft, PostContent } from '../contract/editing.ts';

export const { loader, action, Component } = createRevisionsPage<Draft, PostContent>({
  noun: 'post',
  clientOf: api => api.blog,
  path: dashboardPaths.blogRevisions,
  editPath: dashboardPaths.updateBlog,
  toText: ({ title, description, markdown }) => [title, description, markdown].filter(Boolean).join('\n\n'),
});
