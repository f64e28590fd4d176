import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import type { EntryStore, StoredContent, StoredRow } from './actions/entries.ts';
import { publishInTransaction } from './actions/rendering.ts';
import { publishScheduledEntries } from './actions/transitions.ts';

export interface PublishingJobServices {
  readonly db: Database;
  /** The build folder. */
  readonly dist: string;
  readonly log: Log;
  readonly now: () => Temporal.Instant;
}

/** Publishes the entries whose scheduled time has come. */
export async function publishScheduledEntriesJob<Row extends StoredRow, Content extends StoredContent>(
  services: PublishingJobServices,
  store: EntryStore<Row, Content>,
): Promise<void> {
  const published = await publishInTransaction(services, (tx, renderingOf) =>
    publishScheduledEntries(tx, services, renderingOf, store),
  );
  if (published > 0) services.log.info({ published }, `scheduled ${store.noun}s were published`);
}
