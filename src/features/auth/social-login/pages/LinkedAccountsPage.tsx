import { useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { loadLinkedAccounts, LinkedAccountsSection } from '../components/LinkedAccountsSection.tsx';

export const loader = pageLoader(({ api, searchParams }) => loadLinkedAccounts(api, searchParams));

/** Shows the linked provider accounts on a separate page. */
export function Component() {
  return (
    <DashboardPage title="Sign-in methods">
      <LinkedAccountsSection {...useLoaderData<typeof loader>()} returnPath={dashboardPaths.socialLogin} />
    </DashboardPage>
  );
}
