import { redirect } from 'react-router';
import { pageAction } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';

/** Has no page: the sign-out form redirects. */
export const loader = () => redirect(paths.dashboard);

export const action = pageAction(async ({ api }) => {
  await api.accounts.logout();
  throw redirect(paths.home, 303);
});

export function Component() {
  return null;
}
