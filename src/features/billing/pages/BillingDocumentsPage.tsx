import Download from 'lucide-react/icons/download';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { Link, useLoaderData } from 'react-router';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { MOST_COUNTED } from '#shared/lists.ts';
import { withQuery } from '#shared/paths.ts';
import { SiteZoneNote } from '#ui/DateTime.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { SumsLeftOut, EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { CurrencyTotals } from '../components/CurrencyTotals.tsx';
import {
  billingDocumentColumns,
  getDocumentFilters,
  billingDocumentSortOptions,
} from '../components/document-table-columns.tsx';

const KEYS = ['search', 'status', 'kind', 'year', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = filtersOf(searchParams, KEYS);
  return { ...(await api.billing.listBillingDocuments(parseListParams(searchParams, KEYS))), query };
});

export function Component() {
  const { items, total, totals, years, page, pageSize, query } = useLoaderData<typeof loader>();
  const { visibleColumns, columnPicker } = useColumnVisibility('documents', billingDocumentColumns);
  const none = years.length === 0;
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
            <a className="button" href={withQuery(dashboardPaths.documentsExport, query)} download>
              <Download className="size-4" aria-hidden="true" /> Download CSV
            </a>
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
          <TableToolbar
            path={dashboardPaths.billingDocuments}
            query={query}
            searchLabel="Number, client or order"
            filters={getDocumentFilters(years)}
            sorts={billingDocumentSortOptions}
          >
            {columnPicker}
          </TableToolbar>
          {totals.length > 0 && <CurrencyTotals totals={totals} />}
          {total > MOST_COUNTED && <SumsLeftOut noun="documents" />}
          <TableSummary
            path={dashboardPaths.billingDocuments}
            query={query}
            total={total}
            noun={['document', 'documents']}
          />
          {total === 0 && (
            <EmptyState title="No document matches that.">
              Try a part of the number, the name or the address, or fewer filters.
            </EmptyState>
          )}
          {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
          {items.length > 0 && (
            <DataTable
              caption="Documents"
              columns={visibleColumns}
              rows={items}
              getRowId={({ number }) => number}
              getRowLabel={({ number }) => number}
              sort={query.sort ?? 'newest'}
              getSortUrl={sort => toTableUrl(dashboardPaths.billingDocuments, { ...query, sort }, 'newest')}
            />
          )}
          {items.length > 0 && <SiteZoneNote className="mt-3" />}
          <Pagination
            page={page}
            pageSize={pageSize}
            total={total}
            rows={items.map(row => row.number)}
            hrefOf={(number, cursor) => toTableUrl(dashboardPaths.billingDocuments, query, 'newest', number, cursor)}
          />
        </>
      )}
    </DashboardPage>
  );
}
