import { redirect, useLoaderData } from 'react-router';
import { ClientPicker } from '#features/clients/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { createRandomId } from '#shared/random-id.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { MAX_TITLE_LENGTH } from '../../lifecycle/contract/limits.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const search = searchParams.get('search') ?? '';
  const isAgreed = searchParams.get('as') === 'order';
  const id = searchParams.get('client');
  if (id) {
    const [client, { currencies }, { currency: defaultCurrency }] = await Promise.all([
      api.clients.get({ id }),
      api.settings.getOptions(),
      api.settings.getDefaultCurrency(),
    ]);
    return { client, currencies, defaultCurrency, isAgreed, idempotencyKey: createRandomId() };
  }
  const { items } = await api.clients.list({ search: search || undefined, pageSize: 20 });
  return { clients: items, search, isAgreed };
});

/** Chooses a client, or adds the order, or a copy of another one, and opens it. */
export const action = pageAction(async ({ api, searchParams, form }): Promise<never> => {
  const as = searchParams.get('as') ?? undefined;
  const client = form.get('client');
  // oxlint-disable-next-line typescript/only-throw-error
  if (client) throw redirect(withQuery(dashboardPaths.newOrder, { client, as }));
  const copyOf = form.get('copyOf');
  const idempotencyKey = form.get('idempotencyKey');
  const { number } = await api.orders.createClientOrder(
    copyOf
      ? { copyOf }
      : {
          clientId: searchParams.get('client') ?? '',
          title: form.get('title') ?? '',
          currency: form.get('currency'),
          idempotencyKey,
        },
  );
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(withQuery(dashboardPaths.order(number), { agreed: as === 'order' ? '1' : undefined }));
});

export function Component() {
  const { client, currencies, defaultCurrency, clients, search, isAgreed, idempotencyKey } =
    useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  const clientProblem = refused?.failed.fields.client;
  return (
    <DashboardPage
      title={isAgreed ? 'New order' : 'New quote'}
      intro={
        isAgreed
          ? 'For work that a client already agreed to. You enter the prices and the client’s message next.'
          : 'Choose the client and a title. You enter the prices next. Nothing is sent until you send the quote.'
      }
      back={{ to: dashboardPaths.orders, label: 'Orders' }}
    >
      {client ? (
        <div className="max-w-[36rem]">
          <p className="text-small">
            For <strong>{client.billing.company || client.name}</strong>
          </p>
          <ErrorNotice className="mt-4" message={clientProblem} />
          <PageForm error={clientProblem ? undefined : refused?.failed} submitLabel="Continue" busyLabel="Saving…">
            <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly />
            <TextField
              label="Title"
              name="title"
              hint="Shown on the order page, in lists, emails and invoices."
              maxLength={MAX_TITLE_LENGTH}
              autoComplete="off"
              defaultValue={refused?.values.title}
              error={refused?.failed.fields.title}
            />
            <SelectField
              label="Currency"
              name="currency"
              options={Object.fromEntries(currencies.map(({ code, name }) => [code, `${code}, ${name}`]))}
              defaultValue={refused?.values.currency ?? client.currency ?? defaultCurrency}
              error={refused?.failed.fields.currency}
            />
          </PageForm>
        </div>
      ) : (
        <>
          {/* Of an order that couldn't be duplicated. */}
          <ErrorNotice className="mb-6" message={refused?.failed.message} />
          <ClientPicker clients={clients} search={search} fields={isAgreed ? { as: 'order' } : {}} />
        </>
      )}
    </DashboardPage>
  );
}
