import { redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { toast } from '#ui/toast.ts';
import { ClientPicker } from '../components/ClientPicker.tsx';
import { getClientName } from '../rules/labels.ts';

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const search = searchParams.get('search') ?? '';
  const [client, { items }] = await Promise.all([
    api.clients.get({ id: params.id ?? '' }),
    api.clients.list({ search: search || undefined, pageSize: 20 }),
  ]);
  return { client, clients: items.filter(({ id }) => id !== client.id), search };
});

export const action = pageAction(async ({ api, params, form }): Promise<never> => {
  const { id } = await api.clients.merge({ id: params.id ?? '', into: form.get('client') ?? '' });
  toast.success('Clients merged. You can undo this below.');
  throw redirect(dashboardPaths.client(id));
});

/** Lets the owner choose the client that a client is merged into. */
export function Component() {
  const { client, clients, search } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  const name = getClientName(client);
  return (
    <DashboardPage
      title={`Merge ${name}`}
      intro={`Choose the client to keep. The addresses, orders, invoices and messages of ${name} move there. You can undo it.`}
      back={{ to: dashboardPaths.client(client.id), label: name }}
    >
      <ErrorNotice className="mb-6" message={refused?.failed.message} />
      <ClientPicker clients={clients} search={search} allowsNew={false} />
    </DashboardPage>
  );
}
