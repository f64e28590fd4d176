import { publishInTransaction } from '#features/publishing/actions/rendering.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { deleteExpiredPosts } from './actions/deletion.ts';
import { publishScheduledPosts } from './actions/transitions.ts';

/** What the jobs about posts work with. */
export interface BlogJobServices {
  readonly db: Database;
  /** The folder of the build. */
  readonly dist: string;
  readonly log: Log;
  readonly now: () => Temporal.Instant;
}

/** Publishes the posts whose time has come. */
export async function publishScheduledPostsJob(services: BlogJobServices): Promise<void> {
  const published = await publishInTransaction(services, (tx, renderingOf) =>
    publishScheduledPosts(tx, services, renderingOf),
  );
  if (published > 0) services.log.info({ published }, 'scheduled posts were published');
}

/** Removes posts that were deleted long ago, for good. */
export async function deleteExpiredPostsJob({ db, log, now }: BlogJobServices): Promise<void> {
  const purged = await deleteExpiredPosts(db, now());
  if (purged > 0) log.info({ purged }, 'posts deleted long ago were removed for good');
}
