import { findTimeZone } from '#features/site/queries.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { businessDocumentFile } from '#shared/order-paths.ts';
import type { DocumentPlace, DocumentReading } from '../contract/document-details.ts';
import { type DocumentRow, listRelated } from '../queries/documents.ts';
import { listEntries } from '../queries/ledger.ts';
import { type DocumentStanding, standingOf } from '../rules/document-balance.ts';
import { documentPath, readDocumentAt } from './document-urls.ts';

/** A document with where it stands now, and what has to do with it. Throws NOT_FOUND for an address that is none. */
export async function readDocument(
  db: Db,
  services: Pick<ApiServices, 'sealer' | 'now'>,
  place: DocumentPlace,
): Promise<DocumentReading> {
  const document = await readDocumentAt(db, services, place);
  const related = await listRelated(db, document);
  return {
    document: document.content,
    standing: await readStanding(db, services, document),
    related: related.map(one => ({ ...one, path: documentPath(services, one.number) })),
    pdf: businessDocumentFile(place.number, place.token),
  };
}

/** Returns where a document stands now, by all that was entered for it. */
export async function readStanding(
  db: Db,
  { now }: Pick<ApiServices, 'now'>,
  document: Pick<DocumentRow, 'id' | 'kind' | 'total' | 'dueOn'>,
): Promise<DocumentStanding> {
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const entries = await listEntries(db, document.id);
  const movements = entries.map(({ kind, amount, at }) => ({ kind, amount, on: dayOf(instantOf(at)) }));
  return standingOf(document, movements, dayOf(now()));
}

function instantOf(at: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime());
}
