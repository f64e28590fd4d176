import ReceiptText from 'lucide-react/icons/receipt-text';
import { Link, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { MOST_COUNTED } from '#shared/lists.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SiteZoneNote } from '#ui/DateTime.tsx';
import { DownloadCsvLink, TableList } from '#ui/table/TableList.tsx';
import { EmptyState, SumsLeftOut } from '#ui/table/TableToolbar.tsx';
import { CurrencyTotals } from '../components/CurrencyTotals.tsx';
import {
  billingDocumentColumns,
  getDocumentFilters,
  billingDocumentSortOptions,
} from '../components/document-table-columns.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'status', 'kind', 'year', 'sort']);
  return { list: await api.billing.listBillingDocuments(params), query };
});

export function Component() {
  const { list, query } = useLoaderData<typeof loader>();
  const none = list.years.length === 0;
  return (
    <DashboardPage
      title="Documents"
      intro="Invoices, credit notes and receipts, as they were issued: numbered without a gap, and never changed. A credit note corrects an invoice."
      aside={
        !none && (
          <div className="flex flex-wrap gap-3">
            <Link className="button" to={dashboardPaths.statement}>
              <ReceiptText className="size-4" aria-hidden="true" /> Statement of account
            </Link>
            <DownloadCsvLink path={dashboardPaths.documentsExport} query={query} />
          </div>
        )
      }
    >
      {none ? (
        <EmptyState title="Nothing was issued yet.">
          Documents are issued by themselves as orders go on: the deposit with the agreement, the balance when the work
          is completed.{' '}
          <Link className="link" to={dashboardPaths.billing}>
            Billing
          </Link>{' '}
          has your tax and how clients pay.
        </EmptyState>
      ) : (
        <>
          {list.totals.length > 0 && <CurrencyTotals totals={list.totals} />}
          {list.total > MOST_COUNTED && <SumsLeftOut noun="documents" />}
          <TableList
            path={dashboardPaths.billingDocuments}
            query={query}
            list={list}
            noun={['document', 'documents']}
            caption="Documents"
            columns={billingDocumentColumns}
            columnsKey="documents"
            getKey={({ number }) => number}
            getRowLabel={({ number }) => number}
            searchLabel="Number, client or order"
            filters={getDocumentFilters(list.years)}
            sorts={billingDocumentSortOptions}
            empty={{ title: 'No documents yet.' }}
            noMatch={{
              title: 'No document matches that.',
              text: 'Try a part of the number, the name or the address, or fewer filters.',
            }}
          >
            <SiteZoneNote className="mt-3" />
          </TableList>
        </>
      )}
    </DashboardPage>
  );
}
