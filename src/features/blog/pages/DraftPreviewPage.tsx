import { useLoaderData } from 'react-router';
import { PreviewBanner } from '#features/publishing/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PostArticle } from '../components/PostArticle.tsx';

export const loader = pageLoader(({ api, params }) => api.blog.getDraftPreview({ id: params.id ?? '' }));

export function Component() {
  const post = useLoaderData<typeof loader>();
  return (
    <>
      <PreviewBanner noun="post" title={post.title} editPath={dashboardPaths.updateBlog(post.id)} />
      <PostArticle post={post} />
    </>
  );
}
