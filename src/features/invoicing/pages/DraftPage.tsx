import Copy from 'lucide-react/icons/copy';
import Trash2 from 'lucide-react/icons/trash';
import { Form, redirect, replace, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { menuItemClass, RowMenu } from '#ui/table/RowMenu.tsx';
import { toast } from '#ui/toast.ts';
import { DraftEditor } from '../components/DraftEditor.tsx';
import { listPrices } from '#features/pricing/browser.ts';
import { PostForm } from '#ui/PostForm.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const [draft, { currencies }, pricing] = await Promise.all([
    api.invoicing.getDraft({ id: params.id ?? '' }),
    api.settings.getOptions(),
    api.pricing.getPricing(),
  ]);
  if (draft.sentPath !== null) throw redirect(draft.sentPath);
  return { draft, currencies, prices: listPrices(pricing) };
});

export const action = pageAction(async ({ api, params, form }) => {
  const id = params.id ?? '';
  switch (form.get('intent')) {
    case 'start': {
      const { repeats, startsOn, endsOn, version } = Object.fromEntries(form);
      await api.invoicing.startSchedule({
        id,
        version: version ?? '',
        repeats: repeats as 'month',
        startsOn: startsOn ?? '',
        endsOn: endsOn ?? '',
      });
      toast.success('Recurring invoice started');
      return 'started';
    }
    case 'pause':
      await api.invoicing.pauseSchedule({ id });
      toast.success('Recurring invoice paused');
      return 'paused';
    default:
      await api.invoicing.deleteDraft({ id });
      toast.success('Draft deleted');
      throw replace(dashboardPaths.billingDocuments);
  }
});

export function Component() {
  const { draft, currencies, prices } = useLoaderData<typeof loader>();
  const failure = useRejectedForm();
  const isStartRefused = failure?.values.intent === 'start';
  const { onSubmit, dialog } = useConfirmedSubmit(() => ({
    title: `Delete this draft for ${draft.client.name}?`,
    description: draft.schedule ? 'No more invoices are issued from it. Issued ones stay.' : 'You can’t undo this.',
    confirmLabel: 'Delete draft',
  }));
  return (
    <DashboardPage
      title={draft.schedule ? 'Recurring invoice' : 'Draft invoice'}
      back={{ to: dashboardPaths.billingDocuments, label: 'Invoices' }}
      aside={
        <RowMenu id="draft-menu" label="More actions">
          <PostForm action={dashboardPaths.newInvoice}>
            <button type="submit" name="draft" value={draft.id} className={menuItemClass}>
              <Copy className="size-4.5" aria-hidden="true" /> Duplicate
            </button>
          </PostForm>
          <Form method="post" onSubmit={onSubmit}>
            <button type="submit" name="intent" value="delete" className={`${menuItemClass} text-danger`}>
              <Trash2 className="size-4.5" aria-hidden="true" /> Delete draft
            </button>
          </Form>
        </RowMenu>
      }
    >
      <ErrorNotice className="mb-6" message={!isStartRefused && failure?.failed.message} />
      <DraftEditor
        // A started or paused schedule has another version.
        key={`${draft.schedule?.isPaused} ${draft.schedule?.nextOn}`}
        draft={draft}
        currencies={currencies}
        prices={prices}
        failure={isStartRefused ? failure : undefined}
      />
      {dialog}
    </DashboardPage>
  );
}
