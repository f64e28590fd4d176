import { publishInTransaction } from '#features/publishing/index.ts';
import type { Database } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { deleteExpiredProjects } from './actions/deletion.ts';
import { publishScheduledProjects } from './actions/transitions.ts';

export interface ProjectJobServices {
  readonly db: Database;
  /** The build folder. */
  readonly dist: string;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly now: () => Temporal.Instant;
}

/** Publishes the projects whose scheduled time has come. */
export async function publishScheduledProjectsJob(services: ProjectJobServices): Promise<void> {
  const published = await publishInTransaction(services, (tx, renderingOf) =>
    publishScheduledProjects(tx, services, renderingOf),
  );
  if (published > 0) services.log.info({ published }, 'scheduled projects were published');
}

/** Permanently deletes projects whose retention period has ended. */
export async function deleteExpiredProjectsJob({ db, jobs, log, now }: ProjectJobServices): Promise<void> {
  const purged = await db.transaction(tx => deleteExpiredProjects(tx, jobs, now()));
  if (purged > 0) log.info({ purged }, 'projects deleted long ago were removed for good');
}
