import { useLoaderData } from 'react-router';
import { listMoneyFilters, moneyFilterNames } from '#features/billing/browser.ts';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { subtractAmounts } from '#shared/money-arithmetic.ts';
import { createRandomId } from '#shared/random-id.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DownloadCsvLink, TableList } from '#ui/table/TableList.tsx';
import { TableTotals } from '#ui/table/TableTotals.tsx';
import { toast } from '#ui/toast.ts';
import { getPaymentColumns, paymentFilters } from '../components/payment-table-columns.tsx';
import { PaymentAttentionList } from '../components/PaymentAttentionList.tsx';
import { findPaymentAction } from '../components/payment-actions.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'state', 'method', ...moneyFilterNames]);
  const [list, waiting] = await Promise.all([
    api.payments.listPayments(params),
    api.payments.listPaymentsNeedingAttention(),
  ]);
  return { list, waiting, query, formKey: createRandomId() };
});

export const action = pageAction(async ({ api, form }) => {
  const requested = findPaymentAction(form.get('do'));
  if (!requested) return;
  await requested.run(api.payments, Number(form.get('id')), form);
  toast.success(requested.notice);
});

export function Component() {
  const { list, query, waiting } = useLoaderData<typeof loader>();
  return (
    <DashboardPage
      title="Payments"
      intro="Payments from your clients. Card and PayPal payments are confirmed automatically. Confirm manual payments once the money arrives."
      aside={<DownloadCsvLink path={dashboardPaths.paymentsExport} query={query} />}
    >
      <PaymentAttentionList payments={waiting} />
      {list.totals.map(({ currency, received, refunded }) => (
        <TableTotals
          key={currency}
          currency={currency}
          amounts={{
            Payments: received,
            'Refunds and disputes': refunded,
            'Net received': subtractAmounts(received, refunded),
          }}
        />
      ))}
      <TableList
        path={dashboardPaths.payments}
        query={query}
        list={list}
        noun={['payment', 'payments']}
        caption="Payments"
        columns={getPaymentColumns(query.from !== undefined || query.to !== undefined)}
        columnsKey="payments"
        getKey={({ id }) => id}
        getRowLabel={({ clientName, documentNumber }) => `${clientName}, ${documentNumber}`}
        searchLabel="Client, invoice or reference"
        filters={paymentFilters}
        fixedFilters={listMoneyFilters(query)}
        empty={{
          title: 'No payments yet.',
          text: 'Payments appear here when clients pay their invoices. Each invoice has a link for paying online.',
        }}
        noMatch={{
          title: 'No payments found.',
          text: 'Try a different search or clear the filters.',
        }}
      />
    </DashboardPage>
  );
}
