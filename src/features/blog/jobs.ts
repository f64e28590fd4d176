import { type PublishingJobServices, publishScheduledEntriesJob } from '#features/publishing/index.ts';
import type { JobServices } from '#platform/feature.ts';
import { deleteExpiredPosts } from './actions/deletion.ts';
import { postStore } from './actions/post-store.ts';

/** Publishes the posts whose scheduled time has come. */
export const publishScheduledPostsJob = (services: PublishingJobServices) =>
  publishScheduledEntriesJob(services, postStore);

/** Permanently deletes posts whose retention period has ended. */
export async function deleteExpiredPostsJob({ db, log, now }: Pick<JobServices, 'db' | 'log' | 'now'>): Promise<void> {
  const purged = await deleteExpiredPosts(db, now());
  if (purged > 0) log.info({ purged }, 'posts deleted long ago were removed for good');
}
