import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { loadLinkedAccounts, LinkedAccountsSection } from '../components/LinkedAccountsSection.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const [data, { profile }] = await Promise.all([loadLinkedAccounts(api), api.site.layout()]);
  const provider = searchParams.get('provider');
  const outcome = searchParams.get('outcome');
  return { ...data, timeZone: profile.timeZone, told: provider && outcome ? { provider, outcome } : undefined };
});

export const action = pageAction(async ({ api, form, redirectWithoutScript }) => {
  const done = await api.identities.remove({ id: form.get('id') ?? '' });
  redirectWithoutScript(dashboardPaths.socialLogin);
  return done;
});

/** Shows the linked provider accounts on a page of their own. */
export function Component() {
  const answer = useActionData<typeof action>();
  return (
    <DashboardPage title="Ways to sign in">
      {answer && 'failed' in answer && (
        <p role="alert" className="border-l-2 border-danger pl-4 text-small">
          {answer.failed.message}
        </p>
      )}
      <LinkedAccountsSection {...useLoaderData<typeof loader>()} returnPath={dashboardPaths.socialLogin} />
    </DashboardPage>
  );
}
