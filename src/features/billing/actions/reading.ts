import { findTimeZone } from '#features/site/queries.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { businessDocumentFile } from '#shared/selling-paths.ts';
import type { DocumentPlace, DocumentReading } from '../contract/reading.ts';
import { listRelated } from '../queries/documents.ts';
import { listEntries } from '../queries/ledger.ts';
import { standingOf } from '../rules/standing.ts';
import { documentPath, readDocumentAt } from './addresses.ts';

/** A document with where it stands now, and what has to do with it. Throws NOT_FOUND for an address that is none. */
export async function readDocument(
  db: Db,
  services: Pick<ApiServices, 'sealer' | 'now'>,
  place: DocumentPlace,
): Promise<DocumentReading> {
  const document = await readDocumentAt(db, services, place);
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const entries = await listEntries(db, document.id);
  const movements = entries.map(({ kind, amount, at }) => ({ kind, amount, on: dayOf(instantOf(at)) }));
  const related = await listRelated(db, document);
  return {
    document: document.content,
    standing: standingOf(document, movements, dayOf(services.now())),
    related: related.map(one => ({ ...one, path: documentPath(services, one.number) })),
    pdf: businessDocumentFile(place.number, place.token),
  };
}

function instantOf(at: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime());
}
