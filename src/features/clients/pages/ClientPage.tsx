import FileText from 'lucide-react/icons/file-text';
import FileMinus from 'lucide-react/icons/file-minus';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { Link, redirect, replace, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { withQuery } from '#shared/paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { menuItemClass, RowMenu } from '#ui/table/RowMenu.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { toast } from '#ui/toast.ts';
import { ClientActivity } from '../components/ClientActivity.tsx';
import { ClientContact, ClientFacts } from '../components/ClientFacts.tsx';
import { Amounts } from '../components/ClientMoney.tsx';
import { ClientNextSteps } from '../components/ClientNextSteps.tsx';
import { ACTIVITY_STEP, activityGroups } from '../contract/constants.ts';
import { getClientName } from '../rules/labels.ts';

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const id = params.id ?? '';
  const group = activityGroups.find(name => name === searchParams.get('show'));
  const limit = searchParams.get('limit') ?? ACTIVITY_STEP;
  const [client, activity] = await Promise.all([
    api.clients.get({ id }),
    api.clients.listActivity({ id, group, limit }),
  ]);
  // A merged client's address leads to the client it was merged into.
  if (String(client.id) !== id) throw redirect(dashboardPaths.client(client.id), 301);
  const [email] = client.emails;
  const { items: eInvoiceProblems } =
    client.eInvoice.eInvoiceFormat && email !== undefined
      ? await api.billing.listEInvoiceProblems({ email })
      : { items: [] };
  return { client, activity, group, eInvoiceProblems };
});

export const action = pageAction(async ({ api, params, form }) => {
  if (form.get('intent') === 'undo-merge') {
    const { id } = await api.clients.undoMerge({ id: form.get('merged') ?? '' });
    toast.success('Merge undone');
    throw redirect(dashboardPaths.client(id));
  }
  if (form.get('intent') === 'check-vat-id') {
    const { isValid } = await api.clients.checkVatId({ id: params.id ?? '' });
    if (isValid) toast.success('This VAT ID is valid');
    else toast.error('This VAT ID is not valid');
    return { at: Date.now() };
  }
  await api.clients.delete({ id: params.id ?? '' });
  toast.success('Client deleted');
  throw replace(dashboardPaths.clients);
});

export function Component() {
  const { client, activity, group, eInvoiceProblems } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  const name = getClientName(client);
  const hasSteps = client.nextSteps.length > 0;
  const { onSubmit, dialog } = useConfirmedSubmit(data =>
    data.get('intent') === 'delete'
      ? {
          title: `Delete ${name}?`,
          description: 'Their address, notes and tags are deleted. Clients with orders or invoices can’t be deleted.',
          confirmLabel: 'Delete client',
        }
      : undefined,
  );
  return (
    <DashboardPage
      title={name}
      back={{ to: dashboardPaths.clients, label: 'Clients' }}
      aside={
        <div className="flex flex-wrap gap-2">
          <PostForm action={dashboardPaths.newInvoice}>
            <button type="submit" name="client" value={client.id} className="button button-primary">
              <Plus className="size-4" aria-hidden="true" /> New invoice
            </button>
          </PostForm>
          <Link className="button" to={dashboardPaths.editClient(client.id)}>
            <Pencil className="size-4" aria-hidden="true" /> Edit
          </Link>
          <RowMenu id="client-menu" label="More actions">
            <Link className={menuItemClass} to={withQuery(dashboardPaths.newOrder, { client: client.id })}>
              <FileText className="size-4.5 shrink-0" aria-hidden="true" /> New quote
            </Link>
            <Link className={menuItemClass} to={withQuery(dashboardPaths.newOrder, { client: client.id, as: 'order' })}>
              <ReceiptText className="size-4.5 shrink-0" aria-hidden="true" /> New order
            </Link>
            <Link className={menuItemClass} to={withQuery(dashboardPaths.newCreditNote, { search: client.emails[0] })}>
              <FileMinus className="size-4.5 shrink-0" aria-hidden="true" /> New credit note
            </Link>
          </RowMenu>
        </div>
      }
    >
      <ErrorNotice className="mb-6" message={refused?.values.intent !== 'check-vat-id' && refused?.failed.message} />
      <dl className="mb-10 grid grid-cols-2 gap-x-8 border-y border-rule sm:grid-cols-3">
        {(['paid', 'outstanding', 'overdue'] as const).map(of => (
          <div
            key={of}
            className={`py-4 ${of === 'overdue' ? 'max-sm:col-span-2 max-sm:border-t max-sm:border-rule' : ''}`}
          >
            <dt className="hint first-letter:uppercase">{of}</dt>
            <dd className={`mt-1 text-h4 ${of === 'overdue' ? 'text-danger' : ''}`}>
              <Amounts money={client.money} of={of} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="@container">
        {/* On wide screens, the second row is the part of the next steps below the contact. */}
        <div className="grid gap-x-14 gap-y-10 @4xl:gap-y-0 @4xl:grid-cols-[minmax(0,1fr)_20rem] @4xl:grid-rows-[auto_auto_auto_1fr]">
          {hasSteps && (
            <div className="min-w-0 @4xl:row-span-2 @4xl:pb-12">
              <ClientNextSteps steps={client.nextSteps} />
            </div>
          )}
          <div className="min-w-0 @4xl:col-start-2 @4xl:row-start-1 @4xl:pb-10">
            <ClientContact client={client} />
          </div>
          <div
            className={`min-w-0 @4xl:col-start-1 @4xl:row-end-5 ${hasSteps ? '@4xl:row-start-3' : '@4xl:row-start-1'}`}
          >
            <ClientActivity client={client.id} activity={activity} group={group} />
          </div>
          <div className="min-w-0 @4xl:col-start-2 @4xl:row-start-2 @4xl:row-end-5">
            <ClientFacts client={client} eInvoiceProblems={eInvoiceProblems} onSubmit={onSubmit} failure={refused} />
          </div>
        </div>
      </div>
      {dialog}
    </DashboardPage>
  );
}
