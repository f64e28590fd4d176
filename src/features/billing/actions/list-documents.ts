import { findTimeZone } from '#features/site/queries.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { cellsIn, type CsvDownload, csvDownload } from '#platform/http/csv-download.ts';
import { pageOf } from '#shared/lists.ts';
import { decimalText, type MinorUnits } from '#shared/money.ts';
import type { DocumentFilter, DocumentQuery } from '../contract/document-list.ts';
import { getDocumentTotals, listAllDocuments, listDocuments, listDocumentYears } from '../queries/list-documents.ts';
import { wordsOf } from '../rules/labels.ts';
import { documentPath } from './document-urls.ts';

/** The day that it is for the owner. */
export async function todayOf(db: Db, { now }: Pick<ApiServices, 'now'>): Promise<string> {
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  return now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** A page of all documents, and what all that the filter leaves come to. */
export async function listDocumentsFor(db: Db, services: Pick<ApiServices, 'now' | 'sealer'>, query: DocumentQuery) {
  const today = await todayOf(db, services);
  const [rows, sums, years] = await Promise.all([
    listDocuments(db, query, today),
    getDocumentTotals(db, query, today),
    listDocumentYears(db),
  ]);
  const items = rows.map(({ clientName, clientEmail, orderNumber, orderTitle, ...row }) => ({
    ...row,
    client: { name: clientName, email: clientEmail },
    subject: orderNumber === null ? null : { orderNumber, title: orderTitle ?? '' },
    path: documentPath(services, row.number),
  }));
  return { ...pageOf(query, items, sums.total), totals: sums.totals, years };
}

const HEADING =
  'Number,Kind,Issued,Due,Client,E-mail,Order,Subject,Currency,Without tax,Tax,Rounding,Total,Paid,Credited,Owed,State,Refers to';

/** All documents that a filter leaves, as a table for a spreadsheet. Amounts are decimals of the currency beside them. */
export async function writeDocumentTable(
  db: Db,
  services: Pick<ApiServices, 'now'>,
  filter: DocumentFilter,
): Promise<CsvDownload> {
  const today = await todayOf(db, services);
  return csvDownload(
    `documents-${services.now().toString().slice(0, 10)}.csv`,
    HEADING.split(','),
    cellsIn(listAllDocuments(db, filter, today), row => {
      const decimal = (minor: MinorUnits) => ({ decimal: decimalText({ minor, currency: row.currency }) });
      return [
        row.number,
        wordsOf(row.kind).title,
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
        decimal(row.owed),
        row.state === 'none' ? '' : row.state,
        row.reference ?? '',
      ];
    }),
  );
}
