import { publishInTransaction } from '#features/publishing/index.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { deleteExpiredPosts } from './actions/deletion.ts';
import { publishScheduledPosts } from './actions/transitions.ts';

export interface BlogJobServices {
  readonly db: Database;
  /** The build folder. */
  readonly dist: string;
  readonly log: Log;
  readonly now: () => Temporal.Instant;
}

/** Publishes the posts whose scheduled time has come. */
export async function publishScheduledPostsJob(services: BlogJobServices): Promise<void> {
  const published = await publishInTransaction(services, (tx, renderingOf) =>
    publishScheduledPosts(tx, services, renderingOf),
  );
  if (published > 0) services.log.info({ published }, 'scheduled posts were published');
}

/** Permanently deletes posts whose retention period has ended. */
export async function deleteExpiredPostsJob({ db, log, now }: BlogJobServices): Promise<void> {
  const purged = await deleteExpiredPosts(db, now());
  if (purged > 0) log.info({ purged }, 'posts deleted long ago were removed for good');
}
