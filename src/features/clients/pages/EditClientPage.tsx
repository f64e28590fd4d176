import { redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { toast } from '#ui/toast.ts';
import { ClientForm, getClientDraftKey, readClientForm } from '../components/ClientForm.tsx';
import { getClientName } from '../rules/labels.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const [client, { countries }] = await Promise.all([
    api.clients.get({ id: params.id ?? '' }),
    api.clients.listCountries(),
  ]);
  return { client, countries };
});

export const action = pageAction(async ({ api, params, form }): Promise<never> => {
  const id = params.id ?? '';
  // The owner saw the conflict and chose to overwrite the current version.
  const version = form.has('over') ? (await api.clients.get({ id })).version : (form.get('version') ?? '');
  const client = await api.clients.update({ ...readClientForm(form), id, version });
  saveLocalDraft(getClientDraftKey(client.id), undefined);
  toast.success('Client saved');
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(dashboardPaths.client(client.id));
});

export function Component() {
  const { client, countries } = useLoaderData<typeof loader>();
  const failed = useRejectedForm();
  const path = dashboardPaths.client(client.id);
  return (
    <DashboardPage title="Edit client" back={{ to: path, label: getClientName(client) }}>
      <ClientForm
        key={client.version}
        client={client}
        countries={countries}
        path={dashboardPaths.editClient(client.id)}
        failed={failed}
      />
    </DashboardPage>
  );
}
