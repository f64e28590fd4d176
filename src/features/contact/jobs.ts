import { removeQueue } from '#features/media/actions/queues.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Log } from '#platform/log.ts';
import { deleteOldSpam } from './queries/messages.ts';
import { placeOf } from './rules/files.ts';
import { SPAM_DAYS } from './rules/queues.ts';

/** What the jobs of messages work with. */
export interface ContactJobServices extends Pick<ApiServices, 'db' | 'jobs' | 'now'> {
  readonly log: Log;
}

/** Deletes what has been spam for 30 days. */
export async function tidyContact({ db, jobs, now, log }: ContactJobServices): Promise<void> {
  const before = new Date(now().subtract({ hours: 24 * SPAM_DAYS }).epochMilliseconds);
  const { deleted, files } = await db.transaction(async tx => {
    const gone = await deleteOldSpam(tx, before);
    if (gone.files.length > 0) await jobs.enqueue(tx, removeQueue, { files: gone.files.map(placeOf) });
    return gone;
  });
  if (deleted > 0) log.info({ deleted, files: files.length }, 'old spam is deleted');
}
