import { redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { toast } from '#ui/toast.ts';
import { ClientForm, getClientDraftKey, readClientForm } from '../components/ClientForm.tsx';

/** Reads the clients so the page fails for everyone but the owner, like the other client pages. */
export const loader = pageLoader(async ({ api, searchParams }) => {
  const [{ countries }] = await Promise.all([api.clients.listCountries(), api.clients.list({ pageSize: 1 })]);
  const email = searchParams.get('email');
  return { countries, contact: email ? { name: searchParams.get('name') ?? '', email } : undefined };
});

export const action = pageAction(async ({ api, form, searchParams }): Promise<never> => {
  const { id } = await api.clients.create(readClientForm(form));
  saveLocalDraft(getClientDraftKey(searchParams.get('email') ?? undefined), undefined);
  toast.success('Client added');
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(dashboardPaths.client(id));
});

export function Component() {
  const { countries, contact } = useLoaderData<typeof loader>();
  const failed = useRejectedForm();
  return (
    <DashboardPage title="New client" back={{ to: dashboardPaths.clients, label: 'Clients' }}>
      <ClientForm contact={contact} countries={countries} path={dashboardPaths.newClient} failed={failed} />
    </DashboardPage>
  );
}
