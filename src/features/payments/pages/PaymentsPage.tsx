import Download from 'lucide-react/icons/download';
import { useActionData, useLoaderData } from 'react-router';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { Pagination } from '#ui/Pagination.tsx';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { paymentColumns, paymentFilters } from '../components/payment-table-columns.tsx';
import { PaymentAttentionList } from '../components/PaymentAttentionList.tsx';
import { paymentActionNotices, type PaymentAction, parsePaymentAction } from '../rules/payment-actions.ts';

const KEYS = ['search', 'state', 'method', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = filtersOf(searchParams, KEYS);
  const [list, waiting] = await Promise.all([
    api.payments.listPayments(parseListParams(searchParams, KEYS)),
    api.payments.listPaymentsNeedingAttention(),
  ]);
  return { ...list, waiting, query };
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
  const { items, total, page, pageSize, query, waiting } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { visibleColumns, columnPicker } = useColumnVisibility('payments', paymentColumns);
  const narrowed = Object.values(query).some(Boolean);
  return (
    <DashboardPage
      title="Payments"
      intro="What clients pay. Cards and PayPal are confirmed by themselves; transfers wait here until you have seen the money."
      aside={
        <a className="button" href={withQuery(dashboardPaths.paymentsExport, query)} download>
          <Download className="size-4" aria-hidden="true" /> Download CSV
        </a>
      }
    >
      <PaymentAttentionList payments={waiting} refused={result && 'failed' in result ? result : undefined} />
      <TableToolbar
        path={dashboardPaths.payments}
        query={query}
        searchLabel="Client, document or reference"
        filters={paymentFilters}
      >
        {columnPicker}
      </TableToolbar>
      <TableSummary path={dashboardPaths.payments} query={query} total={total} noun={['payment', 'payments']} />
      {total === 0 && (
        <EmptyState title={narrowed ? 'No payment matches that.' : 'Nobody has paid anything yet.'}>
          {narrowed
            ? 'Try a part of the name or reference, or fewer filters.'
            : 'Each invoice has an address of its own, at which its client can pay it.'}
        </EmptyState>
      )}
      {items.length > 0 && (
        <DataTable
          caption="Payments"
          columns={visibleColumns}
          rows={items}
          getRowId={({ id }) => String(id)}
          getRowLabel={({ clientName, documentNumber }) => `${clientName}, ${documentNumber}`}
        />
      )}
      {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => toTableUrl(dashboardPaths.payments, query, undefined, number, cursor)}
      />
    </DashboardPage>
  );
}
