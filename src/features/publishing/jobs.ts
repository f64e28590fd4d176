import type { JobServices } from '#platform/feature.ts';
import type { EntryStore, StoredContent, StoredRow } from './actions/entries.ts';
import { publishInTransaction } from './actions/rendering.ts';
import { publishNextScheduledEntry } from './actions/transitions.ts';

export type PublishingJobServices = Pick<JobServices, 'db' | 'log' | 'now'>;

/** Publishes the entries whose scheduled time has come. */
export async function publishScheduledEntriesJob<Row extends StoredRow, Content extends StoredContent>(
  services: PublishingJobServices,
  store: EntryStore<Row, Content>,
): Promise<void> {
  let published = 0;
  for (;;) {
    const isPublished = await publishInTransaction(services, (tx, renderingOf) =>
      publishNextScheduledEntry(tx, services, renderingOf, store),
    );
    if (isPublished === undefined) break;
    if (isPublished) published += 1;
  }
  if (published > 0) services.log.info({ published }, `scheduled ${store.noun}s published`);
}
