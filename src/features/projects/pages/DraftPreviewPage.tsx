import { useLoaderData } from 'react-router';
import { PreviewBanner } from '#features/publishing/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ProjectArticle } from '../components/ProjectArticle.tsx';

export const loader = pageLoader(({ api, params }) => api.projects.getDraftPreview({ id: params.id ?? '' }));

export function Component() {
  const project = useLoaderData<typeof loader>();
  return (
    <>
      <PreviewBanner noun="project" title={project.title} editPath={dashboardPaths.updateProject(project.id)} />
      <ProjectArticle project={project} />
    </>
  );
}
