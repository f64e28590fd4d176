import { useLoaderData, useParams } from 'react-router';
import { PreviewBanner } from '#features/publishing/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ProjectArticle } from '../components/ProjectArticle.tsx';

export const loader = pageLoader(({ api, params: { id = '', token } }) =>
  token === undefined ? api.projects.getDraftPreview({ id }) : api.projects.getSharedPreview({ token }),
);

/** Shows the preview of a project to its writers, and to visitors with its secret link. */
export function Component() {
  const project = useLoaderData<typeof loader>();
  const editPath = useParams().token === undefined ? dashboardPaths.updateProject(project.id) : undefined;
  return (
    <>
      <PreviewBanner noun="project" title={project.title} editPath={editPath} />
      <ProjectArticle project={project} />
    </>
  );
}
