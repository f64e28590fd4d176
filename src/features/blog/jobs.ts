import { DELETED_RETENTION_DAYS } from '#features/publishing/contract/status.ts';
import { type PublishingJobServices, publishScheduledEntriesJob } from '#features/publishing/index.ts';
import { toDate } from '#platform/database/dates.ts';
import type { JobServices } from '#platform/feature.ts';
import { postStore } from './actions/post-store.ts';
import { deletePostsDeletedBefore } from './queries/drafts.ts';

/** Publishes the posts whose scheduled time has come. */
export const publishScheduledPostsJob = (services: PublishingJobServices) =>
  publishScheduledEntriesJob(services, postStore);

/** Permanently deletes posts whose retention period has ended. */
export async function deleteExpiredPostsJob({ db, log, now }: Pick<JobServices, 'db' | 'log' | 'now'>): Promise<void> {
  const purged = await deletePostsDeletedBefore(db, toDate(now().subtract({ hours: 24 * DELETED_RETENTION_DAYS })));
  if (purged > 0) log.info({ purged }, 'expired posts deleted permanently');
}
