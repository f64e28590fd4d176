import { useLoaderData } from 'react-router';
import { PreviewBanner } from '#features/publishing/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { ProjectArticle } from '../components/ProjectArticle.tsx';

export const loader = pageLoader(({ api, params }) => api.projects.getSharedPreview({ token: params.token ?? '' }));

/** Shows the preview of a project to visitors with its secret link. */
export function Component() {
  const project = useLoaderData<typeof loader>();
  return (
    <>
      <PreviewBanner noun="project" title={project.title} editPath={undefined} />
      <ProjectArticle project={project} />
    </>
  );
}
