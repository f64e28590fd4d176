import { redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { RedirectForm } from '../components/RedirectForm.tsx';

export const loader = pageLoader(({ api, params }) => api.redirects.get({ id: params.id ?? '' }));

export const action = pageAction(async ({ api, params, form }) => {
  await api.redirects.update({ id: params.id ?? '', from: form.get('from') ?? '', to: form.get('to') ?? '' });
  toast.success('Redirect saved');
  throw redirect(dashboardPaths.redirects);
});

export function Component() {
  const current = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  return (
    <DashboardPage title="Edit redirect" back={{ to: dashboardPaths.redirects, label: 'Redirects' }}>
      <div className="max-w-[32rem]">
        <RedirectForm intent="save" redirect={current} refused={refused} />
      </div>
    </DashboardPage>
  );
}
