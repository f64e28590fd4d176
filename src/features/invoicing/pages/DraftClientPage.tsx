import { redirect, useLoaderData } from 'react-router';
import { ClientPicker } from '#features/clients/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { toast } from '#ui/toast.ts';

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const search = searchParams.get('search') ?? '';
  const [draft, { items }] = await Promise.all([
    api.invoicing.getDraft({ id: params.id ?? '' }),
    api.clients.list({ search: search || undefined, pageSize: 20 }),
  ]);
  if (draft.sentPath !== null) throw redirect(draft.sentPath);
  return { draft, clients: items.filter(({ id }) => id !== draft.client.id), search };
});

export const action = pageAction(async ({ api, params, form }): Promise<never> => {
  const { id, version } = await api.invoicing.getDraft({ id: params.id ?? '' });
  await api.invoicing.updateDraftClient({ id, version, clientId: form.get('client') ?? '' });
  toast.success('Client changed');
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(dashboardPaths.invoiceDraft(id));
});

/** Lets the owner choose another client for a draft. */
export function Component() {
  const { draft, clients, search } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  return (
    <DashboardPage
      title="Change client"
      intro={`The draft is for ${draft.client.name}. The new client’s currency, due days and taxes replace those you haven’t changed.`}
      back={{ to: dashboardPaths.invoiceDraft(draft.id), label: 'Edit draft' }}
    >
      <ErrorNotice className="mb-6" message={refused?.failed.message} />
      <ClientPicker clients={clients} search={search} />
    </DashboardPage>
  );
}
