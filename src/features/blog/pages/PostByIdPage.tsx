import { redirect } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';

/** Redirects a post's ID to its canonical address. */
export const loader = pageLoader(async ({ api, params }) => {
  const post = await api.blog.get({ id: params.id ?? '' });
  throw redirect(paths.post(post.slug), 301);
});

export const Component = () => null;
