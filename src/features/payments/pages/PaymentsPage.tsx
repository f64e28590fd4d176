import { useActionData, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DownloadCsvLink, TableList } from '#ui/table/TableList.tsx';
import { toast } from '#ui/toast.ts';
import { paymentColumns, paymentFilters } from '../components/payment-table-columns.tsx';
import { PaymentAttentionList } from '../components/PaymentAttentionList.tsx';
import { paymentActionNotices, type PaymentAction, parsePaymentAction } from '../rules/payment-actions.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'state', 'method']);
  const [list, waiting] = await Promise.all([
    api.payments.listPayments(params),
    api.payments.listPaymentsNeedingAttention(),
  ]);
  return { list, waiting, query };
});

export const action = pageAction(async ({ api, form }) => {
  const kind = parsePaymentAction(form.get('do'));
  if (!kind) return;
  await carryOut[kind](api, Number(form.get('id')), form);
  toast.success(paymentActionNotices[kind]);
});

const carryOut: Readonly<
  Record<PaymentAction, (api: Api, id: number, form: ReadonlyMap<string, string>) => Promise<object>>
> = {
  confirm: (api, id) => api.payments.confirmPayment({ id }),
  reject: (api, id, form) => api.payments.rejectPayment({ id, reason: form.get('reason') ?? '' }),
  acknowledge_mismatch: (api, id) => api.payments.acknowledgeMismatch({ id }),
  mark_refund_sent: (api, id, form) => api.payments.markRefundSent({ id, reference: form.get('reference') ?? '' }),
  credit_refund: (api, id) => api.payments.decideRefund({ id, decision: 'credited' }),
  owe_refund: (api, id) => api.payments.decideRefund({ id, decision: 'owed' }),
  acknowledge_reversal: (api, id) => api.payments.acknowledgeReversal({ id }),
  retry_refund: (api, id) => api.payments.retryRefund({ id }),
};

export function Component() {
  const { list, query, waiting } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DashboardPage
      title="Payments"
      intro="What clients pay. Cards and PayPal are confirmed by themselves; transfers wait here until you have seen the money."
      aside={<DownloadCsvLink path={dashboardPaths.paymentsExport} query={query} />}
    >
      <PaymentAttentionList payments={waiting} refused={result && 'failed' in result ? result : undefined} />
      <TableList
        path={dashboardPaths.payments}
        query={query}
        list={list}
        noun={['payment', 'payments']}
        caption="Payments"
        columns={paymentColumns}
        columnsKey="payments"
        getKey={({ id }) => id}
        getRowLabel={({ clientName, documentNumber }) => `${clientName}, ${documentNumber}`}
        searchLabel="Client, document or reference"
        filters={paymentFilters}
        empty={{
          title: 'Nobody has paid anything yet.',
          text: 'Each invoice has an address of its own, at which its client can pay it.',
        }}
        noMatch={{
          title: 'No payment matches that.',
          text: 'Try a part of the name or reference, or fewer filters.',
        }}
      />
    </DashboardPage>
  );
}
