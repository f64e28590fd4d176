import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, redirect, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { RedirectForm } from '../components/RedirectForm.tsx';

export const loader = pageLoader(({ api, params }) => api.redirects.get({ id: params.id ?? '' }));

export const action = pageAction(async ({ api, params, form }) => {
  await api.redirects.update({ id: params.id ?? '', from: form.get('from') ?? '', to: form.get('to') ?? '' });
  toast.success('Redirect saved.');
  throw redirect(dashboardPaths.redirects);
});

export function Component() {
  const current = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DashboardPage
      title="Edit redirect"
      header={
        <Link
          className="meta inline-flex min-h-11 items-center gap-1.5 hover:text-accent"
          to={dashboardPaths.redirects}
        >
          <ArrowLeft className="size-3.5" aria-hidden="true" /> Redirects
        </Link>
      }
    >
      <div className="max-w-[32rem]">
        <RedirectForm intent="save" redirect={current} refused={result && 'failed' in result ? result : undefined} />
      </div>
    </DashboardPage>
  );
}
