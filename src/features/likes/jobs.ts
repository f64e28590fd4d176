import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Database } from '#platform/database/database.ts';
import type { Job } from '#platform/jobs/jobs.ts';

/** Has the pages that are kept show the counts as they are by now. */
export async function invalidateLikeCounts(
  { db }: { db: Database },
  job: Pick<Job<{ tag: string }>, 'data'>,
): Promise<void> {
  await invalidateTag(db, job.data.tag);
}
