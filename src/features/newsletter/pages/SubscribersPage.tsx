import Upload from 'lucide-react/icons/upload';
import { Link, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { ConfirmOptions } from '#ui/ConfirmDialog.tsx';
import { textField, useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { DownloadCsvLink, TableList } from '#ui/table/TableList.tsx';
import { toast } from '#ui/toast.ts';
import { AddSubscriberForm } from '../components/AddSubscriberForm.tsx';
import { subscriberColumns, subscriberFilters, subscriberSortOptions } from '../components/subscriber-columns.tsx';
import { SubscriberMenu } from '../components/SubscriberMenu.tsx';
import {
  findConfirmPrompt,
  type SubscriberAction,
  parseSubscriberAction,
  subscriberActionMessages,
} from '../rules/subscriber-actions.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'state', 'topic', 'sort']);
  return { list: await api.newsletter.listSubscribers(params), query };
});

export const action = pageAction(async ({ api, form }) => {
  const change = parseSubscriberAction(form.get('intent'));
  toast.success(await (change ? runAction(api, change, form.get('subscriber') ?? '') : add(api, form)));
});

async function runAction(api: Api, change: SubscriberAction, id: string): Promise<string> {
  const calls: Readonly<Record<SubscriberAction, () => Promise<{ email: string }>>> = {
    resend_confirmation: () => api.newsletter.resendConfirmation({ id }),
    unsubscribe: () => api.newsletter.unsubscribeSubscriber({ id }),
    block: () => api.newsletter.blockSubscriber({ id }),
    unblock: () => api.newsletter.unblockSubscriber({ id }),
    delete: () => api.newsletter.deleteSubscriber({ id }),
  };
  const { email } = await calls[change]();
  return `${email} ${subscriberActionMessages[change]}`;
}

async function add(api: Api, form: ReadonlyMap<string, string>): Promise<string> {
  const confirmationMethod = form.get('confirmationMethod') === 'consent' ? 'consent' : 'email_link';
  const { email } = await api.newsletter.addSubscriber({
    email: form.get('email') ?? '',
    confirmationMethod,
    note: form.get('note') ?? '',
  });
  return confirmationMethod === 'email_link'
    ? `${email} ${subscriberActionMessages.resend_confirmation}`
    : `${email} subscribed`;
}

export function Component() {
  const { list, query } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  const { onSubmit, dialog } = useConfirmedSubmit(questionOf);
  const isAdding = refused?.values.intent === 'add';
  return (
    <DashboardPage
      title="Subscribers"
      intro="Everyone who signed up for your newsletter, with their status and how they gave consent."
      aside={
        <div className="flex flex-wrap gap-2">
          <Link className="button" to={dashboardPaths.importSubscribers}>
            <Upload className="size-4" aria-hidden="true" /> Import subscribers
          </Link>
          <DownloadCsvLink path={dashboardPaths.subscribersExport} query={query} />
        </div>
      }
    >
      <ErrorNotice className="mb-6" message={!isAdding && refused?.failed.message} />
      <AddSubscriberForm failure={isAdding ? refused : undefined} />
      <TableList
        path={dashboardPaths.subscribers}
        query={query}
        list={list}
        noun={['subscriber', 'subscribers']}
        caption="Newsletter subscribers"
        columns={subscriberColumns}
        columnsKey="subscribers"
        getKey={({ id }) => id}
        getRowLabel={({ email }) => email}
        searchLabel="Email or name"
        filters={subscriberFilters}
        sorts={subscriberSortOptions}
        empty={{
          title: 'No subscribers yet.',
          text: 'People subscribe with the form in your site’s footer. You can also add them yourself or import a list.',
        }}
        noMatch={{ title: 'No subscribers match your filters.' }}
        renderActions={subscriber => <SubscriberMenu subscriber={subscriber} onSubmit={onSubmit} />}
      />
      {dialog}
    </DashboardPage>
  );
}

function questionOf(data: FormData): ConfirmOptions | undefined {
  const change = parseSubscriberAction(textField(data, 'intent'));
  return change && findConfirmPrompt(change, textField(data, 'address'));
}
