import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Database } from '#platform/database/database.ts';
import type { Job } from '#platform/jobs/jobs.ts';

/** Invalidates cached pages that show outdated counts. */
export async function invalidateLikeCounts(
  { db }: { db: Database },
  job: Pick<Job<{ tag: string }>, 'data'>,
): Promise<void> {
  await invalidateTag(db, job.data.tag);
}
