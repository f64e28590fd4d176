import { redirect } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';

/** Leads from an email address to its client, or to the list if it has none. */
export const loader = pageLoader(async ({ api, params }) => {
  const email = params.email ?? '';
  const { id } = await api.clients.find({ email });
  throw redirect(id === null ? withQuery(dashboardPaths.clients, { search: email }) : dashboardPaths.client(id));
});

export function Component() {
  return null;
}
