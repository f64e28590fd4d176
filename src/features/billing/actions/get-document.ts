import { findTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { dayOf } from '#shared/dates.ts';
import { billingDocumentPdfPath } from '#shared/order-paths.ts';
import type { BillingDocumentAddress, BillingDocumentDetails } from '../contract/document-details.ts';
import { type BillingDocumentRow, listRelatedDocuments } from '../queries/documents.ts';
import { listLedgerEntries } from '../queries/ledger.ts';
import { type DocumentBalance, getDocumentBalance } from '../rules/document-balance.ts';
import { buildDocumentPath, getDocumentByAddress } from './document-urls.ts';

/** Returns a document with its current balance and related documents. Throws NOT_FOUND for an invalid address. */
export async function getDocumentDetails(
  db: Db,
  services: Pick<ApiServices, 'encryption' | 'now'>,
  place: BillingDocumentAddress,
): Promise<BillingDocumentDetails> {
  const document = await getDocumentByAddress(db, services, place);
  const related = await listRelatedDocuments(db, document);
  return {
    document: document.content,
    balance: await readStanding(db, services, document),
    relatedDocuments: related.map(one => ({ ...one, path: buildDocumentPath(services, one.number) })),
    pdfPath: billingDocumentPdfPath(place.number, place.token),
  };
}

/** Returns a document's current balance from its ledger entries. */
export async function readStanding(
  db: Db,
  { now }: Pick<ApiServices, 'now'>,
  document: Pick<BillingDocumentRow, 'id' | 'kind' | 'total' | 'dueOn'>,
): Promise<DocumentBalance> {
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  const dayOn = (instant: Temporal.Instant) => dayOf(instant, timeZone).toString();
  const entries = await listLedgerEntries(db, document.id);
  const movements = entries.map(({ kind, amount, at }) => ({ kind, amount, on: dayOn(at.toTemporalInstant()) }));
  return getDocumentBalance(document, movements, dayOn(now()));
}
