import { getOwnerDate } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { cellsIn, type CsvDownload, csvDownload } from '#platform/http/csv-download.ts';
import { pageOf } from '#shared/lists.ts';
import { toDecimalString, type MinorUnits } from '#shared/money.ts';
import type { BillingDocumentFilter, BillingDocumentQuery } from '../contract/document-list.ts';
import { getBillingTotals, listAllDocuments, listBillingDocuments, listIssueYears } from '../queries/list-documents.ts';
import { getKindLabels } from '../rules/labels.ts';
import { buildDocumentPath } from './document-urls.ts';

/** Returns a page of the filtered documents, with the totals of all of them. */
export async function listDocumentDtos(
  db: Db,
  services: Pick<ApiServices, 'now' | 'encryption'>,
  query: BillingDocumentQuery,
) {
  const today = await getOwnerDate(db, services.now());
  const [rows, sums, years] = await Promise.all([
    listBillingDocuments(db, query, today),
    getBillingTotals(db, query, today),
    listIssueYears(db),
  ]);
  const items = rows.map(({ clientName, clientEmail, orderNumber, orderTitle, ...row }) => ({
    ...row,
    client: { name: clientName, email: clientEmail },
    subject: orderNumber === null ? null : { orderNumber, title: orderTitle ?? '' },
    path: buildDocumentPath(services, row.number),
  }));
  return { ...pageOf(query, items, sums.total), totals: sums.totals, years };
}

const CSV_HEADING =
  'Number,Type,Issued,Due,Client,Email,Order,Order title,Currency,Total excl. tax,Tax,Rounding,Total,Paid,Credited,Amount due,Status,Applies to,Written off';

/** Exports all filtered documents as CSV. Amounts are decimals of the currency in the next column. */
export async function exportDocumentsCsv(
  db: Db,
  services: Pick<ApiServices, 'now'>,
  filter: BillingDocumentFilter,
): Promise<CsvDownload> {
  const today = await getOwnerDate(db, services.now());
  return csvDownload(
    `documents-${today}.csv`,
    CSV_HEADING.split(','),
    cellsIn(listAllDocuments(db, filter, today), row => {
      const decimal = (minor: MinorUnits) => ({ decimal: toDecimalString({ minor, currency: row.currency }) });
      return [
        row.number,
        getKindLabels(row.kind).title,
        row.issuedOn,
        row.dueOn ?? '',
        row.clientName,
        row.clientEmail ?? '',
        row.orderNumber ?? '',
        row.orderTitle ?? '',
        row.currency,
        decimal(row.subtotal),
        decimal(row.taxAmount),
        decimal(row.rounding),
        decimal(row.total),
        decimal(row.paid),
        decimal(row.credited),
        decimal(row.amountDue),
        row.status === 'not_payable' ? '' : row.status,
        row.reference ?? '',
        decimal(row.writtenOff),
      ];
    }),
  );
}
