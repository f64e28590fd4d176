import { useLoaderData, useParams } from 'react-router';
import { PreviewBanner } from '#features/publishing/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PostArticle } from '../components/PostArticle.tsx';

export const loader = pageLoader(({ api, params: { id = '', token } }) =>
  token === undefined ? api.blog.getDraftPreview({ id }) : api.blog.getSharedPreview({ token }),
);

/** Shows the preview of a post to its writers, and to visitors with its secret link. */
export function Component() {
  const post = useLoaderData<typeof loader>();
  const editPath = useParams().token === undefined ? dashboardPaths.updateBlog(post.id) : undefined;
  return (
    <>
      <PreviewBanner noun="post" title={post.title} editPath={editPath} />
      <PostArticle post={post} />
    </>
  );
}
