import { redirect, useLoaderData } from 'react-router';
import { ClientPicker } from '#features/clients/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const search = searchParams.get('search') ?? '';
  const { items } = await api.clients.list({ search: search || undefined, pageSize: 20 });
  return { clients: items, search };
});

/** Adds a draft for a client, or a copy of a draft or an issued invoice, and opens it. */
export const action = pageAction(async ({ api, form }): Promise<never> => {
  const [copyOf, documentNumber] = [form.get('draft'), form.get('document')];
  const { id } = await api.invoicing.createDraft(
    copyOf ? { copyOf } : documentNumber ? { documentNumber } : { clientId: form.get('client') ?? '' },
  );
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(dashboardPaths.invoiceDraft(id));
});

export function Component() {
  const { clients, search } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  return (
    <DashboardPage
      title="New invoice"
      intro="Choose the client. You can review the invoice before you send it."
      back={{ to: dashboardPaths.billingDocuments, label: 'Invoices' }}
    >
      <ErrorNotice className="mb-6" message={refused?.failed.message} />
      <ClientPicker clients={clients} search={search} />
    </DashboardPage>
  );
}
