import { redirect } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';

/** Redirects the folder of the posts' addresses to their list, where visitors expect it. */
export const loader = pageLoader(async () => {
  throw redirect(paths.blogs, 301);
});

export const Component = () => null;
