import { redirect } from 'react-router';
import { pageAction } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';

/** There is nothing to see here: the form that signs out leads on. */
export const loader = () => redirect(paths.dashboard);

export const action = pageAction(async ({ api }) => {
  await api.accounts.logout();
  throw redirect(paths.home, 303);
});

export function Component() {
  return null;
}
