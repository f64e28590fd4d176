import { useLoaderData } from 'react-router';
import { PreviewBanner } from '#features/publishing/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { PostArticle } from '../components/PostArticle.tsx';

export const loader = pageLoader(({ api, params }) => api.blog.getSharedPreview({ token: params.token ?? '' }));

/** Shows the preview of a post to visitors with its secret link. */
export function Component() {
  const post = useLoaderData<typeof loader>();
  return (
    <>
      <PreviewBanner noun="post" title={post.title} editPath={undefined} />
      <PostArticle post={post} />
    </>
  );
}
